"""What a table asks of a player.

A player who plays by chance, one who plays every game to its end, and the one of plain judgement
that a game's record names.
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
    """Answers every question a turn can raise; `side` is always the side the player holds.

    A player made with an equal source of chance gives equal answers to equal questions.
    """

    def choose_play(self, position: Position, side: Side, roll: Roll, turn: int) -> Play:
        """A legal play of the roll, points counted from `side`; empty when nothing can move.

        `turn` is the side's own turn number in this game, from 1.
        """

    def wants_to_double(self, position: Position, side: Side, cube: Cube) -> bool:
        """Before the throw: offer the cube? Never asked for a cube the side may not turn."""

    def takes(self, position: Position, side: Side, cube: Cube) -> bool:
        """The opponent doubles, `cube` being the one before the double: take it?"""

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        """Before the throw: the kind of resignation offered, or None to play on."""

    def accepts(self, position: Position, side: Side, resignation: Ending) -> bool:
        """The opponent resigns so much: is it enough? A refusal changes nothing (ruling 3)."""

    def holds(self, position: Position, side: Side, points: int) -> bool:
        """A hole won by one's own throw: play on, with `points` left over, or go (ruling 25)?

        Never asked in a game that counts none.
        """


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


class PlaysOn:
    """Judges as `player` does and never resigns: the checkers left at the end count (ruling 3)."""

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
    """A player of that game, judging with that source of chance."""
    return cast(Player, _class_of(info.player)(rng))


@cache
def _class_of(name: str) -> type:
    module, _, kind = name.rpartition(".")
    found = getattr(import_module(module), kind)
    assert isinstance(found, type)
    return found
