"""Who sits at a simulated match's two tables: four players, each with a strength of his own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from random import Random

from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from rules.side import Side
from simulator.players.gnubg_nets import GnubgNets, nets_installed
from simulator.players.gnubg_player import GnubgPlayer
from simulator.players.player import Player
from simulator.players.random_player import RandomPlayer
from simulator.players.sensible_player import SensiblePlayer

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


def random_players(_room: Room, _side: Side, rng: Random) -> Player:
    """Four players by chance."""
    return RandomPlayer(BACKGAMMON, rng)


@contextmanager
def seated(kind: PlayerKind) -> Iterator[Seating]:
    """Players of that kind while the block runs.

    Raises NetsUnavailable when the nets are asked for and not installed.
    """
    if kind is PlayerKind.GNUBG or (kind is PlayerKind.AUTO and nets_installed()):
        with GnubgNets() as nets:
            yield lambda room, side, rng: GnubgPlayer(nets, rng, _ERRS_BY[room, side])
    elif kind is PlayerKind.RANDOM:
        yield random_players
    else:
        yield sensible_players
