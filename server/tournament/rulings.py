"""What is asked about a tournament's results, and who may ask and answer (ruling 32)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules import commands as cmd
from rules import events as ev
from rules.formats import queries
from rules.formats.finality import MatchFinality
from rules.formats.queries import QueryBook
from rules.identities import MatchId, TournamentId
from server.access import Action, Actor, Place, Visitor, check_may


@dataclass(frozen=True, slots=True)
class Rulings:
    """A tournament's queries up to some event."""

    queries: QueryBook = field(default_factory=QueryBook)

    def after(self, events: Iterable[ev.Event]) -> "Rulings":
        """The rulings once these events are in them."""
        return replace(self, queries=self.queries.after(events))


@dataclass(frozen=True, slots=True)
class RulingFacts:
    """What a decision is given: which tournament it is, how final its matches are by number."""

    tournament: TournamentId
    finality: Mapping[int, MatchFinality]


def decide(
    rulings: Rulings, command: cmd.QueryCommand, actor: Actor, facts: RulingFacts
) -> tuple[ev.Event, ...]:
    """The events of a command; raises NotAllowed, or MatchRefused naming the field."""
    if isinstance(actor, Visitor):
        command = _by(command, actor, facts)
    return (queries.decide(rulings.queries, command, facts.finality),)


def _by(command: cmd.QueryCommand, actor: Visitor, facts: RulingFacts) -> cmd.QueryCommand:
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
