"""Queries about a tournament's results, and the director's answers (ruling 32).

Whether the sender has the right to a command is checked elsewhere.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from rules import events as ev
from rules.checks import check_among, check_between, check_seen
from rules.commands import case_commands as cmd
from rules.directing.finality import NOT_POSTED, PERIOD, MatchFinality
from rules.errors import MatchRefused
from rules.identities import PersonId
from rules.text import N_

PERIOD_CHANGED = N_("when results are final has been changed")
LONGEST = 1440
"""The most minutes of the period in which results can be queried: a day."""
_POSTED = N_("a match of a round, whose games are all over")
_NOT_FINAL = N_("a match whose results are not final yet: open a case on it")
_NOTHING_FINAL = N_("%(minutes)s, unchanged: results are already final by it")
_OPEN = N_("a query that is not answered yet")


@dataclass(frozen=True, slots=True)
class Query:
    """A query about the results of match `number`; `answer` is None while the query is open."""

    query: int
    number: int
    team: str
    by: str
    text: str
    answer: str | None = None
    answered_by: str = ""


@dataclass(frozen=True, slots=True)
class QueryBook:
    """All queries about a tournament's results by their numbers.

    `minutes` is the length of the period in which a posted result can be queried.
    """

    minutes: int = PERIOD
    queries: Mapping[int, Query] = field(default_factory=dict)

    def open_on(self, number: int) -> bool:
        """Return True if a query about the match with this number is not answered."""
        return any(each.number == number and each.answer is None for each in self.queries.values())

    def after(self, events: Iterable[ev.Event]) -> "QueryBook":
        """Return the query book after these events."""
        book = self
        for event in events:
            book = book._after_one(event)
        return book

    def _after_one(self, event: ev.Event) -> "QueryBook":
        match event:
            case ev.QueryPeriodSet():
                return replace(self, minutes=event.minutes)
            case ev.QueryRaised():
                query = Query(event.query, event.number, event.team, event.by, event.text)
                return replace(self, queries={**self.queries, event.query: query})
            case ev.QueryAnswered():
                query = self.queries[event.query]
                answered = replace(query, answer=event.answer, answered_by=event.by)
                return replace(self, queries={**self.queries, event.query: answered})
            case ev.TeamChanged() if event.name != event.team:
                return self._renamed(event.team, event.name)
            case _:
                return self

    def _renamed(self, team: str, name: str) -> "QueryBook":
        queries = {
            number: replace(each, team=name) if each.team == team else each
            for number, each in self.queries.items()
        }
        return replace(self, queries=queries)


def decide(
    book: QueryBook, command: cmd.QueryCommand, finality: Mapping[int, MatchFinality], by: str
) -> ev.QueryEvent:
    """Return the event by which a command about queries takes effect.

    `book` are the queries so far; `finality` has the finality of each match by its number; `by` is
    the id of the sender. Raises MatchRefused naming the wrong field, and ValuesChanged if the
    period has changed since the sender saw it.
    """
    match command:
        case cmd.SetQueryPeriod():
            return _period_set(book, command, finality)
        case cmd.RaiseQuery():
            known = finality.get(command.number, NOT_POSTED)
            if known.posted is None:
                raise MatchRefused("number", command.number, _POSTED)
            if known.deadline is not None:
                raise MatchRefused("number", command.number, _NOT_FINAL)
            return ev.QueryRaised(
                query=len(book.queries) + 1,
                number=command.number,
                team=command.team,
                by=by,
                text=command.text,
            )
        case cmd.AnswerQuery():
            check_among("query", command.query, book.queries.keys())
            query = book.queries[command.query]
            if query.answer is not None:
                answered = PersonId(query.answered_by)
                raise MatchRefused("query", command.query, _OPEN, by=answered)
            return ev.QueryAnswered(query=command.query, by=by, answer=command.answer)
        case _:
            assert_never(command)


def _period_set(
    book: QueryBook, command: cmd.SetQueryPeriod, finality: Mapping[int, MatchFinality]
) -> ev.QueryPeriodSet:
    """Return the event that sets another period in which results can be queried.

    Raises MatchRefused if a result is final already: with another period it might be provisional
    again, or other results might become final without notice.
    """
    check_between("minutes", command.minutes, 0, LONGEST)
    if any(each.deadline is not None for each in finality.values()):
        raise MatchRefused("minutes", command.minutes, _NOTHING_FINAL, minutes=book.minutes)
    check_seen("was", PERIOD_CHANGED, command.was, book.minutes)
    return ev.QueryPeriodSet(minutes=command.minutes)
