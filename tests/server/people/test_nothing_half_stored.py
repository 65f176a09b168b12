"""A disk that fails before or in the midst of a change of accounts: nothing of it is there."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from rules import commands as cmd
from rules.room import Room
from server.access import MatchPlayers, Role
from server.people import commands as acmd
from server.people.decide import Command
from server.people.decide_seats import TableFacts
from server.store.accounts_db.accounts_file import AccountsUnavailable, FeaturedMatch
from server.store.accounts_db.links import Link, LinkKind
from server.store.accounts_db.seats import SeatEnding
from server.store.database_file import DiskFault
from tests.server.store.failing_store import refuses_table, takes_no_writing
from tests.support.account_commands import add_account, given_link
from tests.support.accounts import (
    DIRECTOR,
    HERE,
    OpenedAccounts,
    opened,
    with_account,
    with_director,
)
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.quick import PASSPHRASE

Change = Callable[[OpenedAccounts], Awaitable[None]]
NEW = "five other quiet words here"
CAPTAIN = Link(kind=LinkKind.CAPTAIN, person=person_id("Brook"), match=match_id(1), team="Compass")


def sends(make: Callable[[OpenedAccounts], Command]) -> Change:
    async def send(it: OpenedAccounts) -> None:
        await it.process.handle(make(it), DIRECTOR)

    return send


async def change_passphrase(it: OpenedAccounts) -> None:
    quill = it.authenticator.accounts.find("Quill")
    assert quill is not None
    await it.authenticator.change_passphrase(quill, PASSPHRASE, NEW, HERE)


async def give_code(it: OpenedAccounts, room: Room = Room.OPEN) -> None:
    code = acmd.GiveTableCode(match=match_id(1), room=room)
    await it.process.handle(code, DIRECTOR, table=table)


async def take_table(it: OpenedAccounts, room: Room = Room.CLOSED) -> None:
    link = it.authenticator.links.of_table(match_id(1), room)
    assert link is not None
    device = room.value.encode()
    command = acmd.TakeSeat(link_id=link.link_id, board_id=f"phone-{room.value}", device=device)

    def sign_in() -> None:
        seat = it.process.stores.seats.at_table(match_id(1), room)
        assert seat is not None
        it.authenticator.sessions.open(seat_id=seat.seat_id, address="", device="")

    await it.process.handle(command, DIRECTOR, table=table, also=sign_in)


async def leave_table(it: OpenedAccounts) -> None:
    seat = it.process.stores.seats.at_table(match_id(1), Room.OPEN)
    assert seat is not None
    gone = acmd.EndSeat(seat_id=seat.seat_id, how=SeatEnding.TAKEN_OFF)
    await it.process.handle(gone, DIRECTOR)


def table() -> TableFacts:
    return TableFacts(match_id(1), tuple(Room), False, MatchPlayers(match_id(1)))


async def sign_in(it: OpenedAccounts) -> None:
    await it.authenticator.sign_in("Quill", PASSPHRASE, HERE)


async def erase(it: OpenedAccounts) -> None:
    quill = it.authenticator.accounts.find("Quill")
    assert quill is not None
    await it.process.handle_person(cmd.ErasePerson(person=quill.person), DIRECTOR)


async def new_person(it: OpenedAccounts) -> None:
    marsh = cmd.AddPerson(person=person_id("Marsh"), names=("Marsh",))
    await it.process.handle_person(marsh, DIRECTOR)


async def feature(it: OpenedAccounts) -> None:
    FeaturedMatch(it.file).choose(match_id(3))


def link_id(it: OpenedAccounts) -> int:
    (link,) = it.authenticator.links.of_match(match_id(1))
    return link.link_id


new_account = sends(lambda _: acmd.AddAccount(name="Newcomer", role=Role.OPERATOR))
reset = sends(lambda it: acmd.ResetPassphrase(account_id=account(it, "Quill")))
disable = sends(lambda it: acmd.DisableAccount(account_id=account(it, "Quill")))
enable = sends(lambda it: acmd.EnableAccount(account_id=account(it, "Quill")))
revoke = sends(lambda it: acmd.RevokeLink(match=match_id(1), link_id=link_id(it)))
give_key = sends(lambda _: cmd.GiveBoardKey(board_id="BZ-2", label=""))
replace_key = sends(lambda _: cmd.ReplaceBoardKey(board_id="BZ-1"))
revoke_key = sends(lambda _: cmd.RevokeBoardKey(board_id="BZ-1"))


def account(it: OpenedAccounts, name: str) -> int:
    found = it.authenticator.accounts.find(name)
    assert found is not None
    return found.account_id


async def in_use(it: OpenedAccounts) -> None:
    """An account, a link and a phone's seat with sessions, a board's key and a table's code."""
    await with_director(it)
    await with_account(it, "Quill", Role.OPERATOR)
    _, token = given_link(it.authenticator, CAPTAIN)
    await it.authenticator.follow_link(token, HERE)
    await it.process.handle(cmd.GiveBoardKey(board_id="BZ-1", label=""), DIRECTOR)
    await give_code(it)
    await take_table(it, Room.OPEN)
    await give_code(it, Room.CLOSED)


