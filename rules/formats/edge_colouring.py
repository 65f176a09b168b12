"""Matches laid out in rounds so that nobody plays twice in one.

The algorithm of Misra and Gries (1992), a constructive proof of Vizing's theorem: any set of pairs
in which nobody has more than d matches is laid out in at most d + 1 rounds.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

Pair = tuple[str, str]


def in_rounds(pairs: Sequence[Pair]) -> tuple[tuple[Pair, ...], ...]:
    """The pairs by rounds, the fullest first; no two of the pairs may be of the same two."""
    layout = _Layout(pairs)
    for one, other in pairs:
        layout.add(one, other)
    rounds: list[list[Pair]] = [[] for _ in range(layout.rounds)]
    for one, other in pairs:
        rounds[layout.round_of(one, other)].append((one, other))
    filled = sorted((each for each in rounds if each), key=len, reverse=True)
    return tuple(map(tuple, filled))


class _Layout:
    """Whom each meets in which round, one pair more at a time."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        matches = Counter(one for pair in pairs for one in pair)
        self.rounds = max(matches.values(), default=0) + 1
        self._met: dict[str, dict[int, str]] = {one: {} for one in matches}

    def round_of(self, one: str, other: str) -> int:
        """The round in which these two meet."""
        return next(each for each, met in self._met[one].items() if met == other)

    def add(self, one: str, first: str) -> None:
        """Lay out another pair; others are moved where need be."""
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
        """The first of the fan who is free in the target round and up to whom it is one still."""
        for place in range(end, len(fan)):
            if target not in self._met[fan[place]] and self._is_fan(one, fan[: place + 1]):
                return place
        raise AssertionError("a fan that cannot be turned, which Misra and Gries exclude")

    def _is_fan(self, one: str, fan: Sequence[str]) -> bool:
        return all(
            self.round_of(one, later) not in self._met[earlier] for earlier, later in pairwise(fan)
        )

    def _fan(self, one: str, first: str) -> list[str]:
        """Opponents of one, each met in a round in which the one before is free."""
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
