"""The turns of recorded games as values by which two rooms are compared."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rules.dice import Cube
from rules.duplicate.forks import DoubleAnswer, PlayedTurn
from rules.games.backgammon import BACKGAMMON
from rules.match_files.record import Double, Drop, GameRecord, Take, Throw
from rules.position import Position


def played_turns(game: GameRecord) -> tuple[PlayedTurn, ...]:
    """Return all turns that were begun in a recorded game of backgammon, in the order of play."""
    return tuple(_turns(game))


def _turns(game: GameRecord) -> Iterator[PlayedTurn]:
    begun = Counter[object]()
    lying, cube = BACKGAMMON.start(), Cube()
    doubled: PlayedTurn | None = None
    for action in game.actions:
        match action:
            case Double():
                turn = begun[action.side] + 1
                doubled = PlayedTurn(action.side, turn, lying, cube, DoubleAnswer.OPEN)
            case Take() if doubled is not None:
                doubled = replace(doubled, double=DoubleAnswer.TAKEN)
            case Drop() if doubled is not None:
                doubled = replace(doubled, double=DoubleAnswer.PASSED)
            case Throw():
                begun[action.side] += 1
                turn = begun[action.side]
                found = doubled or PlayedTurn(action.side, turn, lying, cube)
                after = _after(action, lying)
                yield replace(found, dice=action.roll, play=action.play, after=after)
                doubled, cube = None, found.cube_thrown
                lying = action.put_right or after or lying
    if doubled is not None:
        yield doubled


def _after(thrown: Throw, before: Position) -> Position | None:
    if thrown.after is not None:
        return thrown.after
    return None if thrown.play is None else BACKGAMMON.apply(before, thrown.side, thrown.play)
