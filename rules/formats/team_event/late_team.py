"""Schedules for a team that joins a round robin with published rounds (ruling 1; ours, ADR 22).

One rule: a team that had a bye while the new one was not there wins that match by walkover; all
others play it. Where every round to come has one bye the team takes its place, and the number of
rounds stays. Else the pairs to come are laid out anew together with the team's own, in as many
rounds as that takes. No match of others changes its sides; the team's own are chosen so that teams
that would be at home oftener than away, or more seldom, no longer are.

Matches are laid out in rounds so that nobody plays twice in one.

The algorithm of Misra and Gries (1992), a constructive proof of Vizing's theorem: any set of pairs
in which nobody has more than d matches is laid out in at most d + 1 rounds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Pair = tuple[str, str]


def in_rounds(pairs: Sequence[Pair]) -> tuple[tuple[Pair, ...], ...]:
    """Return the pairs by rounds, the fullest first.

    No two of the pairs may be of the same two teams.
    """
    layout = _Layout(pairs)
    for one, other in pairs:
        layout.add(one, other)
    rounds: list[list[Pair]] = [[] for _ in range(layout.rounds)]
    for one, other in pairs:
        rounds[layout.round_of(one, other)].append((one, other))
    filled = sorted((each for each in rounds if each), key=len, reverse=True)
    return tuple(map(tuple, filled))


class _Layout:
    """Opponents of each team by round, extended one pair at a time."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        matches = Counter(one for pair in pairs for one in pair)
        self.rounds = max(matches.values(), default=0) + 1
        self._met: dict[str, dict[int, str]] = {one: {} for one in matches}

    def round_of(self, one: str, other: str) -> int:
        """Return the round in which these two meet."""
        return next(each for each, met in self._met[one].items() if met == other)

    def add(self, one: str, first: str) -> None:
        """Lay out another pair; others are moved if necessary."""
        fan = self._fan(one, first)
        free, free_there = self._free(one), self._free(fan[-1])
        self._swap_along(one, free_there, free)
        end = next(place for place, each in enumerate(fan) if free_there not in self._met[each])
        end = self._rotatable(one, fan, free_there, end)
        for place in range(end):
            moved = self.round_of(one, fan[place + 1])
            self._part(one, fan[place + 1], moved)
            self._meet(one, fan[place], moved)
        self._meet(one, fan[end], free_there)

    def _rotatable(self, one: str, fan: Sequence[str], target: int, end: int) -> int:
        """Return the first of the fan free in the target round up to which it is still a fan."""
        for place in range(end, len(fan)):
            if target not in self._met[fan[place]] and self._is_fan(one, fan[: place + 1]):
                return place
        raise AssertionError("a fan that cannot be turned, which Misra and Gries exclude")

    def _is_fan(self, one: str, fan: Sequence[str]) -> bool:
        return all(
            self.round_of(one, later) not in self._met[earlier] for earlier, later in pairwise(fan)
        )

    def _fan(self, one: str, first: str) -> list[str]:
        """Return opponents of one team, each met in a round in which the one before is free."""
        fan = [first]
        left = dict(self._met[one])
        while True:
            found = next((each for each in left if each not in self._met[fan[-1]]), None)
            if found is None:
                return fan
            fan.append(left.pop(found))

    def _free(self, one: str) -> int:
        return next(each for each in range(self.rounds) if each not in self._met[one])

    def _swap_along(self, start: str, one: int, other: int) -> None:
        """Exchange two rounds along the path of matches in them that begins at `start`."""
        path, at, current = list[tuple[str, str, int]](), start, one
        while current in self._met[at]:
            following = self._met[at][current]
            path.append((at, following, current))
            at, current = following, other if current == one else one
        for here, there, round_ in path:
            self._part(here, there, round_)
        for here, there, round_ in path:
            self._meet(here, there, other if round_ == one else one)

    def _meet(self, one: str, other: str, round_: int) -> None:
        self._met[one][round_], self._met[other][round_] = other, one

    def _part(self, one: str, other: str, round_: int) -> None:
        del self._met[one][round_], self._met[other][round_]


