"""Which plays a roll allows in backgammon: both dice if possible, else the higher one.

Source: GNU Backgammon manual, "Rules of the game". Most positions have nobody on the bar and too
many checkers outside the home to bear off with this roll: there, sets of places decide at once.
The others go through backgammon_endings move by move.
"""

from rules.games.backgammon_endings import plays_with_bar_or_bear_off
from rules.games.backgammon_packed import (
    BOARD,
    CHANGES,
    MOVES,
    blocked_points,
    blot_points,
    occupied_places,
    packed,
    places,
    unpacked,
)
from rules.play import Play
from rules.position import BAR, Counts

__all__ = ["MOST_STEPS", "packed", "plays_by_position", "unpacked"]

MOST_STEPS = 4
"""Moves of a double, the longest play."""

Found = dict[int, Play]


def plays_by_position(own: Counts, other: Counts, dice: tuple[int, ...]) -> Found:
    """Every position the dice can lead to, packed, with one play that leads there.

    `dice` as Roll.dice gives them: two, the higher first, or four equal ones. When nothing can
    move, the only entry is the position itself with the empty play.
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
    """The higher die by one checker, the lower by another or the same one."""
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
    """One checker by both dice, the lower first: news only past a blocked point or a blot."""
    high, low = dice
    news = ~free << high | blots << low | blots << high
    for origin in places(occupied & free << low & free << high + low & news):
        hit, hit_again = bool(blots >> origin - low & 1), bool(blots >> origin - low - high & 1)
        change = CHANGES[hit][low][origin] + CHANGES[hit_again][high][origin - low]
        play = (MOVES[hit][low][origin], MOVES[hit_again][high][origin - low])
        found.setdefault(start + change, play)


def _single(start: int, by_high: int, by_low: int, blots: int, dice: tuple[int, ...]) -> Found:
    """Only one die can be played: the higher if possible."""
    die, movers = (dice[0], by_high) if by_high else (dice[1], by_low)
    found: Found = {}
    for origin in places(movers):
        hit = bool(blots >> origin - die & 1)
        found[start + CHANGES[hit][die][origin]] = (MOVES[hit][die][origin],)
    return found or {start: ()}


def _with_double(start: int, occupied: int, free: int, blots: int, die: int) -> Found:
    """Level by level; origins never rise within a play, since any order leads to one position.

    So a place above the last origin is out of play, and a blot has been hit exactly when the
    mover's own checker stands on it.
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
"""A position, the places that may move on, those still held, and the play so far."""


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
