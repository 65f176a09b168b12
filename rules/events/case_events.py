"""The director's case book: what was reported, ruled, appealed (rulings 23 and 32).

Cases are numbered in their tournament, from 1. `by` is who wrote it down. Nothing in it is taken
back: what was wrong is followed by what is right.

What is asked about results that are posted, and how long they may be asked about (ruling 32).

Queries are numbered in their tournament, from 1. `by` is who asked or answered.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from rules.room import Room


class CaseRuling(Enum):
    """What a case came to."""

    NONE = "none"
    WARNING = "warning"
    PENALTY = "penalty"
    ADJUSTED = "adjusted"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOpened:
    """A case about these teams; `number` is its match's, 0 for none, `room` where there is one."""

    case: int
    number: int
    room: Room | None
    teams: tuple[str, ...]
    facts: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseAmended:
    """The facts of a case, or the teams it concerns, are put right."""

    case: int
    teams: tuple[str, ...]
    facts: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRuled:
    """The director's ruling, in place of an earlier one.

    `penalty` numbers the penalty it led to, `number` the match whose result it adjusted, 0 for
    none. `appeal_until` is when an appeal is too late, UTC, None where there is none.
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
    """What became of an appeal; a ruling that falls is followed by another."""

    case: int
    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseClosed:
    """Nothing more is to be ruled."""

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
    """Everybody may read these words about a case, and nothing else of it."""

    case: int
    words: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseMadePrivate:
    """A case is the director's alone again."""

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
    """Results become final so many minutes after they were posted, if nobody queries them."""

    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRaised:
    """Somebody doubts the result of the match of that number, for a team or for none (empty)."""

    query: int
    number: int
    team: str
    by: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryAnswered:
    """The director has answered a query; what had to be changed was changed before."""

    query: int
    by: str
    answer: str


QueryEvent = QueryPeriodSet | QueryRaised | QueryAnswered
