"""Who sits at a simulated match's two tables: four players, each with a strength of his own."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from random import Random

from players.gnubg_nets import GnubgNets, NetsUnavailable, nets_installed
from players.gnubg_player import GnubgPlayer
from players.long_gammon_player import LongGammonPlayer
from players.player import Player, RandomPlayer
from players.sensible_player import SensiblePlayer
from players.trictrac_player import TrictracPlayer
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import Room

Seating = Callable[[Room, Side, Random], Player]
"""The player at a room's side, judging with that source of chance."""

_ERRS_BY = {
    (Room.OPEN, Side.WHITE): 0.0,
    (Room.CLOSED, Side.RED): 0.02,
    (Room.OPEN, Side.RED): 0.03,
    (Room.CLOSED, Side.WHITE): 0.06,
}
"""Spread of an error of judgement in points of equity: home, seated first, is the better team."""


class PlayerKind(Enum):
    """How simulated players judge; AUTO is by GNU Backgammon's nets where they are installed."""

    AUTO = "auto"
    SENSIBLE = "sensible"
    RANDOM = "random"
    GNUBG = "gnubg"


def sensible_players(_room: Room, _side: Side, rng: Random) -> Player:
    """Four equal players of plain judgement."""
    return SensiblePlayer(rng)


def sensible_long_gammon_players(_room: Room, _side: Side, rng: Random) -> Player:
    """Four equal players of long gammon."""
    return LongGammonPlayer(rng)


def sensible_trictrac_players(_room: Room, _side: Side, rng: Random) -> Player:
    """Four equal players of Grand Trictrac."""
    return TrictracPlayer(rng)


def random_players(game: Game) -> Seating:
    """Four players by chance."""
    return lambda _room, _side, rng: RandomPlayer(game, rng)


def sensible_players_of(game: Game) -> Seating:
    """Four equal players of plain judgement in that game."""
    return _SENSIBLE[game.name]


_SENSIBLE: Mapping[str, Seating] = {
    BACKGAMMON.name: sensible_players,
    LONG_GAMMON.name: sensible_long_gammon_players,
    TRICTRAC.name: sensible_trictrac_players,
}


@contextmanager
def seated(kind: PlayerKind, game: Game = BACKGAMMON) -> Iterator[Seating]:
    """Players of that kind while the block runs.

    Raises NetsUnavailable when the nets are asked for and not installed, or know no such game.
    """
    nets = game.name == BACKGAMMON.name
    if kind is PlayerKind.GNUBG and not nets:
        raise NetsUnavailable(f"GNU Backgammon's nets do not play {game.name}")
    if kind is PlayerKind.GNUBG or (kind is PlayerKind.AUTO and nets and nets_installed()):
        with GnubgNets() as worker:
            yield lambda room, side, rng: GnubgPlayer(worker, rng, _ERRS_BY[room, side])
    elif kind is PlayerKind.RANDOM:
        yield random_players(game)
    else:
        yield sensible_players_of(game)
