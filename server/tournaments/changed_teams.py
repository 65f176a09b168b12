"""Changes to a team that has been entered (rulings 13 and 34)."""

from collections.abc import Sequence

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused, ValuesChanged
from rules.identities import MatchId, PersonId
from rules.text import N_
from server.access import Action, PlaysInMatch, Visitor
from server.matches.match_record import MatchRecord
from server.tournaments.given import TournamentGiven
from server.tournaments.tournament_state import TournamentState

TEAM_CHANGED = N_("the name or the players of %(team)s have changed")
ENTERED = N_("a team that is entered: %(teams)s")
_NAME_STAYS = N_("%(team)s: match %(match)s is set up with it")
_PLAYERS_STAY = N_("a list with %(players)s: the line-up of match %(match)s names them")
_ROSTER_STAYS = N_("a list with %(players)s: first choose others to play %(game)s")
_ALL_STAY = N_("a list with %(players)s: a line-up of match %(match)s is in, still sealed")


def team_changed(
    state: TournamentState, command: cmd.ChangeTeam, given: TournamentGiven
) -> ev.TeamChanged:
    """Return the event that changes a team's name or players; raises MatchRefused.

    A team keeps its name once a match with it is set up, and the players who are in a line-up
    cannot leave. While a line-up is sealed, no player can leave, so that nobody learns whom it
    names (ruling 13).
    """
    if command.team not in state.teams:
        raise MatchRefused("team", command.team, ENTERED, teams=", ".join(state.teams))
    if command.name != command.team and command.name in state.teams:
        raise MatchRefused("name", command.name, N_("a name no other team has"))
    for (team, game_name), players in state.event.entries.rosters.items():
        if team == command.team:
            _check_roster_stays(command, game_name, players)
    for finished in given.finished:
        _check_name_stays(finished.match_id, command)
        kept = finished.seated(command.team)
        _check_players_stay(finished.match_id, command, kept, _PLAYERS_STAY)
    for record in given.records:
        if command.team in record.teams:
            _check_match_allows(record, command, state.teams[command.team])
    return ev.TeamChanged(
        team=command.team, name=command.name, players=command.players, by=given.by
    )


def _check_roster_stays(
    command: cmd.ChangeTeam, game_name: str, players: Sequence[PersonId]
) -> None:
    gone = tuple(player for player in players if player not in command.players)
    if gone:
        named = {"players": gone, "game": game_name}
        raise MatchRefused("players", command.players, _ROSTER_STAYS, **named)


def check_made_from(state: TournamentState, command: cmd.ChangeTeam) -> None:
    """Raise ValuesChanged if the team has another name or other players than the sender saw."""
    name = state.name_now(command.team)
    was, now = (
        cmd.TeamEntry(command.team, command.was),
        cmd.TeamEntry(name, state.teams.get(name, ())),
    )
    if name in state.teams and was != now:
        raise ValuesChanged("was", TEAM_CHANGED, was, now, team=command.team)


def check_own_team(
    state: TournamentState,
    command: cmd.ChangeTeam,
    actor: Visitor,
    records: Sequence[MatchRecord],
) -> None:
    """Raise PlaysInMatch if the visitor adds or removes themselves while the team plays a match.

    Otherwise the visitor could leave the list, look at the match, and return (ruling 34).
    """
    if actor.person not in {*state.teams.get(command.team, ()), *command.players}:
        return
    for record in records:
        if command.team in record.teams and record.state is not None and not record.state.over:
            raise PlaysInMatch(actor, Action.ENTER_TEAM, record.match_id)


def _check_match_allows(
    record: MatchRecord, command: cmd.ChangeTeam, players: Sequence[PersonId]
) -> None:
    _check_name_stays(record.match_id, command)
    kept = _kept(record, command.team, players)
    why = _PLAYERS_STAY if record.started else _ALL_STAY
    _check_players_stay(record.match_id, command, kept, why)


def _check_name_stays(match: MatchId, command: cmd.ChangeTeam) -> None:
    if command.name != command.team:
        named = {"team": command.team, "match": match}
        raise MatchRefused("name", command.name, _NAME_STAYS, **named)


def _check_players_stay(
    match: MatchId, command: cmd.ChangeTeam, kept: Sequence[PersonId], why: str
) -> None:
    gone = tuple(player for player in kept if player not in command.players)
    if gone:
        raise MatchRefused("players", command.players, why, players=gone, match=match)


def _kept(record: MatchRecord, team: str, players: Sequence[PersonId]) -> list[PersonId]:
    """Return the players who may not leave the team any more because of this match."""
    line_up = record.line_ups.get(team)
    if line_up is None or record.started is None:
        return [] if line_up is None else list(players)
    seated = [each.player for each in record.substitutes if each.team == team]
    return [line_up.open_player, line_up.closed_player, *seated]
