"""Commands about the director's cases and about queries of posted results (ruling 32).

`seen` is the stage of the case as the sender saw it. `was` is the value that the command replaces,
as the sender saw it: the teams and the facts, the ruling, or the published text; None if there was
none. If `seen` or `was` differs from the present value, the command is refused.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from rules.commands.stage_commands import GivePenalty
from rules.events import CaseRuling
from rules.limits import Name, Names, Number, NumberOrNone, Reason, Whole
from rules.room import Room


class CaseStage(Enum):
    """The stage that a case has reached."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    DECIDED = "appeal decided"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCase:
    """Open a case about `teams` and match `number`, with the facts in words.

    `number` is 0 if the case is about no match. `room` is the room that the case is about, None for
    no single room.
    """

    teams: Names = ()
    facts: Reason
    number: NumberOrNone = 0
    room: Room | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendCase:
    """Correct the teams or the facts of a case.

    `was` are the teams and then the facts, as the sender saw them.
    """

    case: Number
    teams: Names = ()
    facts: Reason
    was: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCase:
    """Rule on a case; `was` is the previous ruling and its text.

    `penalty` is a penalty to be given together with the ruling. `number` is the match whose result
    was adjusted because of the ruling, 0 for none. The teams can appeal for `appeal_minutes`
    minutes; 0 allows no appeal.
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
    """Record a team's appeal against the ruling on a case."""

    case: Number
    team: Name
    text: Reason
    seen: CaseStage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideAppeal:
    """Record the decision of an appeal."""

    case: Number
    text: Reason
    seen: CaseStage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCase:
    """Close a case that was ruled on and that nobody can appeal any more."""

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
    """Publish the text `words` about a case; `was` is the text published before."""

    case: Number
    words: Reason
    was: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcealCase:
    """Withdraw the published text about a case; `was` is that text."""

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
    """Set the number of minutes after which a posted result that nobody queries is final.

    `was` is the previous number of minutes, as the sender saw it.
    """

    minutes: Annotated[int, Whole(0, 1440)]
    was: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseQuery:
    """Query the result of match `number`.

    `team` is the sender's own team if a captain sends the query, else empty.
    """

    number: Number
    text: Reason
    team: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuery:
    """Answer a query about a result.

    While a query is open, the period in which the result can be queried stands still. After the
    answer the rest of the period runs.
    """

    query: Number
    answer: Reason


QueryCommand = SetQueryPeriod | RaiseQuery | AnswerQuery
