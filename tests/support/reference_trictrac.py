"""Trictrac's legal plays once more, the plainest way: fifteen checkers by name, every order tried.

Written from the laws and sharing nothing with the rules but the counts handed in and out. Fields
are numbered as in the laws: 1 the mover's talon, 12 his coin, 13 the other coin, 24 the other
talon, 25 and beyond off.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

Counts = tuple[int, ...]
Checkers = tuple[int, ...]
JANS = (range(1, 7), range(7, 13), range(19, 25))


@dataclass
class Try:
    """One way to play: the checkers after it, their names and the dice used, overflows, power."""

    checkers: Checkers
    moved: list[int] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    overflows: int = 0
    by_power: bool = False


def final_counts(own: Counts, other: Counts, first: int, second: int) -> set[Counts]:
    """The mover's counts after every legal play."""
    start = tuple(25 - point for point in range(25) for _ in range(own[point]))
    enemy = tuple(point for point in range(1, 25) for _ in range(other[point]))
    tries = [
        found
        for dice in [(first, second), (second, first)]
        for found in _orders(Try(start), enemy, list(dice))
        if _stands(start, found, enemy)
    ] + _power(start, enemy, first, second)
    return {_counts(found.checkers) for found in _obliged(start, tries)}


def _obliged(start: Checkers, tries: list[Try]) -> list[Try]:
    tries = _best(tries, lambda found: 2 if _all_off(found.checkers) else len(found.dice))
    if all(len(found.dice) == 1 for found in tries):
        tries = _best(tries, lambda found: found.dice[0])
    tries = _best(tries, lambda found: -found.overflows)
    tries = _best(tries, lambda found: int(_all_off(found.checkers)))
    before = [jan for jan in JANS if _full(start, jan)]
    if before:
        tries = _best(tries, lambda found: int(_full(found.checkers, before[0])))
    else:
        tries = _best(tries, lambda found: int(any(_full(found.checkers, jan) for jan in JANS)))
    if 12 not in start and any(12 in found.checkers and not found.by_power for found in tries):
        tries = [found for found in tries if not found.by_power]
    return tries


def _best(tries: list[Try], worth) -> list[Try]:  # type: ignore[no-untyped-def]
    most = max(worth(found) for found in tries)
    return [found for found in tries if worth(found) == most]


def _orders(so_far: Try, enemy: Checkers, dice: list[int]) -> Iterator[Try]:
    """Every prefix of every order: also the tries that stop early."""
    yield so_far
    if not dice:
        return
    for name in range(15):
        step = _step(so_far, enemy, name, dice[0])
        if step is not None:
            yield from _orders(step, enemy, dice[1:])
    if len(dice) == 2:
        yield from _orders(so_far, enemy, dice[1:])


def _step(so_far: Try, enemy: Checkers, name: int, die: int) -> Try | None:
    at = so_far.checkers[name]
    if at >= 25:
        return None
    to = at + die
    overflow = 0
    if to >= 25:
        on = [each for each in so_far.checkers if each < 25]
        if min(on) < 19 or (to > 25 and at != min(on)):
            return None
        overflow = int(to > 25)
    elif to in enemy:
        return None
    checkers = list(so_far.checkers)
    checkers[name] = min(to, 25)
    return Try(
        tuple(checkers), [*so_far.moved, name], [*so_far.dice, die], so_far.overflows + overflow
    )


def _stands(start: Checkers, found: Try, enemy: Checkers) -> bool:
    """Every checker moved may stand where it ended, and no coin is half held.

    A checker that merely takes the place of another one that went on is the same to the laws, so
    the counts of a field decide, not the names.
    """
    for name in found.moved:
        at = found.checkers[name]
        grown = found.checkers.count(at) > start.count(at)
        if at < 25 and grown and (at == 13 or _forbidden(at, enemy)):
            return False
    return found.checkers.count(12) != 1


def _forbidden(at: int, enemy: Checkers) -> bool:
    for enemy_jan in (range(24, 18, -1), range(18, 12, -1)):
        if at in enemy_jan:
            needs = [each for each in enemy_jan for _ in range(2)]
            behind = sorted(enemy, reverse=True)[:12]
            return len(behind) == 12 and all(
                checker >= need for checker, need in zip(behind, needs, strict=True)
            )
    return False


def _power(start: Checkers, enemy: Checkers, first: int, second: int) -> list[Try]:
    if 12 in start or 13 in enemy:
        return []
    names = []
    for die in (first, second):
        free = [n for n in range(15) if start[n] == 13 - die and n not in names]
        if not free:
            return []
        names.append(free[0])
    checkers = tuple(12 if name in names else at for name, at in enumerate(start))
    return [Try(checkers, names, [first, second], by_power=True)]


def _full(checkers: Checkers, jan: range) -> bool:
    return all(checkers.count(at) >= 2 for at in jan)


def _all_off(checkers: Checkers) -> bool:
    return all(at == 25 for at in checkers)


def _counts(checkers: Checkers) -> Counts:
    counts = [0] * 26
    for at in checkers:
        counts[25 - at] += 1
    return tuple(counts)
