"""Signing in, set-up, links and sessions, on a real file and a clock of our own."""

import asyncio
import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from rules.room import Room
from rules.side import Side
from server.access import Role, Visitor
from server.account_desk import AccountDesk
from server.passphrases import PassphraseRefused, Passphrases
from server.reception import Device, LinkSpent, Reception, SignInRefused, TooManyTries
from server.store.accounts import AccountRefused
from server.store.house_file import HouseFile, HouseUnavailable
from server.store.links import Link, LinkKind, LinkUnknown
from server.store.sessions import MOST
from tests.server.store.full_disk import no_file_longer_than
from tests.support.clock import Clock
from tests.support.quick import PASSPHRASE, QUICK

HERE, THERE = Device("192.0.2.7", "a phone"), Device("192.0.2.8", "a tablet")
DIRECTOR = Visitor(Role.DIRECTOR, "Olena")


@dataclass
class House:
    reception: Reception
    desk: AccountDesk
    clock: Clock
    file: HouseFile


@contextlib.contextmanager
def opened(folder: Path, clock: Clock | None = None) -> Iterator[House]:
    clock = clock or Clock()
    file = HouseFile.open(folder / "house.sqlite3")
    try:
        reception = Reception(
            file, clock, idle=timedelta(hours=16), longest=timedelta(days=14), passphrases=QUICK
        )
        yield House(reception, AccountDesk(reception, clock), clock, file)
    finally:
        file.close()


async def with_director(house: House, name: str = "Olena") -> str:
    token = await house.reception.set_up_link()
    assert token is not None
    return await house.reception.set_up(token, name, PASSPHRASE, HERE)


async def with_account(house: House, name: str, role: Role, room: Room | None = None) -> str:
    _, token = await house.desk.add_account(name, role, room, DIRECTOR)
    return await house.reception.set_passphrase(token, PASSPHRASE, HERE)


async def fail(house: House, name: str = "Olena", device: Device = HERE) -> None:
    with pytest.raises(SignInRefused):
        await house.reception.sign_in(name, "not her passphrase", device)


