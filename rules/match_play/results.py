"""The games of a match to N points with the score each left behind (ruling 17)."""

from dataclasses import dataclass

from rules.match_play.score import MatchScore, points
from rules.match_play.state import TABLE, MatchState
from rules.room_result import RoomResult
from rules.tables.standing import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredGame:
    """One game as it ended, or as the director had it end.

    `points` are its value times the cube. `counts`: no side had won the match by the games before
    it, as the results stand now. `before` and `after` are the scores around it; `before.crawford`
    says whether it was the Crawford game.
    """

    game: int
    result: RoomResult
    standing: Standing
    points: int
    counts: bool
    before: MatchScore
    after: MatchScore


def results(state: MatchState) -> tuple[ScoredGame, ...]:
    """Every game that has a result, in the order of play."""
    numbers = sorted(game for game, _room in state.results)
    return tuple(_scored(state, number) for number in numbers)


def _scored(state: MatchState, number: int) -> ScoredGame:
    place = number, TABLE
    result, before = state.results[place], state.score_before(number)
    return ScoredGame(
        game=number,
        result=result,
        standing=state.standings[place],
        points=points(result.ending, result.cube),
        counts=before.winner is None,
        before=before,
        after=state.score_before(number + 1),
    )
