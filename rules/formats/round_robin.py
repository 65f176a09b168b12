"""Who meets whom in which round when everybody meets everybody.

Berger tables, as federations print them: with an even number n of entrants, i meets j in the round
r with i + j = r + 1 modulo n - 1; who would meet the own number meets the last entrant. Of two
others the smaller number is home where the sum is odd; the first half is home against the last.
With an odd number the last is nobody, and whoever meets it has a bye. So each pair meets once, and
nobody is home more than once oftener or more seldom than away. A second meeting turns the sides.
"""

from dataclasses import dataclass

FEWEST, MOST = 2, 64
"""Entrants of one group."""


@dataclass(frozen=True, slots=True)
class NumbersPaired:
    """Two entrants of a round by their numbers from 1; home is White in the open room."""

    home: int
    away: int

    @property
    def turned(self) -> "NumbersPaired":
        """The same two with the other sides."""
        return NumbersPaired(self.away, self.home)


def rounds_of(entrants: int, meetings: int = 1) -> int:
    """How many rounds it takes until every two of them have met that often."""
    return meetings * (entrants - 1 + entrants % 2)


def round_robin(entrants: int, meetings: int = 1) -> tuple[tuple[NumbersPaired, ...], ...]:
    """Every round's pairs, the last entrant's first; who is in none of them has a bye.

    Raises ValueError for fewer than 2 entrants or no meeting.
    """
    if entrants < FEWEST or meetings < 1:
        raise ValueError(f"{entrants} entrants, {meetings} meetings: at least 2 and 1")
    once = tuple(_round(entrants, number) for number in range(1, rounds_of(entrants) + 1))
    turned = tuple(tuple(pair.turned for pair in pairs) for pairs in once)
    return tuple(
        pairs for meeting in range(meetings) for pairs in (turned if meeting % 2 else once)
    )


def _round(entrants: int, number: int) -> tuple[NumbersPaired, ...]:
    last = entrants + entrants % 2
    circle = last - 1
    first = next(each for each in range(1, last) if (2 * each - number - 1) % circle == 0)
    pairs = [_with_last(first, last)]
    for step in range(1, last // 2):
        pairs.append(_paired((first - 1 + step) % circle + 1, (first - 1 - step) % circle + 1))
    return tuple(pair for pair in pairs if max(pair.home, pair.away) <= entrants)


def _with_last(one: int, last: int) -> NumbersPaired:
    pair = NumbersPaired(one, last)
    return pair if one <= last // 2 else pair.turned


def _paired(one: int, other: int) -> NumbersPaired:
    pair = NumbersPaired(min(one, other), max(one, other))
    return pair if (one + other) % 2 else pair.turned
