"""Events of the director's cases and of queries about results (rulings 23 and 32).

`case` numbers the cases of a tournament from 1. `by` is the id of the person who recorded the
event. Events are never deleted: a wrong entry is corrected by a later event.

`query` numbers the queries of a tournament from 1. Queries may be raised until the query period of
ruling 32 is over. `by` is the id of the person who asked or answered.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from rules.room import Room


class CaseRuling(Enum):
    """The kind of a ruling on a case."""

    NONE = "none"
    WARNING = "warning"
    PENALTY = "penalty"
    ADJUSTED = "adjusted"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOpened:
    """A case that concerns these teams was opened.

    `number` is the match that the case is about, 0 for no match. `room` is the room that the case
    is about, None for no single room.
    """

    case: int
    number: int
    room: Room | None
    teams: tuple[str, ...]
    facts: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseAmended:
    """The facts of a case, or the teams that it concerns, were corrected."""

    case: int
    teams: tuple[str, ...]
    facts: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRuled:
    """The director ruled on a case; this ruling replaces an earlier one.

    `penalty` is the number of the penalty that was given with this ruling, 0 if there is none.
    `number` is the match whose result was adjusted because of this ruling, 0 if there is none. From
    `appeal_until` (UTC) on an appeal is too late. `appeal_until` is None if no appeal is possible.
    """

    case: int
    ruling: CaseRuling
    text: str
    by: str
    penalty: int = 0
    number: int = 0
    appeal_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealLodged:
    """A team appealed against the ruling on a case."""

    case: int
    team: str
    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDecided:
    """An appeal was decided. If the ruling was set aside, a new CaseRuled follows."""

    case: int
    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseClosed:
    """A case was closed, because no further ruling on it is expected."""

    case: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseReopened:
    """A closed case was opened again."""

    case: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseMadePublic:
    """The text `words` about a case was published.

    Everything else about the case stays visible to the director only.
    """

    case: int
    words: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseMadePrivate:
    """The published text about a case was withdrawn: only the director sees the case."""

    case: int
    by: str


CaseEvent = (
    CaseOpened
    | CaseAmended
    | CaseRuled
    | AppealLodged
    | AppealDecided
    | CaseClosed
    | CaseReopened
    | CaseMadePublic
    | CaseMadePrivate
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryPeriodSet:
    """The query period was set: a posted result becomes final after `minutes` minutes.

    A result that is queried within these minutes does not become final by itself.
    """

    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRaised:
    """The result of match `number` was queried.

    `team` is the team on whose behalf it was queried, empty if there is none.
    """

    query: int
    number: int
    team: str
    by: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryAnswered:
    """The director answered a query.

    If the query led to a correction, the correction was recorded before this event.
    """

    query: int
    by: str
    answer: str


QueryEvent = QueryPeriodSet | QueryRaised | QueryAnswered
