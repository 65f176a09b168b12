"""A tournament's hours, as they are planned and told."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from rules import commands as cmd
from rules import events as ev
from server.web.schemas.fields import Body, Instant, Name

Minutes = Annotated[int, Field(ge=0, le=240)]


class SpanIn(Body):
    """From one time to a later one."""

    starts: Instant
    ends: Instant


class DayIn(SpanIn):
    """The hours of a day, and breaks in them."""

    breaks: Annotated[tuple[SpanIn, ...], Field(max_length=8)] = ()


class TimetableGameIn(Body):
    """How many minutes a game takes until it is over in both rooms."""

    game: Name
    minutes: Annotated[int, Field(ge=1, le=240)]


class TermsIn(Body):
    """What there is to play in; of `tables` a match takes two.

    `at_once`: stages that do not wait for each other are played at the same time.
    """

    tables: Annotated[int, Field(ge=2, le=200)]
    days: Annotated[tuple[DayIn, ...], Field(min_length=1, max_length=31)]
    minutes_between: Minutes = 10
    games: Annotated[tuple[TimetableGameIn, ...], Field(max_length=8)] = ()
    at_once: bool = False


class PlacedRoundOut(BaseModel):
    """A round in the hours there are; `waves` is how often its matches begin at another time."""

    stage: int
    round: int
    matches: int
    starts: datetime
    ends: datetime
    waves: int


class StartOut(BaseModel):
    """When a round is announced to start."""

    stage: int
    round: int
    starts_at: datetime


class SuggestionOut(BaseModel):
    """A change after which everything fits, as the orders that make it; `ends` is then the end."""

    choice: str
    stages: list[cmd.StageChange]
    terms: TermsIn
    ends: datetime


class LastStartOut(BaseModel):
    """No game begins from `at` to `until`."""

    at: datetime
    until: datetime
    reason: str


class TimetableOut(BaseModel):
    """What is planned and announced; `left_over` are stages and rounds that do not fit."""

    terms: TermsIn | None
    rounds: list[PlacedRoundOut]
    left_over: list[tuple[int, int]]
    suggestions: list[SuggestionOut]
    starts: list[StartOut]
    last_start: LastStartOut | None


def terms_in(planned: ev.TimetablePlanned) -> TermsIn:
    """What is planned, as the API tells it and forms send it back."""
    return TermsIn(
        tables=planned.tables,
        days=tuple(
            DayIn(
                starts=day.hours.starts,
                ends=day.hours.ends,
                breaks=tuple(SpanIn(starts=each.starts, ends=each.ends) for each in day.breaks),
            )
            for day in planned.days
        ),
        minutes_between=planned.minutes_between,
        games=tuple(
            TimetableGameIn(game=each.game_name, minutes=each.minutes) for each in planned.games
        ),
        at_once=planned.at_once,
    )
