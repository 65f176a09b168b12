"""The match to N points: events of readings, state, and what the table waits for.

Source: rulings 3, 9, 11, 15 and 17.

`handle` is a function of values. No reading is dropped silently: a reading without effect becomes a
ReadingRefused or a ThrowVoided, so that it is in the log and the players are told. The state is
folded from events in the same way for a live match, a restart and a replay.

The score before a game decides whether it is the Crawford game: a result that is corrected later
does not change how a game was played, and there is no second Crawford game (ruling 17). If a
correction leaves a match without a winner, the match goes on.

`awaited` is the one answer to what the table waits for; boards, console, pages and API all use it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules import events as ev
from rules.errors import MatchRefused
from rules.games.game import Game
from rules.match_play.state import ENDINGS, TABLE, MatchState
from rules.tables import fold as any_match
from rules.tables import machine as tables
from rules.tables import readings as rd
from rules.tables.awaited import Awaited, TableWait, awaited_confirmation, awaited_in_play, in_turn
from rules.tables.fold import fresh_table
from rules.tables.machine import MatchRules, common_answers, handled, settled
from rules.tables.refused import Refused
from rules.tables.state import Phase
from rules.text import N_

LONGEST = 64
"""The most points of a match (our choice): one win at the highest cube, 64, decides any match."""

_BY_POINTS = N_("a game whose results are worth points, such as backgammon or long-gammon")


def new_match(game: Game, length: int) -> MatchState:
    """Return the state of a match to `length` points, before its first GameStarted.

    Raises MatchRefused for a length outside 1 to 64, and for a game whose results are not worth
    points.
    """
    if not 1 <= length <= LONGEST:
        raise MatchRefused("length", length, f"1 to {LONGEST}")
    if not game.endings <= ENDINGS:
        raise MatchRefused("game_name", game.name, _BY_POINTS)
    return MatchState(
        length=length,
        crawford_rule=game.senses.cube_limit > 0,
        game=0,
        attempt=0,
        open=fresh_table(game, TABLE),
    )


def fold(game: Game, state: MatchState, happened: Iterable[ev.Event]) -> MatchState:
    """Return the state after all of these events."""
    for event in happened:
        state = apply(game, state, event)
    return state


def apply(game: Game, state: MatchState, event: ev.Event) -> MatchState:
    """Return the state after one event. Events that are not about the table change nothing."""
    state = any_match.apply(game, state, event)
    if state.over and state.winner is None:
        state = replace(state, over=False)
    return state if state.begun else _with_crawford(state)


def _with_crawford(state: MatchState) -> MatchState:
    """Return the state with `crawford_game` set or cleared for the game about to begin."""
    if not state.crawford_rule or state.crawford_game not in (None, state.game):
        return state
    now = state.score_before(state.game).one_short
    return replace(state, crawford_game=state.game if now else None)


_ORDERS = N_(
    "an order about the game, a result, a roll, a turn or the position of a match's one table"
)


@dataclass(frozen=True, slots=True)
class MatchPlayDecision(tables.TableDecision[MatchState]):
    """The decision about one reading: all events that follow from it, and the state then."""


def begin(game: Game, state: MatchState) -> MatchPlayDecision:
    """Return the decision that starts game 1 of a new match."""
    first = ev.GameStarted(game=1, attempt=1)
    return MatchPlayDecision((first,), fold(game, state, (first,)))


def handle(
    game: Game, state: MatchState, reading: rd.AnyReading, sender: rd.Sender
) -> MatchPlayDecision:
    """Return the decision about one reading, with all consequences of its events.

    If the reading enters or confirms a result, raises the errors of rules.tables.entering. Raises
    MatchRefused for an order that only duplicate matches have, because no game of a match to N
    points is cancelled or has small match points.
    """
    return MatchPlayDecision(*handled(game, state, reading, sender, _RULES))


def follow(game: Game, state: MatchState, happened: Iterable[ev.Event]) -> MatchPlayDecision:
    """Return the decision for events from outside, which no reading of this match has caused.

    The decision has the events `happened` and all that follows from them.
    """
    return MatchPlayDecision(*settled(game, state, [*happened], _RULES))


def _answers(
    game: Game, state: MatchState, reading: rd.AnyReading, sender: rd.Sender
) -> list[ev.Event]:
    match reading:
        case rd.ReadyDeclared() | rd.RestAnswered():
            raise Refused(ev.Refusal.WRONG_ROOM)
        case rd.CancelGame() | rd.AdjustScore() | rd.SetTailDraw() | rd.WrongRoll():
            raise MatchRefused("order", type(reading).__name__, _ORDERS)
        case _:
            return common_answers(game, state, reading, sender)


def _consequences(state: MatchState) -> Iterator[ev.Event]:
    """Yield MatchClosed if the match is won, or GameStarted if the next game can begin."""
    if state.over:
        return
    if state.winner is not None:
        yield ev.MatchClosed()
    elif state.settled(TABLE):
        yield ev.GameStarted(game=state.game + 1, attempt=1)


_RULES = MatchRules(_answers, _consequences, fold)


def awaited(state: MatchState) -> TableWait:
    """Return the act for which the table waits.

    If a side has to throw, it can double instead.
    """
    in_play = awaited_in_play(state, state.open)
    if in_play is not None:
        return in_play
    standing = state.standing(TABLE)
    if state.open.phase is Phase.FINISHED and standing is not None:
        return awaited_confirmation(standing)
    return in_turn(Awaited.ROLL, state.open)
