"""What games are called, in a language."""

from rules.text import N_
from server.words.translation import Words

_GAMES = {
    "backgammon": N_("Backgammon"),
    "long-gammon": N_("Long gammon"),
    "trictrac": N_("Grand Trictrac"),
}


def game_word(name: str, words: Words) -> str:
    """The game that a match is scheduled with; one without a word by that name."""
    return words.gettext(_GAMES[name]) if name in _GAMES else name
