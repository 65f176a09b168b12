"""The throws of a game of backgammon as luck is judged from them.

Rulings 3 and 6: the opening throw is its starter's first turn; the cube in force is that after a
take, and a refused double has no throw.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.match_files import record
from rules.position import Position
from rules.side import Side


@dataclass(frozen=True, slots=True)
class Throw:
    """One roll of a side's own turn, from 1, with what lay before and after it.

    `opening`: each player threw one die, and equal dice did not count. `after` is None for a roll
    that was never played. `cube` is the value in force.
    """

    side: Side
    turn: int
    roll: Roll
    opening: bool
    before: Position
    after: Position | None
    cube: int


def throws_of(game: record.GameRecord) -> tuple[Throw, ...]:
    """Every throw of a recorded game of backgammon, in order.

    Raises IllegalPlay where the checkers do not allow what was recorded.
    """
    return tuple(_throws(game))


def _throws(game: record.GameRecord) -> Iterator[Throw]:
    position, cube = BACKGAMMON.start(), 1
    if game.set_up is not None:
        position, cube = game.set_up.position, game.set_up.cube
    turns = dict.fromkeys(Side, 0)
    opening = game.set_up is None
    offered = cube
    for action in game.actions:
        match action:
            case record.Double():
                cube = offered if action.beaver else cube
                offered = action.value
            case record.Take():
                cube = offered
            case record.Throw():
                turns[action.side] += 1
                after = _after(position, action)
                yield Throw(
                    action.side, turns[action.side], action.roll, opening, position, after, cube
                )
                position, opening = action.put_right or after or position, False


def _after(before: Position, throw: record.Throw) -> Position | None:
    if throw.play is None:
        return None
    return throw.after or BACKGAMMON.apply(before, throw.side, throw.play)
