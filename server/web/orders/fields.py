"""The types of fields in requests, and the base class of all request bodies.

Times are in ISO 8601. A time without a zone is in the hall's time zone.
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
"""A name that is already known, such as a team's, spelt exactly as it was entered."""
TIDIED_AND_SEEN = (BeforeValidator(tidied), AfterValidator(all_seen))
NewName = Annotated[str, StringConstraints(min_length=1, max_length=80), *TIDIED_AND_SEEN]
Remark = Annotated[str, StringConstraints(max_length=80), *TIDIED_AND_SEEN]
Reason = Annotated[str, StringConstraints(min_length=3, max_length=500), *TIDIED_AND_SEEN]
BoardId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,32}$")]
PersonText = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{1,24}$")]
"""A person's id."""
MatchText = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,30}/[1-9][0-9]{0,8}$")]
"""A match by tournament and number, such as "club/3"."""
TournamentText = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,30}$")]
"""The short name of a tournament, such as "club"."""
RoomName = Literal["open", "closed"]
SideName = Literal["white", "red"]
Die = Annotated[int, Field(ge=1, le=6)]
Number = Annotated[int, Field(ge=1, le=MOST_NUMBERED)]
Names = Annotated[tuple[Name, ...], Field(max_length=256)]
INSTANT = "instant"
"""Error type for a time outside the years in `YEARS`."""
YEARS = range(2000, 2100)
"""The years in which something can be planned."""


def _to_the_minute(typed: datetime) -> datetime:
    if typed.year not in YEARS:
        raise PydanticCustomError(INSTANT, "a day and time such as 2026-10-03T10:00")
    return typed.astimezone(UTC).replace(second=0, microsecond=0)


Instant = Annotated[datetime, AfterValidator(_to_the_minute)]
"""A time at which something in a tournament begins or ends, in UTC and full minutes.

Times that are sent in another zone are converted.
"""


def choice_of(kind: type[Enum], *only: Enum) -> Any:
    """Return the type of a field whose value is a member of an enumeration.

    If members are given in `only`, no others are allowed.
    """

    def member(value: str) -> Enum:
        # pydantic needs a signature with one argument, which enumerations lack from 3.12 on.
        return kind(value)

    return Annotated[Literal[tuple(each.value for each in only or kind)], AfterValidator(member)]


class Body(BaseModel):
    """The base class of request bodies.

    Unknown fields are refused, so that misspelt ones are noticed.
    """

    model_config = ConfigDict(extra="forbid")


class OrderIn(Body):
    """The body of an order by a director, which always gives a reason (ruling 11)."""

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
    """The checkers on a table: for each side, the number at each of its 26 places.

    Each side's list begins with the checkers off, goes on with points 1 to 24, and ends with the
    bar.
    """

    white: Checkers
    red: Checkers


def as_position(values: PositionValues) -> Position:
    """Return the position that a body describes."""
    return Position(tuple(values.white), tuple(values.red))


class MatchQueryIn(Body):
    """A query, in words, of the posted result of the match that the address names."""

    text: Reason
