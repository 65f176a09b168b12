"""What is asked about results that are posted, and how long they may be asked about (ruling 32).

Queries are numbered in their tournament, from 1. `by` is who asked or answered.
"""

from dataclasses import dataclass


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
