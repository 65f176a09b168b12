"""What is asked about results that are posted (ruling 32)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SetQueryPeriod:
    """Let results become final so many minutes after they were posted.

    `was` is the period that the change was made from; None does not ask.
    """

    minutes: int
    was: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseQuery:
    """Doubt the result of the match of that number; `team` is a captain's own, else empty."""

    number: int
    text: str
    team: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuery:
    """Answer a query, which lets the clock of its match go on."""

    query: int
    answer: str
    by: str = ""


QueryCommand = SetQueryPeriod | RaiseQuery | AnswerQuery
