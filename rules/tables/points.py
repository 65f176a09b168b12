"""Points counted at a table: marks of a turn, hold or go, a game won by points (ruling 25).

Nothing here happens in games that count no points.
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
    """Return the thrower's choice to hold, or to go, which ends the turn and gives another throw.

    Refused after a move, also if the play is questioned: to have played is to hold (ours).
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
    """Return the choice to hold that is made by playing on if going was possible."""
    if table.count is None or not table.count.awaits_choice:
        return []
    return [ev.ChoiceMade(**where, choice=HoleChoice.HOLD)]


def marked(
    where: dict[str, Any], before: CountedTable | None, after: CountedTable | None
) -> list[ev.PointsMarked]:
    """Return the points of the throw, if any, and both sides' scores after the turn."""
    if before is None or after is None or not before.marks:
        return []
    white, red = after.score(Side.WHITE), after.score(Side.RED)
    return [ev.PointsMarked(**where, marks=before.marks, white=white, red=red)]


def roll_counts(state: MatchInPlay, table: TableState) -> bool:
    """Return True if nobody can take back the dice being played.

    In the closed room no dice can be taken back.
    """
    if table.room is Room.CLOSED or table.current is None:
        return table.room is Room.CLOSED
    return state.rolls[table.current].counted


def won_by_throw(state: MatchInPlay) -> list[ev.Event]:
    """Return the end of a game won by a throw, before it is played, once the throw counts."""
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
    """Return the end of a game that a side has won by its points, with `lying` on the table."""
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
    """Return holes by side once `loser` has resigned, even before a throw or with a winning one.

    The opponent has twelve and the loser not more than eleven (ours).
    """
    count = table.count or game.counted(loser)
    if count is None:
        return (0, 0)
    lost = min(count.score(loser).holes, LAST_HOLE - 1)
    return (lost, LAST_HOLE) if loser is Side.WHITE else (LAST_HOLE, lost)


def check_tally(loser: Side, tally: tuple[int, int]) -> None:
    """Raise ScoreRefused unless the winner has twelve holes and the loser fewer."""
    winners, losers = tally if loser is Side.RED else tally[::-1]
    if winners != LAST_HOLE or not 0 <= losers < LAST_HOLE:
        allowed = f"{LAST_HOLE} for the winner, 0 to {LAST_HOLE - 1} for the loser"
        raise ScoreRefused("tally", f"{tally[0]}-{tally[1]}", allowed)
