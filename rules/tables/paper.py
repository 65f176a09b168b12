"""Games continued without boards and typed in afterwards: their rolls and the results of all rooms.

Throws that boards reported stay. The rolls on paper slips follow them by side and turn. The rolls
on slips count in both rooms, because somebody has carried the slips from the open to the closed
room (rulings 6 and 8). The results are entered and have to be confirmed (ruling 15). Everything is
typed in together after the game is over in every room, so that nothing of a game being played is
disclosed (ruling 7).
"""

from collections.abc import Iterable, Sequence

from rules import events as ev
from rules.games.game import Game
from rules.position import Side
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from rules.tables.entering import check_result, entered
from rules.tables.state import MatchInPlay, TurnKey, at_game
from rules.tables.throws import counted, uncounted
from rules.text import N_

_EVERY_ROOM = N_("one result for each room where no board has ended the game")
_NO_OPENING = N_("nothing: a board has thrown in game %(game)s already")
_OPENING_FIRST = N_("the opening throw of game %(game)s, which comes before any other roll")
_TWO_DICE = N_("two different dice, White's first: equal ones are thrown again")
_NEXT_TURN = N_("turn %(turn)s, the next in game %(game)s")
_IN_TURN = N_(
    "the same number of turns for both sides, or one more for the side that began: a slip "
    "may be missing"
)


def played_on_paper(game: Game, state: MatchInPlay, order: rd.PaperGame, by: str) -> list[ev.Event]:
    """Return the events with the rolls on the slips and the results; `by` has typed them in.

    Raises ScoreRefused naming "opening", "white", "red" or "results" if these are wrong. If a field
    of a result is impossible in this game, the error names the room and the field, such as
    "open-left".
    """
    _check_rooms(state, order)
    for each in order.results:
        _check_result(game, state, each)
    _check_opening(game, state, order.rolls)
    for side in Side:
        _check_turns(state, side, order)
    starter = _starter(state, order.rolls)
    if starter is not None and game.counted(starter) is None:
        _check_in_turn(state, starter, order)
    played = ev.PlayedOnPaper(
        **at_game(state),
        rolls=tuple(sorted(order.rolls, key=lambda each: (each.turn, each.side is not starter))),
        by=by,
        reason=order.reason,
    )
    waiting = uncounted(state)
    happened = [] if waiting is None else [counted(state, waiting, ev.CountedBy.DIRECTOR)]
    results = [entered(each, by) for each in order.results]
    return [*happened, played, *results]


def next_turns(state: MatchInPlay) -> dict[Side, int]:
    """Return for each side the number of its first turn in this game that no board has thrown."""
    return {side: 1 + max(_turns(state.rolls, side), default=0) for side in Side}


def needs_opening(game: Game, state: MatchInPlay) -> bool:
    """Return True if the opening throw, the first roll of the game, still has to be typed in."""
    return game.opening_is_played and not state.rolls


def _check_rooms(state: MatchInPlay, order: rd.PaperGame) -> None:
    due = [room.value for room in state.rooms if state.table(room).result is None]
    given = [each.room.value for each in order.results]
    if sorted(given) != sorted(due):
        raise ScoreRefused("results", ", ".join(given), _EVERY_ROOM)


def _check_result(game: Game, state: MatchInPlay, result: rd.EnterResult) -> None:
    try:
        check_result(game, state, result)
    except ScoreRefused as error:
        field = f"{result.room.value}-{error.field}"
        raise ScoreRefused(field, error.value, error.template, **error.named) from error


def _check_opening(game: Game, state: MatchInPlay, rolls: Sequence[ev.PaperRoll]) -> None:
    """Raise ScoreRefused if the opening throw is missing, or is given where a board threw it."""
    openings = [each for each in rolls if each.opening]
    if not needs_opening(game, state):
        for each in openings:
            raise ScoreRefused("opening", str(each.dice), _NO_OPENING, game=state.game)
        return
    if rolls and len(openings) != 1:
        raise ScoreRefused("opening", "", _OPENING_FIRST, game=state.game)
    for each in openings:
        starts = Side.WHITE if each.dice.first > each.dice.second else Side.RED
        if each.dice.is_double or (each.side, each.turn) != (starts, 1):
            raise ScoreRefused("opening", str(each.dice), _TWO_DICE)


def _check_turns(state: MatchInPlay, side: Side, order: rd.PaperGame) -> None:
    """Raise ScoreRefused unless a side's rolls begin with its next turn and no turn is left out."""
    due = next_turns(state)[side]
    for turn in sorted(each.turn for each in order.rolls if each.side is side):
        if turn != due:
            raise ScoreRefused(side.value, turn, _NEXT_TURN, turn=due, game=state.game)
        due += 1


def _starter(state: MatchInPlay, rolls: Sequence[ev.PaperRoll]) -> Side | None:
    if state.starter is not None:
        return state.starter
    thrown = [key.side for key, record in state.rolls.items() if record.opening]
    return next(iter([*thrown, *(each.side for each in rolls if each.opening)]), None)


def _check_in_turn(state: MatchInPlay, starter: Side, order: rd.PaperGame) -> None:
    """Raise ScoreRefused unless the sides threw in turn; if they did not, a slip can be missing.

    `starter` is the side that began.
    """
    thrown = {
        side: len([*_turns(state.rolls, side), *(r for r in order.rolls if r.side is side)])
        for side in Side
    }
    other = starter.opponent
    if thrown[starter] - thrown[other] not in (0, 1):
        few = starter if thrown[starter] < thrown[other] else other
        raise ScoreRefused(few.value, f"{thrown[few]} : {thrown[few.opponent]}", _IN_TURN)


def _turns(rolls: Iterable[TurnKey], side: Side) -> list[int]:
    return [key.turn for key in rolls if key.side is side]
