"""The swings of a match by game, where the match turned, and sums adjusted for luck (our choice).

A swing is what a team gained in one game in all rooms. No source says where a match turned. Here
the winner took the lead for good in the last game before which the winner was not ahead. If that
game is of the second half, the match turned in it; if not, the games in which the winner gained
most are named. A match of one game turned nowhere. A match that ends level is told by the last game
that gained either team something.

Adjusted IMP are results without the luck of the dice, with their standard error. Source: control
variates, as in M. Zinkevich, M. Bowling, N. Bard, M. Kan, D. Billings, "Optimal Unbiased Estimators
for Evaluating Agent Performance" (AAAI 2006): the mean of luck is zero, so that removing luck
changes no expectation. Adjusted IMP are shown beside the result and are no part of it (our choice);
they never become victory points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import variance

from rules.room import Room
from rules.scoring.teams import TeamPlace


@dataclass(frozen=True, slots=True)
class Gain:
    """Home's points less away's in one result.

    The points are in IMP, or in the unit that the match counts.
    """

    game: int
    room: Room
    points: int


@dataclass(frozen=True, slots=True)
class Swing:
    """The gain of home in one game in each room, and home's lead before the game.

    `before` is negative if away led.
    """

    game: int
    gains: tuple[Gain, ...]
    before: int

    @property
    def points(self) -> int:
        """Home's gain in the game, all rooms together. Negative if away gained."""
        return sum(gain.points for gain in self.gains)

    @property
    def after(self) -> int:
        """Home's lead after the game. Negative if away leads."""
        return self.before + self.points


def swings(gains: Iterable[Gain]) -> tuple[Swing, ...]:
    """Return the swing of each game that has a result, in the order of the games."""
    by_game: dict[int, list[Gain]] = {}
    for gain in gains:
        by_game.setdefault(gain.game, []).append(gain)
    found: list[Swing] = []
    for game in sorted(by_game):
        found.append(Swing(game, tuple(by_game[game]), found[-1].after if found else 0))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where a match was won.

    In `lead` the winner took the lead for good. `late` is True if that was in the second half of
    the games. `most` are the games in which the winner gained most, in their order.
    """

    lead: Swing
    late: bool
    most: tuple[Swing, ...]

    @property
    def told(self) -> Swing:
        """The swing that is named: `lead` if it came late, otherwise the first of `most`."""
        return self.lead if self.late else self.most[0]


def turning_point(found: Sequence[Swing], winner: TeamPlace | None) -> TurningPoint | None:
    """Return where a match was won, or None if nothing is to be said of it.

    `found` are the swings of the match in order. Nothing is to be said if there is no winner, if
    the winner does not lead, or if the match had only one game.
    """
    sign = _sign(winner)
    if len(found) < 2 or found[-1].after * sign <= 0:
        return None
    index = max(at for at, swing in enumerate(found) if swing.before * sign <= 0)
    best = max(swing.points * sign for swing in found)
    most = tuple(swing for swing in found if swing.points * sign == best)
    return TurningPoint(found[index], 2 * (index + 1) > len(found), most)


def levelled(found: Sequence[Swing]) -> Swing | None:
    """Return the swing by which a match came to end level.

    `found` are the swings of the match in order. Return None if the match does not end level, or if
    nobody gained anything in any game.
    """
    last = next((swing for swing in reversed(found) if swing.points), None)
    return None if last is None or last.after else last


def _sign(winner: TeamPlace | None) -> int:
    return {TeamPlace.HOME: 1, TeamPlace.AWAY: -1, None: 0}[winner]


@dataclass(frozen=True, slots=True)
class AdjustedSum:
    """A sum of results in IMP and the luck in them, both of one team.

    `error` is the standard error of `adjusted`, estimated from the spread of the results; it is
    None for fewer than two results.
    """

    results: int
    imp: int
    luck: float
    error: float | None

    @property
    def adjusted(self) -> float:
        """The IMP, less the luck in them."""
        return self.imp - self.luck


def adjusted_sum(results: Sequence[tuple[int, float]]) -> AdjustedSum:
    """Return the sum of one team's results, each given as its IMP and the luck in them."""
    left = [points - luck for points, luck in results]
    error = sqrt(len(left) * variance(left)) if len(left) > 1 else None
    return AdjustedSum(
        results=len(left),
        imp=sum(points for points, _ in results),
        luck=sum(luck for _, luck in results),
        error=error,
    )
