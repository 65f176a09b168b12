"""The formats that a tournament can have."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules import events as ev
from rules.formats.format import Format, FormatState
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.pbem.deciding import PBEM
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.formats.ttt.deciding import TTT

FORMATS: tuple[Format[Any], ...] = (TEAM_EVENT, KNOCKOUT, PBEM, TTT)
"""The formats, in the order in which pages list them."""
NOTHING_SET_UP: Mapping[str, FormatState] = {each.name: each.start for each in FORMATS}
"""The state of each format, by the format's name, in a tournament without any events."""


def states_after(
    events: Iterable[ev.Event], states: Mapping[str, FormatState] = NOTHING_SET_UP
) -> Mapping[str, FormatState]:
    """Apply a tournament's events to the states of all formats and return the new states."""
    for event in events:
        states = {each.name: each.after(states, event) for each in FORMATS}
    return states
