"""A table and its scores in the language of the page, as a screen reader reads them.

When the table changes, `<bg-board>` in the page builds the same sentences from the same texts. So
these texts have placeholders such as `{name}`, and plural forms by the categories of CLDR.
rules.games.trictrac.figures has the names of Trictrac's figures and their sources.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from babel import Locale

from rules.games.game import HoleChoice, PointMark, SideScore
from rules.games.game_info import GameInfo
from rules.games.known_games import GAMES, INFOS
from rules.games.trictrac.figures import Figure
from rules.position import BAR, OFF, Side
from rules.room import Ending
from server.live.facts import TableScore
from server.live.public_table import PublicTable, cube_shown
from server.words.game_words import win_words
from server.words.translation import Words


def mark_words(mark: PointMark, words: Words) -> str:
    """Return what a side marked for a throw in Trictrac: points, figure, number of ways.

    The side itself is not named.
    """
    marks = words.ngettext("marks %(num)s point", "marks %(num)s points", mark.points)
    figure = words.gettext(mark.figure)
    if mark.ways == 1:
        return f"{marks}: {figure}"
    if mark.figure == Figure.UNPLAYABLE.value:
        ways = words.gettext("both dice")
    else:
        ways = words.ngettext("%(num)s way", "%(num)s ways", mark.ways)
    return f"{marks}: {figure}, {ways}"


def holes_words(won: int, holes: int, words: Words) -> str:
    """Return the words for `won` trous that a side has just won; `holes` is its new total.

    The code calls trous holes.
    """
    return words.ngettext(
        "wins %(num)s trou: %(holes)s of 12",
        "wins %(num)s trous: %(holes)s of 12",
        won,
        holes=holes,
    )


def choice_words(choice: HoleChoice, words: Words) -> str:
    """Return the choice of a side that has won a trou in Trictrac: to stay (tenir), or to go."""
    if choice is HoleChoice.HOLD:
        return words.gettext("holds (tenir)")
    return words.gettext("goes (s'en aller)")


def score_words(score: TableScore, side: Side, words: Words) -> str:
    """Return a side's trous and points, with "bredouille" if its next trou would be one."""
    own = score.of(side)
    parts = [
        words.ngettext("%(num)s trou", "%(num)s trous", own.holes),
        words.ngettext("%(num)s point", "%(num)s points", own.points),
    ]
    if _is_bredouille(own, score.of(side.opponent)):
        parts.append(words.gettext("bredouille"))
    return ", ".join(parts)


def _is_bredouille(own: SideScore, other: SideScore) -> bool:
    """Return True if the opponent marked nothing between the side's points (ruling 25).

    If the opponent has points, the side's points are shown by two tokens (small discs on the board)
    instead of one when the opponent marked nothing between them. If the opponent has no points, the
    opponent has marked nothing.
    """
    return own.points > 0 and (own.tokens > 1 or other.points == 0)


_LARGEST_SAMPLE = 100
"""The largest number that is tried to find a number for each plural category of CLDR.

Every category that whole numbers have in a language of CLDR occurs up to this number.
"""

_LOST = {
    "single": Ending.RESIGNED,
    "gammon": Ending.RESIGNED_GAMMON,
    "backgammon": Ending.RESIGNED_BACKGAMMON,
}
"""The endings that a player can offer when resigning, keyed by their names on phones."""

Terms = Mapping[str, str | Mapping[str, str]]


def side_names(words: Words) -> dict[Side, str]:
    """Return the names of both sides in the language."""
    return {Side.WHITE: words.gettext("White"), Side.RED: words.gettext("Red")}


def board_terms(words: Words, *, aids: bool) -> dict[str, Any]:
    """Return the texts with which `<bg-board>` names rooms and says positions in words.

    They are keyed by their use. With `aids`, those for pip counts are included.
    """
    return {
        "language": words.code,
        "sides": {side.value: name for side, name in side_names(words).items()},
        **_labels(words, aids=aids),
        **_checker_terms(words),
        **_count_terms(words, aids=aids),
        **_cube_and_dice_terms(words),
        "acts": {
            "roll": words.gettext("to roll"),
            "play": words.gettext("to play"),
            "answer": words.gettext("to answer"),
            "rolled": words.gettext("rolled %(dice)s", dice="{dice}"),
        },
        "drawn": {name: _drawn(info, words) for name, info in INFOS.items()},
    }


