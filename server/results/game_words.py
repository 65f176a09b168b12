"""What games are called, in a language."""

from rules.games.known_games import INFOS
from server.words.translation import Words


def game_word(name: str, words: Words) -> str:
    """The game that a match is scheduled with; one without a word by that name."""
    return words.gettext(INFOS[name].title) if name in INFOS else name
