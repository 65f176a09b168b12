"""Knockouts by messages at work: who may order what (rulings 22, 23 and 34).

Reports come from whoever plays, by the server that has read the message. An account that plays a
match decides nothing of it.
"""

from rules.commands import pbem_commands as cmd
from rules.formats.pbem.deciding import PBEM
from rules.identities import MatchId
from server.access import Action, PlaysInMatch, Visitor
from server.tournament.orders import Orders, TournamentFormat, by_rules
from server.tournament.tournament_state import Given, TournamentState


def _plays_not(
    state: TournamentState,
    command: cmd.PbemReport | cmd.PbemRuling,
    actor: Visitor,
    given: Given,
) -> None:
    match = state.of(PBEM).matches.get(command.number)
    if match is not None and actor.person in match.players:
        match_id = MatchId(given.tournament, command.number)
        raise PlaysInMatch(actor, Action.DIRECT, match_id)


_RULES = by_rules(PBEM)
PBEM_AT_WORK = TournamentFormat(
    PBEM,
    (
        Orders(cmd.OpenPbem | cmd.BeginPbemWeek, Action.SCHEDULE, _RULES),
        Orders(cmd.PbemReport | cmd.PbemRuling, Action.DIRECT, _RULES, check=_plays_not),
    ),
)
