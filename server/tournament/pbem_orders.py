"""Who may ask what of a knockout by messages (rulings 22, 23 and 34).

Reports come from whoever plays, by the server that has read the message. An account that plays a
match decides nothing of it.
"""

from rules import events as ev
from rules.commands import pbem_commands as cmd
from rules.formats.knockout.ruling import Given as GivenToKnockouts
from rules.formats.pbem.deciding import PbemGiven, decide
from rules.identities import MatchId
from server.access import Action, Actor, PlaysInMatch, Visitor, check_may
from server.tournament.tournament_state import Given, TournamentState


def decide_pbem(
    state: TournamentState, command: cmd.PbemCommand, actor: Actor, given: Given
) -> tuple[ev.Event, ...]:
    """The events of a command; raises NotAllowed, PlaysInMatch, and what the rules refuse."""
    if isinstance(actor, Visitor):
        _check_visitor(state, command, actor, given)
    of_knockouts = GivenToKnockouts(
        outcomes=given.facts.to_points,
        begun=given.facts.begun,
        next_number=given.last_number + 1,
        seed=given.seed,
    )
    return decide(state.pbem, command, PbemGiven(state.knockouts, of_knockouts, given.facts.now))


def _check_visitor(
    state: TournamentState, command: cmd.PbemCommand, actor: Visitor, given: Given
) -> None:
    if isinstance(command, cmd.OpenPbem | cmd.BeginPbemWeek):
        check_may(actor, Action.SCHEDULE)
        return
    check_may(actor, Action.DIRECT)
    match = state.pbem.matches.get(command.number)
    if match is not None and actor.person in match.players:
        match_id = MatchId(given.tournament, command.number)
        raise PlaysInMatch(actor, Action.DIRECT, match_id)
