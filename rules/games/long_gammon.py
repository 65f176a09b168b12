"""Long gammon (long nardy) by the rules of the Russian and Georgian federations (ruling 16).

All fifteen checkers of a side start on its head, its point 24. Both sides move in the same
direction around the board; a side's point p is its opponent's p + 12 or p - 12, so a side's head is
its opponent's point 12. Nothing is hit: a point with a single opposing checker is closed. The
federations' koks, home mars (two more endings) and tie by a last roll are not implemented.

Endings (ruling 14, our choice): an *oin*, which counts 1, is a bear-off. A *mars*, which counts 2,
is a win against a side that has borne off nothing; it is scored like a gammon, by row 15 of the SMP
scoring table. There is no triple win and no cube.

A play changes only the mover's checkers. Their counts are packed into one integer of 26 bytes, so
that a move is one addition; sets of points are integers too, with bit p for the mover's point p.

As many dice are played as possible: both, else the higher one; up to four of a double. Only plays
that end without a forbidden block count; a block that exists only during a turn is allowed (our
choice).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.dice import Roll
from rules.errors import IllegalPlay, InvalidPosition
from rules.games.game import (
    Outcome,
    Sensing,
    check_no_triangle_is_shared,
    check_one_has_won_at_most,
)
from rules.games.game_info import ENDINGS, EndingWords, GameInfo, Layout, MarkedPoint, Scored
from rules.position import (
    BAR,
    CHECKERS,
    OFF,
    PLACES,
    Counts,
    Move,
    Play,
    Position,
    Side,
    position_of,
    write_play,
)
from rules.room import Ending
from rules.text import N_

HEAD = 24
"""The point on which all fifteen checkers of a side start, by that side's numbers."""
OPPOSITE = 12
"""The difference between the two sides' numbers of a point: a side's 12 is the opponent's 24."""

_POINTS = sum(1 << point for point in range(1, HEAD + 1))
_OUTSIDE = sum(1 << point for point in range(7, HEAD + 1))
_HALF = (1 << OPPOSITE) - 1
_TWO_OFF_THE_HEAD = (3, 4, 6)
"""The doubles with which a side can take two checkers off its head on its first turn.

With 3-3, 4-4 and 6-6 one checker alone cannot play all four dice: on its way it would have to stop
on the opponent's head, which is closed.
"""

Found = dict[int, Play]


def plays_by_position(own: Counts, other: Counts, roll: Roll, turn: int) -> Found:
    """Return each packed position of the mover to which the roll can lead, with one play.

    `own` and `other` are the mover's and the opponent's counts, each by that side's own points;
    `turn` is the number of the mover's turn, from 1. If nothing can move, the only entry is the
    unchanged position with the empty play.
    """
    mover = _Mover(other)
    start = _Step(packed(own), _held(own), 0, ())
    dice = roll.dice
    found = mover.played(start, dice, 1)
    if turn == 1 and roll.is_double and dice[0] in _TWO_OFF_THE_HEAD and _short(found, dice):
        return mover.played(start, dice, 2)
    return found


def packed(own: Counts) -> int:
    """Return the counts of one side as one integer of 26 bytes."""
    return int.from_bytes(bytes(own), "little")


def unpacked(position: int) -> Counts:
    """Return the counts of one side from its packed integer."""
    return tuple(position.to_bytes(PLACES, "little"))


def opposite(point: int) -> int:
    """Return the opponent's number of a side's point."""
    return point - OPPOSITE if point > OPPOSITE else point + OPPOSITE


def _held(counts: Counts) -> int:
    return sum(1 << point for point in range(1, HEAD + 1) if counts[point])


def _turned(points: int) -> int:
    """Return a set of the mover's points, numbered as the opponent's points.

    Bit 0 of the result is the opponent's point 1.
    """
    return (points >> 1 & _HALF) << OPPOSITE | points >> 1 + OPPOSITE


def _blocks(held: int) -> int:
    """Return the blocks of six that the mover's points `held` make, each by its first point.

    Points are counted here along the way of the opponent, whom a block bars: six of the opponent's
    points in a row make a block. So the mover's points 1 and 24 can be in one block, because they
    are the opponent's 13 and 12. The mover's points 13 and 12 cannot, because they are the
    opponent's 1 and 24. The first points are returned as a set, with bit 0 for the opponent's point
    1.
    """
    row = _turned(held)
    row &= row >> 1
    row &= row >> 2
    return row & row >> 2


def _unpassed(other: Counts) -> int:
    """Return the first points of all blocks that no checker of the opponent has passed.

    The points are a set numbered as in `_blocks`.
    """
    foremost = next((point for point in range(1, HEAD + 1) if other[point]), 1)
    return (1 << foremost - 1) - 1


def _short(found: Found, dice: tuple[int, ...]) -> bool:
    return len(next(iter(found.values()))) < len(dice)


def _listed(points: int) -> Iterator[int]:
    """Yield the points in a set, the highest first."""
    while points:
        point = points.bit_length() - 1
        yield point
        points ^= 1 << point


