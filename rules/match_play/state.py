"""Where a match to N points stands: one table, its results, the score they make.

Source: ruling 17; rulings 11 and 15 for results that are corrected later.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.match_play.score import MatchScore, points
from rules.room import Room
from rules.room_result import RoomResult
from rules.side import Side
from rules.tables.state import MatchInPlay, Phase

TABLE = Room.OPEN
"""The room of a match's only table: everybody may see it."""


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
        """The score at which game `number` begins, by the results as they stand now.

        It counts results in the order of their games until a side has won; what was played after
        that counts no more.
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
        """The points of every result so far; `crawford` says it of the current game."""
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
        """The opening throw of the current game is made, or the game has its result."""
        return self.open.phase is not Phase.OPENING

    @property
    def games_without_cube(self) -> frozenset[int]:
        """The Crawford game; every game of a match to 1."""
        if self.length == 1:
            return frozenset(self.attempts)
        return frozenset() if self.crawford_game is None else frozenset({self.crawford_game})