def _drawn(info: GameInfo, words: Words) -> dict[str, Any]:
    """Return what `<bg-board>` must know of a game: how to draw its board, what it allows.

    `won` says how a game was won, keyed by ending.
    """
    game, layout = info.rules, info.layout
    white = [BAR - point if layout.mirrored else point for point in range(1, BAR)]
    red = [white[game.facing(point) - 1] for point in range(1, BAR)]
    return {
        "kind": info.wire_kind,
        "bar": layout.bar,
        "edge": layout.edge,
        "gap": layout.gap,
        "triangles": {"white": white, "red": red},
        "trays": {"white": "right", "red": layout.red_tray},
        "cube": game.senses.cube_limit > 0,
        "marks": [{"place": each.point, "word": each.word} for each in info.marked_points],
        "holes": layout.holes,
        "counts": info.scored.counted,
        "dice_of_a_double": info.dice_of_a_double,
        "hits": game.senses.hits,
        "won": {ending.value: words.gettext(told.wins) for ending, told in info.endings.items()},
        "lost": [name for name, ending in _LOST.items() if ending in game.endings],
    }


def _labels(words: Words, *, aids: bool) -> dict[str, dict[str, str]]:
    gettext = words.gettext
    aiding = {"pips": gettext("pips"), "off": gettext("off")}
    return {
        "rooms": {
            "open": gettext("Open room"),
            "closed": gettext("Closed room"),
            "table": gettext("Table"),
        },
        "units": {
            **(aiding if aids else {}),
            "points": gettext("points"),
            "trous": gettext("trous"),
        },
        "marks": {
            each.word: gettext(each.name) for info in INFOS.values() for each in info.marked_points
        },
        "games": {name: gettext(info.on_board) for name, info in INFOS.items()},
    }


def _checker_terms(words: Words) -> dict[str, str | dict[str, str]]:
    gettext = words.gettext
    return {
        "side": gettext("%(side)s: %(places)s; %(stands)s.", **_slots("side", "places", "stands")),
        "side_alone": gettext("%(side)s: %(places)s.", **_slots("side", "places")),
        "on_bar": gettext("%(number)s on the bar", number="{n}"),
        "on_point": gettext("%(number)s on %(point)s", number="{n}", point="{point}"),
        "on_marked": {
            f"{name} {each.point}": gettext(each.told, number="{n}")
            for name, info in INFOS.items()
            for each in info.marked_points
        },
        "off": gettext("%(number)s off", number="{n}"),
        "unrecorded": gettext("Positions are not recorded at this table."),
    }


def _count_terms(words: Words, *, aids: bool) -> dict[str, str | dict[str, str]]:
    aiding = {"pips": _plurals("%(num)s pip", "%(num)s pips", words)}
    return {
        **(aiding if aids else {}),
        "trous": _plurals("%(num)s trou", "%(num)s trous", words),
        "points": _plurals("%(num)s point", "%(num)s points", words),
        "bredouille": words.gettext("bredouille"),
    }


def _cube_and_dice_terms(words: Words) -> dict[str, dict[str, str]]:
    gettext = words.gettext
    return {
        "cube": {
            "centred": gettext("Cube at %(value)s, centred.", value="{value}"),
            "white": gettext("Cube at %(value)s, White's.", value="{value}"),
            "red": gettext("Cube at %(value)s, Red's.", value="{value}"),
            "offered": gettext("Cube offered at %(value)s.", value="{value}"),
        },
        "dice": {
            "white": gettext("White's dice %(dice)s.", dice="{dice}"),
            "red": gettext("Red's dice %(dice)s.", dice="{dice}"),
        },
    }


