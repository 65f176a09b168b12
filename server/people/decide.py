"""Decisions on commands about accounts, links and boards' keys, with all rules on rights to them.

These are pure functions. Source: rulings 5 (seats of a team), 15 (a captain's link signs), 17 (two
players at one table), 28 (keys), 34 (players of a match are not shown it).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.identities import MatchId, PersonId
from rules.position import Side
from rules.room import Room
from rules.text import N_
from server.access import (
    ACCOUNT_ROLES,
    NOWHERE,
    Action,
    Actor,
    MatchPlayers,
    NotAllowed,
    Role,
    Visitor,
    check_playing,
    may,
)
from server.people import changes as ch
from server.people import commands as acmd
from server.people.decide_seats import TableFacts, decide_seat
from server.store.accounts_db.accounts import Account, AccountRefused, tidied
from server.store.accounts_db.board_keys import BoardRegistered, BoardUnknown
from server.store.accounts_db.links import Link, LinkKind, LinkSpent, LinkUnknown
from server.store.accounts_db.seats import PhoneSeat
from server.values.naming import Person, folded, resolved

NOT_KEPT = 0
"""The number of a new account or link until it is stored."""
LAST_DIRECTOR = N_("not the last director")
Command = (
    acmd.AccountCommand
    | acmd.LinkCommand
    | acmd.EntrantLinkCommand
    | cmd.BoardKeyCommand
    | acmd.SeatCommand
)


@dataclass(frozen=True, slots=True)
class AccountsState:
    """The present state of the accounts' database, without secrets.

    `links` are the valid links, keyed by number. `boards` are the ids of boards that have a valid
    key. `seats` are phones that are tables' boards, and phones that were boards recently.
    """

    accounts: Mapping[int, Account] = field(default_factory=dict)
    links: Mapping[int, Link] = field(default_factory=dict)
    boards: frozenset[str] = frozenset()
    persons: Mapping[PersonId, Person] = field(default_factory=dict)
    seats: tuple[PhoneSeat, ...] = ()

    def named(self, name: str) -> Account | None:
        """Return the account with this name, ignoring capitals and spacing, or None."""
        own = folded(name)
        return next((each for each in self.accounts.values() if folded(each.name) == own), None)


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The facts of a match that are needed to create a link for it.

    `teams` have the names that the log gives them, the home team first. `captains` is True if teams
    have captains. `lined_up` are the seated persons, keyed by team and room. `players` are the
    persons who play in the match or may be seated in it.
    """

    match: MatchId
    teams: tuple[str, str]
    rooms: tuple[Room, ...]
    captains: bool
    lined_up: Mapping[tuple[str, Room], PersonId]
    players: MatchPlayers | None = None


@dataclass(frozen=True, slots=True)
class PeopleGiven:
    """The values that a decision needs besides the state: chance, and facts of a match or table.

    `new_person` is an unused id.
    """

    new_person: PersonId
    match: MatchFacts | None = None
    table: TableFacts | None = None


def decide(state: AccountsState, command: Command, actor: Actor, given: PeopleGiven) -> ch.Change:
    """Return the change that a command makes.

    Raises NotAllowed; PlaysInMatch for a link or code of a match in which the actor plays;
    AccountRefused, which names a field; MatchRefused, which names a field of a link that does not
    fit the match; LinkSpent, LinkUnknown, BoardRegistered, BoardUnknown or SeatRefused.
    """
    _check_actor(state, command, actor)
    if isinstance(command, acmd.SeatCommand):
        if isinstance(actor, Visitor) and given.table is not None:
            check_playing(actor, Action.SEAT_BOARD, given.table.players)
        return decide_seat(state.seats, state.links, command, given.table)
    if isinstance(actor, Visitor) and given.match is not None and given.match.players is not None:
        check_playing(actor, Action.GIVE_LINKS, given.match.players)
    match command:
        case acmd.GiveLink():
            return _link_given(state, command, given)
        case acmd.RevokeLink():
            link = state.links.get(command.link_id)
            if link is None or link.match != command.match:
                raise LinkUnknown(command.link_id)
            return ch.LinkRevoked(link_id=link.link_id, person=link.person, match=command.match)
        case acmd.GiveEntrantLink() | acmd.RevokeEntrantLink():
            return _entrant_link(state, command)
        case cmd.GiveBoardKey():
            if command.board_id in state.boards:
                raise BoardRegistered(command.board_id)
            return ch.BoardKeyGiven(board_id=command.board_id)
        case cmd.ReplaceBoardKey() | cmd.RevokeBoardKey():
            if command.board_id not in state.boards:
                raise BoardUnknown(command.board_id)
            replaced = isinstance(command, cmd.ReplaceBoardKey)
            change = ch.BoardKeyReplaced if replaced else ch.BoardKeyRevoked
            return change(board_id=command.board_id)
        case _:
            return _account_changed(state, command, given)


