"""Sessions: how long they last and what ends them."""

from pathlib import Path

import pytest

from server.access import Role
from server.people.sign_in import SignInRefused
from server.store.accounts_db.sessions import MOST
from tests.support.account_commands import sign_out_devices
from tests.support.accounts import HERE, THERE, fail, opened, shown, with_account, with_director
from tests.support.clock import Clock
from tests.support.quick import PASSPHRASE


async def test_a_session_ends_after_its_idle_time_and_after_its_longest(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        session = await with_director(served)
        served.clock.passes(hours=15)
        assert served.authenticator.visitor(session) is not None
        served.clock.passes(hours=15)
        assert served.authenticator.visitor(session) is not None
        served.clock.passes(hours=16)
        assert served.authenticator.visitor(session) is None
        session = await served.authenticator.sign_in("Olena", PASSPHRASE, HERE)
        for _ in range(14 * 2):
            assert served.authenticator.visitor(session) is not None
            served.clock.passes(hours=12)
        assert served.authenticator.visitor(session) is None


async def test_a_restart_keeps_sessions_and_when_they_were_seen(tmp_path: Path) -> None:
    clock = Clock()
    with opened(tmp_path, clock) as served:
        session = await with_director(served)
        clock.passes(hours=15)
        assert shown(served.authenticator, session) == (Role.DIRECTOR, "Olena")
        served.authenticator.sessions.write_seen(session)
    clock.passes(hours=15)
    with opened(tmp_path, clock) as served:
        assert shown(served.authenticator, session) == (Role.DIRECTOR, "Olena")


async def test_sessions_are_revoked_one_by_one_and_all_at_once(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        authenticator = served.authenticator
        tokens = [await with_director(served)]
        tokens += [await authenticator.sign_in("Olena", PASSPHRASE, THERE) for _ in range(2)]
        account = authenticator.account_of(tokens[0])
        assert account is not None
        second = authenticator.sessions.find(tokens[1])
        assert second is not None
        await sign_out_devices(served.process, account.account_id, second.session_id)
        assert [authenticator.visitor(each) is not None for each in tokens] == [True, False, True]
        await authenticator.sign_out(tokens[0])
        assert [authenticator.visitor(each) is not None for each in tokens] == [False, False, True]
        await sign_out_devices(served.process, account.account_id)
        assert all(authenticator.visitor(each) is None for each in tokens)


async def test_nobody_revokes_the_session_of_another_account_by_its_number(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        olenas = await with_director(served)
        ivans = await with_account(served, "Ivan", Role.OPERATOR)
        ivan, hers = (
            served.authenticator.account_of(ivans),
            served.authenticator.sessions.find(olenas),
        )
        assert ivan is not None
        assert hers is not None
        await sign_out_devices(served.process, ivan.account_id, hers.session_id)
        assert served.authenticator.visitor(olenas) is not None


async def test_an_account_has_so_many_sessions_and_no_more(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        first = await with_director(served)
        for _ in range(MOST):
            served.clock.passes(seconds=1)
            await served.authenticator.sign_in("Olena", PASSPHRASE, HERE)
        assert served.authenticator.visitor(first) is None
        account = served.authenticator.accounts.find("Olena")
        assert account is not None
        assert len(served.authenticator.sessions.of_account(account.account_id)) == MOST


async def test_a_changed_passphrase_ends_every_other_session(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        old = await with_director(served)
        account = served.authenticator.account_of(old)
        assert account is not None
        with pytest.raises(SignInRefused):
            await served.authenticator.change_passphrase(account, "not the old one", "x" * 12, HERE)
        new = await served.authenticator.change_passphrase(
            account, PASSPHRASE, "another one now", HERE
        )
        assert served.authenticator.visitor(old) is None
        assert shown(served.authenticator, new) == (Role.DIRECTOR, "Olena")
        await fail(served)
        await served.authenticator.sign_in("Olena", "another one now", HERE)
