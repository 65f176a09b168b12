"""Which plays a roll allows in backgammon, on packed integers for speed.

Source: Backgammon Match Play, "Rules of the game"; both dice if possible, else the higher one.

A position is packed into one integer of 52 bytes: the mover's 26 counts by its own points, then
the opponent's 26 by that side's own points. A move is then one addition, and two plays lead to
the same position exactly when their integers are equal.
"""

from collections.abc import Iterator

from rules.play import Move, Play
from rules.position import BAR, OFF, PLACES, Counts

_OUTSIDE = sum(1 << point for point in range(7, BAR + 1))
_BAR_BIT = 1 << BAR
_POINTS = sum(1 << point for point in range(1, BAR))


def _unit(place: int) -> int:
    return 1 << 8 * place


MOST_STEPS = 4
"""Moves of a double, the longest play."""


def moved(move: Move) -> int:
    """What one move adds to the packed position of the side that makes it."""
    change = _unit(move.target) - _unit(move.origin)
    if move.hit:
        change += _unit(PLACES + BAR) - _unit(PLACES + BAR - move.target)
    return change


def _step(origin: int, die: int, hit: bool) -> tuple[int, Move]:
    move = Move(origin, max(origin - die, OFF), hit)
    return moved(move), move


_STEPS = {
    hit: tuple(
        tuple(_step(origin, die, hit and origin > die) for origin in range(1, BAR + 1))
        for die in range(1, 7)
    )
    for hit in (False, True)
}
"""_STEPS[hit][die - 1][origin - 1]: what a move adds to the packed position, and the move."""


def packed(own: Counts, other: Counts) -> int:
    """The position as one integer, the mover's counts first."""
    return int.from_bytes(bytes(own + other), "little")


def unpacked(position: int) -> tuple[Counts, Counts]:
    """The mover's and the opponent's counts of a packed position."""
    counts = tuple(position.to_bytes(2 * PLACES, "little"))
    return counts[:PLACES], counts[PLACES:]


def plays_by_position(own: Counts, other: Counts, dice: tuple[int, ...]) -> dict[int, Play]:
    """Every position the dice can lead to, packed, with one play that leads there.

    `dice` as Roll.dice gives them: two, the higher first, or four equal ones. The play is the
    first of its kind in this order: higher die first, higher origin first. When nothing can move,
    the only entry is the position itself with the empty play.
    """
    turn = _Turn(own, other)
    if len(dice) == 4:
        return turn.with_double(dice[0])
    return turn.with_two(dice[0], dice[1])


class _Turn:
    """One side's checkers before its play, with what the opponent blocks and leaves single."""

    def __init__(self, own: Counts, other: Counts) -> None:
        self.start = packed(own, other)
        self.own = own
        self.occupied = sum(1 << place for place in range(1, PLACES) if own[place])
        self.blocked = sum(1 << BAR - place for place in range(1, BAR) if other[place] > 1)
        self.blots = sum(1 << BAR - place for place in range(1, BAR) if other[place] == 1)

    def movers(self, occupied: int, die: int) -> int:
        """The places, as bits, from which one checker may move by the die."""
        if occupied & _BAR_BIT:
            occupied = _BAR_BIT
        free = occupied & ~((1 << die + 1) - 1) & ~(self.blocked << die)
        if not occupied & _OUTSIDE:
            free |= occupied & 1 << die
            if not occupied >> die:
                free |= 1 << occupied.bit_length() - 1 if occupied else 0
        return free

    def step(self, origin: int, die: int, blots: int) -> tuple[int, Move]:
        hit = origin > die and bool(blots >> origin - die & 1)
        return _STEPS[hit][die - 1][origin - 1]

    def with_two(self, high: int, low: int) -> dict[int, Play]:
        by_high, by_low = self.movers(self.occupied, high), self.movers(self.occupied, low)
        found = self._both(by_high, high, low, 0)
        for position, play in self._both(by_low, low, high, by_high).items():
            found.setdefault(position, play)
        if found:
            return found
        die, free = (high, by_high) if by_high else (low, by_low)
        for origin in _places(free):
            change, move = self.step(origin, die, self.blots)
            found[self.start + change] = (move,)
        return found or {self.start: ()}

    def _both(self, free: int, die: int, then: int, known: int) -> dict[int, Play]:
        """Plays of both dice in this order.

        `known` are origins from which `then` could already move first: those plays have been
        found in the other order.
        """
        found: dict[int, Play] = {}
        for origin in _places(free):
            change, move = self.step(origin, die, self.blots)
            occupied = self.occupied | 1 << move.target & ~1
            if self.own[origin] == 1:
                occupied ^= 1 << origin
            blots = self.blots & ~(1 << move.target)
            for second in _places(self.movers(occupied & ~1, then) & ~known):
                more, last = self.step(second, then, blots)
                found.setdefault(self.start + change + more, (move, last))
        return found

    def with_double(self, die: int) -> dict[int, Play]:
        """Origins never rise within a play: any other order leads to the same position."""
        level: list[tuple[int, int, Play]] = [(self.start, BAR, ())]
        for _ in range(4):
            deeper = [grown for entry in level for grown in self._longer(entry, die)]
            if not deeper:
                break
            level = deeper
        return {position: play for position, _, play in level}

    def _longer(self, entry: tuple[int, int, Play], die: int) -> Iterator[tuple[int, int, Play]]:
        position, highest, play = entry
        own, other = unpacked(position)
        turn = _Turn(own, other)
        for origin in _places(turn.movers(turn.occupied, die)):
            if origin <= highest:
                change, move = turn.step(origin, die, turn.blots)
                yield position + change, origin, (*play, move)


def _places(bits: int) -> list[int]:
    return [place for place in range(BAR, 0, -1) if bits >> place & 1]
