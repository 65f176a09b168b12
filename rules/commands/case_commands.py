"""What a director writes into the case book.

`seen` is the stage of the case, and `was` what the command replaces, as the sender saw them: its
teams and facts, its ruling, or what everybody may read of it. None is what was not there yet.
Where it has gone on since nothing is done.

What is asked about results that are posted (ruling 32).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from rules.commands.stage_commands import GivePenalty
from rules.events import CaseRuling
from rules.limits import Name, Names, Number, NumberOrNone, Reason, Whole
from rules.room import Room


class CaseStage(Enum):
    """How far a case has come."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    DECIDED = "appeal decided"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCase:
    """Open a case about these teams and match `number`, or no match."""

    teams: Names = ()
    facts: Reason
    number: NumberOrNone = 0
    room: Room | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendCase:
    """Correct a case's teams or facts."""

    case: Number
    teams: Names = ()
    facts: Reason
    was: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCase:
    """Rule on a case; `was` is the previous ruling and its text.

    `penalty` is given with it where it is one, `number` the match whose result was adjusted. An
    appeal may be lodged for so many minutes, 0 for none.
    """

    case: Number
    ruling: CaseRuling
    text: Reason
    appeal_minutes: Annotated[int, Whole(0, 10_080)] = 0
    penalty: GivePenalty | None = None
    number: NumberOrNone = 0
    seen: CaseStage | None = None
    was: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LodgeAppeal:
    """Record a team's appeal."""

    case: Number
    team: Name
    text: Reason
    seen: CaseStage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideAppeal:
    """Record an appeal's outcome."""

    case: Number
    text: Reason
    seen: CaseStage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCase:
    """Close a case ruled on that can no longer be appealed."""

    case: Number
    seen: CaseStage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenCase:
    """Reopen a closed case."""

    case: Number
    reason: Reason
    seen: CaseStage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishCase:
    """Publish these words about a case."""

    case: Number
    words: Reason
    was: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcealCase:
    """Hide a published case again."""

    case: Number
    was: str


CaseCommand = (
    OpenCase
    | AmendCase
    | RuleCase
    | LodgeAppeal
    | DecideAppeal
    | CloseCase
    | ReopenCase
    | PublishCase
    | ConcealCase
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetQueryPeriod:
    """Set after how many minutes a posted result is final.

    `was` is the period that the change was made from.
    """

    minutes: Annotated[int, Whole(0, 1440)]
    was: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseQuery:
    """Doubt the result of match `number`.

    `team` is a captain's own, else empty.
    """

    number: Number
    text: Reason
    team: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuery:
    """Answer a query; the query period of the result runs on."""

    query: Number
    answer: Reason


QueryCommand = SetQueryPeriod | RaiseQuery | AnswerQuery
