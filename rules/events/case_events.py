"""Events of the director's case book and of queries (rulings 23 and 32).

Cases are numbered in their tournament, from 1. `by` is the person who wrote it down. Nothing in it
is taken back: a wrong entry is followed by a right one.

Queries about posted results, and the period in which they may be raised (ruling 32), are numbered
in their tournament, from 1. `by` is the person who asked or answered.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from rules.room import Room


class CaseRuling(Enum):
    """Kind of ruling on a case."""

    NONE = "none"
    WARNING = "warning"
    PENALTY = "penalty"
    ADJUSTED = "adjusted"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOpened:
    """A case about these teams; `number` is its match's, 0 for none, `room` if there is one."""

    case: int
    number: int
    room: Room | None
    teams: tuple[str, ...]
    facts: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseAmended:
    """The facts of a case, or the teams it concerns, were corrected."""

    case: int
    teams: tuple[str, ...]
    facts: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRuled:
    """The director's ruling, in place of an earlier one.

    `penalty` numbers the penalty it led to, `number` the match whose result it adjusted, 0 for
    none. `appeal_until` is from when an appeal is too late, UTC, None if none is possible.
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
    """A team does not accept the ruling."""

    case: int
    team: str
    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDecided:
    """The decision of an appeal; a ruling that is set aside is followed by another."""

    case: int
    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseClosed:
    """A case was closed: nothing more is to be ruled."""

    case: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseReopened:
    """A case that was closed is taken up again."""

    case: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseMadePublic:
    """A text about a case, and nothing else of it, became public."""

    case: int
    words: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseMadePrivate:
    """A case became the director's alone again."""

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
    """Results become final that many minutes after they were posted, if nobody queries them."""

    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRaised:
    """A query of the result of the match of that number, for a team or for none (empty)."""

    query: int
    number: int
    team: str
    by: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryAnswered:
    """The director has answered a query; any change it led to was made before."""

    query: int
    by: str
    answer: str


QueryEvent = QueryPeriodSet | QueryRaised | QueryAnswered