def check_spares_a_director(state: AccountsState, gone: frozenset[int]) -> None:
    """Raise AccountRefused if no director could sign in without the accounts in `gone`."""
    directors = {each.account_id for each in state.accounts.values() if each.directs}
    if directors and directors <= gone:
        name = state.accounts[min(directors)].name
        raise AccountRefused("account", name, LAST_DIRECTOR)


def _check_actor(state: AccountsState, command: Command, actor: Actor) -> None:
    """Raise NotAllowed unless the actor has the right to give the command.

    Everybody may change their own account.
    """
    if not isinstance(actor, Visitor):
        return
    action = _ACTIONS.get(type(command), Action.RUN_ACCOUNTS)
    if isinstance(command, acmd.SetPassphrase | acmd.SignOutDevices):
        account = state.accounts.get(command.account_id)
        own = account is not None and _is(state, account.person, actor.person)
        if own and may(actor, Action.KEEP_ACCOUNT):
            return
        if isinstance(command, acmd.SetPassphrase):
            raise NotAllowed(actor, Action.KEEP_ACCOUNT)
    if not may(actor, action, NOWHERE):
        raise NotAllowed(actor, action)


_ACTIONS: Mapping[type, Action] = {
    acmd.GiveLink: Action.GIVE_LINKS,
    acmd.RevokeLink: Action.GIVE_LINKS,
    acmd.GiveEntrantLink: Action.GIVE_LINKS,
    acmd.RevokeEntrantLink: Action.GIVE_LINKS,
    cmd.GiveBoardKey: Action.KEEP_BOARDS,
    cmd.ReplaceBoardKey: Action.KEEP_BOARDS,
    cmd.RevokeBoardKey: Action.KEEP_BOARDS,
    acmd.GiveTableCode: Action.SEAT_BOARD,
    acmd.RevokeTableCode: Action.SEAT_BOARD,
    acmd.TakeSeat: Action.SEAT_BOARD,
    acmd.EndSeat: Action.SEAT_BOARD,
}


def _account_changed(
    state: AccountsState, command: acmd.AccountCommand, given: PeopleGiven
) -> ch.AccountChange:
    match command:
        case acmd.AddAccount() | acmd.AddFirstDirector():
            return _account_added(state, command, given)
        case acmd.RestoreDirector():
            known = state.named(command.name)
            if known is not None:
                return ch.DirectorRestored(account_id=known.account_id)
            return _added(state, command.name, Role.DIRECTOR, None, given.new_person)
        case acmd.SetPassphrase():
            return _passphrase_set(state, command)
        case acmd.ResetPassphrase():
            _known(state, command.account_id)
            check_spares_a_director(state, frozenset({command.account_id}))
            return ch.PassphraseReset(account_id=command.account_id)
        case acmd.DisableAccount():
            _known(state, command.account_id)
            check_spares_a_director(state, frozenset({command.account_id}))
            return ch.AccountDisabled(account_id=command.account_id)
        case acmd.EnableAccount():
            return ch.AccountEnabled(account_id=_known(state, command.account_id).account_id)
        case acmd.SignOutDevices():
            account_id = _known(state, command.account_id).account_id
            return ch.DevicesSignedOut(account_id=account_id, session_id=command.session_id)
        case _:
            assert_never(command)


def _account_added(
    state: AccountsState, command: acmd.AddAccount | acmd.AddFirstDirector, given: PeopleGiven
) -> ch.AccountAdded:
    if isinstance(command, acmd.AddFirstDirector):
        _check_good(state, command.link_id, LinkKind.SET_UP)
        if any(each.directs for each in state.accounts.values()):
            raise LinkSpent
        return _added(state, command.name, Role.DIRECTOR, None, given.new_person)
    if command.person is not None and not _is_listed(state, command.person):
        raise AccountRefused("person", command.person.text, N_("a person from the list"))
    person = command.person or given.new_person
    return _added(state, command.name, command.role, command.room, person)


