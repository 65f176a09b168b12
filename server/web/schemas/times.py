"""What is asked of a tournament's hours, and how they are told; times are ISO 8601.

A time without a zone is by the hall's clock.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from server.web.schemas.fields import Body, Name, Number, Reason

INSTANT = "instant"
"""The type of the error of a time that nothing is planned for."""
YEARS = range(2000, 2100)
"""In which anything is played."""


def _to_the_minute(typed: datetime) -> datetime:
    if typed.year not in YEARS:
        raise PydanticCustomError(INSTANT, "a day and time such as 2026-10-03T10:00")
    return typed.astimezone(UTC).replace(second=0, microsecond=0)


Instant = Annotated[datetime, AfterValidator(_to_the_minute)]
Minutes = Annotated[int, Field(ge=0, le=240)]


class SpanIn(Body):
    """From one time to a later one."""

    starts: Instant
    ends: Instant


class DayIn(SpanIn):
    """The hours of a day, and breaks in them."""

    breaks: Annotated[tuple[SpanIn, ...], Field(max_length=8)] = ()


class GameIn(Body):
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
    games: Annotated[tuple[GameIn, ...], Field(max_length=8)] = ()
    at_once: bool = False


class PlanIn(TermsIn):
    """Plan hours and tables; `was` is what they were when one looked, None for not planned."""

    order: Literal["plan"]
    was: TermsIn | None = None


class StartIn(Body):
    """When a round is to start, None for no time any more; `was` is what was announced."""

    stage: Number
    round: Number
    starts_at: Instant | None
    was: Instant | None = None


class StartsIn(Body):
    """Announce starts of rounds, move them, take them back."""

    order: Literal["starts"]
    starts: Annotated[tuple[StartIn, ...], Field(min_length=1, max_length=2000)]


class StageChangeIn(Body):
    """Other games a match or other meetings for a stage; `was` are those it had."""

    stage: Number
    games: Annotated[int, Field(ge=1, le=12)]
    meetings: Annotated[int, Field(ge=1, le=4)]
    was: tuple[int, int]


class ChangeStagesIn(Body):
    """Change stages of which no round is published, all of them or none."""

    order: Literal["change-stages"]
    stages: Annotated[tuple[StageChangeIn, ...], Field(min_length=1, max_length=64)]


class LastStartIn(Body):
    """Let no game begin from `at` to `until`; `was` is the `at` of the order there was."""

    order: Literal["last-start"]
    at: Instant
    until: Instant
    was: Instant | None = None
    reason: Reason


class LiftLastStartIn(Body):
    """Let games begin at any time again, though none was to from `was` on."""

    order: Literal["lift-last-start"]
    was: Instant
    reason: Reason


TimeOrderIn = Annotated[
    PlanIn | StartsIn | ChangeStagesIn | LastStartIn | LiftLastStartIn, Field(discriminator="order")
]
"""An order about the hours of a tournament, told apart by `order`."""

TIME_ORDERS: Mapping[str, type[Body]] = {
    get_args(each.model_fields["order"].annotation)[0]: each
    for each in get_args(get_args(TimeOrderIn)[0])
}
"""The bodies by their `order`."""


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
    stages: list[StageChangeIn]
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
