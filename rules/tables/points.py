"""The points of a game that counts points: those of a throw, the choice to hold or to go, and wins.

To hold is to play on; to go is to put all checkers of both sides back to their start. These
functions return nothing in games that do not count points. Source: ruling 25.
"""

from typing import Any

from rules import events as ev
from rules.events import Refusal
from rules.games.game import LAST_HOLE, CountedTable, Game, HoleChoice
from rules.position import Position, Side
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from rules.tables.refused import Refused, check_in_progress
from rules.tables.state import MatchInPlay, Phase, TableState, TurnKey, at_table, at_turn


def choice_made(state: MatchInPlay, reading: rd.ChoiceAnswered) -> list[ev.Event]:
    """Return the events of the thrower's choice to hold, or to go; to go ends the turn.

    A side that goes throws again. Raises Refused once the thrower has moved, even if the play does
    not fit the roll: a thrower who moves has chosen to hold.
    """
    table, key = state.table(reading.room), TurnKey(reading.side, reading.turn)
    count = table.count
    if table.resigning is not None:
        raise Refused(Refusal.RESIGNATION_PENDING)
    if count is None or not count.awaits_choice or table.phase is not Phase.MOVE or table.asked:
        raise Refused(Refusal.NO_CHOICE)
    check_in_progress(table, key)
    where = at_turn(state, table.room, key)
    made = ev.ChoiceMade(**where, choice=reading.choice)
    if reading.choice is HoleChoice.HOLD:
        return [made]
    if not roll_counts(state, table):
        raise Refused(Refusal.DICE_UNCONFIRMED)
    return [made, *marked(where, count, count.chosen(HoleChoice.GO))]


def held(table: TableState, where: dict[str, Any]) -> list[ev.ChoiceMade]:
    """Return the event of the thrower's choice to hold, if they moved instead of going.

    The list is empty if the thrower had no choice.

    To hold is Trictrac's word for playing on after a trou. `where` has the fields of the event that
    name its game, attempt, room, side and turn.
    """
    if table.count is None or not table.count.awaits_choice:
        return []
    return [ev.ChoiceMade(**where, choice=HoleChoice.HOLD)]


def marked(
    where: dict[str, Any], before: CountedTable | None, after: CountedTable | None
) -> list[ev.PointsMarked]:
    """Return the event with the points of the throw and both scores after the turn.

    `where` has the fields of the event that name its game, attempt, room, side and turn. `before`
    and `after` are the points before and after the play. Return no event if the throw was worth no
    points.
    """
    if before is None or after is None or not before.marks:
        return []
    white, red = after.score(Side.WHITE), after.score(Side.RED)
    return [ev.PointsMarked(**where, marks=before.marks, white=white, red=red)]


def roll_counts(state: MatchInPlay, table: TableState) -> bool:
    """Return True if the dice being played at a table can no longer be taken back.

    In the closed room dice can never be taken back.
    """
    if table.room is Room.CLOSED or table.current is None:
        return table.room is Room.CLOSED
    return state.rolls[table.current].counted


def won_by_throw(state: MatchInPlay) -> list[ev.Event]:
    """Return the events that end a game won by the points of a throw that is not played yet.

    Return no events until the throw counts.
    """
    for room in state.rooms:
        table = state.table(room)
        count = table.count
        unplayed = table.phase in (Phase.MOVE, Phase.QUESTIONED) and table.current is not None
        if count is None or count.winner is None or not unplayed:
            continue
        if roll_counts(state, table):
            assert table.current is not None
            where = at_turn(state, room, table.current)
            return [*marked(where, count, count), won(state, table, table.position, count)]
    return []


def won(
    state: MatchInPlay, table: TableState, lying: Position, count: CountedTable
) -> ev.GameFinished:
    """Return the event that ends a game that a side has won by its points.

    `lying` is the last position of the checkers, and `count` the points.
    """
    assert count.winner is not None
    loser = count.winner.opponent
    return ev.GameFinished(
        **at_table(state, table.room),
        loser=loser,
        ending=Ending.TROUS,
        left=lying.left(loser),
        cube=table.cube.value,
        owner=table.cube.owner,
        tally=(count.score(Side.WHITE).holes, count.score(Side.RED).holes),
    )


def tally_of_resignation(game: Game, table: TableState, loser: Side) -> tuple[int, int]:
    """Return the numbers of trous of White and Red after `loser` has resigned.

    The opponent has twelve and the loser at most eleven, also if the loser resigned before a throw
    or after a winning throw. Return (0, 0) for a game that counts no points.
    """
    count = table.count or game.counted(loser)
    if count is None:
        return (0, 0)
    lost = min(count.score(loser).holes, LAST_HOLE - 1)
    return (lost, LAST_HOLE) if loser is Side.WHITE else (LAST_HOLE, lost)


def check_tally(loser: Side, tally: tuple[int, int]) -> None:
    """Raise ScoreRefused unless the winner has twelve trous and the loser fewer."""
    winners, losers = tally if loser is Side.RED else tally[::-1]
    if winners != LAST_HOLE or not 0 <= losers < LAST_HOLE:
        allowed = f"{LAST_HOLE} for the winner, 0 to {LAST_HOLE - 1} for the loser"
        raise ScoreRefused("tally", f"{tally[0]}-{tally[1]}", allowed)