def _added(
    state: AccountsState, name: str, role: Role, room: Room | None, person: PersonId
) -> ch.AccountAdded:
    kept = tidied(name)
    if not 1 <= len(kept) <= 80 or not kept.isprintable():
        raise AccountRefused("name", kept, "1 to 80 printable characters")
    if state.named(kept) is not None:
        raise AccountRefused("name", kept, "a name no other account has")
    if role not in ACCOUNT_ROLES:
        known = ", ".join(each.value for each in ACCOUNT_ROLES)
        raise AccountRefused("role", role.value, known)
    if (role is Role.CLERK) != (room is not None):
        value = room.value if room else ""
        raise AccountRefused("room", value, "open or closed for a clerk, none for others")
    return ch.AccountAdded(account_id=NOT_KEPT, person=person, role=role, room=room)


def _passphrase_set(state: AccountsState, command: acmd.SetPassphrase) -> ch.PassphraseSet:
    account = _known(state, command.account_id)
    if command.link_id is not None:
        link = _check_good(state, command.link_id, LinkKind.PASSPHRASE)
        if link.account_id != command.account_id or account.disabled_at is not None:
            raise LinkSpent
    return ch.PassphraseSet(account_id=account.account_id)


def _check_good(state: AccountsState, link_id: int, kind: LinkKind) -> Link:
    link = state.links.get(link_id)
    if link is None or link.kind is not kind:
        raise LinkSpent
    return link


def _known(state: AccountsState, account_id: int) -> Account:
    if account_id not in state.accounts:
        raise AccountRefused("account", account_id, "one of the list")
    return state.accounts[account_id]


def _is(state: AccountsState, person: PersonId, other: PersonId | None) -> bool:
    """Return True if both ids are of one person, who may have been merged."""
    who, else_who = resolved(state.persons, person), other and resolved(state.persons, other)
    return person == other or (who is not None and who == else_who)


def _is_listed(state: AccountsState, person: PersonId) -> bool:
    known = state.persons.get(person)
    return known is not None and not known.erased and known.merged_into is None


def _link_given(state: AccountsState, command: acmd.GiveLink, given: PeopleGiven) -> ch.LinkGiven:
    """Decide a new link; a player's side follows from the team and room (ruling 5)."""
    facts, room = given.match, command.room
    assert facts is not None, "a link is decided with the facts of its match"
    if command.team not in facts.teams:
        teams = facts.teams if facts.captains else tuple(map(PersonId, facts.teams))
        raise MatchRefused("team", command.team, "%(teams)s", teams=teams)
    if (command.kind is LinkKind.PLAYER) != (room is not None):
        value = room.value if room else ""
        raise MatchRefused("room", value, "open or closed for a player, none for a captain")
    if command.kind is LinkKind.CAPTAIN and not facts.captains:
        why = "player: this match is of two players, not of teams"
        raise MatchRefused("kind", command.kind.value, why)
    if room is not None and room not in facts.rooms:
        raise MatchRefused("room", room.value, ", ".join(each.value for each in facts.rooms))
    lined_up = facts.lined_up.get((command.team, room)) if room else None
    person = command.person or lined_up
    if person is None:
        raise MatchRefused("name", "", N_("the name of the person the link is for"))
    if not _is_listed(state, person):
        raise MatchRefused("name", person, N_("a person from the list"))
    side = None
    if room is not None:
        home_in_open = (command.team == facts.teams[0]) == (room is Room.OPEN)
        side = Side.WHITE if home_in_open else Side.RED
    return ch.LinkGiven(
        link_id=NOT_KEPT,
        kind=command.kind,
        person=person,
        match=facts.match,
        team=command.team,
        room=room,
        side=side,
    )


def _entrant_link(
    state: AccountsState, command: acmd.EntrantLinkCommand
) -> ch.EntrantLinkGiven | ch.EntrantLinkRevoked:
    if not _is_listed(state, command.person):
        raise MatchRefused("person", command.person, N_("a person from the list"))
    if isinstance(command, acmd.GiveEntrantLink):
        return ch.EntrantLinkGiven(link_id=NOT_KEPT, person=command.person)
    for link in state.links.values():
        if link.kind is LinkKind.ENTRANT and link.person == command.person:
            return ch.EntrantLinkRevoked(link_id=link.link_id, person=command.person)
    raise MatchRefused("person", command.person, N_("a person who has a link"))
