"""Changes of the accounts' database: who may make them, what is kept of them, and once each."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.identities import PersonId
from rules.room import Room
from server.access import MatchPlayers, NotAllowed, PlaysInMatch, Role, Visitor
from server.people import changes as ch
from server.people.accounts_process import AccountsProcess, SecretShownBefore
from server.people.commands import (
    AddAccount,
    DisableAccount,
    EnableAccount,
    EntrantLinkCommand,
    GiveEntrantLink,
    GiveLink,
    ResetPassphrase,
    RevokeEntrantLink,
    RevokeLink,
    SetPassphrase,
    SignOutDevices,
)
from server.people.decide import AccountsState, Command, MatchFacts, PeopleGiven, decide
from server.store.accounts_db.accounts import AccountRefused
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.board_keys import BoardRegistered, BoardUnknown
from server.store.accounts_db.links import Link, LinkKind, LinkSpent, LinkUnknown
from server.values.naming import Person
from tests.server.store.full_disk import no_file_longer_than
from tests.support.account_commands import add_account, add_director
from tests.support.accounts import DIRECTOR, opened
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.quick import PASSPHRASE, QUICK

OPERATOR = Visitor(Role.OPERATOR, person_id("Ivan"))
CLERK = Visitor(Role.CLERK, person_id("Petro"), Room.OPEN)
FACTS = MatchFacts(match_id(3), ("Compass", "Rudder"), tuple(Room), captains=True, lined_up={})
LINK = GiveLink(match=match_id(3), kind=LinkKind.CAPTAIN, team="Compass", person=person_id("Brook"))
DIRECTORS_ALONE = [
    AddAccount(name="Ivan", role=Role.OPERATOR),
    ResetPassphrase(account_id=1),
    DisableAccount(account_id=1),
    EnableAccount(account_id=1),
    SignOutDevices(account_id=1),
]
HALLS_ALONE = [
    LINK,
    RevokeLink(match=match_id(3), link_id=1),
    cmd.GiveBoardKey(board_id="BZ-1", label=""),
    cmd.ReplaceBoardKey(board_id="BZ-1"),
    cmd.RevokeBoardKey(board_id="BZ-1"),
]


def recorded(process: AccountsProcess) -> list[tuple[str, ch.Change]]:
    """What the record holds, the newest first."""
    return [(each.actor, ch.read(each.kind, each.fields)) for each in process.recorded.newest(100)]


@pytest.mark.parametrize("command", DIRECTORS_ALONE, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("visitor", [OPERATOR, CLERK], ids=lambda each: each.role.value)
def test_accounts_of_others_are_a_directors_to_change(command: Command, visitor: Visitor) -> None:
    with pytest.raises(NotAllowed):
        decide(AccountsState(), command, visitor, PeopleGiven(PersonId("new")))


@pytest.mark.parametrize("command", HALLS_ALONE, ids=lambda each: type(each).__name__)
def test_a_clerk_gives_no_link_and_no_key(command: Command) -> None:
    with pytest.raises(NotAllowed):
        decide(AccountsState(), command, CLERK, PeopleGiven(PersonId("new"), FACTS))


def test_an_operator_who_plays_in_a_match_gives_no_link_to_its_tables() -> None:
    """By such a link he would see the other room as somebody else (ruling 34)."""
    facts = replace(
        FACTS, players=MatchPlayers(match_id(3), rosters=frozenset({person_id("Ivan")}))
    )
    for command in (LINK, RevokeLink(match=match_id(3), link_id=1)):
        with pytest.raises(PlaysInMatch):
            decide(AccountsState(), command, OPERATOR, PeopleGiven(PersonId("new"), facts))


async def test_nobody_sets_the_passphrase_of_another_not_even_a_director(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        account, _ = await add_account(served.process, "Ivan", Role.OPERATOR)
        command = SetPassphrase(account_id=account.account_id, hashed="a hash")
        with pytest.raises(NotAllowed):
            await served.process.handle(command, DIRECTOR)
        owner = Visitor(Role.OPERATOR, account.person)
        await served.process.handle(command, owner)
        assert recorded(served.process)[0] == (
            owner.actor,
            ch.PassphraseSet(account_id=account.account_id),
        )


async def test_of_two_directors_who_disable_each_other_at_once_one_is_refused(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        for name in ("Olena", "Petro"):
            await add_director(served.process, name, QUICK.hash(PASSPHRASE))
        olena, petro = served.authenticator.accounts.list()
        answers = await asyncio.gather(
            *(
                served.process.handle(
                    DisableAccount(account_id=other.account_id), Visitor(own.role, own.person)
                )
                for own, other in ((olena, petro), (petro, olena))
            ),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in answers) == ["AccountRefused", "Answer"]
        assert served.authenticator.accounts.director_exists


async def test_of_two_accounts_of_one_name_made_at_once_one_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        made = [AddAccount(name=name, role=Role.OPERATOR) for name in ("Ivan", " IVAN ")]
        answers = await asyncio.gather(
            *(served.process.handle(each, DIRECTOR) for each in made), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in answers) == ["AccountRefused", "Answer"]


async def test_every_change_is_kept_with_who_made_it(tmp_path: Path) -> None:
    person = person_id("Brook")
    with opened(tmp_path) as served:
        newcomers = [cmd.AddPerson(person=person, names=("Brook",))]
        given = await served.process.handle(LINK, OPERATOR, "", lambda: FACTS, newcomers)
        assert isinstance(given.change, ch.LinkGiven)
        revoked = RevokeLink(match=match_id(3), link_id=given.change.link_id)
        await served.process.handle(revoked, OPERATOR)
        for command in (
            cmd.GiveBoardKey(board_id="BZ-1", label="by the door"),
            cmd.ReplaceBoardKey(board_id="BZ-1"),
            cmd.RevokeBoardKey(board_id="BZ-1"),
        ):
            await served.process.handle(command, DIRECTOR)
        await served.process.handle_person(cmd.HidePerson(person=person, hidden=True), DIRECTOR)
    with opened(tmp_path) as served:
        assert recorded(served.process) == [
            ("director Olena", ch.PersonHidden(person=person, hidden=True)),
            ("director Olena", ch.BoardKeyRevoked(board_id="BZ-1")),
            ("director Olena", ch.BoardKeyReplaced(board_id="BZ-1")),
            ("director Olena", ch.BoardKeyGiven(board_id="BZ-1")),
            (
                "operator Ivan",
                ch.LinkRevoked(link_id=given.change.link_id, person=person, match=match_id(3)),
            ),
            ("operator Ivan", given.change),
        ]


async def test_a_refused_command_changes_nothing_and_leaves_no_record(tmp_path: Path) -> None:
    newcomers = [cmd.AddPerson(person=person_id("Brook"), names=("Brook",))]
    with opened(tmp_path) as served:
        refused: tuple[tuple[Command, type[Exception]], ...] = (
            (LINK, MatchRefused),
            (RevokeLink(match=match_id(3), link_id=7), LinkUnknown),
            (cmd.RevokeBoardKey(board_id="BZ-1"), BoardUnknown),
            (DisableAccount(account_id=9), AccountRefused),
        )
        elsewhere = MatchFacts(
            match_id(3), ("Rudder", "Anchor"), tuple(Room), captains=True, lined_up={}
        )
        for command, error in refused:
            with pytest.raises(error):
                await served.process.handle(command, DIRECTOR, "", lambda: elsewhere, newcomers)
        assert recorded(served.process) == []
        assert person_id("Brook") not in served.authenticator.persons.persons


async def test_a_full_disk_leaves_neither_a_change_nor_its_record_and_says_so(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        full = no_file_longer_than((tmp_path / "accounts.sqlite3-wal").stat().st_size)
        with full, pytest.raises(AccountsUnavailable):
            await add_account(served.process, "Ivan", Role.OPERATOR)
        assert served.authenticator.accounts.list() == ()
        assert served.authenticator.links.good() == {}
        assert served.authenticator.persons.persons == {}
        assert recorded(served.process) == []
        await add_account(served.process, "Ivan", Role.OPERATOR)


async def test_a_repeated_command_is_answered_as_the_first_time_and_done_once(
    tmp_path: Path,
) -> None:
    command = cmd.GiveBoardKey(board_id="BZ-1", label="")
    with opened(tmp_path) as served:
        first = await served.process.handle(command, DIRECTOR, "press-1")
        assert await served.process.handle(command, DIRECTOR, "press-1") == first
        assert served.process.stores.board_keys.get("BZ-1") == bytes.fromhex(first.secret)
        with pytest.raises(BoardRegistered):
            await served.process.handle(command, DIRECTOR, "press-2")
        with pytest.raises(BoardRegistered):
            await served.process.handle(command, OPERATOR, "press-1")
        assert len(recorded(served.process)) == 1


async def test_a_repeat_that_comes_late_or_after_a_restart_shows_no_secret_and_says_so(
    tmp_path: Path,
) -> None:
    command, revoked = cmd.GiveBoardKey(board_id="BZ-1", label=""), DisableAccount(account_id=1)
    with opened(tmp_path) as served:
        await add_account(served.process, "Ivan", Role.OPERATOR)
        await served.process.handle(command, DIRECTOR, "press-1")
        disabled = await served.process.handle(revoked, DIRECTOR, "press-2")
        served.clock.passes(minutes=2)
        with pytest.raises(SecretShownBefore, match="its secret is shown once"):
            await served.process.handle(command, DIRECTOR, "press-1")
    with opened(tmp_path) as served:
        with pytest.raises(SecretShownBefore):
            await served.process.handle(command, DIRECTOR, "press-1")
        assert await served.process.handle(revoked, DIRECTOR, "press-2") == disabled


def test_no_secret_shows_in_what_a_command_looks_like() -> None:
    assert "argon" not in repr(SetPassphrase(account_id=1, hashed="$argon2id$v=19$secret"))


async def test_no_answer_shows_its_secret(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        answer = await served.process.handle(cmd.GiveBoardKey(board_id="BZ-1", label=""), DIRECTOR)
        assert len(bytes.fromhex(answer.secret)) == 32
        assert answer.secret not in repr(answer)


def test_a_link_is_for_nobody_who_is_erased() -> None:
    gone = Person(person_id=person_id("Brook"), erased=True)
    state = AccountsState(persons={gone.person_id: gone})
    with pytest.raises(MatchRefused, match="a person from the list"):
        decide(state, LINK, DIRECTOR, PeopleGiven(PersonId("new"), FACTS))


@pytest.mark.parametrize(
    ("command", "allowed"),
    [
        (GiveEntrantLink(person=person_id("Nobody")), "a person from the list"),
        (RevokeEntrantLink(person=person_id("Brook")), "a person who has a link"),
    ],
)
def test_an_entrants_link_is_somebodys_from_the_list_and_revoked_where_there_is_one(
    command: EntrantLinkCommand, allowed: str
) -> None:
    brook = Person(person_id=person_id("Brook"), names=("Brook",))
    state = AccountsState(persons={brook.person_id: brook})
    with pytest.raises(MatchRefused, match=allowed):
        decide(state, command, DIRECTOR, PeopleGiven(PersonId("new")))


async def test_a_one_time_link_sets_the_passphrase_of_its_own_account_while_that_is_good(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        account, _ = await add_account(served.process, "Ivan", Role.OPERATOR)
    owner = Visitor(Role.OPERATOR, account.person)
    command = SetPassphrase(account_id=account.account_id, hashed="a hash", link_id=7)
    own = Link(kind=LinkKind.PASSPHRASE, link_id=7, account_id=account.account_id)
    good = AccountsState(accounts={account.account_id: account}, links={7: own})
    given, set_ = PeopleGiven(PersonId("new")), ch.PassphraseSet(account_id=account.account_id)
    assert decide(good, command, owner, given) == set_
    disabled = replace(account, disabled_at=account.made_at)
    for state in (
        replace(good, links={}),
        replace(good, links={7: replace(own, kind=LinkKind.SET_UP)}),
        replace(good, links={7: replace(own, account_id=account.account_id + 1)}),
        replace(good, accounts={account.account_id: disabled}),
    ):
        with pytest.raises(LinkSpent):
            decide(state, command, owner, given)
