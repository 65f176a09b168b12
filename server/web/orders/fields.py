"""Types of the fields of requests, and the base of every body.

Times are ISO 8601; one without a zone is by the hall's clock.
"""

from datetime import UTC, datetime
from enum import Enum
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)
from pydantic_core import PydanticCustomError

from rules.limits import MOST_NUMBERED
from rules.position import CHECKERS, PLACES, Position
from server.web.edge.form_fields import all_seen, tidied

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
"""A name that is known already, as it was entered."""
TIDIED_AND_SEEN = (BeforeValidator(tidied), AfterValidator(all_seen))
NewName = Annotated[str, StringConstraints(min_length=1, max_length=80), *TIDIED_AND_SEEN]
Remark = Annotated[str, StringConstraints(max_length=80), *TIDIED_AND_SEEN]
Reason = Annotated[str, StringConstraints(min_length=3, max_length=500), *TIDIED_AND_SEEN]
BoardId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,32}$")]
PersonText = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{1,24}$")]
"""A person's id."""
MatchText = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,30}/[1-9][0-9]{0,8}$")]
"""A match as people name it, such as "club/3"."""
TournamentText = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,30}$")]
"""A tournament by its short name, such as "club"."""
RoomName = Literal["open", "closed"]
SideName = Literal["white", "red"]
Die = Annotated[int, Field(ge=1, le=6)]
Number = Annotated[int, Field(ge=1, le=MOST_NUMBERED)]
Names = Annotated[tuple[Name, ...], Field(max_length=256)]
INSTANT = "instant"
"""The type of the error of a time that nothing is planned for."""
YEARS = range(2000, 2100)
"""Years in which anything is played."""


def _to_the_minute(typed: datetime) -> datetime:
    if typed.year not in YEARS:
        raise PydanticCustomError(INSTANT, "a day and time such as 2026-10-03T10:00")
    return typed.astimezone(UTC).replace(second=0, microsecond=0)


Instant = Annotated[datetime, AfterValidator(_to_the_minute)]
"""The beginning or end of something in a tournament: in UTC, to the minute."""


def choice_of(kind: type[Enum], *only: Enum) -> Any:
    """Return the type of a field that holds one of an enumeration's values, or of a few of them."""

    def member(value: str) -> Enum:
        # Called through a function: from Python 3.12 on an enumeration shows no signature of one.
        return kind(value)

    return Annotated[Literal[tuple(each.value for each in only or kind)], AfterValidator(member)]


class Body(BaseModel):
    """A request's body; unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class OrderIn(Body):
    """An order of the director who is signed in: always reasoned (ruling 11)."""

    reason: Reason


def _fifteen(counts: list[int]) -> list[int]:
    if sum(counts) != CHECKERS:
        raise PydanticCustomError(
            "checkers",
            "{found} checkers, expected {wanted}",
            {"found": sum(counts), "wanted": CHECKERS},
        )
    return counts


Checkers = Annotated[
    list[Annotated[int, Field(ge=0, le=CHECKERS)]],
    Field(min_length=PLACES, max_length=PLACES),
    AfterValidator(_fifteen),
]


class PositionValues(Body):
    """Checkers as they lie on a table, 26 counts of each side."""

    white: Checkers
    red: Checkers


def as_position(values: PositionValues) -> Position:
    """Return the position in a body."""
    return Position(tuple(values.white), tuple(values.red))


class MatchQueryIn(Body):
    """A doubt about the posted result of the match of the path, in words."""

    text: Reason