Pairs = Sequence[Pair]


@dataclass(frozen=True, slots=True)
class LateSchedule:
    """The rounds to come, and the earlier ones, from 1, with the team whose bye is a walkover."""

    rounds: tuple[tuple[Pair, ...], ...]
    missed: tuple[tuple[int, str], ...]


def late_schedule(
    team: str,
    group: Sequence[str],
    meetings: int,
    published: Sequence[Pairs],
    byes: Sequence[Sequence[str]],
    drafted: Sequence[Pairs],
) -> LateSchedule:
    """Return the schedule of `team` against a group whose every two teams meet `meetings` times.

    `published` are the group's pairs in each round that stays as it is, with `byes` the teams that
    had a bye in it, `drafted` the pairs of the rounds to come.
    """
    missed = list[tuple[int, str]]()
    for number, idle in enumerate(byes, 1):
        for each in idle:
            if [who for _, who in missed].count(each) < meetings:
                missed.append((number, each))
    lost = Counter(each for _, each in missed)
    owed = {each: meetings - lost[each] for each in group}
    every = [pair for pairs in (*published, *drafted) for pair in pairs]
    sides = _sides(team, owed, _leanings(group, every))
    places = _bye_places(group, owed, drafted)
    if places is not None:
        rounds = [(*pairs, next(sides[t])) for pairs, t in zip(drafted, places, strict=True)]
        return LateSchedule(tuple(rounds), tuple(missed))
    return LateSchedule(tuple(_anew(owed, meetings, drafted, sides)), tuple(missed))


def _bye_places(
    group: Sequence[str], owed: dict[str, int], drafted: Sequence[Pairs]
) -> list[str] | None:
    """Return the team with the bye in each round to come.

    It is None unless there is one bye each time, as often as owed.
    """
    idle = [
        [each for each in group if all(each not in pair for pair in pairs)] for pairs in drafted
    ]
    if any(len(each) != 1 for each in idle):
        return None
    places = [each for (each,) in idle]
    return places if all(places.count(each) == owed[each] for each in group) else None


def _leanings(group: Sequence[str], pairs: Pairs) -> Counter[str]:
    """Return the difference of home and away matches of each team."""
    leaning = Counter(dict.fromkeys(group, 0))
    for home, away in pairs:
        leaning[home] += 1
        leaning[away] -= 1
    return leaning


def _sides(team: str, owed: dict[str, int], leaning: Counter[str]) -> dict[str, Iterator[Pair]]:
    """Return the team's matches against each, with alternating sides.

    A team with more home matches is away first.
    """
    level = iter(range(len(owed)))
    matches = dict[str, Iterator[Pair]]()
    for each, times in owed.items():
        if times % 2 and leaning[each]:
            at_home = leaning[each] < 0
        else:
            at_home = bool(next(level) % 2) if times % 2 else True
        pair = (each, team) if at_home else (team, each)
        turned = (pair[1], pair[0])
        matches[each] = iter([pair if not at % 2 else turned for at in range(times)])
    return matches


def _anew(
    owed: dict[str, int],
    meetings: int,
    drafted: Sequence[Pairs],
    sides: dict[str, Iterator[Pair]],
) -> Iterator[tuple[Pair, ...]]:
    """Yield all matches to come, first meetings before second ones."""
    to_come = [pair for pairs in drafted for pair in pairs]
    left = Counter(frozenset(pair) for pair in to_come)
    seen = Counter[frozenset[str]]()
    layers: list[list[Pair]] = [[] for _ in range(meetings)]
    for pair in to_come:
        both = frozenset(pair)
        layers[meetings - left[both] + seen[both]].append(pair)
        seen[both] += 1
    for each, times in owed.items():
        for layer in range(meetings - times, meetings):
            layers[layer].append(next(sides[each]))
    for pairs in layers:
        yield from in_rounds(pairs)
