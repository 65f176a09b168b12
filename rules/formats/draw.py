"""Draws by lot that anybody can repeat from a logged seed, and round-robin schedules.

The entrants of a draw are the teams or players that are drawn. An entrant's lot is the SHA-256 of
this text in UTF-8: the seed in lower-case hexadecimal digits, a blank, and the name as it was
entered. The entrant with the smallest lot is number 1. `printf '%s %s' SEED NAME | sha256sum`
prints the lot.

Entrants are sorted by pot, and within a pot by lot. This order is cut into rows. A row is as many
entrants as there are groups, and each row adds at most one entrant to every group. An entrant goes
to the first group, in order, that has nobody of the same club. If an earlier entrant of the row has
taken that group already and can go to another one, that entrant is moved there. Entrants for whom
no such group can be found take the groups that are left (our choice).

The schedule of a round robin follows the Berger tables, as federations print them. With an even
number n of entrants, entrants i and j meet in round r if i + j = r + 1 modulo n - 1. The entrant i
with 2i = r + 1 modulo n - 1 meets the last entrant, n. In a pair without the last entrant, the
smaller number is home if i + j is odd, else the larger. Against the last entrant, numbers up to n /
2 are home. If the number of entrants is odd, a placeholder is added as the last one, and whoever
meets the placeholder has a bye. So each pair meets once, and the numbers of home and away matches
of an entrant differ by one at most. A second meeting reverses the sides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

SEED_BYTES = 16


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant of a draw: a name, its pot and its club.

    Pots count from 1, the strongest; `pot` is 0 for no pot, `club` is empty if unknown.
    """

    name: str
    pot: int = 0
    club: str = ""


def lot(seed: bytes, name: str) -> str:
    """Return the lot of an entrant of that name: 64 lower-case hexadecimal digits."""
    return sha256(f"{seed.hex()} {name}".encode()).hexdigest()


def drawn(seed: bytes, entrants: Sequence[Entrant], groups: int = 1) -> tuple[tuple[str, ...], ...]:
    """Draw the entrants into groups and return the names in each group, sorted by lot.

    The order within a group is also the order of numbers in its schedule. Raises ValueError for
    fewer than one group, or if two entrants have the same name.
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
    """Assign a group to each entrant of a row; return pairs of the group's index and the entrant.

    A row is the next entrants in the order of the draw, at most as many as there are groups.
    `filled` has the entrants that each group has already. Groups that have fewer entrants so far
    are filled first.
    """
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
"""The fewest and most entrants of one group."""


@dataclass(frozen=True, slots=True)
class NumbersPaired:
    """Two entrants who meet in a round, by their numbers from 1.

    The home entrant plays White in the open room.
    """

    home: int
    away: int

    @property
    def turned(self) -> "NumbersPaired":
        """The same two entrants with home and away exchanged."""
        return NumbersPaired(self.away, self.home)


def rounds_of(entrants: int, meetings: int = 1) -> int:
    """Return how many rounds are needed for every two entrants to meet `meetings` times."""
    return meetings * (entrants - 1 + entrants % 2)


def round_robin(entrants: int, meetings: int = 1) -> tuple[tuple[NumbersPaired, ...], ...]:
    """Return the pairs of each round; an entrant who is in no pair of a round has a bye in it.

    `meetings` is how often every two entrants meet. The pair of the last entrant comes first in
    each round. Raises ValueError for fewer than 2 entrants or fewer than 1 meeting.
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
