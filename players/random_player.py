"""A player who plays by chance."""

from random import Random

from rules.dice import Cube, Roll
from rules.games.game import Game
from rules.position import Play, Position, Side
from rules.room import Ending


class RandomPlayer:
    """Chooses among the legal plays of any game uniformly; doubles seldom, never resigns."""

    def __init__(self, game: Game, rng: Random, doubles: float = 0.02, takes: float = 0.7) -> None:
        """`doubles` and `takes` are the chances, 0 to 1, of doubling a turn and of taking."""
        self._game = game
        self._rng = rng
        self._doubles = doubles
        self._takes = takes

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        return self._rng.choice(sorted(self._game.legal_plays(position, side, roll, turn)))

    def wants_to_double(self, position: Position, side: Side, cube: Cube) -> bool:
        return self._rng.random() < self._doubles

    def takes(self, position: Position, side: Side, cube: Cube) -> bool:
        return self._rng.random() < self._takes

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        return None

    def accepts(self, position: Position, side: Side, resignation: Ending) -> bool:
        return True

    def holds(self, position: Position, side: Side, points: int) -> bool:
        return self._rng.random() < 0.5
