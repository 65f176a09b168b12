"""The legal plays of backgammon that a written play can mean, or the reason why there are none.

Written plays leave things out: a move by several dice (a leg) need not name the points between,
hits can be unmarked, and moves can be in any order.
"""

from collections.abc import Iterator

from rules.games.backgammon_plays import (
    MOST_STEPS,
    moved,
    packed,
    plays_by_position,
)
from rules.position import BAR, OFF, Counts, Move, Play, write_play

Legs = tuple[Move, ...]


def plays_written(own: Counts, other: Counts, dice: tuple[int, ...], written: Legs) -> list[Play]:
    """Return the legal plays that the written play can mean, the likeliest first.

    `own` and `other` are the mover's and the opponent's counts, `dice` are as in Roll.dice. The
    list is empty for an illegal play. It has several plays only if it is open whether a checker
    that moves by several dice has hit on its way; then the likeliest play is the one whose hits
    agree best with the hits that are marked.
    """
    legal = plays_by_position(own, other, dice)
    start = packed(own, other)
    if not written:
        return [()] if start in legal else []
    fitting: dict[int, Play] = {}
    for steps in _routes(written, dice, _blocked(other)):
        play = _with_hits(steps, other)
        position = start + sum(moved(move) for move in play)
        if position in legal:
            fitting.setdefault(position, play)
    marked = {move.target for move in written if move.hit}
    ranked = sorted(fitting.items(), key=lambda entry: len(marked ^ _hits(entry[1])))
    return [_in_order(play, legal[position]) for position, play in ranked]


def steps_written(own: Counts, other: Counts, dice: tuple[int, ...], written: Legs) -> Play | None:
    """Return the play if it is written with one move per die and these moves show that it is legal.

    Return None if `plays_written` has to decide.
    """
    if len(written) != len(dice):
        return None
    if len(dice) == MOST_STEPS or written[0].origin - written[0].target == dice[0]:
        return _walked(own, other, dice, written)
    return _walked(own, other, dice[::-1], written)


def applied_as_written(own: Counts, other: Counts, written: Legs) -> tuple[Counts, Counts] | None:
    """Return both sides' counts after the written moves, whatever the dice.

    Return None if a move is impossible: its checker is missing, or the opponent has two or more
    checkers where it ends.
    """
    mine, theirs = list(own), list(other)
    for leg in sorted(written, key=lambda leg: -leg.origin):
        facing = theirs[BAR - leg.target] if leg.target != OFF else 0
        if not mine[leg.origin] or facing > 1:
            return None
        mine[leg.origin] -= 1
        mine[leg.target] += 1
        if facing:
            theirs[BAR - leg.target] -= 1
            theirs[BAR] += 1
    return tuple(mine), tuple(theirs)


def why_illegal(own: Counts, other: Counts, dice: tuple[int, ...], written: Legs) -> str:
    """Return why a written play that fits no legal play is illegal, in words for the player."""
    if not written:
        return f"a play is possible: {_example(own, other, dice)}"
    for leg in written:
        if leg.target != OFF and other[BAR - leg.target] > 1:
            return f"{leg.target} is held by the opponent"
    if applied_as_written(own, other, written) is None:
        return f"no checker for {_missing(own, written)}"
    if own[BAR] > sum(leg.origin == BAR for leg in written):
        return "a checker on the bar must enter first"
    if leaves_dice(own, other, dice, written):
        return f"more dice can be played: {_example(own, other, dice)}"
    if next(_routes(written, dice, _blocked(other)), None) is None:
        return f"the dice do not make these moves; legal is {_example(own, other, dice)}"
    return f"the rules want another play, such as {_example(own, other, dice)}"


def leaves_dice(own: Counts, other: Counts, dice: tuple[int, ...], written: Legs) -> bool:
    """Return True if the written play is possible but uses fewer dice than the legal plays do."""
    entering = sum(leg.origin == BAR for leg in written)
    if not written or own[BAR] > entering or applied_as_written(own, other, written) is None:
        return False
    used = next(_routes(written, dice, _blocked(other)), None)
    legal = next(iter(plays_by_position(own, other, dice).values()))
    return used is not None and len(used) < len(legal)


def _walked(own: Counts, other: Counts, dice: tuple[int, ...], written: Legs) -> Play | None:
    mine, hit_points, play = list(own), set[int](), []
    for leg, die in zip(written, dice, strict=True):
        origin, target = leg.origin, leg.target
        if not mine[origin] or (mine[BAR] and origin != BAR):
            return None
        if target == OFF:
            if origin > die or any(mine[7:]) or (origin < die and any(mine[origin + 1 :])):
                return None
            hit = False
        else:
            facing = other[BAR - target]
            if origin - target != die or facing > 1:
                return None
            hit = facing == 1 and target not in hit_points
            if hit:
                hit_points.add(target)
        mine[origin] -= 1
        mine[target] += 1
        play.append(leg if leg.hit == hit else Move(origin, target, hit))
    return tuple(play)


def _blocked(other: Counts) -> frozenset[int]:
    return frozenset(BAR - place for place in range(1, BAR) if other[place] > 1)


def _routes(
    written: Legs, dice: tuple[int, ...], blocked: frozenset[int]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield each way to split the written moves into moves by one die, as (origin, target) pairs.

    `blocked` are the points on which the checkers cannot stop.
    """
    if not written:
        yield ()
        return
    leg = written[0]
    for die in sorted(set(dice), reverse=True):
        stop = max(leg.origin - die, OFF)
        if stop < leg.target or stop in blocked:
            continue
        rest = list(dice)
        rest.remove(die)
        onward = written[1:] if stop == leg.target else (Move(stop, leg.target), *written[1:])
        for steps in _routes(onward, tuple(rest), blocked):
            yield ((leg.origin, stop), *steps)


def _with_hits(steps: tuple[tuple[int, int], ...], other: Counts) -> Play:
    hit: set[int] = set()
    play = []
    for origin, target in steps:
        hits = target != OFF and other[BAR - target] == 1 and target not in hit
        if hits:
            hit.add(target)
        play.append(Move(origin, target, hits))
    return tuple(play)


def _hits(play: Play) -> set[int]:
    return {move.target for move in play if move.hit}


def _in_order(play: Play, canonical: Play) -> Play:
    """Return `canonical` if it has the same moves as `play`, else `play`.

    `canonical` is the play that the search for legal plays has found; its moves are in a possible
    order. The moves of a written play can be in an impossible order.
    """
    return canonical if sorted(play) == sorted(canonical) else play


def _missing(own: Counts, written: Legs) -> str:
    for leg in written:
        arriving = sum(other.target == leg.origin for other in written)
        leaving = sum(other.origin == leg.origin for other in written)
        if own[leg.origin] + arriving < leaving:
            return write_play((leg,))
    return write_play(written)


def _example(own: Counts, other: Counts, dice: tuple[int, ...]) -> str:
    play = next(iter(plays_by_position(own, other, dice).values()))
    return write_play(play) or "no move at all"
