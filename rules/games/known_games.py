"""The games a duplicate match can be played in, by the names set-ups and logs write."""

from collections.abc import Mapping

from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC

GAMES: Mapping[str, Game] = {game.name: game for game in (BACKGAMMON, LONG_GAMMON, TRICTRAC)}
