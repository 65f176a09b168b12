"""What a director writes into the case book, and how it is told."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from rules.commands import CaseStage
from rules.events import CaseRuling
from server.web.schemas.fields import Body, Name, Names, Number, Reason, RoomName

Seen = CaseStage | None
Match = Annotated[int, Field(ge=0, le=999_999_999, description="0 for none")]


class OpenCaseIn(Body):
    """A case about these teams: on a match, at one of its tables, or on neither."""

    order: Literal["open-case"]
    teams: Names = ()
    facts: Reason
    number: Match = 0
    room: RoomName | None = None


class AmendCaseIn(Body):
    """The teams and facts of a case, put right; `was` are those it had, the facts last."""

    order: Literal["amend-case"]
    case: Number
    teams: Names = ()
    facts: Reason
    was: tuple[str, ...] | None = None


class RuleCaseIn(Body):
    """A ruling; of a penalty with its stage and team and what it takes.

    `was` is the ruling before and its words, an empty list before there is one.
    `number` is the match whose result was adjusted. An appeal may be lodged for `appeal_minutes`.
    """

    order: Literal["rule-case"]
    case: Number
    ruling: CaseRuling
    text: Reason
    appeal_minutes: Annotated[int, Field(ge=0, le=10_080)] = 0
    stage: Number | None = None
    team: Name | None = None
    vp: Annotated[int, Field(ge=0)] = 0
    imp: Annotated[int, Field(ge=0)] = 0
    number: Match = 0
    seen: Seen = None
    was: tuple[str, ...] | None = None


class AppealIn(Body):
    """A team's appeal."""

    order: Literal["appeal"]
    case: Number
    team: Name
    text: Reason
    seen: Seen = None


class AppealOutcomeIn(Body):
    """What became of an appeal."""

    order: Literal["appeal-outcome"]
    case: Number
    text: Reason
    seen: Seen = None


class CloseCaseIn(Body):
    """Close a case."""

    order: Literal["close-case"]
    case: Number
    seen: Seen = None


class ReopenCaseIn(Body):
    """Take a closed case up again."""

    order: Literal["reopen-case"]
    case: Number
    reason: Reason
    seen: Seen = None


class PublishCaseIn(Body):
    """Words about a case that everybody may read; `was` are those of before, "" for none."""

    order: Literal["publish-case"]
    case: Number
    words: Reason
    was: str | None = None


class ConcealCaseIn(Body):
    """Keep a case to the director again; `was` are the words that everybody may read."""

    order: Literal["conceal-case"]
    case: Number
    was: str | None = None


CaseOrderIn = (
    OpenCaseIn
    | AmendCaseIn
    | RuleCaseIn
    | AppealIn
    | AppealOutcomeIn
    | CloseCaseIn
    | ReopenCaseIn
    | PublishCaseIn
    | ConcealCaseIn
)


class CaseOut(BaseModel):
    """A case as it stands; `number` is its match's, 0 for none, `penalty` that of its ruling.

    `words` are what everybody may read, empty while it is the director's alone.
    """

    case: int
    number: int
    room: str | None
    teams: list[str]
    facts: str
    by: str
    stage: CaseStage
    ruling: CaseRuling | None
    text: str
    penalty: int
    adjusted: int
    appeal_until: datetime | None
    appeal: str
    appeal_by: str
    outcome: str
    words: str
