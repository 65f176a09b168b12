"""Draws that anybody can repeat, from a logged seed by SHA-256, and round-robin schedules.

An entrant's lot is the SHA-256 of the seed in small hexadecimal figures, a blank and the name as it
was entered, in UTF-8; the smallest lot is number 1. `printf '%s %s' SEED NAME | sha256sum` prints
it.

Groups are filled in rows: the pots in their order, within a pot the smallest lots first, as many in
a row as there are groups. In a row each takes the first free group, in order, that holds nobody of
the same club; entrants placed earlier make room if another group is as good. If that is
impossible for all of a row, the remaining ones take the groups that are left (ours).

Schedule of a round robin: Berger tables, as federations print them. With an even number n of
entrants, i meets j in the round r with i + j = r + 1 modulo n - 1; an entrant whose opponent would
be itself meets the last one. Of two others the smaller number is home if the sum is odd; the
first half is home against the last. With an odd number the last is a placeholder, and its opponent
has a bye. So each pair meets once, and nobody is home more than once oftener or more seldom than
away. A second meeting reverses the sides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

SEED_BYTES = 16


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant of a draw: `pot` from 1, 0 for none; `club` is empty if none is known."""

    name: str
    pot: int = 0
    club: str = ""


def lot(seed: bytes, name: str) -> str:
    """Return an entrant's lot, 64 hexadecimal figures."""
    return sha256(f"{seed.hex()} {name}".encode()).hexdigest()


def drawn(seed: bytes, entrants: Sequence[Entrant], groups: int = 1) -> tuple[tuple[str, ...], ...]:
    """Return the names in each group, in the order of their lots, which is that of the schedule.

    Raises ValueError for fewer than one group or a name that is there twice.
    """
    names = {each.name for each in entrants}
    if groups < 1 or len(names) < len(entrants):
        raise ValueError(f"{groups} groups of {len(entrants)} entrants, {len(names)} names")
    lots = {each.name: lot(seed, each.name) for each in entrants}
    in_order = sorted(entrants, key=lambda each: (each.pot, lots[each.name]))
    filled = [list[Entrant]() for _ in range(groups)]
    for first in range(0, len(in_order), groups):
        for group, entrant in _row(filled, in_order[first : first + groups]):
            filled[group].append(entrant)
    return tuple(
        tuple(sorted((each.name for each in group), key=lots.__getitem__)) for group in filled
    )


def _row(filled: Sequence[Sequence[Entrant]], row: Sequence[Entrant]) -> list[tuple[int, Entrant]]:
    """Return a group for each entrant of a row, filling groups with fewer entrants first."""
    places = sorted(range(len(filled)), key=lambda group: len(filled[group]))
    holder = dict[int, Entrant]()

    def placed(entrant: Entrant, tried: set[int]) -> bool:
        for group in places:
            if group in tried or _meets_club(filled[group], entrant):
                continue
            tried.add(group)
            if group not in holder or placed(holder[group], tried):
                holder[group] = entrant
                return True
        return False

    left_over = [entrant for entrant in row if not placed(entrant, set())]
    free = [group for group in places if group not in holder]
    return [*holder.items(), *zip(free, left_over, strict=False)]


def _meets_club(group: Sequence[Entrant], entrant: Entrant) -> bool:
    return bool(entrant.club) and any(each.club == entrant.club for each in group)


FEWEST, MOST = 2, 64
"""Fewest and most entrants of one group."""


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
    """Return the number of rounds until every two of them have met that often."""
    return meetings * (entrants - 1 + entrants % 2)


def round_robin(entrants: int, meetings: int = 1) -> tuple[tuple[NumbersPaired, ...], ...]:
    """Return every round's pairs, the last entrant's first; an entrant in none of them has a bye.

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
