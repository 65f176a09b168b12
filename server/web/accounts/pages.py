"""The director's page of accounts, with the record of changes and the server's extras."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from starlette.datastructures import URL
from starlette.responses import RedirectResponse, Response

from rules.identities import MatchId, PersonId
from rules.room import Room
from rules.text import N_
from server.access import ACCOUNT_ROLES, Role
from server.extras import ListedExtras
from server.people import changes as ch
from server.people.accounts_process import Answer, SecretShownBefore
from server.people.commands import (
    AccountCommand,
    AddAccount,
    DisableAccount,
    EnableAccount,
    ResetPassphrase,
    SignOutDevices,
)
from server.people.sign_in import Authenticator
from server.store.accounts_db.accounts import Account, AccountRefused
from server.store.accounts_db.changes import RecordedChange
from server.values.naming import Names
from server.web.accounts.orders import account_invited, recorded_changes
from server.web.accounts.sign_in import refused
from server.web.edge.addresses import path_of_invitation
from server.web.edge.authorization import RunningAccounts
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import Text
from server.web.edge.public_services import public_services_of
from server.web.edge.services import AuthenticatorDep, HallDep, services_of
from server.web.shell.lists import PageNumber, page_links, person_choices
from server.web.shell.secret_shown import secret_address_page
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words

_SENTENCES: Mapping[type, str] = {
    ch.AccountAdded: N_("Account %(account)s added for %(person)s"),
    ch.DirectorRestored: N_("Account %(account)s made a director's, with a new passphrase"),
    ch.PassphraseReset: N_("Passphrase of account %(account)s reset"),
    ch.PassphraseSet: N_("Passphrase of account %(account)s set"),
    ch.AccountDisabled: N_("Account %(account)s disabled"),
    ch.AccountEnabled: N_("Account %(account)s enabled"),
    ch.DevicesSignedOut: N_("Account %(account)s signed out"),
    ch.LinkGiven: N_("Match %(match)s: link given to %(person)s"),
    ch.LinkRevoked: N_("Match %(match)s: link of %(person)s revoked"),
    ch.EntrantLinkGiven: N_("Personal link given to %(person)s"),
    ch.EntrantLinkRevoked: N_("Personal link of %(person)s revoked"),
    ch.BoardKeyGiven: N_("Board %(board)s: key given"),
    ch.BoardKeyReplaced: N_("Board %(board)s: key replaced"),
    ch.BoardKeyRevoked: N_("Board %(board)s: key removed"),
    ch.TableCodeGiven: N_("Match %(match)s: code of a table given"),
    ch.TableCodeRevoked: N_("Match %(match)s: code of a table cancelled"),
    ch.SeatTaken: N_("Match %(match)s: %(board)s is a table's board"),
    ch.SeatEnded: N_("Match %(match)s: %(board)s is no longer a table's board"),
    ch.PersonAdded: N_("Person added: %(person)s"),
    ch.PersonRenamed: N_("Person changed: %(person)s"),
    ch.PersonHidden: N_("Name hidden or shown again: %(person)s"),
    ch.PersonErased: N_("Person erased: %(person)s"),
    ch.PersonsMerged: N_("Two people merged: %(person)s"),
}
_MACHINES = {
    "set-up link": N_("the set-up link"),
    "command line": N_("the command line of the server"),
    "table code": N_("a phone by the code of its table"),
}
_ROLES = {
    "director": N_("director"),
    "operator": N_("operator"),
    "clerk": N_("room clerk"),
    "broadcaster": N_("broadcaster"),
}


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A line of the record of changes, in words: the time, the change, and who made it."""

    when: str
    what: str
    who: str


def change_line(
    recorded: RecordedChange,
    accounts: Mapping[int, Account],
    names: Names,
    words: Words,
    now: datetime,
) -> ChangeLine:
    """Return a recorded change in words; its time is in this machine's time zone.

    `accounts` has all accounts by id. A time on the day of `now` is shown without its date.
    """
    change = ch.read(recorded.kind, recorded.fields)
    return ChangeLine(
        when=words.time(recorded.at.astimezone(), now),
        what=words.gettext(_SENTENCES[type(change)], **_named(change, accounts, names)),
        who=_actor(recorded.actor, names, words),
    )


def _named(
    change: ch.Change, accounts: Mapping[int, Account], names: Names
) -> Mapping[str, object]:
    """Return the names that the sentence about a change contains, by placeholder.

    The placeholders are `account`, `person`, `board` and `match`; a name that the change does not
    have is empty.
    """
    account = accounts.get(getattr(change, "account_id", 0))
    person: PersonId | None = getattr(change, "person", None)
    match: MatchId | None = getattr(change, "match", None)
    return {
        "account": account.name if account else "",
        "person": names.of(person) if person else "",
        "board": getattr(change, "board_id", ""),
        "match": names.match(match).label if match else "",
    }


