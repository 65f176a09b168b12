"""Decisions at the desk of a tournament: the events of each command about entries.

Sources: rulings 13 (pairs by discipline) and 29; ADR 19. Whether the sender has the right to a
command is checked elsewhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from rules import events as ev
from rules.checks import check_among, check_between, check_seen
from rules.commands import tournament_commands as cmd
from rules.commands.tournament_commands import RegisterTeam, TeamEntry
from rules.errors import MatchRefused
from rules.formats.team_event.entries import DeskBook
from rules.formats.team_event.stages import TeamEventState
from rules.games.known_games import GAMES
from rules.identities import PersonId
from rules.limits import LAST_POT, MOST_AMOUNT, MOST_TEAMS
from rules.text import N_

TERMS_CHANGED = N_("the limit of teams or the currency has changed")
ENTRY_CHANGED = N_("the entry of %(team)s has been changed")
ROSTER_CHANGED = N_("the players of %(team)s for %(game)s have changed")
_OTHER_NAME = N_("a name no other team has")
_NO_PLACE = N_("a team once a place is free: %(limit)s are confirmed, which is the limit")
_DRAWN = N_("a confirmed team that is not drawn: %(teams)s")
_FULL = N_("at least one, and at most %(most)s in all; %(entered)s are entered already")
_NO_PLAYER = N_("one of the team: %(players)s")
_TOO_FEW = N_("at least two, or none if the whole team plays")
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Desk:
    """The values from which decisions about a tournament's entries are made.

    `event` is the state of the tournament of teams, `book` has the fees and notes of the desk.
    `teams` are all entered teams with their players, in order of registration.
    """

    event: TeamEventState
    book: DeskBook
    teams: Mapping[str, tuple[PersonId, ...]]

    def number(self, team: str) -> int:
        """Return the number of a team's entry."""
        return self.event.entries.numbers(self.teams)[team]

    def confirmed(self) -> tuple[str, ...]:
        """Return the teams that neither wait nor have withdrawn."""
        return self.event.entries.confirmed(self.teams, self.event.withdrawn)

    def form(self, team: str, *, with_note: bool) -> cmd.EntryForm:
        """Return the present details of a team's entry.

        The note is part of them only if `with_note` is True; otherwise it is None.
        """
        number, details = self.number(team), self.event.entries.details_of(team)
        due, paid = self.book.fee(number)
        note = self.book.note(number) if with_note else None
        return cmd.EntryForm(club=details.club, pot=details.pot, due=due, paid=paid, note=note)

    def terms(self) -> cmd.DeskTerms:
        """Return the present limit of teams and the currency."""
        return cmd.DeskTerms(limit=self.event.entries.limit, currency=self.book.currency)

    def with_team(self, name: str, players: tuple[PersonId, ...]) -> "Desk":
        """Return the desk with one more entered team and its players."""
        return replace(self, teams={**self.teams, name: players})

    def after(self, events: Sequence[ev.Event]) -> "Desk":
        """Return the desk after these events."""
        book = self.book
        for event in events:
            book = book.after(event)
        return replace(self, event=self.event.after(events), book=book)


def decide(desk: Desk, command: cmd.EntryCommand) -> tuple[ev.Event, ...]:
    """Return the events by which a command about entries takes effect; none if it changes nothing.

    Raises MatchRefused naming the wrong field, and ValuesChanged if a value has changed since the
    sender saw it.
    """
    match command:
        case cmd.SetDeskTerms():
            return _terms_set(desk, command)
        case cmd.ConfirmEntry():
            return (_confirmed(desk, command.team),)
        case cmd.PutToWait():
            return (_put_to_wait(desk, command.team),)
        case cmd.SetAttendance():
            _check_entered(desk, command.team)
            if (command.team in desk.event.entries.present) is command.present:
                return ()
            return (ev.AttendanceSet(team=command.team, present=command.present),)
        case cmd.ChangeEntry():
            return _entry_changed(desk, command)
        case cmd.EnterTeams():
            return _entered(desk, command.teams)
        case cmd.SetRoster():
            return _roster_set(desk, command)
        case _:
            assert_never(command)


def registered(desk: Desk, command: RegisterTeam) -> tuple[ev.Event, ...]:
    """Return the events that enter a team; it goes to the waiting list if the limit is reached."""
    return _entered(desk, (cmd.NewEntry(name=command.name, players=command.players),))


def _check_entered(desk: Desk, team: str) -> None:
    check_among("team", team, desk.teams)


def _terms_set(desk: Desk, command: cmd.SetDeskTerms) -> tuple[ev.Event, ...]:
    check_seen("was", TERMS_CHANGED, command.was, desk.terms())
    limit, currency = command.terms.limit, command.terms.currency
    check_between("limit", limit, 0, MOST_TEAMS)
    events = list[ev.Event]()
    if limit != command.was.limit:
        events.append(ev.EntryLimitSet(limit=limit))
        events += _beyond(desk, limit)
    if currency != command.was.currency:
        events.append(ev.CurrencySet(currency=currency))
    return tuple(events)