def board_in_words(table: PublicTable, game: str, words: Words, *, aids: bool) -> str:
    """Return the whole table in words; with `aids`, pip counts are included.

    `game` is the game's name. Each side's points are numbered from that side.
    """
    terms = board_terms(words, aids=aids)
    sentences = [_term(terms, "games").get(game, "")]
    if table.position is None:
        sentences.append(str(terms["unrecorded"]))
    else:
        sentences += [_side_in_words(table, side, game, words, terms, aids) for side in Side]
    used = cube_shown(table).value > 1 or table.doubled is not None
    if used or (GAMES[game].senses.cube_limit and not table.cubeless):
        sentences.append(_cube_in_words(table, _term(terms, "cube")))
    if table.thrown is not None:
        dice = _term(terms, "dice")[table.thrown.side.value]
        sentences.append(dice.format(dice=table.thrown.dice))
    if table.position is None:
        sentences.append(_standing_in_words(table, game, words, terms))
    return " ".join(sentence for sentence in sentences if sentence)


def _side_in_words(
    table: PublicTable, side: Side, game: str, words: Words, terms: Terms, aids: bool
) -> str:
    position, stands = table.position, ""
    assert position is not None
    if table.score is not None:
        stands = score_words(table.score, side, words)
    elif aids:
        number = position.pip_count(side)
        stands = words.ngettext("%(num)s pip", "%(num)s pips", number)
    return str(terms["side" if stands else "side_alone"]).format(
        side=_term(terms, "sides")[side.value],
        places=", ".join(_places(position.of(side), game, terms)),
        stands=stands,
    )


def _cube_in_words(table: PublicTable, cube: Mapping[str, str]) -> str:
    if table.doubled is not None:
        return cube["offered"].format(value=table.doubled)
    lying = cube_shown(table)
    owner = lying.owner.value if lying.owner else "centred"
    return cube[owner].format(value=lying.value)


def _standing_in_words(table: PublicTable, game: str, words: Words, terms: Terms) -> str:
    """Return who has to act at a table that records no positions, or how its game ended."""
    sides, result = _term(terms, "sides"), table.result
    if result is not None:
        if result.loser is None:
            return ""
        won = win_words(result.ending, game, words)
        return f"{sides[result.loser.opponent.value]} {won}."
    acts = table.to_answer or table.on_turn
    kind = "answer" if table.to_answer else "play" if table.is_thrown else "roll"
    return f"{sides[acts.value]}: {_term(terms, 'acts')[kind]}." if acts else ""


def _places(counts: tuple[int, ...], game: str, terms: Terms) -> Iterator[str]:
    marked = _term(terms, "on_marked")
    if counts[BAR]:
        yield str(terms["on_bar"]).format(n=counts[BAR])
    for point in range(BAR - 1, OFF, -1):
        if counts[point]:
            template = marked.get(f"{game} {point}", terms["on_point"])
            yield str(template).format(n=counts[point], point=point)
    if counts[OFF]:
        yield str(terms["off"]).format(n=counts[OFF])


def _term(terms: Terms, name: str) -> Mapping[str, str]:
    inside = terms[name]
    assert not isinstance(inside, str)
    return inside


def _plurals(one: str, many: str, words: Words) -> dict[str, str]:
    """Return the translated plural forms of a text, keyed by plural category of CLDR.

    `one` and `many` are the English singular and plural.
    """
    return {
        category: words.ngettext(one, many, number, num="{n}")
        for category, number in _samples(words.code).items()
    }


@cache
def _samples(code: str) -> Mapping[str, int]:
    """Return a number that belongs to each plural category of the language `code`.

    The category "other" gets _LARGEST_SAMPLE if it has only fractions in that language.
    """
    category_of = Locale(code).plural_form
    found = {category_of(number): number for number in range(_LARGEST_SAMPLE, 0, -1)}
    return {"other": _LARGEST_SAMPLE, **found}


def _slots(*names: str) -> dict[str, str]:
    return {name: f"{{{name}}}" for name in names}
