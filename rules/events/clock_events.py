"""What is arranged and noted of a match's clocks (ruling 30), and of the machine's own (ours)."""

from dataclasses import dataclass
from datetime import datetime

from rules.events.reasons import Clocks
from rules.events.scopes import RoomEvent
from rules.side import Side

MINUTES_A_GAME = 3
"""What a player has in reserve for each game of a match, unless it is set otherwise."""
LEAST_MINUTES, MOST_MINUTES = 1, 60
"""What may be set instead."""


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """How time is counted in a match; `minutes` are in reserve for each game, or each point."""

    clocks: Clocks = Clocks.OFF
    minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksSet:
    """From here on the match has clocks, or has none; time used so far stays used.

    `minutes` are in reserve for each game of the match, or for each point of a match to points.
    """

    clocks: Clocks
    minutes: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksStood:
    """No clock of the match has run since `since`, UTC: the server was down or could store nothing.

    Whatever was said meanwhile waited for the server, and its time is nobody's.
    """

    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRanOut(RoomEvent):
    """A side has used up its reserve at its table; it loses nothing by that, the director is told.

    Noted once a game for a side and a table.
    """

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet:
    """The machine's clock was set against the time that goes on here: it is `by_ms` ahead of it.

    Below zero it is behind, and at 0 right again. Times here do not follow it meanwhile.
    """

    by_ms: int


ClockEvent = ClocksSet | ClocksStood | TimeRanOut
