"""Queries and cases of a tournament: who may ask, answer and rule (rulings 23, 32 and 34)."""

from collections.abc import Iterable
from dataclasses import replace

from rules import commands as cmd
from rules import events as ev
from rules.directing import cases, queries
from rules.directing.cases import CaseFacts
from rules.identities import MatchId
from server.access import Action, Place, Visitor
from server.tournament.orders import Orders
from server.tournament.tournament_state import Given, TournamentState


def _cases(state: TournamentState, command: cmd.CaseCommand, given: Given) -> tuple[ev.Event, ...]:
    facts = given.facts
    of_cases = CaseFacts(facts.now, tuple(state.teams), facts.outcomes, facts.finality, state.event)
    return cases.decide(state.rulings.cases, command, of_cases, given.by)


def _queries(
    state: TournamentState, command: cmd.QueryCommand, given: Given
) -> tuple[ev.Event, ...]:
    return (queries.decide(state.rulings.queries, command, given.facts.finality, given.by),)


def _of_case(state: TournamentState, command: cmd.CaseCommand, _: Given) -> Iterable[int]:
    """The matches that a case is about, or is to be about."""
    numbers = {command.number} if isinstance(command, cmd.OpenCase | cmd.RuleCase) else set()
    if not isinstance(command, cmd.OpenCase):
        case = state.rulings.cases.cases.get(command.case)
        numbers |= {case.number} if case is not None else set()
    return sorted(numbers)


def _own_match(command: cmd.RaiseQuery, visitor: Visitor, given: Given) -> Place:
    """A captain asks about a match of his own team."""
    return Place(MatchId(given.tournament, command.number), team=visitor.team)


ORDERS = (
    Orders(cmd.CaseCommand, Action.DIRECT, _cases, rules_on=_of_case),
    Orders(cmd.SetQueryPeriod, Action.SCHEDULE, _queries),
    Orders(
        cmd.RaiseQuery,
        Action.QUERY,
        _queries,
        place=_own_match,
        own=lambda command, visitor: replace(command, team=visitor.team or ""),
    ),
    Orders(cmd.AnswerQuery, Action.DIRECT, _queries),
)
