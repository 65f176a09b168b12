"""Slips to cut: with which a table calls the director, and on which the director's ruling stands.

Sources: rulings 11 (a correction has a reason), 31 (calls), 32 (queries, appeals).
"""

import json
from dataclasses import dataclass

from protocol_forms.form_texts import N_, Say, in_english
from protocol_forms.writers.sheet import Sheet


@dataclass(frozen=True, slots=True)
class SlipField:
    """What is written on a slip: its label, and how many lines there are for it.

    Fields of no whole line, `lines` 0, share one.
    """

    label: str
    lines: int = 0


_CALL = (
    SlipField(N_("Match")),
    SlipField(N_("Room")),
    SlipField(N_("Game")),
    SlipField(N_("Time")),
    SlipField(N_("What happened?"), 5),
    SlipField(N_("Called by")),
    SlipField(N_("Taken by")),
)
_RULING = (
    SlipField(N_("Match")),
    SlipField(N_("Room")),
    SlipField(N_("Game")),
    SlipField(N_("Time")),
    SlipField(N_("Facts"), 2),
    SlipField(N_("Ruling and reason"), 2),
    SlipField(N_("Appeal until")),
    SlipField(N_("Director")),
    SlipField(N_("Team 1 has read it")),
    SlipField(N_("Team 2 has read it")),
)


def call_slips(event: str, say: Say = in_english, language: str = "en") -> Sheet:
    """A page of slips to call the director with where a table has no button for it."""
    return _slips(say(N_("Call for the director")), _CALL, event, say, language)


def ruling_slips(event: str, say: Say = in_english, language: str = "en") -> Sheet:
    """A page of slips for the director's rulings: facts, ruling, reason, who has read it."""
    return _slips(say(N_("Director's ruling")), _RULING, event, say, language)


def _slips(title: str, fields: tuple[SlipField, ...], event: str, say: Say, language: str) -> Sheet:
    shown = [{"label": say(field.label), "lines": field.lines} for field in fields]
    values = {"title": title, "event": event, "fields": shown}
    return Sheet("slips", title, language, json.dumps(values, ensure_ascii=False))
