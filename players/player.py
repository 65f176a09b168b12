"""The decisions that a player of a game makes, and three simple players.

The three are a player that chooses at random, a player that never resigns, and the plain player:
the one that each kind of game names in GameInfo.player.
"""

from functools import cache
from importlib import import_module
from random import Random
from typing import Protocol, cast

from rules.dice import Cube, Roll
from rules.games.game import Game
from rules.games.game_info import GameInfo
from rules.position import Play, Position, Side
from rules.room import Ending


class Player(Protocol):
    """The decisions that a player makes during a game; `side` is always the player's own side.

    Two players that were made with equal random generators decide alike in equal positions.
    """

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        """Return one of the legal plays of the roll; the play is empty if nothing can move.

        Points are counted from `side`. `turn` is the side's own turn number in this game, from 1.
        """

    def wants_to_double(self, position: Position, side: Side, cube: Cube) -> bool:
        """Return True to offer the cube before the throw.

        Called only if the side may turn the cube.
        """

    def takes(self, position: Position, side: Side, cube: Cube) -> bool:
        """Return True to take the opponent's double; `cube` is the cube before the double."""

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        """Return the kind of resignation to offer before the throw, or None to play on."""

    def accepts(self, position: Position, side: Side, resignation: Ending) -> bool:
        """Return True to accept the resignation that the opponent offers.

        If it is refused, the game goes on unchanged (ruling 3).
        """

    def holds(self, position: Position, side: Side, points: int) -> bool:
        """Return True to hold or False to go, after winning a trou by the player's own throw.

        A player who holds plays on with the remaining `points`; a player who goes starts again from
        the talon (ruling 25). Called only in games that count points.
        """


class RandomPlayer:
    """A player of any game that chooses uniformly among the legal plays.

    It doubles seldom and never resigns.
    """

    def __init__(self, game: Game, rng: Random, doubles: float = 0.02, takes: float = 0.7) -> None:
        """Make a player.

        `doubles` is the chance, 0 to 1, of offering a double on a turn, and `takes` is the chance
        of taking a double.
        """
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


class PlaysOn:
    """A player that decides as `player` does, except that it never resigns.

    It plays on because the number of the loser's remaining checkers counts (ruling 3).
    """

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        return self._player.choose_play(position, side, roll, turn)

    def wants_to_double(self, position: Position, side: Side, cube: Cube) -> bool:
        return self._player.wants_to_double(position, side, cube)

    def takes(self, position: Position, side: Side, cube: Cube) -> bool:
        return self._player.takes(position, side, cube)

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        return None

    def accepts(self, position: Position, side: Side, resignation: Ending) -> bool:
        return self._player.accepts(position, side, resignation)

    def holds(self, position: Position, side: Side, points: int) -> bool:
        return self._player.holds(position, side, points)


def plain_player(info: GameInfo, rng: Random) -> Player:
    """Return a new player of the class that the game names in `info.player`.

    `rng` is the player's random generator.
    """
    return cast(Player, _class_of(info.player)(rng))


@cache
def _class_of(name: str) -> type:
    module, _, kind = name.rpartition(".")
    found = getattr(import_module(module), kind)
    assert isinstance(found, type)
    return found
