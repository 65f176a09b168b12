"""Queries and cases as the API tells them."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from rules.commands import CaseStage
from rules.directing.cases import Case
from rules.events import CaseRuling
from server.persons.naming import Names
from server.web.schemas.fields import Name


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


class QueryOut(BaseModel):
    """A query; `answer` is None while it is open, `team` empty where it was asked for no team."""

    query: int
    number: int
    team: Name | Literal[""]
    by: str
    text: str
    answer: str | None


class RulingsOut(BaseModel):
    """What was asked and ruled in a tournament; `minutes` after posting results are final."""

    minutes: int
    queries: list[QueryOut]
    cases: list[CaseOut]


def case_out(case: Case, names: Names) -> CaseOut:
    """A case as the API tells it."""
    ruled, appeal = case.ruled, case.appeal
    return CaseOut(
        case=case.case,
        number=case.number,
        room=None if case.room is None else case.room.value,
        teams=list(case.teams),
        facts=case.facts,
        by=names.by(case.by),
        stage=case.stage,
        ruling=ruled.ruling if ruled else None,
        text=ruled.text if ruled else "",
        penalty=ruled.penalty if ruled else 0,
        adjusted=ruled.number if ruled else 0,
        appeal_until=ruled.appeal_until if ruled else None,
        appeal=appeal.text if appeal else "",
        appeal_by=appeal.team if appeal else "",
        outcome=case.outcome,
        words=case.words,
    )
