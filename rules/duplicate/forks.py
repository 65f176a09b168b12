"""Turns that found the same position and dice in both rooms, and decisions that differ (ours).

A turn is *met* when both rooms began it with the same checkers, the same cube and the same dice
(ruling 6: a side's k-th turn has the same dice in both rooms). A *fork* is a decision both rooms
faced alike and took differently: a play, a double, or the answer to one. The rooms part at the
first turn that is not the same in both; when they come back to one position, turns meet again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from rules.dice import Cube, Roll
from rules.position import Play, Position, Side

TurnKey = tuple[Side, int]
"""A side and the number of its turn."""
_Key = TypeVar("_Key")


class DoubleAnswer(Enum):
    """Answer to a double, or none."""

    TAKEN = "taken"
    PASSED = "passed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A side's turn in one room: the position before it, a double, the dice and the play.

    `cube` is the cube before a double. `dice` are None if the game ended before the throw,
    `play` and `after` if the roll was not played.
    """

    side: Side
    turn: int
    before: Position
    cube: Cube
    double: DoubleAnswer | None = None
    dice: Roll | None = None
    play: Play | None = None
    after: Position | None = None

    @property
    def key(self) -> TurnKey:
        """The side and number of the turn."""
        return self.side, self.turn

    @property
    def cube_thrown(self) -> Cube:
        """The cube in force when the dice were thrown."""
        taken = self.double is DoubleAnswer.TAKEN
        return self.cube.taken_by(self.side.opponent) if taken else self.cube


class ForkKind(Enum):
    """Kind of decision that differs."""

    DOUBLE = "double"
    ANSWER = "answer"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Fork:
    """A decision that both rooms faced alike and took differently, with both rooms' turns.

    `before` is the open room's preceding turn, None if the fork is at the first.
    """

    kind: ForkKind
    open: PlayedTurn
    closed: PlayedTurn
    before: TurnKey | None = None

    @property
    def side(self) -> Side:
        """The side that decided."""
        answered = self.kind is ForkKind.ANSWER
        return self.open.side.opponent if answered else self.open.side


@dataclass(frozen=True, slots=True)
class SharedTurns:
    """The turns of a game that were the same in both rooms.

    `alike` turns were the same from the start, `met` of the `thrown` rolls that both rooms played
    found the same position. `forks` are in the order of the open room.
    """

    alike: int
    met: int
    thrown: int
    forks: tuple[Fork, ...]


def shared_turns(opened: Sequence[PlayedTurn], closed: Sequence[PlayedTurn]) -> SharedTurns:
    """Compare a game's turns in the open room with those in the closed one, in order of play."""
    others = {turn.key: turn for turn in closed}
    pairs = [(turn, others[turn.key]) for turn in opened if turn.key in others]
    thrown = [pair for pair in pairs if pair[0].dice is not None and pair[1].dice is not None]
    before = dict(zip(opened[1:], opened, strict=False))
    forks = [fork for pair in pairs if (fork := fork_of(*pair)) is not None]
    return SharedTurns(
        alike=_alike(opened, closed),
        met=sum(_met(*pair) for pair in thrown),
        thrown=len(thrown),
        forks=tuple(
            replace(fork, before=before[fork.open].key) if fork.open in before else fork
            for fork in forks
        ),
    )


def fork_of(opened: PlayedTurn, closed: PlayedTurn) -> Fork | None:
    """Return the fork at one turn of both rooms, None if positions differ or decisions agree."""
    if (opened.before, opened.cube) != (closed.before, closed.cube):
        return None
    if (opened.double is None) is not (closed.double is None):
        doubled, other = (opened, closed) if opened.double else (closed, opened)
        refrained = other.dice is not None and doubled.cube.may_double(doubled.side)
        return Fork(ForkKind.DOUBLE, opened, closed) if refrained else None
    answers = {opened.double, closed.double}
    if answers == {DoubleAnswer.TAKEN, DoubleAnswer.PASSED}:
        return Fork(ForkKind.ANSWER, opened, closed)
    played = opened.after is not None and closed.after is not None
    if played and _met(opened, closed) and opened.after != closed.after:
        return Fork(ForkKind.PLAY, opened, closed)
    return None


def first_different(
    opened: Mapping[_Key, Position], closed: Mapping[_Key, Position]
) -> _Key | None:
    """Return the first turn that both rooms played to different positions, None without one."""
    for turn, position in opened.items():
        if closed.get(turn, position) != position:
            return turn
    return None


def _met(opened: PlayedTurn, closed: PlayedTurn) -> bool:
    if opened.dice is None or closed.dice is None or not opened.dice.same_dice(closed.dice):
        return False
    return (opened.before, opened.cube_thrown) == (closed.before, closed.cube_thrown)


def _alike(opened: Sequence[PlayedTurn], closed: Sequence[PlayedTurn]) -> int:
    """Return the number of turns from the first that were thrown and played the same way."""
    count = 0
    for first, second in zip(opened, closed, strict=False):
        same = first.key == second.key and _met(first, second)
        if not same or first.after is None or first.after != second.after:
            break
        count += 1
    return count
