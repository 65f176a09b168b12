"""The state of a match to N points: one table, its results, the score by them.

Source: ruling 17; rulings 11 and 15 for results that are corrected later.

The score of a match to N points. Source: GNU Backgammon manual, "Rules for Match Play"; ruling 17.
A result counts value times cube. The game right after a side first reaches N - 1 is the Crawford
game, once a match: no cube. A match to 1 has no cube. Scores are not capped: a match to 5 may end
6-4.

The games of a match to N points, each with the score after it (ruling 17).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.errors import MatchRefused
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from rules.tables.state import MatchInPlay, Phase, ResultStanding

MONEY = 0
"""Length of a session that never ends: money play."""

_WORTH = {
    Ending.BEAROFF: 1,
    Ending.PASS: 1,
    Ending.RESIGNED: 1,
    Ending.GAMMON: 2,
    Ending.RESIGNED_GAMMON: 2,
    Ending.BACKGAMMON: 3,
    Ending.RESIGNED_BACKGAMMON: 3,
}


ENDINGS = frozenset(_WORTH)
"""The ways to end a game that are worth points."""


def points(ending: Ending, cube: int) -> int:
    """Return the points of a game for its winner.

    `cube` is the value in force, before a refused double.
    """
    return _WORTH[ending] * cube


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Points before a game; `crawford` is True if this game is the Crawford game.

    Raises MatchRefused for a negative length or score.
    """

    length: int
    white: int = 0
    red: int = 0
    crawford: bool = False
    crawford_over: bool = False

    def __post_init__(self) -> None:
        for name, value in (("length", self.length), ("white", self.white), ("red", self.red)):
            if value < 0:
                raise MatchRefused(name, value, "0 or more")

    def of(self, side: Side) -> int:
        """Return the side's points."""
        return self.white if side is Side.WHITE else self.red

    def needs(self, side: Side) -> int:
        """Return the points the side lacks; 0 once it has won, and in money play."""
        return max(self.length - self.of(side), 0)

    @property
    def winner(self) -> Side | None:
        """The side that has reached the length, if any."""
        if self.length == MONEY:
            return None
        return next((side for side in Side if self.of(side) >= self.length), None)

    @property
    def one_short(self) -> bool:
        """True if a side needs one point only: unless one was played, the Crawford game is next."""
        return self.length > 1 and self.winner is None and self.length - 1 in (self.white, self.red)

    @property
    def cube_in_use(self) -> bool:
        """True if a side with access may double in this game."""
        return self.length != 1 and not self.crawford

    def after(self, winner: Side, won: int) -> "MatchScore":
        """Return the score before the next game once `winner` has won `won` points."""
        white = self.white + (won if winner is Side.WHITE else 0)
        red = self.red + (won if winner is Side.RED else 0)
        over = self.crawford_over or self.crawford
        now = self.length > 1 and not over and self.length - 1 in (white, red)
        return replace(self, white=white, red=red, crawford=now, crawford_over=over)


TABLE = Room.OPEN
"""The room of a match's only table, which everybody may see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(MatchInPlay):
    """A whole match to `length` points.

    `crawford_game` is the number of the Crawford game, None until it begins. `crawford_rule` is
    False in a game without a cube, where the Crawford game would be like any other.
    """

    length: int
    crawford_rule: bool
    crawford_game: int | None = None

    def score_before(self, number: int) -> MatchScore:
        """Return the score at which game `number` begins, by the present results.

        It counts results in the order of their games until a side has won; later ones do not count.
        """
        score = MatchScore(self.length)
        for winner, won in self._won_before(number):
            if score.winner is None:
                score = score.after(winner, won)
        crawford = self.crawford_game
        return replace(
            score,
            crawford=crawford == number,
            crawford_over=crawford is not None and crawford < number,
        )

    def _won_before(self, number: int) -> Iterator[tuple[Side, int]]:
        for (game, _room), result in sorted(self.results.items(), key=lambda known: known[0][0]):
            if game < number and result.loser is not None:
                yield result.loser.opponent, points(result.ending, result.cube)

    @property
    def score(self) -> MatchScore:
        """The points of every result so far; `crawford` is that of the current game."""
        points_so_far = self.score_before(self.game + 1)
        at_start = self.score_before(self.game)
        return replace(
            points_so_far, crawford=at_start.crawford, crawford_over=at_start.crawford_over
        )

    @property
    def result(self) -> RoomResult | None:
        """The result of the current game, None while it is played."""
        return self.results.get((self.game, TABLE))

    @property
    def winner(self) -> Side | None:
        """The side that has won the match; the current game counts once the next may begin."""
        before = self.score_before(self.game).winner
        return self.score.winner if before is None and self.settled(TABLE) else before

    @property
    def begun(self) -> bool:
        """True if the opening throw of the current game is made, or the game has its result."""
        return self.open.phase is not Phase.OPENING

    @property
    def games_without_cube(self) -> frozenset[int]:
        """The games without a cube: the Crawford game; every game of a match to 1."""
        if self.length == 1:
            return frozenset(self.attempts)
        return frozenset() if self.crawford_game is None else frozenset({self.crawford_game})


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredGame:
    """One game as it ended, or as the director had it end.

    `points` are its value times the cube. `counts`: by the present results no side had won the
    match in earlier games. `before` and `after` are the scores around it; `before.crawford` is True
    if it was the Crawford game.
    """

    game: int
    result: RoomResult
    standing: ResultStanding
    points: int
    counts: bool
    before: MatchScore
    after: MatchScore


def results(state: MatchState) -> tuple[ScoredGame, ...]:
    """Return every game that has a result, in the order of play."""
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
