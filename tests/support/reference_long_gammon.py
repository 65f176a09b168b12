"""Long gammon's legal plays once more, by trying everything on a ring of triangles.

Written from ruling 16 alone, for comparison; triangles bear White's numbers, and each side has a
path of 24 of them from its head to its last point.
"""

from collections.abc import Iterator
from itertools import permutations

from rules.position import CHECKERS, OFF, PLACES, Counts

_THEIRS = (*range(12, 0, -1), *range(24, 12, -1))
_ROWS = [(_THEIRS[first : first + 6], _THEIRS[first + 6 :]) for first in range(19)]


def final_tables(own: Counts, other: Counts, dice: tuple[int, ...], turn: int) -> set[Counts]:
    """Own counts after every legal play, the mover's numbers; dice as Roll.dice has them."""
    enemy = {_THEIRS[24 - point] for point in range(1, 25) if other[point]}
    allowance = 1
    if turn == 1 and dice in ((3,) * 4, (4,) * 4, (6,) * 4):
        one = _reached(own, enemy, dice, 1)
        if max(count for count, _, _ in one) < len(dice):
            allowance = 2
    tried = [end for end in _reached(own, enemy, dice, allowance) if not walled(end[2], enemy)]
    most = max((count for count, _, _ in tried), default=0)
    if most == 0:
        return {own}
    played = [end for end in tried if end[0] == most]
    if most == 1:
        highest = max(die for _, die, _ in played)
        played = [end for end in played if end[1] == highest]
    return {counts for _, _, counts in played}


def _reached(
    own: Counts, enemy: set[int], dice: tuple[int, ...], allowance: int
) -> set[tuple[int, int, Counts]]:
    """Dice played, the last of them, and own counts, after every sequence however short."""
    found = {(0, 0, own)}
    for order in set(permutations(dice)):
        tried = {(own, allowance)}
        for played, die in enumerate(order, start=1):
            tried = {end for each in tried for end in _moved(*each, enemy, die)}
            found |= {(played, die, counts) for counts, _ in tried}
    return found


def _moved(own: Counts, allowance: int, enemy: set[int], die: int) -> Iterator[tuple[Counts, int]]:
    """Own counts, and how many more may leave the head, after each way to play the die."""
    for point in range(1, 25):
        if own[point] and not (point == 24 and allowance == 0):
            target = _target(own, enemy, point, die)
            if target is not None:
                moved = list(own)
                moved[point] -= 1
                moved[target] += 1
                yield tuple(moved), allowance - (point == 24)


def _target(own: Counts, enemy: set[int], point: int, die: int) -> int | None:
    if point > die:
        return None if point - die in enemy else point - die
    at_home = sum(own[:7]) == CHECKERS
    exact, highest = point == die, not any(own[point + 1 : PLACES])
    return OFF if at_home and (exact or highest) else None


def walled(own: Counts, enemy: set[int]) -> bool:
    """Six triangles in a row on the enemy's path are ours and no enemy stands beyond them."""
    held = {triangle for triangle in _THEIRS if own[triangle]}
    rows = (beyond for row, beyond in _ROWS if held.issuperset(row))
    return bool(enemy) and any(enemy.isdisjoint(beyond) for beyond in rows)
