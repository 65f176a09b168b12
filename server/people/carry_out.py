"""The writing of decided changes to the accounts' database, inside one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules import commands as cmd
from rules.identities import PersonId
from server.people import changes as ch
from server.people import commands as acmd
from server.people.book import PersonBook
from server.people.decide import Command
from server.store.accounts_db.accounts import Accounts, tidied
from server.store.accounts_db.board_keys import BoardKeys
from server.store.accounts_db.links import Link, LinkKind, Links
from server.store.accounts_db.pbem_records import PbemRecords
from server.store.accounts_db.seats import SeatEnding, Seats
from server.store.accounts_db.sessions import Sessions
from server.values.naming import Person

INVITED_FOR = timedelta(days=7)
"""The time for which a link to set an account's passphrase is valid."""
CODE_LASTS = timedelta(hours=12)
"""The time for which a table's code is valid: a code of one evening is void the next morning."""


@dataclass(frozen=True, slots=True)
class Stores:
    """The database tables to which changes are written."""

    accounts: Accounts
    sessions: Sessions
    links: Links
    board_keys: BoardKeys
    persons: PersonBook
    seats: Seats
    pbem: PbemRecords


@dataclass(frozen=True, slots=True)
class Drawn:
    """The values that a change needs: its secret, its author, and its time in UTC."""

    secret: str
    by: PersonId | None
    now: datetime


def carry_out(stores: Stores, command: Command, change: ch.Change, drawn: Drawn) -> ch.Change:
    """Write the change; return it with the number that a new account, link or seat was given."""
    match change:
        case ch.AccountAdded():
            assert isinstance(
                command, acmd.AddAccount | acmd.AddFirstDirector | acmd.RestoreDirector
            )
            return _account_added(stores, command, change, drawn)
        case ch.LinkGiven():
            link = Link(
                kind=change.kind,
                person=change.person,
                match=change.match,
                team=change.team,
                room=change.room,
                side=change.side,
                made_by=drawn.by,
            )
            return replace(change, link_id=stores.links.give(link, drawn.secret).link_id)
        case ch.LinkRevoked():
            stores.links.end(change.link_id)
            stores.sessions.close_all(link_id=change.link_id)
        case ch.EntrantLinkGiven():
            _end_entrants_link(stores, change.person)
            own = Link(kind=LinkKind.ENTRANT, person=change.person, made_by=drawn.by)
            return replace(change, link_id=stores.links.give(own, drawn.secret).link_id)
        case ch.EntrantLinkRevoked():
            _end_entrants_link(stores, change.person)
        case ch.BoardKeyGiven():
            assert isinstance(command, cmd.GiveBoardKey)
            stores.board_keys.give(change.board_id, command.label, bytes.fromhex(drawn.secret))
        case ch.BoardKeyReplaced():
            stores.board_keys.replace(change.board_id, bytes.fromhex(drawn.secret))
        case ch.BoardKeyRevoked():
            stores.board_keys.revoke(change.board_id)
        case ch.TableCodeGiven() | ch.TableCodeRevoked() | ch.SeatTaken() | ch.SeatEnded():
            return _seat_changed(stores, command, change, drawn)
        case _:
            _account_changed(stores, command, change, drawn)
    return change


def _end_entrants_link(stores: Stores, person: PersonId) -> None:
    known = stores.links.of_entrants().get(person)
    if known is not None:
        stores.links.end(known.link_id)
        stores.sessions.close_all(link_id=known.link_id)


def erase(stores: Stores, persons: Sequence[Person]) -> None:
    """Delete the accounts, links and messages of erased persons, and sign the persons out."""
    known = stores.persons.persons
    stores.pbem.forget({each.person_id: known[each.person_id].names for each in persons})
    for person in persons:
        for account in stores.accounts.list():
            if account.person == person.person_id:
                stores.accounts.forget(account.account_id)
                stores.links.end_all(LinkKind.PASSPHRASE, account.account_id)
                stores.sessions.close_all(account_id=account.account_id)
        for link_id in stores.links.end_all_of(person.person_id):
            stores.sessions.close_all(link_id=link_id)