def _actor(actor: str, names: Names, words: Words) -> str:
    if actor in _MACHINES:
        return words.gettext(_MACHINES[actor])
    role, _, person = actor.partition(" ")
    if role not in _ROLES:
        return names.actor(actor)
    return f"{names.by(person)} ({words.gettext(_ROLES[role])})"


router = APIRouter(prefix="/accounts", include_in_schema=False)
_REFUSALS = (AccountRefused, SecretShownBefore)
_ORDERS: Mapping[str, Callable[..., AccountCommand]] = {
    "reset": ResetPassphrase,
    "disable": DisableAccount,
    "enable": EnableAccount,
    "sign-out": SignOutDevices,
}
_INVITATION = N_("Open this address once, within a week, to set the passphrase of %(name)s.")


@router.get("")
async def accounts(
    request: Request,
    director: RunningAccounts,
    shell: ShellDep,
    authenticator: AuthenticatorDep,
    page: PageNumber = 1,
) -> Response:
    """Show the page of accounts, with one page of the record of changes."""
    return await _page(request, shell, authenticator, number=page)


@router.post("")
async def add(
    request: Request,
    director: RunningAccounts,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
    name: Text = "",
    role: Text = "",
    room: Text = "",
    person: Text = "",
) -> Response:
    """Add an account, and show the link by which its owner sets a passphrase."""
    try:
        command = AddAccount(
            name=name, role=_role_of(role), room=_room_of(room), person=_person_of(person)
        )
        answer = await hall.commands.to_accounts(command, director, command_id)
    except _REFUSALS as error:
        return await _page(
            request, shell, authenticator, error, name=name, role=role, room=room, person=person
        )
    return _invitation(request, shell, authenticator, answer)


@router.post("/{account_id}/{order}")
async def carry_out(
    request: Request,
    director: RunningAccounts,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
    account_id: int,
    order: str,
) -> Response:
    """Reset, disable or enable an account, or sign it out on all its devices.

    `order` says which: reset, disable, enable or sign-out.
    """
    try:
        if order not in _ORDERS:
            raise AccountRefused("order", order, "reset, disable, enable or sign-out")
        command = _ORDERS[order](account_id=account_id)
        answer = await hall.commands.to_accounts(command, director, command_id)
    except _REFUSALS as error:
        return await _page(request, shell, authenticator, error)
    if answer.secret:
        return _invitation(request, shell, authenticator, answer)
    return RedirectResponse("/accounts", 303)


async def _page(
    request: Request,
    shell: Shell,
    authenticator: Authenticator,
    error: Exception | None = None,
    *,
    number: int = 1,
    **typed: str,
) -> Response:
    listed, sessions = authenticator.accounts.list(), authenticator.sessions
    names = services_of(request).hall.names(shell.words(request).code, in_full=True)
    persons = [each for each in authenticator.persons.listed() if not each.erased]
    recorded = await recorded_changes(authenticator, number)
    words, now = shell.words(request), datetime.now(UTC)
    by_id = {each.account_id: each for each in listed}
    values: dict[str, Any] = {
        "changes": [change_line(each, by_id, names, words, now) for each in recorded.items],
        "links": page_links(recorded, URL("/accounts")),
        "accounts": listed,
        "names": {each.account_id: names.of(each.person) for each in listed},
        "persons": person_choices([each.person_id for each in persons], names),
        "roles": ACCOUNT_ROLES,
        "rooms": tuple(Room),
        "devices": {each.account_id: len(sessions.of_account(each.account_id)) for each in listed},
        "extras": public_services_of(request).by_package.of(ListedExtras).every,
        "typed": {"name": "", "role": Role.OPERATOR.value, "room": "", "person": "", **typed},
    }
    if error is not None:
        return refused(shell, request, "accounts/accounts.html", error, **values)
    return shell.page(request, "accounts/accounts.html", error="", **values)


def _invitation(
    request: Request, shell: Shell, authenticator: Authenticator, answer: Answer
) -> Response:
    name = account_invited(authenticator, answer).name
    return secret_address_page(
        shell,
        request,
        heading=N_("Set a passphrase"),
        about=shell.words(request).gettext(_INVITATION, name=name),
        path=path_of_invitation(answer.secret),
        back="/accounts",
    )


def _role_of(role: str) -> Role:
    known = {each.value: each for each in ACCOUNT_ROLES}
    if role not in known:
        raise AccountRefused("role", role, ", ".join(known))
    return known[role]


def _room_of(room: str) -> Room | None:
    known = {each.value: each for each in Room}
    if room and room not in known:
        raise AccountRefused("room", room, ", ".join(known))
    return known.get(room)


def _person_of(person: str) -> PersonId | None:
    try:
        return PersonId(person) if person else None
    except ValueError as error:
        raise AccountRefused("person", person, N_("a person from the list")) from error
