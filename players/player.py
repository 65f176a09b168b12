"""The questions that a table asks of a player.

Also three players: one that plays by chance, one that plays every game to its end, and the one of
plain judgement that a game's record names.
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
    """The answers to every question of a turn; `side` is always the side that the player holds.

    A player made with an equal source of chance gives equal answers to equal questions.
    """

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        """Return a legal play of the roll, points counted from `side`; empty when nothing can move.

        `turn` is the side's own turn number in this game, from 1.
        """

    def wants_to_double(self, position: Position, side: Side, cube: Cube) -> bool:
        """Return True to offer the cube before the throw.

        It is never asked if the side may not turn it.
        """

    def takes(self, position: Position, side: Side, cube: Cube) -> bool:
        """Return True to take the opponent's double; `cube` is the one before the double."""

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        """Return the kind of resignation to offer before the throw, or None to play on."""

    def accepts(self, position: Position, side: Side, resignation: Ending) -> bool:
        """Return True to accept the opponent's resignation.

        A refusal changes nothing (ruling 3).
        """

    def holds(self, position: Position, side: Side, points: int) -> bool:
        """Return True to play on, with `points` left over, after winning a hole by one's own throw.

        It returns False to go (ruling 25), and is never asked in a game that counts no points.
        """


class RandomPlayer:
    """Player that chooses uniformly among the legal plays of any game.

    It doubles seldom and never resigns.
    """

    def __init__(self, game: Game, rng: Random, doubles: float = 0.02, takes: float = 0.7) -> None:
        """Make a player.

        `doubles` and `takes` are the chances, 0 to 1, of doubling a turn and of taking.
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
    """Player that judges as `player` does and never resigns: checkers left at the end count.

    Source: ruling 3.
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
    """Return a player of that game, whose judgement uses that source of chance."""
    return cast(Player, _class_of(info.player)(rng))


@cache
def _class_of(name: str) -> type:
    module, _, kind = name.rpartition(".")
    found = getattr(import_module(module), kind)
    assert isinstance(found, type)
    return found