def _moves(die: int) -> list[tuple[int, Move]]:
    moves = [Move(max(origin, 1), max(origin - die, OFF)) for origin in range(HEAD + 1)]
    return [((1 << 8 * move.target) - (1 << 8 * move.origin), move) for move in moves]


_MOVES = {die: _moves(die) for die in range(1, 7)}
"""Each move of one checker, and the number that it adds to a packed position.

_MOVES[die][origin] is a pair: the number, then the move. Entries for origin 0 are never used.
"""


@dataclass(frozen=True, slots=True)
class _Step:
    """The mover's checkers after a part of a play.

    `position` is the mover's packed position and `held` the set of points with checkers. `taken` is
    the number of checkers taken off the head.
    """

    position: int
    held: int
    taken: int
    play: Play


class _Mover:
    """The moves that a mover can make past the opponent's checkers, whose counts are `other`."""

    def __init__(self, other: Counts) -> None:
        closed = sum(1 << opposite(point) for point in range(1, HEAD + 1) if other[point])
        self._open = _POINTS & ~closed
        self._unpassed = _unpassed(other)

    def played(self, start: _Step, dice: tuple[int, ...], off_head: int) -> Found:
        """Return the plays from `start` that use the most dice and end without a forbidden block.

        At most `off_head` checkers leave the head.
        """
        if len(dice) > 2:
            levels = self._levels_of_double(start, dice[0], off_head)
        else:
            levels = self._levels_of_two(start, dice[0], dice[1], off_head)
        for level in levels:
            found: Found = {}
            for step in level:
                if not _blocks(step.held) & self._unpassed:
                    found.setdefault(step.position, step.play)
            if found:
                return found
        return {start.position: ()}

    def _levels_of_two(
        self, start: _Step, high: int, low: int, off_head: int
    ) -> Iterator[list[_Step]]:
        by_high = list(self._stepped(start, high, off_head))
        by_low = list(self._stepped(start, low, off_head))
        both = [after for step in by_high for after in self._stepped(step, low, off_head)]
        both += [after for step in by_low for after in self._stepped(step, high, off_head)]
        yield from (both, by_high, by_low)

    def _levels_of_double(self, start: _Step, die: int, off_head: int) -> Iterator[list[_Step]]:
        """Yield the steps that a double can reach, in one list for each number of dice played.

        The list with the most dice comes first. Within a play, each origin is at most as high as
        the one before; any other order leads to the same position.
        """
        levels = [[start]]
        while levels[-1] and len(levels) <= 4:
            levels.append(
                [
                    after
                    for step in levels[-1]
                    for after in self._stepped(step, die, off_head)
                    if not step.play or after.play[-1].origin <= step.play[-1].origin
                ]
            )
        yield from reversed(levels[1:])

    def _stepped(self, step: _Step, die: int, off_head: int) -> Iterator[_Step]:
        """Yield the result of each move of one checker by the die, the highest origin first.

        At most `off_head` checkers leave the head during the turn.
        """
        free = self._movable(step.held, die)
        if step.taken == off_head:
            free &= ~(1 << HEAD)
        for origin in _listed(free):
            change, move = _MOVES[die][origin]
            position = step.position + change
            held = step.held | 1 << move.target & ~1
            if not position >> 8 * origin & 0xFF:
                held ^= 1 << origin
            yield _Step(position, held & ~1, step.taken + (origin == HEAD), (*step.play, move))

    def _movable(self, held: int, die: int) -> int:
        """Return the set of points from which one checker can move by the die.

        `held` is the set of points with checkers. The checker lands on an open point, or is borne
        off if all checkers are at home. A die that is larger than the highest occupied point bears
        off from that point.
        """
        free = held & self._open << die
        if not held & _OUTSIDE:
            free |= held & 1 << die
            if held and not held >> die:
                free |= 1 << held.bit_length() - 1
        return free


_START = tuple(CHECKERS if place == HEAD else 0 for place in range(PLACES))


