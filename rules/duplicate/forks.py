"""Turns in which both rooms had the same position and dice, and decisions that differ.

A turn is *met* if both rooms began it with the same checkers, cube and dice (by ruling 6 the k-th
turn of a side has the same dice in both rooms). A *fork* is a decision that both rooms had to make
in the same situation and made differently: a play, a double, or the answer to a double. From then
on the rooms differ, but if they come to the same position again, later turns can be met as well.
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
    """The answer to a double; OPEN if it was not answered."""

    TAKEN = "taken"
    PASSED = "passed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A side's turn in one room: the position before it, a double, the dice and the play.

    `cube` is the cube before a double. `double` is the answer to the double, None if the side did
    not double. `dice` is None if the game ended before the throw. `play` and the position `after`
    it are None if the roll was not played.
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
    """The kind of a decision that differs between the rooms."""

    DOUBLE = "double"
    ANSWER = "answer"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Fork:
    """A decision that both rooms had to make in the same situation and made differently.

    `open` and `closed` are the turn of the decision, as it was played in the open and in the closed
    room. `before` is the open room's turn before that turn, None if there is none.
    """

    kind: ForkKind
    open: PlayedTurn
    closed: PlayedTurn
    before: TurnKey | None = None

    @property
    def side(self) -> Side:
        """The side that made the decision."""
        answered = self.kind is ForkKind.ANSWER
        return self.open.side.opponent if answered else self.open.side


@dataclass(frozen=True, slots=True)
class SharedTurns:
    """What the turns of a game in both rooms have in common.

    The first `alike` turns were played identically. Of the `thrown` rolls that were thrown in both
    rooms, `met` were thrown in the same position. `forks` are in the order of the open room.
    """

    alike: int
    met: int
    thrown: int
    forks: tuple[Fork, ...]


def shared_turns(opened: Sequence[PlayedTurn], closed: Sequence[PlayedTurn]) -> SharedTurns:
    """Return the turns that were the same in both rooms, from the turns played in each room.

    Both lists have the turns of one game in the order of play.
    """
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
    """Return the fork in one turn, given as it was played in both rooms.

    Return None if the rooms were in different positions or decided the same.
    """
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
    """Return the key of the first turn after which the positions in the rooms differ.

    Both mappings have the position after each turn. The order is that of the open room. Return None
    if there is no such turn.
    """
    for turn, position in opened.items():
        if closed.get(turn, position) != position:
            return turn
    return None


def _met(opened: PlayedTurn, closed: PlayedTurn) -> bool:
    if opened.dice is None or closed.dice is None or not opened.dice.same_dice(closed.dice):
        return False
    return (opened.before, opened.cube_thrown) == (closed.before, closed.cube_thrown)


def _alike(opened: Sequence[PlayedTurn], closed: Sequence[PlayedTurn]) -> int:
    """Return how many turns, from the first on, both rooms threw and played identically."""
    count = 0
    for first, second in zip(opened, closed, strict=False):
        same = first.key == second.key and _met(first, second)
        if not same or first.after is None or first.after != second.after:
            break
        count += 1
    return count