def _seat_changed(
    stores: Stores, command: Command, change: ch.SeatChange, drawn: Drawn
) -> ch.SeatChange:
    match change:
        case ch.TableCodeGiven():
            assert isinstance(command, acmd.GiveTableCode)
            stores.links.end_code_of(change.match, change.room)
            code = Link(
                kind=LinkKind.TABLE,
                match=change.match,
                room=change.room,
                board_id=command.board_id,
                made_by=drawn.by,
                expires_at=drawn.now + CODE_LASTS,
            )
            return replace(change, link_id=stores.links.give(code, drawn.secret).link_id)
        case ch.TableCodeRevoked():
            stores.links.end(change.link_id)
        case ch.SeatTaken():
            assert isinstance(command, acmd.TakeSeat)
            return replace(change, seat_id=_seat_taken(stores, command, change))
        case ch.SeatEnded():
            if change.how is not SeatEnding.REPLACED:
                stores.sessions.close_all(seat_id=change.seat_id)
            stores.seats.end(change.seat_id, change.how)
    return change


def _seat_taken(stores: Stores, command: acmd.TakeSeat, change: ch.SeatTaken) -> int:
    """Seat a phone and end its earlier seat at another table; return the new seat's number."""
    before = stores.seats.at_table(change.match, change.room)
    if before is not None:
        stores.seats.end(before.seat_id, SeatEnding.REPLACED)
    for own in stores.seats.of_device(command.device):
        if own.ended is None:
            stores.seats.end(own.seat_id, SeatEnding.SIGNED_OUT)
        stores.sessions.close_all(seat_id=own.seat_id)
    stores.links.end(command.link_id)
    return stores.seats.take(
        match=change.match,
        room=change.room,
        board_id=change.board_id,
        device=command.device,
        link_id=command.link_id,
    ).seat_id


def _account_added(
    stores: Stores,
    command: acmd.AddAccount | acmd.AddFirstDirector | acmd.RestoreDirector,
    change: ch.AccountAdded,
    drawn: Drawn,
) -> ch.AccountAdded:
    if change.person not in stores.persons.persons:
        stores.persons.write([Person(person_id=change.person, names=(tidied(command.name),))])
    hashed = None if isinstance(command, acmd.AddAccount) else command.hashed
    account = stores.accounts.add(
        command.name, change.role, change.room, hashed, person=change.person
    )
    if isinstance(command, acmd.AddAccount):
        _invite(stores, account.account_id, drawn)
    if isinstance(command, acmd.AddFirstDirector):
        stores.links.end(command.link_id)
    return replace(change, account_id=account.account_id)


def _account_changed(stores: Stores, command: Command, change: ch.Change, drawn: Drawn) -> None:
    match change:
        case ch.DirectorRestored(account_id=account_id):
            assert isinstance(command, acmd.RestoreDirector)
            stores.accounts.set_passphrase(account_id, command.hashed)
            stores.accounts.set_director(account_id)
        case ch.PassphraseReset(account_id=account_id):
            stores.accounts.clear_passphrase(account_id)
            _shut_out(stores, account_id)
            _invite(stores, account_id, drawn)
        case ch.PassphraseSet(account_id=account_id):
            assert isinstance(command, acmd.SetPassphrase)
            stores.accounts.set_passphrase(account_id, command.hashed)
            _shut_out(stores, account_id)
        case ch.AccountDisabled(account_id=account_id):
            stores.accounts.disable(account_id)
            _shut_out(stores, account_id)
        case ch.AccountEnabled(account_id=account_id):
            stores.accounts.enable(account_id)
        case ch.DevicesSignedOut(account_id=account_id, session_id=None):
            stores.sessions.close_all(account_id=account_id)
        case ch.DevicesSignedOut(account_id=account_id, session_id=session_id):
            own = [each.session_id for each in stores.sessions.of_account(account_id)]
            stores.sessions.close([each for each in own if each == session_id])
        case _:
            raise TypeError(f"{change!r} is no change of an account")


def _shut_out(stores: Stores, account_id: int) -> None:
    """Close the account's sessions, and revoke its links to set a passphrase."""
    stores.links.end_all(LinkKind.PASSPHRASE, account_id)
    stores.sessions.close_all(account_id=account_id)


def _invite(stores: Stores, account_id: int, drawn: Drawn) -> None:
    link = Link(
        kind=LinkKind.PASSPHRASE,
        account_id=account_id,
        made_by=drawn.by,
        expires_at=drawn.now + INVITED_FOR,
    )
    stores.links.give(link, drawn.secret)
