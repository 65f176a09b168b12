"""Which column of a table of entries is which: by headings in any language of the pages."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import product

from rules.games.known_games import INFOS
from rules.text import N_
from server.store.accounts_db.accounts import folded
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for

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
_NUMBERED = re.compile(r"(.*?) ?([1-9][0-9]?)")
_HEADINGS = {
    "team": N_("Team"),
    "player": N_("Player"),
    "club": N_("Club"),
    "pot": N_("Pot"),
    "due": N_("Due"),
    "paid": N_("Paid"),
}
"""What the columns of the template are headed with, beside the words above."""
PLAYERS = 4
"""Columns for players in the template."""


def headings(words: Words) -> tuple[str, ...]:
    """The headings of the template to be filled in, in a language."""
    team, player, *others = map(words.gettext, _HEADINGS.values())
    return (team, *(f"{player} {number}" for number in range(1, PLAYERS + 1)), *others)


@cache
def _keys(*, of_a_player: bool) -> dict[str, str]:
    """Which column each word means, in any language of the pages."""
    known = _OF_A_PLAYER if of_a_player else _PLAIN
    meant = {folded(word): key for key, words in known.items() for word in words}
    for code, (key, text) in product(LANGUAGES, _HEADINGS.items()):
        if key in known:
            meant.setdefault(folded(words_for(code).gettext(text)), key)
    return meant


@dataclass(frozen=True, slots=True)
class Column:
    """What a column holds; `player` is whose it is, from 1, `game` whose players it names."""

    key: str
    player: int = 0
    game: str = ""


def column_of(heading: str) -> Column | None:
    """What a heading means, None for one that nobody knows."""
    plain = folded(re.sub(r"[\s.:_№#-]+", " ", heading).strip())
    known = _keys(of_a_player=False)
    if plain in known:
        return Column(known[plain])
    for word in _PLAIN["players"]:
        rest = plain.removeprefix(f"{folded(word)} ")
        for game, info in INFOS.items():
            if rest != plain and rest in map(folded, info.asked_as):
                return Column("roster", game=game)
    numbered = _NUMBERED.fullmatch(plain)
    of_a_player = _keys(of_a_player=True)
    if numbered and numbered[1] in of_a_player:
        return Column(of_a_player[numbered[1]], player=int(numbered[2]))
    return None
