"""Queries and cases of a tournament, and who may ask, answer and rule (rulings 23, 32 and 34)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules import commands as cmd
from rules import events as ev
from rules.directing import cases, queries
from rules.directing.cases import CaseBook, CaseFacts
from rules.directing.queries import QueryBook
from rules.identities import MatchId, TournamentId
from server.access import (
    Action,
    Actor,
    MatchPlayers,
    Place,
    Visitor,
    check_may,
    check_playing,
)


@dataclass(frozen=True, slots=True)
class Rulings:
    """A tournament's queries and cases up to some event."""

    queries: QueryBook = field(default_factory=QueryBook)
    cases: CaseBook = field(default_factory=CaseBook)

    def after(self, events: Iterable[ev.Event]) -> "Rulings":
        """The rulings once these events are in them."""
        happened = list(events)
        return Rulings(self.queries.after(happened), self.cases.after(happened))


@dataclass(frozen=True, slots=True)
class RulingFacts:
    """What a decision is given: which tournament it is, how its matches stand.

    `players` are those of matches that are not over, by number.
    """

    tournament: TournamentId
    players: Mapping[int, MatchPlayers]
    of_cases: CaseFacts


def decide(
    rulings: Rulings, command: cmd.QueryCommand | cmd.CaseCommand, actor: Actor, facts: RulingFacts
) -> tuple[ev.Event, ...]:
    """The events of a command; raises NotAllowed, or what the rules refuse it with."""
    if isinstance(command, cmd.CaseCommand):
        if isinstance(actor, Visitor):
            _check_may_rule(rulings, command, actor, facts)
            command = replace(command, by=actor.by)
        return cases.decide(rulings.cases, command, facts.of_cases)
    if isinstance(actor, Visitor):
        command = _asked_by(command, actor, facts)
    return (queries.decide(rulings.queries, command, facts.of_cases.finality),)


def _check_may_rule(
    rulings: Rulings, command: cmd.CaseCommand, actor: Visitor, facts: RulingFacts
) -> None:
    """Cases are the director's; who plays in a match, or may, has no part in a case on it."""
    check_may(actor, Action.DIRECT)
    numbers = {command.number} if isinstance(command, cmd.OpenCase | cmd.RuleCase) else set()
    if not isinstance(command, cmd.OpenCase):
        case = rulings.cases.cases.get(command.case)
        numbers |= {case.number} if case is not None else set()
    for number in numbers & facts.players.keys():
        check_playing(actor, Action.DIRECT, facts.players[number])


def _asked_by(command: cmd.QueryCommand, actor: Visitor, facts: RulingFacts) -> cmd.QueryCommand:
    """The command in the visitor's name; a captain asks about his own match, for his team."""
    match command:
        case cmd.SetQueryPeriod():
            check_may(actor, Action.SCHEDULE)
            return command
        case cmd.RaiseQuery():
            match_id = MatchId(facts.tournament, command.number)
            check_may(actor, Action.QUERY, Place(match_id, team=actor.team))
            return replace(command, by=actor.by, team=actor.team or "")
        case cmd.AnswerQuery():
            check_may(actor, Action.DIRECT)
            return replace(command, by=actor.by)
