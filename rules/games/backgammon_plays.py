"""The plays of backgammon that a roll allows: both dice if possible, else the higher one.

Source: GNU Backgammon manual, "Rules of the game". In most positions no checker of the mover is on
the bar, and too many checkers are outside the home to bear off with this roll. In these positions
the plays are computed directly from sets of places. Where checkers enter from the bar or can be
borne off, plays are searched move by move.

Positions and moves are integers. A position is packed into one integer of 52 bytes: the mover's 26
counts by the mover's points, then the opponent's 26 counts by the opponent's points. To move a
checker is to add one number, and two plays lead to the same position exactly if their integers are
equal. Sets of places are integers too, with bit p for the mover's point p; points where the
opponent has checkers are also numbered from the mover's side.
"""

from collections.abc import Iterator

from rules.position import BAR, OFF, PLACES, Counts, Move, Play

BAR_BIT = 1 << BAR
BOARD = sum(1 << point for point in range(1, BAR))
OUTSIDE = sum(1 << point for point in range(7, BAR + 1))

_HALF = 13
_LOW_HALF = (1 << _HALF) - 1
_SOME = bytes([ord("0"), *[ord("1")] * 255])
_ONE = bytes([ord("0"), ord("1"), *[ord("0")] * 254])
_MANY = bytes([ord("0"), ord("0"), *[ord("1")] * 254])


def packed(own: Counts, other: Counts) -> int:
    """Return both sides' counts as one integer, the mover's before the opponent's.

    The integer has 52 bytes, one for each count (see the module's docstring).
    """
    return int.from_bytes(bytes(own + other), "little")


def unpacked(position: int) -> tuple[Counts, Counts]:
    """Return the mover's and the opponent's counts from a packed position."""
    counts = tuple(position.to_bytes(2 * PLACES, "little"))
    return counts[:PLACES], counts[PLACES:]


def moved(move: Move) -> int:
    """Return the number that this move of the mover adds to a packed position."""
    change = (1 << 8 * move.target) - (1 << 8 * move.origin)
    if move.hit:
        change += (1 << 8 * (PLACES + BAR)) - (1 << 8 * (PLACES + BAR - move.target))
    return change


def occupied_places(own: Counts) -> int:
    """Return the points where the mover has checkers, as bits; the bar counts, off does not."""
    return int(bytes(own[::-1]).translate(_SOME), 2) & ~1


def blocked_points(other: bytes) -> int:
    """Return the set of points, as bits, where the opponent has two or more checkers.

    `other` are the opponent's counts. The points are numbered from the mover's side.
    """
    return int(other.translate(_MANY), 2) & BOARD


def blot_points(other: bytes) -> int:
    """Return the set of points, as bits, where the opponent has a single checker.

    `other` are the opponent's counts. The points are numbered from the mover's side.
    """
    return int(other.translate(_ONE), 2) & BOARD


def _listed(first: int) -> list[tuple[int, ...]]:
    table: list[tuple[int, ...]] = [()]
    for bits in range(1, 1 << _HALF):
        top = bits.bit_length() - 1
        table.append((first + top, *table[bits ^ 1 << top]))
    return table


_LOW, _HIGH = _listed(0), _listed(_HALF)


def places(bits: int) -> tuple[int, ...]:
    """Return the numbers of the places in a set of bits, the highest first."""
    return _HIGH[bits >> _HALF] + _LOW[bits & _LOW_HALF]


def _moves(die: int, hit: bool) -> list[Move]:
    return [
        Move(max(origin, 1), max(origin - die, OFF), hit and origin > die)
        for origin in range(PLACES)
    ]


MOVES = {hit: {die: _moves(die, hit) for die in range(1, 7)} for hit in (False, True)}
"""The move of one checker, as MOVES[hit][die][origin].

`hit` is True if it hits a checker; a checker that bears off hits nothing. Entries for origin 0 are
never used.
"""
CHANGES = {
    hit: {die: [moved(move) for move in moves] for die, moves in by_die.items()}
    for hit, by_die in MOVES.items()
}
"""The number that each move in MOVES adds to a packed position."""


Found = dict[int, Play]


