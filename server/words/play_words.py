"""Plays in a page's language: the words head, bar and off in it, as its boards have them."""

import re
from functools import cache

from rules.games.long_gammon import HEAD
from rules.text import N_
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for

_PLACES = {"bar": N_("bar"), "off": N_("off"), "head": N_("head")}
"""What a game's notation calls the places that have no number."""

_WORD = re.compile(r"[^\W\d_]+")


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
