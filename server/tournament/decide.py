"""What a tournament decides, and who may ask for it: each kind of command has its own module."""

from dataclasses import replace

from rules import commands as cmd
from rules import events as ev
from rules.commands.pbem_commands import PbemCommand
from rules.directing.cases import CaseFacts
from rules.formats.team_event import deciding, entering
from rules.formats.team_event.ruling import Given as GivenToStages
from rules.formats.team_event.ruling import entry_withdrawn
from rules.formats.team_event.stages import EventState
from rules.formats.team_event.timing import decide_times
from server.access import (
    Action,
    Actor,
    Visitor,
    check_may,
    check_playing,
)
from server.tournament import rulings, ttt_orders
from server.tournament.changed_teams import check_made_from, check_own_team, team_changed
from server.tournament.knockout_orders import decide_knockout
from server.tournament.pbem_orders import decide_pbem
from server.tournament.rulings import RulingFacts
from server.tournament.single_matches import match_play_set_up, match_set_up
from server.tournament.tournament_state import Given, MatchFacts, TournamentState

_OF_PLAYERS = cmd.KnockoutCommand | PbemCommand | cmd.TttCommand


def decide(
    state: TournamentState, command: cmd.TournamentCommand, actor: Actor, given: Given
) -> tuple[ev.Event, ...]:
    """The events of a command; what sets up a match is the first of the match's own stream.

    Raises NotAllowed, or MatchRefused naming the field that cannot be.
    """
    if isinstance(command, cmd.QueryCommand | cmd.CaseCommand):
        facts = _ruling_facts(state, given)
        return rulings.decide(state.rulings, command, actor, facts)
    if isinstance(command, _OF_PLAYERS):
        return _decided_of_players(state, command, actor, given)
    match command:
        case cmd.RegisterTeam():
            _check_actor(actor, Action.ENTER_TEAM)
            return entering.registered(state.desk, command)
        case cmd.ChangeTeam():
            _check_actor(actor, Action.ENTER_TEAM)
            if isinstance(actor, Visitor):
                command = replace(command, by=actor.by)
                check_made_from(state, command)
                check_own_team(state, command, actor, given.records)
            return (team_changed(state, command, given),)
        case cmd.WithdrawEntry():
            return (_entry_withdrawn(state, command, actor, given),)
        case cmd.ScheduleMatch():
            _check_actor(actor, Action.SCHEDULE)
            return (match_set_up(state, command, given),)
        case cmd.ScheduleMatchPlay():
            _check_actor(actor, Action.SCHEDULE)
            return (match_play_set_up(command, given),)
        case _ if isinstance(command, cmd.EntryCommand):
            _check_actor(actor, Action.ENTER_TEAM)
            if any(each.note is not None for each in entry_forms(command)):
                _check_actor(actor, Action.DIRECT)
            return entering.decide(state.desk, command)
        case cmd.SetLastStart() | cmd.LiftLastStart():
            _check_actor(actor, Action.DIRECT)
            return decide_times(state.event, command, ())
        case cmd.PlanTimetable() | cmd.TimeRounds() | cmd.ChangeStages():
            _check_actor(actor, Action.SCHEDULE)
            playing = state.event.entries.confirmed(state.teams, state.event.withdrawn)
            return decide_times(state.event, command, playing)
        case _:
            _check_may_direct(state.event, command, actor, given.facts)
            return deciding.decide(state.event, command, _given_to_stages(state, given))


def _decided_of_players(
    state: TournamentState,
    command: cmd.KnockoutCommand | PbemCommand | cmd.TttCommand,
    actor: Actor,
    given: Given,
) -> tuple[ev.Event, ...]:
    """What is decided where single players compete, not teams."""
    if isinstance(command, cmd.KnockoutCommand):
        return decide_knockout(state, command, actor, given)
    if isinstance(command, PbemCommand):
        return decide_pbem(state, command, actor, given)
    return ttt_orders.decide(state.ttt, command, actor, given.seed, given.facts.merged)


def _check_actor(actor: Actor, action: Action) -> None:
    if isinstance(actor, Visitor):
        check_may(actor, action)


def entry_forms(command: cmd.EntryCommand) -> tuple[cmd.EntryForm, ...]:
    """What a command would keep of entries: notes in it are the director's alone."""
    match command:
        case cmd.ChangeEntry():
            return (command.form,)
        case cmd.EnterTeams():
            return tuple(team.form for team in command.teams)
        case _:
            return ()


def _check_may_direct(
    event: EventState, command: cmd.StageCommand, actor: Actor, facts: MatchFacts
) -> None:
    """What is ruled is the director's; who plays, or may, does not rule on that match."""
    action = Action.SCHEDULE if isinstance(command, _SET_UP) else Action.DIRECT
    _check_actor(actor, action)
    if not isinstance(actor, Visitor):
        return
    for number in _ruled_on(event, command):
        players = facts.players.get(number)
        if players is not None:
            check_playing(actor, action, players)


def _ruled_on(event: EventState, command: cmd.StageCommand) -> list[int]:
    """The matches whose results a command takes in hand."""
    match command:
        case cmd.GiveWalkover() | cmd.LiftWalkover():
            return [command.number]
        case cmd.ShortenRound() if command.stage in event.stages:
            announced = event.stages[command.stage].published.get(command.round)
            return [each.number for each in announced.pairings] if announced else []
        case _:
            return []


_SET_UP = (
    cmd.DescribeEvent,
    cmd.SetRoomPlaces,
    cmd.PlanStages,
    cmd.DrawStage,
    cmd.PublishRound,
    cmd.CloseRound,
    cmd.SetExtraGames,
)
"""What an operator may do as well."""


def _ruling_facts(state: TournamentState, given: Given) -> RulingFacts:
    facts, teams = given.facts, tuple(state.teams)
    cases = CaseFacts(facts.now, teams, facts.outcomes, facts.finality, state.event)
    return RulingFacts(given.tournament, facts.players, cases)


def _given_to_stages(state: TournamentState, given: Given) -> GivenToStages:
    event = state.event
    return GivenToStages(
        teams=tuple(state.teams),
        outcomes=given.facts.outcomes,
        begun=given.facts.begun,
        games_begun=given.facts.games_begun,
        next_number=max(given.last_number, event.last_number) + 1,
        next_roll_set=given.roll_set,
        seed=given.seed,
    )


def _entry_withdrawn(
    state: TournamentState, command: cmd.WithdrawEntry, actor: Actor, given: Given
) -> ev.EntryWithdrawn:
    if isinstance(actor, Visitor):
        check_may(actor, Action.DIRECT)
        command = replace(command, by=actor.by)
    running = (each.match_id for each in given.records if command.team in each.teams)
    matches = (*running, *(each.match_id for each in given.finished))
    numbers = {each.number for each in matches}
    return entry_withdrawn(state.event, state.teams, numbers, command)
