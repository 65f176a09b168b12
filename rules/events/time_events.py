"""When a tournament is played: what is planned of its hours, and the start times announced.

Every time is an instant; pages tell it by the hall's clock. None of it holds anybody up: play
begins when both rooms are ready.
"""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From one instant to a later one."""

    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayingDay:
    """Hours in which games are played, and breaks in them, in order."""

    hours: Span
    breaks: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMinutes:
    """How many minutes a game is reckoned to take until it is over in both rooms."""

    game_name: str
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetablePlanned:
    """What there is to play in: so many tables, of which a match takes two, on these days.

    `minutes_between` pass from the end of a match to the next one of its tables or teams.
    `at_once`: stages that do not wait for each other are played at the same time.
    """

    tables: int
    days: tuple[PlayingDay, ...]
    minutes_between: int
    games: tuple[GameMinutes, ...]
    at_once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimed:
    """When the matches of a round start is announced, or moved."""

    stage: int
    round: int
    starts_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimeLifted:
    """A round's start is not announced any more."""

    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChanged:
    """A stage of which no round is published has other `games` a match or other `meetings`."""

    stage: int
    games: int
    meetings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStartSet:
    """From `at` to `until` no game of a match of the tournament begins, in neither room."""

    at: datetime
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStartLifted:
    """Games begin at any time again."""

    reason: str


TimeEvent = (
    TimetablePlanned | RoundTimed | RoundTimeLifted | StageChanged | LastStartSet | LastStartLifted
)
