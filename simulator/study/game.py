"""One game of backgammon between two players at one table, and its throws."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from players.player import Player
from rules.dice import Cube, Roll
from rules.games.backgammon import BACKGAMMON
from rules.luck.chances import Throw
from rules.position import Position, Side
from rules.room import Ending
from simulator.dice_supply import DiceSupply

_ATTEMPT = 1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How a game ended: who lost it with how many checkers left, the cube in force, every throw."""

    loser: Side
    ending: Ending
    left: int
    cube: int
    throws: tuple[Throw, ...]


def play_game(players: Mapping[Side, Player], dice: DiceSupply, number: int) -> PlayedGame:
    """Play game `number` of the dice supply to its end, for money without Jacoby (ruling 3)."""
    return _Table(players, dice, number).played()


class _Table:
    def __init__(self, players: Mapping[Side, Player], dice: DiceSupply, number: int) -> None:
        self._players = players
        self._dice = dice
        self._number = number
        self._position = BACKGAMMON.start()
        self._cube = Cube()
        self._turns = dict.fromkeys(Side, 0)
        self._throws: list[Throw] = []

    def played(self) -> PlayedGame:
        side, roll = next(self._openings())
        while True:
            self._play(side, roll)
            outcome = BACKGAMMON.outcome(self._position)
            if outcome is not None:
                return self._over(outcome.loser, outcome.ending)
            side = side.opponent
            given_up = self._before_throw(side)
            if given_up is not None:
                return given_up
            roll = self._dice.roll(self._number, _ATTEMPT, side, self._turns[side] + 1)

    def _openings(self) -> Iterator[tuple[Side, Roll]]:
        """Opening throws that decide who begins; equal dice are thrown again (ruling 6)."""
        throw = 1
        while True:
            roll = self._dice.opening(self._number, _ATTEMPT, throw)
            if not roll.is_double:
                yield (Side.WHITE if roll.first > roll.second else Side.RED), roll
            throw += 1

    def _play(self, side: Side, roll: Roll) -> None:
        self._turns[side] += 1
        turn, before = self._turns[side], self._position
        play = self._players[side].choose_play(before, side, roll, turn)
        self._position = BACKGAMMON.apply(before, side, play)
        opening = not self._throws
        self._throws.append(
            Throw(side, turn, roll, opening, before, self._position, self._cube.value)
        )

    def _before_throw(self, side: Side) -> PlayedGame | None:
        """The side doubles or gives up: the game where that ends it."""
        mover, other = self._players[side], self._players[side.opponent]
        position: Position = self._position
        offered = mover.resigns(position, side, self._cube)
        if offered is not None and other.accepts(position, side.opponent, offered):
            return self._over(side, offered)
        if self._cube.may_double(side) and mover.wants_to_double(position, side, self._cube):
            if not other.takes(position, side.opponent, self._cube):
                return self._over(side.opponent, Ending.PASS)
            self._cube = self._cube.taken_by(side.opponent)
        return None

    def _over(self, loser: Side, ending: Ending) -> PlayedGame:
        left = self._position.left(loser)
        return PlayedGame(loser, ending, left, self._cube.value, tuple(self._throws))