async def test_the_set_up_link_makes_the_first_director_once(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        reception = house.reception
        token = await reception.set_up_link()
        assert token is not None
        assert not reception.director_made.is_set()
        session = await reception.set_up(token, "Olena", PASSPHRASE, HERE)
        assert reception.director_made.is_set()
        assert reception.visitor(session) == DIRECTOR
        with pytest.raises(LinkSpent, match="not good any more"):
            await reception.set_up(token, "Mallory", PASSPHRASE, THERE)
        assert await reception.set_up_link() is None
    with opened(tmp_path) as again:
        assert again.reception.director_made.is_set()
        assert await again.reception.set_up_link() is None


async def test_two_who_use_the_set_up_link_at_once_do_not_both_become_director(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as house:
        token = await house.reception.set_up_link()
        assert token is not None
        both = await asyncio.gather(
            house.reception.set_up(token, "Olena", PASSPHRASE, HERE),
            house.reception.set_up(token, "Mallory", PASSPHRASE, THERE),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in both) == ["LinkSpent", "str"]
        assert len(house.reception.accounts.list()) == 1


async def test_each_start_gives_a_new_set_up_link_and_ends_the_old_one(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        old = await house.reception.set_up_link()
    with opened(tmp_path) as house:
        new = await house.reception.set_up_link()
        assert old is not None
        assert new not in (None, old)
        with pytest.raises(LinkSpent):
            await house.reception.set_up(old, "Olena", PASSPHRASE, HERE)


async def test_a_set_up_link_is_good_no_more_once_a_director_was_made_without_it(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as house:
        token = await house.reception.set_up_link()
        assert token is not None
        house.reception.accounts.add("Olena", Role.DIRECTOR, hashed=QUICK.hash(PASSPHRASE))
        with pytest.raises(LinkSpent):
            await house.reception.set_up(token, "Mallory", PASSPHRASE, THERE)
        assert await house.reception.set_up_link() is None
        assert house.reception.links.find(token, LinkKind.SET_UP) is None


@pytest.mark.parametrize("passphrase", ["", "eleven char", "x" * 513])
async def test_a_passphrase_too_short_or_too_long_leaves_the_link_good(
    tmp_path: Path, passphrase: str
) -> None:
    with opened(tmp_path) as house:
        token = await house.reception.set_up_link()
        assert token is not None
        with pytest.raises(PassphraseRefused, match=f"{len(passphrase)} characters .* 12 to 512"):
            await house.reception.set_up(token, "Olena", passphrase, HERE)
        await house.reception.set_up(token, "Olena", "twelve chars", HERE)


async def test_one_signs_in_however_name_and_letters_are_composed(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        token = await house.reception.set_up_link()
        assert token is not None
        await house.reception.set_up(token, "Zoé  Ґалаґан", "ein großes café", HERE)
        session = await house.reception.sign_in(
            " ZOE\N{COMBINING ACUTE ACCENT} ґалаґан",
            "ein großes cafe\N{COMBINING ACUTE ACCENT}",
            HERE,
        )
        visitor = house.reception.visitor(session)
        assert visitor is not None
        assert visitor.name == "Zoé Ґалаґан"


async def test_wrong_passphrase_unknown_name_and_disabled_account_are_refused_in_equal_words(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        await with_account(house, "Ivan", Role.OPERATOR)
        ivan = house.reception.accounts.find("Ivan")
        assert ivan is not None
        await house.desk.disable(ivan.account_id)
        said = set()
        for name, passphrase in (
            ("Olena", "not her passphrase"),
            ("Nobody", PASSPHRASE),
            ("Ivan", PASSPHRASE),
        ):
            with pytest.raises(SignInRefused) as refused:
                await house.reception.sign_in(name, passphrase, HERE)
            said.add(str(refused.value))
        assert len(said) == 1


def test_an_unknown_name_costs_a_hash_like_a_known_one() -> None:
    calls = []

    class Counting(Passphrases):
        def fits(self, passphrase: str, hashed: str | None) -> bool:
            calls.append(self._hash.verify)
            return super().fits(passphrase, hashed)

    assert not Counting().fits(PASSPHRASE, None)
    assert len(calls) == 1


async def test_the_fourth_failure_of_a_name_makes_it_wait_and_each_further_one_doubles_it(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        for _ in range(3):
            await fail(house)
        waits = []
        for _ in range(7):
            with pytest.raises(TooManyTries) as refused:
                await house.reception.sign_in("Olena", PASSPHRASE, THERE)
            waits.append(refused.value.seconds)
            house.clock.passes(seconds=refused.value.seconds)
            await fail(house, device=THERE)
        assert waits == [1, 2, 4, 8, 16, 30, 30]
        house.clock.passes(seconds=30)
        await house.reception.sign_in("Olena", PASSPHRASE, HERE)
        await fail(house)


async def test_a_name_spelt_with_ever_more_spaces_is_one_name(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        for spaces in (0, 196, 200):
            with pytest.raises(SignInRefused):
                await house.reception.sign_in(" " * spaces + "Olena", "not the right one", THERE)
        with pytest.raises(TooManyTries):
            await house.reception.sign_in(" " * 198 + "Olena", PASSPHRASE, THERE)


async def test_a_refused_try_does_not_count_so_nobody_is_locked_out_for_good(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        for _ in range(3):
            await fail(house)
        for _ in range(50):
            with pytest.raises(TooManyTries):
                await house.reception.sign_in("Olena", "a guess once more", HERE)
        house.clock.passes(seconds=1)
        await house.reception.sign_in("Olena", PASSPHRASE, HERE)


async def test_an_address_that_tries_many_names_waits_up_to_a_quarter_of_an_hour(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        for number in range(12):
            await fail(house, f"name {number}")
        waits = []
        for number in range(12, 25):
            with pytest.raises(TooManyTries) as refused:
                await house.reception.sign_in("Olena", PASSPHRASE, HERE)
            waits.append(refused.value.seconds)
            house.clock.passes(seconds=refused.value.seconds)
            await fail(house, f"name {number}")
        assert waits == [*(2**n for n in range(10)), 900, 900, 900]
        await house.reception.sign_in("Olena", PASSPHRASE, THERE)


async def test_a_restart_does_not_forgive_a_guesser_but_an_hour_of_peace_does(
    tmp_path: Path,
) -> None:
    clock = Clock()
    with opened(tmp_path, clock) as house:
        await with_director(house)
        for _ in range(3):
            await fail(house)
    with opened(tmp_path, clock) as house:
        with pytest.raises(TooManyTries):
            await house.reception.sign_in("Olena", PASSPHRASE, HERE)
        clock.passes(hours=1)
        for _ in range(3):
            await fail(house)


async def test_guesses_sent_at_once_are_counted_like_guesses_one_by_one(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        tries = (house.reception.sign_in("Olena", f"guess number {n:03}", HERE) for n in range(20))
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(each, SignInRefused) for each in answers) == 3


async def test_a_session_ends_after_its_idle_time_and_after_its_longest(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        session = await with_director(house)
        house.clock.passes(hours=15)
        assert house.reception.visitor(session) is not None
        house.clock.passes(hours=15)
        assert house.reception.visitor(session) is not None
        house.clock.passes(hours=16)
        assert house.reception.visitor(session) is None
        session = await house.reception.sign_in("Olena", PASSPHRASE, HERE)
        for _ in range(14 * 2):
            assert house.reception.visitor(session) is not None
            house.clock.passes(hours=12)
        assert house.reception.visitor(session) is None


async def test_a_restart_keeps_sessions_and_when_they_were_seen(tmp_path: Path) -> None:
    clock = Clock()
    with opened(tmp_path, clock) as house:
        session = await with_director(house)
        clock.passes(hours=15)
        assert house.reception.visitor(session) == DIRECTOR
        house.reception.sessions.write_seen(session)
    clock.passes(hours=15)
    with opened(tmp_path, clock) as house:
        assert house.reception.visitor(session) == DIRECTOR


async def test_sessions_are_revoked_one_by_one_and_all_at_once(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        reception = house.reception
        tokens = [await with_director(house)]
        tokens += [await reception.sign_in("Olena", PASSPHRASE, THERE) for _ in range(2)]
        account = reception.account_of(tokens[0])
        assert account is not None
        second = reception.sessions.find(tokens[1])
        assert second is not None
        await house.reception.close_sessions(account.account_id, second.session_id)
        assert [reception.visitor(each) is not None for each in tokens] == [True, False, True]
        await reception.sign_out(tokens[0])
        assert [reception.visitor(each) is not None for each in tokens] == [False, False, True]
        await house.reception.close_sessions(account.account_id)
        assert all(reception.visitor(each) is None for each in tokens)


async def test_nobody_revokes_the_session_of_another_account_by_its_number(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        olenas = await with_director(house)
        ivans = await with_account(house, "Ivan", Role.OPERATOR)
        ivan, hers = house.reception.account_of(ivans), house.reception.sessions.find(olenas)
        assert ivan is not None
        assert hers is not None
        await house.reception.close_sessions(ivan.account_id, hers.session_id)
        assert house.reception.visitor(olenas) is not None


async def test_an_account_has_so_many_sessions_and_no_more(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        first = await with_director(house)
        for _ in range(MOST):
            house.clock.passes(seconds=1)
            await house.reception.sign_in("Olena", PASSPHRASE, HERE)
        assert house.reception.visitor(first) is None
        account = house.reception.accounts.find("Olena")
        assert account is not None
        assert len(house.reception.sessions.of_account(account.account_id)) == MOST


async def test_a_changed_passphrase_ends_every_other_session(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        old = await with_director(house)
        account = house.reception.account_of(old)
        assert account is not None
        with pytest.raises(SignInRefused):
            await house.reception.change_passphrase(account, "not the old one", "x" * 12, HERE)
        new = await house.reception.change_passphrase(account, PASSPHRASE, "another one now", HERE)
        assert house.reception.visitor(old) is None
        assert house.reception.visitor(new) == DIRECTOR
        await fail(house)
        await house.reception.sign_in("Olena", "another one now", HERE)


async def test_a_new_account_signs_in_by_its_one_time_link_only(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        account, token = await house.desk.add_account("Ivan", Role.CLERK, Room.CLOSED, DIRECTOR)
        with pytest.raises(SignInRefused):
            await house.reception.sign_in("Ivan", "", HERE)
        session = await house.reception.set_passphrase(token, PASSPHRASE, HERE)
        assert house.reception.visitor(session) == Visitor(Role.CLERK, "Ivan", Room.CLOSED)
        with pytest.raises(LinkSpent):
            await house.reception.set_passphrase(token, PASSPHRASE, HERE)
        late = await house.desk.reset_passphrase(account.account_id, DIRECTOR)
        assert house.reception.visitor(session) is None
        house.clock.passes(days=7)
        with pytest.raises(LinkSpent):
            await house.reception.set_passphrase(late, PASSPHRASE, HERE)


async def test_a_reset_makes_the_old_passphrase_and_the_earlier_link_good_no_more(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        await with_account(house, "Ivan", Role.OPERATOR)
        ivan = house.reception.accounts.find("ivan")
        assert ivan is not None
        first = await house.desk.reset_passphrase(ivan.account_id, DIRECTOR)
        second = await house.desk.reset_passphrase(ivan.account_id, DIRECTOR)
        await fail(house, "Ivan")
        with pytest.raises(LinkSpent):
            await house.reception.set_passphrase(first, PASSPHRASE, HERE)
        await house.reception.set_passphrase(second, PASSPHRASE, HERE)


async def test_the_last_director_is_neither_disabled_nor_reset(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        await house.desk.add_account("Second", Role.DIRECTOR, None, DIRECTOR)
        olena = house.reception.accounts.find("Olena")
        assert olena is not None
        for refused in (house.desk.disable, lambda n: house.desk.reset_passphrase(n, DIRECTOR)):
            with pytest.raises(AccountRefused, match="allowed: another than the last director"):
                await refused(olena.account_id)
        await house.reception.sign_in("Olena", PASSPHRASE, HERE)


async def test_a_disabled_account_is_out_at_once_and_in_again_when_enabled(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        session = await with_account(house, "Ivan", Role.OPERATOR)
        ivan = house.reception.accounts.find("Ivan")
        assert ivan is not None
        await house.desk.disable(ivan.account_id)
        assert house.reception.visitor(session) is None
        await fail(house, "Ivan")
        await house.desk.enable(ivan.account_id)
        await house.reception.sign_in("Ivan", PASSPHRASE, HERE)


@pytest.mark.parametrize(
    ("name", "role", "room", "field"),
    [
        ("olena", Role.OPERATOR, None, "name"),
        (" ", Role.OPERATOR, None, "name"),
        ("x" * 81, Role.OPERATOR, None, "name"),
        ("a\x00b", Role.OPERATOR, None, "name"),
        ("Ivan", Role.CAPTAIN, None, "role"),
        ("Ivan", Role.CLERK, None, "room"),
        ("Ivan", Role.OPERATOR, Room.OPEN, "room"),
    ],
)
async def test_an_account_that_cannot_be_is_refused_by_its_field(
    tmp_path: Path, name: str, role: Role, room: Room | None, field: str
) -> None:
    with opened(tmp_path) as house:
        await with_director(house)
        with pytest.raises(AccountRefused, match=f"^{field}: ") as refused:
            await house.desk.add_account(name, role, room, DIRECTOR)
        assert refused.value.field == field
        assert len(house.reception.accounts.list()) == 1


async def test_a_captains_link_gives_sessions_of_its_role_until_it_is_revoked(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as house:
        reception = house.reception
        wanted = Link(kind=LinkKind.CAPTAIN, name="Garal", match=3, team="Kharkov")
        given, token = await reception.give_link(wanted)
        link, session = await reception.follow_link(token, HERE)
        assert link == given
        assert reception.visitor(session) == Visitor(Role.CAPTAIN, "Garal", match=3, team="Kharkov")
        assert reception.account_of(session) is None
        again = (await reception.follow_link(token, THERE))[1]
        assert reception.links.of_match(3) == [given]
        await reception.end_link(given.link_id)
        assert reception.visitor(session) is reception.visitor(again) is None
        with pytest.raises(LinkSpent):
            await reception.follow_link(token, HERE)
        with pytest.raises(LinkUnknown, match="Operator: choose one"):
            await reception.end_link(given.link_id)


async def test_a_players_link_outlives_a_restart_and_names_his_seat(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        seat = {"match": 3, "team": "Kharkov", "room": Room.CLOSED, "side": Side.RED}
        wanted = Link(kind=LinkKind.PLAYER, name="Krasov", **seat)  # type: ignore[arg-type]
        _, token = await house.reception.give_link(wanted)
    with opened(tmp_path) as house:
        _, session = await house.reception.follow_link(token, HERE)
        assert house.reception.visitor(session) == Visitor(
            Role.PLAYER, "Krasov", Room.CLOSED, 3, "Kharkov", Side.RED
        )


async def test_a_link_of_one_kind_does_nothing_where_another_is_wanted(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        set_up = await house.reception.set_up_link()
        captain = Link(kind=LinkKind.CAPTAIN, name="Garal", match=1, team="Kharkov")
        _, captains = await house.reception.give_link(captain)
        assert set_up is not None
        with pytest.raises(LinkSpent):
            await house.reception.follow_link(set_up, HERE)
        with pytest.raises(LinkSpent):
            await house.reception.set_up(captains, "Mallory", PASSPHRASE, HERE)
        with pytest.raises(LinkSpent):
            await house.reception.set_passphrase(set_up, PASSPHRASE, HERE)


async def test_no_token_and_no_passphrase_is_in_the_file(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        set_up = await house.reception.set_up_link()
        assert set_up is not None
        session = await house.reception.set_up(set_up, "Olena", PASSPHRASE, HERE)
        _, link = await house.reception.give_link(
            Link(kind=LinkKind.CAPTAIN, name="Garal", match=1, team="Kharkov")
        )
        await fail(house, "a passphrase where the name belongs")
    kept = (tmp_path / "house.sqlite3").read_bytes()
    assert b"Olena" in kept
    assert re.search(rb"\$argon2id\$", kept)
    for secret in (set_up, session, link, PASSPHRASE, "a passphrase where"):
        assert secret.encode() not in kept


async def test_a_full_disk_signs_nobody_in_and_keeps_those_who_are(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        session = await with_director(house)
        house.clock.passes(minutes=6)
        full = no_file_longer_than((tmp_path / "house.sqlite3-wal").stat().st_size)
        with full, pytest.raises(HouseUnavailable, match="Operator: make room"):
            await house.reception.sign_in("Olena", PASSPHRASE, HERE)
        assert house.reception.visitor(session) == DIRECTOR
        await house.reception.sign_in("Olena", PASSPHRASE, HERE)
