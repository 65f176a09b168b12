"""Sessions: how long they last and what ends them."""

from pathlib import Path

import pytest

from server.access import Role
from server.reception import SignInRefused
from server.store.sessions import MOST
from tests.support.clock import Clock
from tests.support.quick import PASSPHRASE
from tests.support.reception import DIRECTOR, HERE, THERE, fail, opened, with_account, with_director


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
