"""What differs from game to game, in a page's language: its name, how it ended, its plays.

A gammon there is a mars here; the words head, bar and off are as the boards have them.
"""

import re
from functools import cache

from rules.games.game_info import EndingWords
from rules.games.known_games import INFOS
from rules.games.long_gammon import HEAD
from rules.room import Ending
from rules.text import N_
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for

_PLACES = {"bar": N_("bar"), "off": N_("off"), "head": N_("head")}
"""What a game's notation calls the places that have no number."""

_WORD = re.compile(r"[^\W\d_]+")


def game_word(name: str, words: Words) -> str:
    """The game that a match is scheduled with; one without a word by that name."""
    return words.gettext(INFOS[name].title) if name in INFOS else name


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


def play_words(written: str, words: Words) -> str:
    """A play in its game's notation, with the words of that language."""
    return _WORD.sub(lambda word: words.gettext(_PLACES[word[0]]), written)


def play_notation(text: str) -> str:
    """A play written in any language of the pages, with the words that `read_play` knows."""
    return _WORD.sub(lambda word: _known_words().get(word[0].lower(), word[0]), text)


@cache
def _known_words() -> dict[str, str]:
    read = {"bar": "bar", "off": "off", "head": str(HEAD)}
    return {
        words_for(code).gettext(name).lower(): read[place]
        for code in LANGUAGES
        for place, name in _PLACES.items()
    }
