"""The players of plain judgement, one a game, as the games' records name them."""

from functools import cache
from importlib import import_module
from random import Random
from typing import cast

from players.player import Player
from rules.games.game_info import GameInfo


def plain_player(info: GameInfo, rng: Random) -> Player:
    """A player of that game, judging with that source of chance."""
    return cast(Player, _class_of(info.player)(rng))


@cache
def _class_of(name: str) -> type:
    module, _, kind = name.rpartition(".")
    found = getattr(import_module(module), kind)
    assert isinstance(found, type)
    return found