def plays_with_bar_or_bear_off(
    start: int, occupied: int, blocked: int, blots: int, dice: tuple[int, ...]
) -> Found:
    """Return each packed position to which the dice can lead, with one play that leads there.

    `start` is a packed position; `occupied`, `blocked` and `blots` are sets of places as bits,
    numbered from the mover's side. In `occupied` the mover has checkers, in `blocked` the opponent
    has two or more, and in `blots` the opponent has exactly one.
    """
    turn = _Turn(start, occupied, blocked, blots)
    return turn.with_double(dice[0]) if len(dice) > 2 else turn.with_two(dice[0], dice[1])


class _Turn:
    """The mover's checkers before the play, and the points where the opponent has checkers."""

    def __init__(self, start: int, occupied: int, blocked: int, blots: int) -> None:
        self._start = start
        self._occupied = occupied
        self._blocked = blocked
        self._blots = blots

    def with_two(self, high: int, low: int) -> Found:
        """Return the plays of two different dice.

        Both dice are played, in either order. If that is impossible, one die is played, the higher
        one if possible.
        """
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
        """Return the plays of a double.

        Within a play, each origin is at most as high as the one before; any other order leads to
        the same position.
        """
        level: list[tuple[int, int, Play]] = [(self._start, self._occupied, ())]
        for _ in range(4):
            deeper = [grown for entry in level for grown in self._longer(*entry, die)]
            if not deeper:
                break
            level = deeper
        return {position: play for position, _, play in level}

    def _movers(self, occupied: int, die: int) -> int:
        """Return the set of places, as bits, from which one checker can move by the die.

        `occupied` is the set of places where the mover has checkers.
        """
        if occupied & BAR_BIT:
            return BAR_BIT & ~(self._blocked << die)
        free = occupied & -2 << die & ~(self._blocked << die)
        if not occupied & OUTSIDE:
            free |= occupied & 1 << die
            if occupied and not occupied >> die:
                free |= 1 << occupied.bit_length() - 1
        return free

    def _add_both(self, found: Found, free: int, die: int, then: int, known: int) -> None:
        """Add to `found` the plays that use first the die `die` and then the die `then`.

        `free` are the origins from which `die` can be played. `known` are the origins from which
        `then` can be played first. Plays with a move of `then` from one of these are left out,
        because they were found already with the dice in the other order.
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
        """Return the position and the occupied places after one move, and the move itself."""
        change, move = _step(origin, die, self._blots & ~occupied)
        occupied |= 1 << move.target & ~1
        if not position >> 8 * origin & 254:
            occupied ^= 1 << origin
        return position + change, occupied & ~1, move


def _step(origin: int, die: int, blots: int) -> tuple[int, Move]:
    hit = origin > die and bool(blots >> origin - die & 1)
    return CHANGES[hit][die][origin], MOVES[hit][die][origin]


__all__ = ["MOST_STEPS", "packed", "plays_by_position", "unpacked"]

MOST_STEPS = 4
"""The largest number of moves in a play, which is that of a double."""


def plays_by_position(own: Counts, other: Counts, dice: tuple[int, ...]) -> Found:
    """Return each packed position to which the dice can lead, with one play that leads there.

    `dice` are as in Roll.dice: two dice, the higher first, or four equal dice. If nothing can move,
    the only entry is the unchanged position with the empty play.
    """
    start = packed(own, other)
    theirs = bytes(other)
    occupied = occupied_places(own)
    blocked, blots = blocked_points(theirs), blot_points(theirs)
    if own[BAR] or sum(own[7:BAR]) < len(dice):
        return plays_with_bar_or_bear_off(start, occupied, blocked, blots, dice)
    if len(dice) == MOST_STEPS:
        return _with_double(start, occupied, BOARD & ~blocked, blots, dice[0])
    return _with_two(start, own, occupied, BOARD & ~blocked, blots, dice)


def _with_two(
    start: int, own: Counts, occupied: int, free: int, blots: int, dice: tuple[int, ...]
) -> Found:
    """Return the plays of two different dice if no checker is on the bar or can be borne off.

    `free` are the points where the opponent has at most one checker, and `blots` those where the
    opponent has exactly one, both as bits. The higher die is played first by one checker, then the
    lower one by the same checker or another.
    """
    high, low = dice
    low_free, low_hits = free << low, blots << low
    by_high, by_low = occupied & free << high, occupied & low_free
    low_moves, low_changes = MOVES[False][low], CHANGES[False][low]
    found: Found = {}
    for origin in places(by_high):
        landing = 1 << origin - high
        hit = bool(blots & landing)
        move = MOVES[hit][high][origin]
        after = start + CHANGES[hit][high][origin]
        then = by_low | landing & low_free
        if own[origin] == 1:
            then &= ~(1 << origin)
        hits = then & low_hits
        if hits:
            hits &= ~(landing << low)
            then ^= hits
            for second in places(hits):
                found[after + CHANGES[True][low][second]] = (move, MOVES[True][low][second])
        for second in places(then):
            found[after + low_changes[second]] = (move, low_moves[second])
    _add_low_first(found, start, occupied, free, blots, dice)
    return found or _single(start, by_high, by_low, blots, dice)


def _add_low_first(
    found: Found, start: int, occupied: int, free: int, blots: int, dice: tuple[int, ...]
) -> None:
    """Add plays in which one checker moves by both dice, first by the lower one.

    Only plays that lead to new positions are added. There are such plays only if a point on the way
    is blocked or has a blot.
    """
    high, low = dice
    news = ~free << high | blots << low | blots << high
    for origin in places(occupied & free << low & free << high + low & news):
        hit, hit_again = bool(blots >> origin - low & 1), bool(blots >> origin - low - high & 1)
        change = CHANGES[hit][low][origin] + CHANGES[hit_again][high][origin - low]
        play = (MOVES[hit][low][origin], MOVES[hit_again][high][origin - low])
        found.setdefault(start + change, play)


def _single(start: int, by_high: int, by_low: int, blots: int, dice: tuple[int, ...]) -> Found:
    """Return the plays if only one die can be played: the higher one if possible.

    `by_high` and `by_low` are the places from which each die can be played.
    """
    die, movers = (dice[0], by_high) if by_high else (dice[1], by_low)
    found: Found = {}
    for origin in places(movers):
        hit = bool(blots >> origin - die & 1)
        found[start + CHANGES[hit][die][origin]] = (MOVES[hit][die][origin],)
    return found or {start: ()}


def _with_double(start: int, occupied: int, free: int, blots: int, die: int) -> Found:
    """Return the plays of a double if no checker is on the bar or can be borne off.

    `free` are the points where the opponent has at most one checker, and `blots` those where the
    opponent has exactly one, both as bits. Plays are found move by move. Within a play, each origin
    is at most as high as the one before, because any order leads to the same position. So places
    above the last origin need no further attention. A move to a point of `blots` hits, unless the
    mover already has a checker there: then an earlier move of this play has hit that blot.
    """
    movable, hitting = free << die, blots << die
    level: list[_Node] = [(start, occupied & movable, occupied, ())]
    for _ in range(MOST_STEPS - 1):
        deeper = _grown(level, movable, hitting, die)
        if not deeper:
            return {position: play for position, _, _, play in level}
        level = deeper
    changes, moves = CHANGES[False][die], MOVES[False][die]
    found: Found = {}
    for position, movers, held, play in level:
        hits = movers & hitting & ~(held << die)
        for origin in places(hits):
            found[position + CHANGES[True][die][origin]] = (*play, MOVES[True][die][origin])
        for origin in places(movers ^ hits):
            found[position + changes[origin]] = (*play, moves[origin])
    return found or {position: play for position, _, _, play in level}


_Node = tuple[int, int, int, Play]
"""A packed position, the places from which a checker can move, all occupied places, and the play.

The play is the moves so far.
"""


def _grown(level: list[_Node], movable: int, hitting: int, die: int) -> list[_Node]:
    changes, moves = CHANGES[False][die], MOVES[False][die]
    deeper: list[_Node] = []
    for position, movers, held, play in level:
        for origin in places(movers):
            landing = 1 << origin - die
            left = held & (2 << origin) - 1 | landing
            if not position >> 8 * origin & 254:
                left ^= 1 << origin
            if hitting >> origin & 1 and not held & landing:
                after, move = position + CHANGES[True][die][origin], MOVES[True][die][origin]
            else:
                after, move = position + changes[origin], moves[origin]
            deeper.append((after, left & movable, left, (*play, move)))
    return deeper
