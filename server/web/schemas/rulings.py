"""What is asked about posted results, what is ruled, and how both are told."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from server.web.schemas.cases import CaseOrderIn, CaseOut
from server.web.schemas.fields import Body, Name, Number, Reason


class QueryIn(Body):
    """A doubt about the posted result of the match of the path, in words."""

    text: Reason


class RaiseQueryIn(Body):
    """A doubt about the posted result of a match that somebody brought to the director's table."""

    order: Literal["query"]
    number: Number
    text: Reason


class AnswerQueryIn(Body):
    """The director's answer to a query; what has to be corrected is corrected first."""

    order: Literal["answer-query"]
    query: Number
    answer: Reason


class QueryPeriodIn(Body):
    """How many minutes after they were posted results are final, unless one is queried.

    `was` is what it was until now.
    """

    order: Literal["query-period"]
    minutes: Annotated[int, Field(ge=0, le=1440)]
    was: int | None = None


RulingOrderIn = Annotated[
    RaiseQueryIn | AnswerQueryIn | QueryPeriodIn | CaseOrderIn, Field(discriminator="order")
]
"""An order about queries and cases, told apart by `order`."""


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
