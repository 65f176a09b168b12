"""Schedules for a team that joins a round robin with published rounds (ruling 1; ADR 22).

How such a team is fitted in is our choice. A team that had a bye in a round before the new team
joined wins its match against the new team by walkover; all other teams play theirs. If each round
to come has exactly one bye, the new team meets the team with the bye, and the number of rounds
stays the same. Otherwise the pairs to come and the new team's pairs are put together into as many
new rounds as are needed. Matches without the new team keep their sides. The sides of the new team's
matches are chosen so that its opponents' home and away matches become equal in number where
possible.

Nobody plays twice in a round. The rounds are found by the algorithm of Misra and Gries (1992), a
constructive proof of Vizing's theorem: pairs in which nobody has more than d matches fit into d + 1
rounds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Pair = tuple[str, str]


def in_rounds(pairs: Sequence[Pair]) -> tuple[tuple[Pair, ...], ...]:
    """Put the pairs into rounds and return the rounds, the one with the most pairs first.

    Nobody is in two pairs of a round. No two teams may occur together in more than one pair.
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
    """The opponents of each team by round, while pairs are put into rounds one at a time."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        matches = Counter(one for pair in pairs for one in pair)
        self.rounds = max(matches.values(), default=0) + 1
        self._met: dict[str, dict[int, str]] = {one: {} for one in matches}

    def round_of(self, one: str, other: str) -> int:
        """Return the round in which these two teams meet."""
        return next(each for each, met in self._met[one].items() if met == other)

    def add(self, one: str, first: str) -> None:
        """Put the pair of `one` and `first` into a round; if necessary, move other pairs.

        This is the step of Misra and Gries's algorithm that colours one edge: teams are its
        vertices, matches its edges, and rounds its colours.
        """
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
        """Return the index at which the fan has to end so that it can be rotated.

        To rotate a fan is to give each opponent in it the round of the next one; the last gets
        round `target`. So the index is the first one, `end` or later, with two properties: the
        opponent at the index has no match in round `target`, and the opponents up to the index are
        a fan (see `_fan`).
        """
        for place in range(end, len(fan)):
            if target not in self._met[fan[place]] and self._is_fan(one, fan[: place + 1]):
                return place
        raise AssertionError("a fan that cannot be turned, which Misra and Gries exclude")

    def _is_fan(self, one: str, fan: Sequence[str]) -> bool:
        return all(
            self.round_of(one, later) not in self._met[earlier] for earlier, later in pairwise(fan)
        )

    def _fan(self, one: str, first: str) -> list[str]:
        """Return a fan: a list of opponents of `one` that begins with `first`.

        Each later opponent meets `one` in a round in which the opponent before it in the list has
        no match. So each opponent could meet `one` in the round of the next one (a fan of Misra and
        Gries).
        """
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
        """Exchange rounds `one` and `other` for the matches on a path from the team `start`.

        The path goes from team to opponent by a match in round `one`, then by one in round `other`,
        and so on in turn.
        """
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
    """The rounds still to be published with the late team in them, and the walkovers against it.

    `missed` are byes in earlier rounds that become walkovers. Each is the number of the round,
    counted from 1, and the team that had the bye and now wins.
    """

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
    """Return the schedule that adds `team` to a group in which two teams meet `meetings` times.

    `published` has the group's pairs in each published round, which do not change, and `byes` the
    teams that had a bye in each of these rounds. `drafted` has the pairs of each round to come.
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
    """Return the team that has the bye in each round to come, if the late team can use the byes.

    The byes can be used if each of these rounds has exactly one bye, and each team has as many byes
    as matches to play against the late team. Then the late team meets in each round the team with
    the bye. Return None if the byes cannot be used. `owed` is the number of matches that each team
    has to play against the late team.
    """
    idle = [
        [each for each in group if all(each not in pair for pair in pairs)] for pairs in drafted
    ]
    if any(len(each) != 1 for each in idle):
        return None
    places = [each for (each,) in idle]
    return places if all(places.count(each) == owed[each] for each in group) else None


def _leanings(group: Sequence[str], pairs: Pairs) -> Counter[str]:
    """Return for each team the number of its home matches less the number of its away matches."""
    leaning = Counter(dict.fromkeys(group, 0))
    for home, away in pairs:
        leaning[home] += 1
        leaning[away] -= 1
    return leaning


def _sides(team: str, owed: dict[str, int], leaning: Counter[str]) -> dict[str, Iterator[Pair]]:
    """Return the late team's matches against each opponent, at home and away in turn.

    `owed` is the number of these matches, and `leaning` the number of home matches less away
    matches, by opponent. An opponent with more home than away matches is away in the first match.
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
    """Put all matches to come into new rounds and yield the rounds.

    `owed` is, for each other team, the number of its matches against the late team, and `sides` has
    these matches. The rounds with first meetings of pairs come before those with second ones.
    """
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
