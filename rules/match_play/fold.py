"""State out of events: the same path for a live match, a restart and a replay.

Source: ruling 17. Which game is the Crawford game is decided by the score at which it begins: a
result that is corrected later does not change how a game was played, and there is no second one. A
match that a correction leaves without a winner goes on.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules import events as ev
from rules.errors import MatchRefused
from rules.games.game import Game
from rules.match_play.score import ENDINGS
from rules.match_play.state import TABLE, MatchState
from rules.tables import fold as any_match
from rules.tables.table_fold import fresh_table

LONGEST = 64
"""Points of the longest match: a win at the cube's highest value, 64, decides any match (ours)."""

_BY_POINTS = "a game whose results are worth points, such as backgammon or long-gammon"


def new_match(game: Game, length: int) -> MatchState:
    """The state of a match to `length` points, before its first GameStarted.

    Raises MatchRefused for a length out of 1 to 64 and for a game that has results without points.
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
    """The state after all of these events."""
    for event in happened:
        state = apply(game, state, event)
    return state


def apply(game: Game, state: MatchState, event: ev.Event) -> MatchState:
    """The state after one event; facts outside the table change nothing here."""
    state = any_match.apply(game, state, event)
    if state.over and state.winner is None:
        state = replace(state, over=False)
    return state if state.begun else _with_crawford(state)


def _with_crawford(state: MatchState) -> MatchState:
    """The match with the Crawford game known as far as the game that is about to begin."""
    if not state.crawford_rule or state.crawford_game not in (None, state.game):
        return state
    now = state.score_before(state.game).one_short
    return replace(state, crawford_game=state.game if now else None)
