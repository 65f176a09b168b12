"""How a game ended, in the words of the game that is played: a gammon there, a mars here."""

from rules.games.game_info import EndingWords
from rules.games.known_games import INFOS
from rules.room import Ending
from server.words.translation import Words


def ending_words(ending: Ending, game: str, words: Words) -> str:
    """The ending by itself, as forms and lists name it; `game` is the game's name."""
    return words.gettext(_told(ending, game).name)


def win_words(ending: Ending, game: str, words: Words) -> str:
    """What the winner did, without naming him; `game` is the game's name."""
    return words.gettext(_told(ending, game).wins)


def team_win_words(ending: Ending, team: str, game: str, words: Words) -> str:
    """The same with the winning team's name."""
    return words.gettext(_told(ending, game).team_wins, team=team)


def offer_words(ending: Ending, game: str, words: Words) -> str:
    """What a side offers to lose."""
    return words.gettext(_told(ending, game).offers)


def resigned_words(ending: Ending, game: str, words: Words) -> str:
    """What a side has given up."""
    return words.gettext(_told(ending, game).resigns)


def _told(ending: Ending, game: str) -> EndingWords:
    return INFOS[game].endings[ending]