def _beyond(desk: Desk, limit: int) -> list[ev.Event]:
    """Return an event for each team that has to go to the waiting list under the new limit.

    Drawn teams stay confirmed. Of the other teams, those entered last have to wait.
    """
    confirmed = desk.confirmed()
    too_many = max(len(confirmed) - limit, 0) if limit else 0
    drawn = _drawn(desk)
    free = [team for team in confirmed if team not in drawn]
    beyond = free[len(free) - min(too_many, len(free)) :]
    return [ev.EntryPutToWait(team=team, place=place) for place, team in enumerate(beyond, 1)]


def _drawn(desk: Desk) -> set[str]:
    return {team for stage in desk.event.stages.values() for team in stage.teams}


def _confirmed(desk: Desk, team: str) -> ev.EntryConfirmed:
    entries = desk.event.entries
    check_among("team", team, entries.waiting)
    if entries.limit and len(desk.confirmed()) >= entries.limit:
        raise MatchRefused("team", team, _NO_PLACE, limit=entries.limit)
    return ev.EntryConfirmed(team=team)


def _put_to_wait(desk: Desk, team: str) -> ev.EntryPutToWait:
    _check_entered(desk, team)
    drawn = _drawn(desk)
    free = [each for each in desk.confirmed() if each not in drawn]
    if team not in free:
        raise MatchRefused("team", team, _DRAWN, teams=", ".join(free))
    return ev.EntryPutToWait(team=team, place=len(desk.event.entries.waiting) + 1)


def _entry_changed(desk: Desk, command: cmd.ChangeEntry) -> tuple[ev.Event, ...]:
    _check_entered(desk, command.team)
    now = desk.form(command.team, with_note=command.form.note is not None)
    check_seen("was", ENTRY_CHANGED, command.was, now, team=command.team)
    return _kept(desk, command.team, command.form)


def _kept(desk: Desk, team: str, form: cmd.EntryForm) -> tuple[ev.Event, ...]:
    """Return the events for all details in which `form` differs from a team's entry.

    Raises MatchRefused for a number outside its limits.
    """
    _check_form(form)
    now, number = desk.form(team, with_note=True), desk.number(team)
    events = list[ev.Event]()
    if (form.club, form.pot) != (now.club, now.pot):
        events.append(ev.EntryDescribed(team=team, club=form.club, pot=form.pot))
    if (form.due, form.paid) != (now.due, now.paid):
        events.append(ev.FeeSet(entry=number, due=form.due, paid=form.paid))
    if form.note is not None and form.note != now.note:
        events.append(ev.NoteSet(entry=number, note=form.note))
    return tuple(events)


def _check_form(form: cmd.EntryForm) -> None:
    bounds = (
        ("pot", form.pot, LAST_POT),
        ("due", form.due, MOST_AMOUNT),
        ("paid", form.paid, MOST_AMOUNT),
    )
    for field, value, most in bounds:
        check_between(field, value, 0, most)


def _entered(desk: Desk, teams: Sequence[cmd.NewEntry]) -> tuple[ev.Event, ...]:
    if not teams or len(desk.teams) + len(teams) > MOST_TEAMS:
        raise MatchRefused("teams", len(teams), _FULL, most=MOST_TEAMS, entered=len(desk.teams))
    events = list[ev.Event]()
    for team in teams:
        if team.name in desk.teams:
            raise MatchRefused("name", team.name, _OTHER_NAME)
        own = [ev.TeamRegistered(name=team.name, players=team.players), *_waits(desk, team.name)]
        desk = desk.with_team(team.name, team.players).after(own)
        own += _kept(desk, team.name, team.form)
        if team.present:
            own.append(ev.AttendanceSet(team=team.name, present=True))
        for game_name, players in team.rosters:
            own.append(_roster(desk, team.name, game_name, players))
        desk = desk.after(own)
        events += own
    return tuple(events)


def _waits(desk: Desk, team: str) -> list[ev.Event]:
    """Return the event that puts a new team on the waiting list; none if it need not wait.

    The team waits if the limit is reached or other teams wait already.
    """
    entries = desk.event.entries
    waiting = [each for each in entries.waiting if each not in desk.event.withdrawn]
    if not entries.limit or (len(desk.confirmed()) < entries.limit and not waiting):
        return []
    return [ev.EntryPutToWait(team=team, place=len(entries.waiting) + 1)]


def _roster_set(desk: Desk, command: cmd.SetRoster) -> tuple[ev.Event, ...]:
    _check_entered(desk, command.team)
    now = desk.event.entries.roster(command.team, command.game_name)
    named = {"team": command.team, "game": command.game_name}
    was = TeamEntry(command.team, command.was)
    check_seen("was", ROSTER_CHANGED, was, TeamEntry(command.team, now), **named)
    if command.players == now:
        return ()
    return (_roster(desk, command.team, command.game_name, command.players),)


def _roster(desk: Desk, team: str, game_name: str, players: tuple[PersonId, ...]) -> ev.RosterSet:
    check_among("game", game_name, GAMES)
    for player in players:
        if player not in desk.teams[team]:
            raise MatchRefused("players", player, _NO_PLAYER, players=desk.teams[team])
    if players and len(set(players)) < _FEWEST:
        raise MatchRefused("players", len(set(players)), _TOO_FEW)
    return ev.RosterSet(team=team, game_name=game_name, players=players)