def kept(it: OpenedAccounts) -> object:
    """What is in memory."""
    authenticator = it.authenticator
    accounts = authenticator.accounts.list()
    return (
        accounts,
        [authenticator.accounts.hash_of(each.account_id) for each in accounts],
        [authenticator.sessions.of_account(each.account_id) for each in accounts],
        authenticator.links.of_match(match_id(1)),
        dict(authenticator.persons.persons),
        it.process.stores.seats.known(),
        authenticator.links.good(),
    )


async def changes_nothing(
    it: OpenedAccounts, change: Change, hindered: AbstractContextManager[None]
) -> DiskFault:
    """Try a change; what the disk was said to have."""
    before = kept(it), [*it.database.driver.iterdump()]
    with hindered, pytest.raises(AccountsUnavailable, match="nothing has changed") as refused:
        await change(it)
    assert (kept(it), [*it.database.driver.iterdump()]) == before
    await change(it)
    return refused.value.fault


CHANGES = {
    "add an account": (new_account, "link"),
    "reset a passphrase": (reset, "session"),
    "disable an account": (disable, "session"),
    "enable an account": (enable, "change"),
    "change a passphrase": (change_passphrase, "session"),
    "sign in": (sign_in, "session"),
    "revoke a link": (revoke, "session"),
    "erase a person": (erase, "person"),
    "add a person": (new_person, "change"),
    "give a board its key": (give_key, "board"),
    "replace a board's key": (replace_key, "board"),
    "revoke a board's key": (revoke_key, "board"),
    "give a table's code": (give_code, "change"),
    "take a table": (take_table, "session"),
    "leave a table": (leave_table, "seat"),
    "choose the match shown large": (feature, "featured"),
}
"""What is changed, and the table that is written last or near the end."""


@pytest.mark.parametrize("name", CHANGES)
async def test_a_read_only_file_takes_no_change_and_the_next_try_is_whole(
    name: str, tmp_path: Path
) -> None:
    change, _ = CHANGES[name]
    with opened(tmp_path) as it:
        await in_use(it)
        fault = await changes_nothing(it, change, takes_no_writing(it.database))
        assert fault is DiskFault.READ_ONLY


@pytest.mark.parametrize("name", CHANGES)
async def test_a_disk_that_fails_in_the_midst_of_a_change_leaves_nothing_of_it(
    name: str, tmp_path: Path
) -> None:
    change, last = CHANGES[name]
    with opened(tmp_path) as it:
        await in_use(it)
        await changes_nothing(it, change, refuses_table(it.database, last))


@pytest.mark.parametrize("last", ["account", "link", "session"])
async def test_a_first_director_who_could_not_be_stored_whole_uses_the_same_link_again(
    last: str, tmp_path: Path
) -> None:
    with opened(tmp_path) as it:
        token = await it.authenticator.set_up_link()
        assert token is not None
        before = [*it.database.driver.iterdump()]
        with refuses_table(it.database, last), pytest.raises(AccountsUnavailable):
            await it.authenticator.set_up(token, "Olena", PASSPHRASE, HERE)
        assert [*it.database.driver.iterdump()] == before
        assert not it.authenticator.director_made.is_set()
        await it.authenticator.set_up(token, "Olena", PASSPHRASE, HERE)
        assert it.authenticator.director_made.is_set()


@pytest.mark.parametrize("last", ["link", "session"])
async def test_a_passphrase_that_could_not_be_stored_whole_is_set_by_the_same_link_again(
    last: str, tmp_path: Path
) -> None:
    with opened(tmp_path) as it:
        await with_director(it)
        _, token = await add_account(it.process, "Quill", Role.OPERATOR)
        with refuses_table(it.database, last), pytest.raises(AccountsUnavailable):
            await it.authenticator.set_passphrase(token, PASSPHRASE, HERE)
        quill = it.authenticator.accounts.find("Quill")
        assert quill is not None
        assert not quill.has_passphrase
        await it.authenticator.set_passphrase(token, PASSPHRASE, HERE)
