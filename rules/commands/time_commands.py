"""What a director asks about the hours of a tournament.

`was` is what the sender saw; where it is not so any more nothing is done.
"""

from dataclasses import dataclass
from datetime import datetime

from rules.events import GameMinutes, PlayingDay, TimetablePlanned


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTimetable:
    """Say what there is to play in; see TimetablePlanned for what the fields mean."""

    tables: int
    days: tuple[PlayingDay, ...]
    minutes_between: int
    games: tuple[GameMinutes, ...]
    at_once: bool = False
    was: TimetablePlanned | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStart:
    """When a round is to start, and when it was announced to before; None for not at all."""

    stage: int
    round: int
    starts_at: datetime | None
    was: datetime | None = None


@dataclass(frozen=True, slots=True)
class TimeRounds:
    """Announce starts of rounds, move them, or take them back."""

    starts: tuple[RoundStart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChange:
    """Other games a match or other meetings for a stage; `was` are those it had."""

    stage: int
    games: int
    meetings: int
    was: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChangeStages:
    """Change stages of which no round is published, all of them or none."""

    stages: tuple[StageChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLastStart:
    """Let no game begin from `at` to `until`; `was` is the `at` of the order there was, or None."""

    at: datetime
    until: datetime
    reason: str
    was: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftLastStart:
    """Let games begin at any time again, though none was to from `was` on."""

    was: datetime
    reason: str


TimeCommand = PlanTimetable | TimeRounds | ChangeStages | SetLastStart | LiftLastStart
