"""The list of all games that can be played."""

from collections.abc import Mapping

from rules.games import backgammon, long_gammon
from rules.games.game import Game
from rules.games.game_info import GameInfo
from rules.games.trictrac import as_game as trictrac

_ALL = (backgammon.INFO, long_gammon.INFO, trictrac.INFO)

INFOS: Mapping[str, GameInfo] = {each.name: each for each in _ALL}
"""The record of each game, by the game's name in set-ups, addresses and logs, in listed order."""
GAMES: Mapping[str, Game] = {name: each.rules for name, each in INFOS.items()}
"""The rules of each game, by its name."""
