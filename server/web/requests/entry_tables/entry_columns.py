"""Which column of a table of entries is which: by headings in English, Ukrainian and Russian."""

import re
from dataclasses import dataclass

from rules.games.backgammon import BACKGAMMON
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from server.store.accounts_db.accounts import folded

_PLAIN = {
    "team": ("team", "team name", "name", "команда", "назва", "назва команди", "название"),
    "players": ("players", "гравці", "игроки", "склад", "состав"),
    "club": ("club", "клуб"),
    "pot": ("pot", "кошик", "корзина"),
    "due": ("due", "fee", "fee due", "внесок", "взнос", "до сплати", "к оплате"),
    "paid": ("paid", "сплачено", "оплачено"),
    "present": ("present", "на місці", "на месте", "присутні", "присутствуют"),
    "note": ("note", "нотатка", "примітка", "заметка", "примечание"),
}
_OF_A_PLAYER = {
    "player": ("player", "гравець", "игрок"),
    "country": ("country", "країна", "страна"),
    "number": ("federation number", "номер федерації", "номер федерации"),
}
_GAMES = {
    BACKGAMMON.name: ("backgammon", "бекгамон", "короткі нарди", "короткие нарды", "бэкгаммон"),
    LONG_GAMMON.name: ("long gammon", "довгі нарди", "длинные нарды"),
    TRICTRAC.name: ("trictrac", "триктрак"),
}
_KEYS = {folded(word): key for key, words in _PLAIN.items() for word in words}
_PLAYERS_KEYS = {folded(word): key for key, words in _OF_A_PLAYER.items() for word in words}
_NUMBERED = re.compile(r"(.*?) ?([1-9][0-9]?)")
HEADINGS = {
    "en": ("Team", "Player 1", "Player 2", "Player 3", "Player 4", "Club", "Pot", "Due", "Paid"),
    "uk": (
        *("Команда", "Гравець 1", "Гравець 2", "Гравець 3", "Гравець 4"),
        *("Клуб", "Кошик", "До сплати", "Сплачено"),
    ),
    "ru": (
        *("Команда", "Игрок 1", "Игрок 2", "Игрок 3", "Игрок 4"),
        *("Клуб", "Корзина", "К оплате", "Оплачено"),
    ),
}
"""The headings of the template to be filled in, by language."""


@dataclass(frozen=True, slots=True)
class Column:
    """What a column holds; `player` is whose it is, from 1, `game` whose players it names."""

    key: str
    player: int = 0
    game: str = ""


def column_of(heading: str) -> Column | None:
    """What a heading means, None for one that nobody knows."""
    plain = folded(re.sub(r"[\s.:_№#-]+", " ", heading).strip())
    if plain in _KEYS:
        return Column(_KEYS[plain])
    for word in _PLAIN["players"]:
        rest = plain.removeprefix(f"{folded(word)} ")
        for game, names in _GAMES.items():
            if rest != plain and rest in map(folded, names):
                return Column("roster", game=game)
    numbered = _NUMBERED.fullmatch(plain)
    if numbered and numbered[1] in _PLAYERS_KEYS:
        return Column(_PLAYERS_KEYS[numbered[1]], player=int(numbered[2]))
    return None
