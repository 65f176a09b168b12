"""The order of the teams of a group, and the reason why one team is ahead of another.

Source: ruling 13. Teams are compared by VP, then the tied teams' own matches, IMP difference, SMP
difference, and the director's decision. If a criterion separates only some of the tied teams, those
still level are compared again, beginning with their own matches (our choice). Own matches are used
only if every two of the tied teams have met, and all pairs equally often.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import combinations

OwnMatches = Mapping[tuple[str, str], Sequence[tuple[int, int]]]
"""The VP of home and away in each finished match, by the names of the home and the away team."""


class Criterion(Enum):
    """The criteria by which teams with equal VP are compared, in this order."""

    OWN_MATCHES = "own matches"
    IMP = "IMP difference"
    SMP = "SMP difference"
    DIRECTOR = "the director"


@dataclass(frozen=True, slots=True)
class TieBreak:
    """The reason why a team is ahead of other teams with equal VP.

    `over` are the teams that the criterion `by` puts behind this team. `own` is this team's figure
    and `theirs` the best figure of those teams: VP in the matches among the compared teams, or a
    difference of IMP or SMP. Both are 0 if the director decided.
    """

    by: Criterion
    over: tuple[str, ...]
    own: Fraction = Fraction(0)
    theirs: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Compared:
    """The figures by which the teams of a group are compared, by team.

    `own_matches` are the VP of finished matches. `decided` is the director's order of teams, best
    first, or empty.
    """

    vp: Mapping[str, Fraction]
    imp: Mapping[str, int]
    smp: Mapping[str, int]
    own_matches: OwnMatches
    decided: Sequence[str]


@dataclass(frozen=True, slots=True)
class Rank:
    """The teams that share a place: one team, or several that no criterion separates.

    `place` counts from 1. `tie_break` says why these teams are ahead of the next ones with equal
    VP; it is None if no tie-break was needed.
    """

    place: int
    teams: tuple[str, ...]
    tie_break: TieBreak | None = None


def ranked(compared: Compared) -> Iterator[Rank]:
    """Yield the ranks of the teams of a group, the first place first."""
    place = 1
    for level in _parted(compared.vp, compared.vp.__getitem__):
        for teams, tie_break in _of_level(compared, level):
            yield Rank(place, teams, tie_break)
            place += len(teams)


def _of_level(
    compared: Compared, level: Sequence[str]
) -> Iterator[tuple[tuple[str, ...], TieBreak | None]]:
    """Yield the teams `level`, which have equal VP, in their order by the tie-breaks, best first.

    Each element is a tuple of teams and a TieBreak. The tuple has one team, or several teams that
    no criterion separates. The TieBreak says why they are ahead of the teams that follow; it is
    None for the last ones.
    """
    if len(level) == 1:
        yield tuple(level), None
        return
    for criterion, figure in _figures(compared, level):
        parts = _parted(level, figure)
        if len(parts) == 1:
            continue
        for place, part in enumerate(parts):
            behind = tuple(team for later in parts[place + 1 :] for team in later)
            yield from _of_part(compared, criterion, part, behind, figure)
        return
    yield from _by_director(compared, level)


def _of_part(
    compared: Compared,
    criterion: Criterion,
    part: Sequence[str],
    behind: tuple[str, ...],
    figure: Callable[[str], Fraction],
) -> Iterator[tuple[tuple[str, ...], TieBreak | None]]:
    """Compare again the teams `part`, which a criterion has left level, and yield them, best first.

    Each element is as in `_of_level`, except the last. If there are teams `behind`, the TieBreak of
    the last element is not None: it says that `criterion` puts these teams ahead of the teams
    `behind`. `figure` returns a team's figure by the criterion.
    """
    within = list(_of_level(compared, part))
    for teams, tie_break in within:
        if tie_break is None and behind:
            tie_break = TieBreak(criterion, behind, figure(part[0]), figure(behind[0]))
        yield teams, tie_break


def _figures(
    compared: Compared, level: Sequence[str]
) -> Iterator[tuple[Criterion, Callable[[str], Fraction]]]:
    own = _in_own_matches(compared.own_matches, level)
    if own is not None:
        yield Criterion.OWN_MATCHES, own.__getitem__
    yield Criterion.IMP, lambda team: Fraction(compared.imp[team])
    yield Criterion.SMP, lambda team: Fraction(compared.smp[team])


def _in_own_matches(matches: OwnMatches, level: Sequence[str]) -> dict[str, Fraction] | None:
    """Return the VP of level teams in the matches among them.

    Return None unless every two of them have met, and all pairs equally often.
    """
    among = dict.fromkeys(level, 0)
    met = set[int]()
    for one, other in combinations(level, 2):
        meetings = 0
        for home, away in ((one, other), (other, one)):
            for home_vp, away_vp in matches.get((home, away), ()):
                among[home] += home_vp
                among[away] += away_vp
                meetings += 1
        met.add(meetings)
        if len(met) > 1 or not meetings:
            return None
    return {team: Fraction(points) for team, points in among.items()}


def _by_director(
    compared: Compared, level: Sequence[str]
) -> Iterator[tuple[tuple[str, ...], TieBreak | None]]:
    places = {team: place for place, team in enumerate(compared.decided)}
    if not all(team in places for team in level):
        yield tuple(level), None
        return
    in_order = sorted(level, key=places.__getitem__)
    for place, team in enumerate(in_order, 1):
        behind = tuple(in_order[place:])
        yield (team,), TieBreak(Criterion.DIRECTOR, behind) if behind else None


def _parted(
    teams: Sequence[str] | Mapping[str, object], figure: Callable[[str], Fraction]
) -> list[list[str]]:
    """Return the teams in lists of equal figures, the highest figure first.

    `figure` returns the figure of a team.
    """
    by_figure: dict[Fraction, list[str]] = {}
    for team in teams:
        by_figure.setdefault(figure(team), []).append(team)
    return [by_figure[each] for each in sorted(by_figure, reverse=True)]