class LongGammon:
    """The rules of long gammon as functions of positions and rolls (implements Game)."""

    name = "long-gammon"
    senses = Sensing(hits=False, bar=False, cube_limit=0)
    endings = frozenset({Ending.BEAROFF, Ending.GAMMON, Ending.RESIGNED, Ending.RESIGNED_GAMMON})
    opening_is_played = True

    def facing(self, point: int) -> int:
        """Return the opponent's number of a side's point.

        Both sides move in the same direction, so that a side's point 24 is the opponent's 12.
        """
        return opposite(point)

    def counted(self, first: Side) -> None:
        """Return None, because long gammon counts no points while a game is played."""

    def start(self) -> Position:
        """Return the starting position: all fifteen checkers of each side on its head."""
        return Position(_START, _START)

    def check(self, position: Position) -> None:
        """Raise InvalidPosition if checkers lie where long gammon cannot have them.

        That is so if a point has checkers of both sides, if a checker is on the bar, or if both
        sides have won.
        """
        for side in Side:
            if position.of(side)[BAR]:
                raise InvalidPosition(
                    f"{side.value}: {position.of(side)[BAR]} on the bar; long gammon has none"
                )
        check_no_triangle_is_shared(position, self.facing)
        check_one_has_won_at_most(position)

    def legal_plays(self, position: Position, side: Side, roll: Roll, turn: int) -> frozenset[Play]:
        """Return one play for each position to which the roll can lead.

        If nothing can move, return only the empty play. `turn` is the number of the side's own
        turn, from 1. On the first turn 3-3, 4-4 and 6-6 can take two checkers off the head. Of
        several plays that lead to the same position, the one that begins with the higher die is
        returned, then the one that begins farther from home.
        """
        return frozenset(self._plays(position, side, roll, turn).values())

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """Return the position after the play as written, whatever the dice.

        Points are counted from the mover's side. Raises IllegalPlay if a checker is missing, if the
        opponent has a checker on a point where a move ends, or if a hit is marked.
        """
        own, other = list(position.of(side)), position.of(side.opponent)
        for move in play:
            _move(own, other, move)
        return position_of(side, tuple(own), other)

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int
    ) -> Play | None:
        """Return the legal play of the roll that leads from `before` to `after`, or None.

        The play is one of those that `legal_plays` returns.
        """
        if before.of(side.opponent) != after.of(side.opponent):
            return None
        return self._plays(before, side, roll, turn).get(packed(after.of(side)))

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome if a side has all fifteen checkers off, else None.

        The ending is an oin (bear-off) or a mars (gammon).
        """
        for winner in Side:
            if position.off(winner) == CHECKERS:
                loser = winner.opponent
                ending = Ending.BEAROFF if position.off(loser) else Ending.GAMMON
                return Outcome(loser, ending, position.left(loser))
        return None

    def notation(self, play: Play) -> str:
        """Return a play such as "head/18 8/5", by the mover's own points.

        The text is empty if nothing could be moved.
        """
        return write_play(play).replace(f"{HEAD}/", "head/")

    def _plays(self, position: Position, side: Side, roll: Roll, turn: int) -> dict[int, Play]:
        return plays_by_position(position.of(side), position.of(side.opponent), roll, turn)


def _move(own: list[int], other: tuple[int, ...], move: Move) -> None:
    if move.origin == BAR or not own[move.origin]:
        raise IllegalPlay(f"move {move.origin}/{move.target}: no checker on {move.origin}")
    if move.hit:
        raise IllegalPlay(f"move {move.origin}/{move.target}: nothing is hit in long gammon")
    if move.target != OFF and other[opposite(move.target)]:
        raise IllegalPlay(f"move {move.origin}/{move.target}: the opponent holds {move.target}")
    own[move.origin] -= 1
    own[move.target] += 1


LONG_GAMMON = LongGammon()
"""The only instance, which every match of long gammon uses. It has no state."""

INFO = GameInfo(
    rules=LONG_GAMMON,
    wire_kind=2,
    title=N_("Long gammon"),
    on_board=N_("Long gammon board."),
    asked_as=("long gammon", "довгі нарди", "длинные нарды"),
    player="players.long_gammon_player.LongGammonPlayer",
    scored=Scored(
        words={
            Ending.BEAROFF: "oin",
            Ending.GAMMON: "mars",
            Ending.RESIGNED_GAMMON: "resigned-mars",
        },
        scoring_tables_title=N_("house table (tables: Garal, backgammon, 2005–2009)"),
        notes=(
            N_("Long gammon, house table: oin scores the checkers left, mars row 15; no cube."),
        ),
        marks={Ending.GAMMON: "†", Ending.RESIGNED_GAMMON: "†"},
        marked=N_("† Mars."),
    ),
    layout=Layout(red_tray="left"),
    endings={
        **ENDINGS,
        Ending.BEAROFF: EndingWords(
            name=N_("oin"), wins=N_("wins oin"), team_wins=N_("%(team)s wins oin")
        ),
        Ending.GAMMON: EndingWords(
            name=N_("mars"), wins=N_("wins with a mars"), team_wins=N_("%(team)s wins a mars")
        ),
        Ending.RESIGNED_GAMMON: EndingWords(
            name=N_("resigned mars"),
            wins=N_("wins: opponent resigned a mars"),
            team_wins=N_("%(team)s: opponent resigned a mars"),
            offers=N_("offers to resign a mars"),
            resigns=N_("resigns a mars"),
        ),
    },
    marked_points=(
        MarkedPoint(point=HEAD, word="head", name=N_("head"), told=N_("%(number)s on the head")),
    ),
    terms={
        "head": (
            N_("head"),
            N_("The point of long gammon on which all fifteen checkers of a side begin."),
        ),
        "oin": (
            N_("oin"),
            N_("A single win in long gammon: the loser has borne off at least one checker."),
        ),
        "mars": (
            N_("mars"),
            N_(
                "A win in long gammon before the loser has borne off a single checker. It counts "
                "more."
            ),
        ),
    },
    written_play="24/18 24/23",
    head_is_written=True,
)
