"""A whole game between two players, cube and resignations included, for tests of players."""

from dataclasses import dataclass
from random import Random

from players.player import Player
from rules.dice import Cube, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Play, Side
from rules.room import Ending


@dataclass(frozen=True)
class Played:
    """How a game went: winner, ending, final cube, every play in order."""

    winner: Side
    ending: Ending
    cube: Cube
    plays: tuple[Play, ...]


def played(white: Player, red: Player, dice: Random) -> Played:
    """Play one game; the opening throw is made without a cube decision."""
    seats = {Side.WHITE: white, Side.RED: red}
    position, cube, plays = BACKGAMMON.start(), Cube(), list[Play]()
    side, roll = _opening(dice)
    while True:
        play = seats[side].choose_play(position, side, roll, 1)
        assert play in BACKGAMMON.legal_plays(position, side, roll)
        plays.append(play)
        position = BACKGAMMON.apply(position, side, play)
        outcome = BACKGAMMON.outcome(position)
        if outcome is not None:
            return Played(side, outcome.ending, cube, tuple(plays))
        side = side.opponent
        mover, other = seats[side], seats[side.opponent]
        if cube.may_double(side) and mover.wants_to_double(position, side, cube):
            if not other.takes(position, side.opponent, cube):
                return Played(side, Ending.PASS, cube, tuple(plays))
            cube = cube.taken_by(side.opponent)
        offered = mover.resigns(position, side, cube)
        if offered is not None and other.accepts(position, side.opponent, offered):
            return Played(side.opponent, offered, cube, tuple(plays))
        roll = Roll(dice.randint(1, 6), dice.randint(1, 6))


def _opening(dice: Random) -> tuple[Side, Roll]:
    roll = Roll(1, 1)
    while roll.is_double:
        roll = Roll(dice.randint(1, 6), dice.randint(1, 6))
    return (Side.WHITE if roll.first > roll.second else Side.RED), roll
