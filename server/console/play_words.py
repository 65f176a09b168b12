"""Plays in a page's language: head/15, bar/20* and 6/off with their words, as its boards have them."""

import re
from functools import cache

from rules.games.game import Game
from rules.games.long_gammon_plays import HEAD
from rules.play import Play
from server.console.speech import N_, Words
from server.translation import LANGUAGES, words_for

_PLACES = {"bar": N_("bar"), "off": N_("off"), "head": N_("head")}
"""What a game's notation calls the places that have no number."""

_WORD = re.compile(r"[^\W\d_]+")


def play_words(game: Game, play: Play, words: Words) -> str:
    """A play as people who play the game write it; empty when nothing could move."""
    written = game.notation(play)
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
