"""The values that somebody saw when filling in a page's form, as JSON and in words.

The page's form has these values in hidden fields. The command sent from the form names them, so
that the command is refused if a value has changed since the page was made.
"""

import json
from datetime import datetime
from typing import Any

from rules import commands as cmd
from rules.dice import Roll
from rules.errors import ValuesChanged
from rules.events import ClockSetting, Embargo, TimetablePlanned, TttEnding, TttForfeit
from rules.identities import PersonId
from rules.position import BAR, OFF, Position, Side
from rules.room import RoomResult
from rules.text import N_
from server.matches.made_from import TailRolls
from server.values.naming import NO_NAMES, Names
from server.values.table_form import plain
from server.words.format_sentences import ENDINGS, FORFEITS
from server.words.game_words import RESULTS_OF_ROOMS, result_words, side_words
from server.words.match_sentences import CLOCKS, EMBARGOES
from server.words.tournament_sentences import (
    CASE_STAGES,
    desk_terms_words,
    entry_form_words,
    terms_words,
)
from server.words.translation import Words, named


def seen_values(value: Any) -> str:
    """Return a value of the rules as one line of JSON, for a form's hidden field.

    Equal values give equal lines.
    """
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


_TAIL = {
    TailRolls.THROWN: N_("Thrown at the open board"),
    TailRolls.DRAWN: N_("Drawn from the seed"),
}

RECORDING = {True: N_("positions recorded"), False: N_("dice only")}
"""The texts for a table's setting to record positions, keyed by the setting: True or False."""


def changed_words(changed: ValuesChanged, words: Words, names: Names = NO_NAMES) -> str:
    """Return a sentence on what has changed since the page was made, with both values."""
    return words.gettext(
        "%(what)s. On the page it was: %(was)s. Now it is: %(now)s.",
        what=words.gettext(changed.why, **changed.named),
        was=_value(changed.was, changed, words, names),
        now=_value(changed.now, changed, words, names),
    )


def _value(value: object, changed: ValuesChanged, words: Words, names: Names) -> str:
    match value:
        case None | "" | ():
            return words.gettext("none yet")
        case RoomResult():
            return result_words(words, value, {}, str(changed.named["game_name"]))
        case Roll():
            return f"{value.first}-{value.second}"
        case Position():
            return "; ".join(_side(value, side, words) for side in Side)
        case Embargo():
            return words.gettext(EMBARGOES[value])
        case ClockSetting():
            return words.gettext(
                "%(clocks)s; minutes a game: %(minutes)s",
                clocks=words.gettext(CLOCKS[value.clocks]),
                minutes=value.minutes,
            )
        case bool():
            return words.gettext(RECORDING[value])
        case TailRolls():
            return words.gettext(_TAIL[value])
        case cmd.CaseStage():
            return words.gettext(CASE_STAGES[value.value])
        case cmd.LineUp():
            return words.gettext(
                "%(open)s in the open room, %(closed)s in the closed room",
                open=named(names.of(value.open_player)),
                closed=named(names.of(value.closed_player)),
            )
        case cmd.TeamEntry():
            players = ", ".join(named(names.of(player)) for player in value.players)
            return f"{named(value.name)} ({players})"
        case cmd.PersonKnown():
            particulars = (value.club, value.country, value.federation_number)
            return ", ".join(filter(None, (*map(named, value.names), *particulars)))
        case cmd.EntryForm():
            return entry_form_words(value, words)
        case cmd.DeskTerms():
            return desk_terms_words(value, words)
        case datetime():
            return words.moment(value)
        case TimetablePlanned():
            return terms_words(value, words)
        case PersonId():
            return named(names.of(value))
        case TttEnding():
            return words.gettext(ENDINGS[value])
        case TttForfeit():
            return words.gettext(FORFEITS[value])
        case cmd.SignedResult():
            return _signed(value, changed, words, names)
        case cmd.PenaltyInForce():
            taken = {"vp": value.vp, "imp": value.imp}
            return words.gettext("%(team)s %(vp)s VP, %(imp)s IMP", team=named(value.team), **taken)
        case tuple() if all(isinstance(each, str) for each in value):
            between = " – " if len(value) == 2 else ", "
            return between.join(filter(None, value)) or words.gettext("none yet")
        case tuple():
            return "; ".join(_value(each, changed, words, names) for each in value)
        case _:
            return named(str(value))


def _signed(each: cmd.SignedResult, changed: ValuesChanged, words: Words, names: Names) -> str:
    result = _value(each.result, changed, words, names)
    return words.gettext(RESULTS_OF_ROOMS[each.room], game=each.game, result=result)


def _side(position: Position, side: Side, words: Words) -> str:
    """Return a side's checkers as a text such as "24×2 13×5 8×3 6×5", numbered from that side."""
    names = {BAR: words.gettext("bar"), OFF: words.gettext("off")}
    counts = position.of(side)
    lying = " ".join(
        f"{names.get(place, place)}×{counts[place]}"
        for place in range(BAR, OFF - 1, -1)
        if counts[place]
    )
    return f"{side_words(words, side)} {lying}"
