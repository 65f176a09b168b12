"""Backgammon positions and moves as integers.

A position is packed into one integer of 52 bytes: the mover's 26 counts by its own points, then
the opponent's 26 by that side's own points. A move is then one addition, and two plays lead to
the same position exactly when their integers are equal. Sets of places are integers too, bit p
for the mover's point p; the opponent's triangles are bits by the mover's points.
"""

from rules.play import Move
from rules.position import BAR, OFF, PLACES, Counts

BAR_BIT = 1 << BAR
BOARD = sum(1 << point for point in range(1, BAR))
OUTSIDE = sum(1 << point for point in range(7, BAR + 1))

_HALF = 13
_LOW_HALF = (1 << _HALF) - 1
_SOME = bytes([ord("0"), *[ord("1")] * 255])
_ONE = bytes([ord("0"), ord("1"), *[ord("0")] * 254])
_MANY = bytes([ord("0"), ord("0"), *[ord("1")] * 254])


def packed(own: Counts, other: Counts) -> int:
    """The position as one integer, the mover's counts first."""
    return int.from_bytes(bytes(own + other), "little")


def unpacked(position: int) -> tuple[Counts, Counts]:
    """The mover's and the opponent's counts of a packed position."""
    counts = tuple(position.to_bytes(2 * PLACES, "little"))
    return counts[:PLACES], counts[PLACES:]


def moved(move: Move) -> int:
    """What one move adds to the packed position of the side that makes it."""
    change = (1 << 8 * move.target) - (1 << 8 * move.origin)
    if move.hit:
        change += (1 << 8 * (PLACES + BAR)) - (1 << 8 * (PLACES + BAR - move.target))
    return change


def occupied_places(own: Counts) -> int:
    """The mover's places that hold a checker, bar included."""
    return int(bytes(own[::-1]).translate(_SOME), 2) & ~1


def blocked_points(other: bytes) -> int:
    """The points, from the mover's side, that the opponent holds with two or more."""
    return int(other.translate(_MANY), 2) & BOARD


def blot_points(other: bytes) -> int:
    """The points, from the mover's side, where a single opposing checker stands."""
    return int(other.translate(_ONE), 2) & BOARD


def _listed(first: int) -> list[tuple[int, ...]]:
    table: list[tuple[int, ...]] = [()]
    for bits in range(1, 1 << _HALF):
        top = bits.bit_length() - 1
        table.append((first + top, *table[bits ^ 1 << top]))
    return table


_LOW, _HIGH = _listed(0), _listed(_HALF)


def places(bits: int) -> tuple[int, ...]:
    """The places of a set, highest first."""
    return _HIGH[bits >> _HALF] + _LOW[bits & _LOW_HALF]


def _moves(die: int, hit: bool) -> list[Move]:
    return [
        Move(max(origin, 1), max(origin - die, OFF), hit and origin > die)
        for origin in range(PLACES)
    ]


MOVES = {hit: {die: _moves(die, hit) for die in range(1, 7)} for hit in (False, True)}
"""MOVES[hit][die][origin]; no hit while bearing off. Origin 0 is there for the numbering only."""
CHANGES = {
    hit: {die: [moved(move) for move in moves] for die, moves in by_die.items()}
    for hit, by_die in MOVES.items()
}
"""What each of MOVES adds to a packed position."""
