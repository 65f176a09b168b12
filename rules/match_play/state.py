"""The state of a match to N points: one table, its results, and the score.

Source: ruling 17; rulings 11 and 15 for results that are corrected later.

Source of the score: GNU Backgammon manual, "Rules for Match Play"; ruling 17. A result counts its
value times the cube. The game after the one in which a side first reaches N - 1 points is the
Crawford game, which has no cube; a match has at most one. A match to 1 has no cube. Points beyond N
count as well: a match to 5 can end 6-4.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.errors import MatchRefused
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from rules.tables.state import MatchInPlay, Phase, ResultStanding

MONEY = 0
"""The length of money play, a session without end."""

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
"""The endings of games that are worth points."""


def points(ending: Ending, cube: int) -> int:
    """Return the points of a game to its winner.

    `cube` is the value in force; a refused double does not raise it.
    """
    return _WORTH[ending] * cube


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The points of both sides before a game of a match to `length` points.

    `crawford` is True if this game is the Crawford game. `crawford_over` is True if the Crawford
    game came earlier. `length` is MONEY in money play. Raises MatchRefused for a negative length or
    score.
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
        """Return the points of a side."""
        return self.white if side is Side.WHITE else self.red

    def needs(self, side: Side) -> int:
        """Return the points that the side still needs; 0 if it has won, and in money play."""
        return max(self.length - self.of(side), 0)

    @property
    def winner(self) -> Side | None:
        """The side that has reached the length of the match, or None."""
        if self.length == MONEY:
            return None
        return next((side for side in Side if self.of(side) >= self.length), None)

    @property
    def one_short(self) -> bool:
        """True if a side needs just one point.

        Then the next game is the Crawford game, unless the match has had it.
        """
        return self.length > 1 and self.winner is None and self.length - 1 in (self.white, self.red)

    @property
    def cube_in_use(self) -> bool:
        """True if the cube may be used in this game."""
        return self.length != 1 and not self.crawford

    def after(self, winner: Side, won: int) -> "MatchScore":
        """Return the score before the next game if `winner` wins this game with `won` points."""
        white = self.white + (won if winner is Side.WHITE else 0)
        red = self.red + (won if winner is Side.RED else 0)
        over = self.crawford_over or self.crawford
        now = self.length > 1 and not over and self.length - 1 in (white, red)
        return replace(self, white=white, red=red, crawford=now, crawford_over=over)


TABLE = Room.OPEN
"""The room of the match's only table, which everybody may see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(MatchInPlay):
    """The state of a match to `length` points.

    `crawford_game` is the number of the Crawford game, or None until it begins. `crawford_rule` is
    False for a kind of game without a cube, in which a Crawford game would be a game like any
    other.
    """

    length: int
    crawford_rule: bool
    crawford_game: int | None = None

    def score_before(self, number: int) -> MatchScore:
        """Return the score before game `number`, by the present results.

        Results count in the order of their games until a side has won; later results do not count.
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
        """The score with every result so far; its `crawford` is about the current game."""
        points_so_far = self.score_before(self.game + 1)
        at_start = self.score_before(self.game)
        return replace(
            points_so_far, crawford=at_start.crawford, crawford_over=at_start.crawford_over
        )

    @property
    def result(self) -> RoomResult | None:
        """The result of the current game, or None until it has one."""
        return self.results.get((self.game, TABLE))

    @property
    def winner(self) -> Side | None:
        """The side that has won the match, or None.

        The current game counts only once its result is settled, that is, lets the next game begin.
        """
        before = self.score_before(self.game).winner
        return self.score.winner if before is None and self.settled(TABLE) else before

    @property
    def begun(self) -> bool:
        """True if the current game has its opening throw or its result."""
        return self.open.phase is not Phase.OPENING

    @property
    def games_without_cube(self) -> frozenset[int]:
        """The numbers of the games without a cube.

        There is one such game, the Crawford game; but in a match to 1 no game has a cube.
        """
        if self.length == 1:
            return frozenset(self.attempts)
        return frozenset() if self.crawford_game is None else frozenset({self.crawford_game})


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredGame:
    """One game with its result, as it ended or as the director decided.

    `points` are the value of the ending times the cube. `counts` is True if, by the present
    results, no side had won the match before this game. `before` and `after` are the scores before
    and after the game; `before.crawford` is True if it was the Crawford game.
    """

    game: int
    result: RoomResult
    standing: ResultStanding
    points: int
    counts: bool
    before: MatchScore
    after: MatchScore


def results(state: MatchState) -> tuple[ScoredGame, ...]:
    """Return each game that has a result, in the order of play."""
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
