"""The decisions about a tournament and the rights to them: orders of the desk, rulings, formats."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from rules import commands as cmd
from rules import events as ev
from rules.checks import check_among
from rules.directing import cases, queries
from rules.directing.cases import CaseFacts
from rules.errors import MatchRefused
from rules.formats.team_event import entering
from rules.formats.team_event.ruling import entry_withdrawn
from rules.identities import MatchId
from rules.room import Room
from rules.text import N_
from server.access import Action, Actor, Place, Visitor, check_may
from server.tournaments.changed_teams import check_made_from, check_own_team, team_changed
from server.tournaments.formats import FORMATS_AT_WORK, Orders
from server.tournaments.given import TournamentGiven
from server.tournaments.single_matches import match_play_set_up, match_set_up
from server.tournaments.tournament_state import TournamentState


def _cases(
    state: TournamentState, command: cmd.CaseCommand, given: TournamentGiven
) -> tuple[ev.Event, ...]:
    facts = given.facts
    of_cases = CaseFacts(facts.now, tuple(state.teams), facts.outcomes, facts.finality, state.event)
    return cases.decide(state.rulings.cases, command, of_cases, given.by)


def _queries(
    state: TournamentState, command: cmd.QueryCommand, given: TournamentGiven
) -> tuple[ev.Event, ...]:
    return (queries.decide(state.rulings.queries, command, given.facts.finality, given.by),)


def _of_case(state: TournamentState, command: cmd.CaseCommand, _: TournamentGiven) -> Iterable[int]:
    """Return the numbers of the matches that a case is or will be about."""
    numbers = {command.number} if isinstance(command, cmd.OpenCase | cmd.RuleCase) else set()
    if not isinstance(command, cmd.OpenCase):
        case = state.rulings.cases.cases.get(command.case)
        numbers |= {case.number} if case is not None else set()
    return sorted(numbers)


def _own_match(command: cmd.RaiseQuery, visitor: Visitor, given: TournamentGiven) -> Place:
    """Return the place for which a captain needs the right to raise a query.

    It is the match that the query names, with the captain's own team.
    """
    return Place(MatchId(given.tournament, command.number), team=visitor.team)


_RULINGS = (
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


def decide(
    state: TournamentState, command: cmd.TournamentCommand, actor: Actor, given: TournamentGiven
) -> tuple[ev.Event, ...]:
    """Return the events of a command. A match is set up by the first event of its own stream.

    Raises NotAllowed, or MatchRefused, which names the field that is wrong.
    """
    return ORDERS[type(command)].decided(state, command, actor, given)


def rests_on_matches(command: cmd.TournamentCommand) -> bool:
    """Return True if the decision on the command depends on the tournament's matches."""
    return ORDERS[type(command)].on_matches


def _own_team(
    state: TournamentState, command: cmd.ChangeTeam, actor: Visitor, given: TournamentGiven
) -> None:
    check_made_from(state, command)
    check_own_team(state, command, actor, given.records)


def _withdrawn(
    state: TournamentState, command: cmd.WithdrawEntry, given: TournamentGiven
) -> tuple[ev.Event, ...]:
    running = (each.match_id for each in given.records if command.team in each.teams)
    matches = (*running, *(each.match_id for each in given.finished))
    numbers = {each.number for each in matches}
    return (entry_withdrawn(state.event, state.teams, numbers, command, given.by),)


def _check_not_over(given: TournamentGiven, number: int, room: Room) -> None:
    """Raise MatchRefused if nothing more is played at that room's table."""
    playing = {each.match_id.number: each for each in given.records if not each.is_over}
    record = playing.get(number)
    if record is None:
        match_id = MatchId(given.tournament, number)
        raise MatchRefused("match", match_id, N_("a match that is not over"))
    check_among("room", room.value, [each.value for each in record.rooms])


def _room_note(
    state: TournamentState, command: cmd.SendRoomNote, given: TournamentGiven
) -> tuple[ev.Event, ...]:
    _check_not_over(given, command.number, command.room)
    standing = state.book.in_room(ev.RoomNoteSent, command.number, command.room)
    if not command.text and standing is None:
        raise MatchRefused("text", "", N_("a text: no note stands there that could be taken back"))
    note = ev.RoomNoteSent(number=command.number, room=command.room, text=command.text, by=given.by)
    return (note,)


def entry_forms(command: cmd.EntryCommand) -> tuple[cmd.EntryForm, ...]:
    """Return the entry forms in a command; only a director may write notes in these forms."""
    match command:
        case cmd.ChangeEntry():
            return (command.form,)
        case cmd.EnterTeams():
            return tuple(team.form for team in command.teams)
        case _:
            return ()


def _notes(
    _: TournamentState, command: cmd.EntryCommand, actor: Visitor, __: TournamentGiven
) -> None:
    if any(each.note is not None for each in entry_forms(command)):
        check_may(actor, Action.DIRECT)


_of_desk = partial(Orders, on_matches=False)
_DESK = (
    _of_desk(
        cmd.EntryCommand,
        Action.ENTER_TEAM,
        lambda state, command, _: entering.decide(state.desk, command),
        check=_notes,
    ),
    _of_desk(
        cmd.RegisterTeam,
        Action.ENTER_TEAM,
        lambda state, command, _: entering.registered(state.desk, command),
    ),
    _of_desk(
        cmd.ChangeTeam,
        Action.ENTER_TEAM,
        lambda state, command, given: (team_changed(state, command, given),),
        check=_own_team,
    ),
    _of_desk(cmd.WithdrawEntry, Action.DIRECT, _withdrawn),
    Orders(
        cmd.SendRoomNote,
        Action.DIRECT,
        _room_note,
        rules_on=lambda _, command, __: (command.number,),
    ),
    _of_desk(
        cmd.ScheduleMatch,
        Action.SCHEDULE,
        lambda state, command, given: (match_set_up(state, command, given),),
    ),
    _of_desk(
        cmd.ScheduleMatchPlay,
        Action.SCHEDULE,
        lambda _, command, given: (match_play_set_up(command, given),),
    ),
)
ORDERS = {
    command: orders
    for orders in (
        *(orders for each in FORMATS_AT_WORK for orders in each.orders),
        *_RULINGS,
        *_DESK,
    )
    for command in orders.classes
}
"""For each class of command, the Orders that check and decide it.

Later Orders replace earlier ones for the same class.
"""
