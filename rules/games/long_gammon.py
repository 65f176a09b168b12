"""Long gammon (long nardy) by the Russian and Georgian federations' rules (ruling 16).

All fifteen checkers start on the head, the own point 24; both sides move the same way round, so
that a side's head is its opponent's point 12. Nothing is hit: a point with one opposing checker is
closed. Not built: koks, home mars, the last-roll tie.

Endings (ruling 14, ours): *oin*, counted 1, is a bear-off; *mars*, the loser having borne off none,
counted 2, takes the gammon's place and with it row 15; a Triple does not exist. There is no cube.

Legal plays (ruling 16: Russian and Georgian federation rules): both sides move the same way round,
each by its own numbers, so a side's point p is its opponent's p + 12 or p - 12, and only the
mover's own checkers change. They are packed into one integer of 26 bytes, so that a move is one
addition; sets of points are integers too, bit p for the mover's point p.

As many dice are played as can be (both, else the higher; four of a double), counted over plays that
end without a forbidden block: a block that exists only in the middle of a turn is allowed (ours).
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
"""The own point on which all fifteen start."""
OPPOSITE = 12
"""Distance between a point's two numbers; a side's point 12 is the opponent's head."""

_POINTS = sum(1 << point for point in range(1, HEAD + 1))
_OUTSIDE = sum(1 << point for point in range(7, HEAD + 1))
_HALF = (1 << OPPOSITE) - 1
_TWO_OFF_THE_HEAD = (3, 4, 6)
"""Doubles that one checker cannot play out on the first turn: the opponent's head blocks it."""

Found = dict[int, Play]


def plays_by_position(own: Counts, other: Counts, roll: Roll, turn: int) -> Found:
    """Return every position of the mover's checkers the roll can lead to, packed, with one play.

    `own` and `other` count by each side's own points; `turn` is the mover's turn number from 1.
    When nothing can move, the only entry is the position as it is with the empty play.
    """
    mover = _Mover(other)
    start = _Step(packed(own), _held(own), 0, ())
    dice = roll.dice
    found = mover.played(start, dice, 1)
    if turn == 1 and roll.is_double and dice[0] in _TWO_OFF_THE_HEAD and _short(found, dice):
        return mover.played(start, dice, 2)
    return found


def packed(own: Counts) -> int:
    """Return one side's counts as one integer."""
    return int.from_bytes(bytes(own), "little")


def unpacked(position: int) -> Counts:
    """Return the counts of a packed side."""
    return tuple(position.to_bytes(PLACES, "little"))


def opposite(point: int) -> int:
    """Return the opponent's number of the same triangle."""
    return point - OPPOSITE if point > OPPOSITE else point + OPPOSITE


def _held(counts: Counts) -> int:
    return sum(1 << point for point in range(1, HEAD + 1) if counts[point])


def _turned(points: int) -> int:
    """Return the same triangles by the opponent's numbers, bit 0 for its point 1."""
    return (points >> 1 & _HALF) << OPPOSITE | points >> 1 + OPPOSITE


def _blocks(held: int) -> int:
    """Return where blocks of six begin, bit 0 for one from the opponent's point 1 up to its 6.

    Points are in a row along the opponent's way, which a block bars: the mover's points 1 and 24
    are neighbours there, 13 and 12 (the opponent's last point and head) are not.
    """
    row = _turned(held)
    row &= row >> 1
    row &= row >> 2
    return row & row >> 2


def _unpassed(other: Counts) -> int:
    """Return the beginnings of blocks not passed even by the opponent's foremost checker."""
    foremost = next((point for point in range(1, HEAD + 1) if other[point]), 1)
    return (1 << foremost - 1) - 1


def _short(found: Found, dice: tuple[int, ...]) -> bool:
    return len(next(iter(found.values()))) < len(dice)


def _listed(points: int) -> Iterator[int]:
    """Yield the points of a set, highest first."""
    while points:
        point = points.bit_length() - 1
        yield point
        points ^= 1 << point


def _moves(die: int) -> list[tuple[int, Move]]:
    moves = [Move(max(origin, 1), max(origin - die, OFF)) for origin in range(HEAD + 1)]
    return [((1 << 8 * move.target) - (1 << 8 * move.origin), move) for move in moves]


_MOVES = {die: _moves(die) for die in range(1, 7)}
"""Change of a packed side, and the move, by die and origin; origin 0 is a filler."""


@dataclass(frozen=True, slots=True)
class _Step:
    """The mover's checkers in the middle of a turn; `taken` counts those off the head."""

    position: int
    held: int
    taken: int
    play: Play


class _Mover:
    """The moves that the opponent's checkers leave open to a mover."""

    def __init__(self, other: Counts) -> None:
        closed = sum(1 << opposite(point) for point in range(1, HEAD + 1) if other[point])
        self._open = _POINTS & ~closed
        self._unpassed = _unpassed(other)

    def played(self, start: _Step, dice: tuple[int, ...], off_head: int) -> Found:
        """Return the plays that use the most dice, at most `off_head` checkers leaving the head."""
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
        """Yield steps of a double, the longest first.

        Origins never rise within a play: any other order leads to the same position.
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
        """Yield steps with one checker moved by the die, the highest origin first."""
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
        """Return points from which one checker may move: to an open point, or off with all at home.

        A die larger than the highest point held bears off from there.
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
        """Return the opponent's number of a point.

        Both sides move the same way round: 24 is the opponent's 12.
        """
        return opposite(point)

    def counted(self, first: Side) -> None:
        """Return None: no points are counted at the table."""

    def start(self) -> Position:
        """Return the starting position: all fifteen checkers of either side on its head."""
        return Position(_START, _START)

    def check(self, position: Position) -> None:
        """Raise InvalidPosition for a shared triangle, a checker on the bar or two winners."""
        for side in Side:
            if position.of(side)[BAR]:
                raise InvalidPosition(
                    f"{side.value}: {position.of(side)[BAR]} on the bar; long gammon has none"
                )
        check_no_triangle_is_shared(position, self.facing)
        check_one_has_won_at_most(position)

    def legal_plays(self, position: Position, side: Side, roll: Roll, turn: int) -> frozenset[Play]:
        """Return one play for each position the roll can lead to; the one empty play for no move.

        `turn` is the side's own turn number from 1: on the first, 3-3, 4-4 and 6-6 may take two
        checkers off the head. Plays that differ only in order or route count as one: the higher die
        first, then the higher origin.
        """
        return frozenset(self._plays(position, side, roll, turn).values())

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """Move the checkers as written, whatever the dice; points are counted from the mover.

        Raises IllegalPlay if a checker is missing, a point is held by the opponent, or a hit is
        marked.
        """
        own, other = list(position.of(side)), position.of(side.opponent)
        for move in play:
            _move(own, other, move)
        return position_of(side, tuple(own), other)

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int
    ) -> Play | None:
        """Return the legal play from one position to the other, as legal_plays has it, or None."""
        if before.of(side.opponent) != after.of(side.opponent):
            return None
        return self._plays(before, side, roll, turn).get(packed(after.of(side)))

    def outcome(self, position: Position) -> Outcome | None:
        """Return oin (bear-off) or mars (gammon) once a side has all fifteen off, else None."""
        for winner in Side:
            if position.off(winner) == CHECKERS:
                loser = winner.opponent
                ending = Ending.BEAROFF if position.off(loser) else Ending.GAMMON
                return Outcome(loser, ending, position.left(loser))
        return None

    def notation(self, play: Play) -> str:
        """Return a play such as "head/18 8/5", counted from the mover; empty for no move."""
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
"""The only instance, which set-ups use; it has no state."""

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
