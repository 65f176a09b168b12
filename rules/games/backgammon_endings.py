"""Legal plays of backgammon where checkers enter from the bar or may be borne off.

Source: GNU Backgammon manual, "Rules of the game".
"""

from collections.abc import Iterator

from rules.games.backgammon_packed import BAR_BIT, CHANGES, MOVES, OUTSIDE, places
from rules.play import Move, Play

Found = dict[int, Play]


def plays_with_bar_or_bear_off(
    start: int, occupied: int, blocked: int, blots: int, dice: tuple[int, ...]
) -> Found:
    """Every position the dice can lead to, packed, with one play that leads there.

    `start` is packed; `occupied`, `blocked` and `blots` are sets of the mover's places.
    """
    turn = _Turn(start, occupied, blocked, blots)
    return turn.with_double(dice[0]) if len(dice) > 2 else turn.with_two(dice[0], dice[1])


class _Turn:
    """One side's checkers before its play, with what the opponent blocks and leaves single."""

    def __init__(self, start: int, occupied: int, blocked: int, blots: int) -> None:
        self._start = start
        self._occupied = occupied
        self._blocked = blocked
        self._blots = blots

    def with_two(self, high: int, low: int) -> Found:
        """Both dice in both orders, else the higher that can be played."""
        by_high, by_low = self._movers(self._occupied, high), self._movers(self._occupied, low)
        found: Found = {}
        self._add_both(found, by_high, high, low, 0)
        self._add_both(found, by_low, low, high, by_high)
        if found:
            return found
        die, free = (high, by_high) if by_high else (low, by_low)
        for origin in places(free):
            change, move = _step(origin, die, self._blots)
            found[self._start + change] = (move,)
        return found or {self._start: ()}

    def with_double(self, die: int) -> Found:
        """Origins never rise within a play: any other order leads to the same position."""
        level: list[tuple[int, int, Play]] = [(self._start, self._occupied, ())]
        for _ in range(4):
            deeper = [grown for entry in level for grown in self._longer(*entry, die)]
            if not deeper:
                break
            level = deeper
        return {position: play for position, _, play in level}

    def _movers(self, occupied: int, die: int) -> int:
        """The places from which one checker may move by the die."""
        if occupied & BAR_BIT:
            return BAR_BIT & ~(self._blocked << die)
        free = occupied & -2 << die & ~(self._blocked << die)
        if not occupied & OUTSIDE:
            free |= occupied & 1 << die
            if occupied and not occupied >> die:
                free |= 1 << occupied.bit_length() - 1
        return free

    def _add_both(self, found: Found, free: int, die: int, then: int, known: int) -> None:
        """Plays of both dice in this order.

        `known` are origins from which `then` could already move first: those plays have been
        found in the other order.
        """
        for origin in places(free):
            position, occupied, move = self._moved(self._start, self._occupied, origin, die)
            blots = self._blots & ~(1 << move.target)
            for second in places(self._movers(occupied, then) & ~known):
                change, last = _step(second, then, blots)
                found.setdefault(position + change, (move, last))

    def _longer(
        self, position: int, occupied: int, play: Play, die: int
    ) -> Iterator[tuple[int, int, Play]]:
        for origin in places(self._movers(occupied, die)):
            if not play or origin <= play[-1].origin:
                after, left, move = self._moved(position, occupied, origin, die)
                yield after, left, (*play, move)

    def _moved(self, position: int, occupied: int, origin: int, die: int) -> tuple[int, int, Move]:
        """The position and the occupied places after one move, and the move."""
        change, move = _step(origin, die, self._blots & ~occupied)
        occupied |= 1 << move.target & ~1
        if not position >> 8 * origin & 254:
            occupied ^= 1 << origin
        return position + change, occupied & ~1, move


def _step(origin: int, die: int, blots: int) -> tuple[int, Move]:
    hit = origin > die and bool(blots >> origin - die & 1)
    return CHANGES[hit][die][origin], MOVES[hit][die][origin]
