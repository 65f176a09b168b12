"""Accounts as the director makes, resets, disables and enables them."""

from pathlib import Path

import pytest

from rules.room import Room
from server.access import Role
from server.people.commands import DisableAccount, EnableAccount, ResetPassphrase
from server.people.sign_in import SignInRefused
from server.store.accounts_db.accounts import AccountRefused
from server.store.accounts_db.links import LinkSpent
from tests.support.account_commands import add_account, reset_passphrase
from tests.support.accounts import DIRECTOR, HERE, fail, opened, shown, with_account, with_director
from tests.support.quick import PASSPHRASE


async def test_a_new_account_signs_in_by_its_one_time_link_only(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        account, token = await add_account(
            served.process, "Ivan", Role.CLERK, Room.CLOSED, by=DIRECTOR
        )
        with pytest.raises(SignInRefused):
            await served.authenticator.sign_in("Ivan", "", HERE)
        session = await served.authenticator.set_passphrase(token, PASSPHRASE, HERE)
        assert shown(served.authenticator, session) == (Role.CLERK, "Ivan")
        with pytest.raises(LinkSpent):
            await served.authenticator.set_passphrase(token, PASSPHRASE, HERE)
        late = await reset_passphrase(served.process, account.account_id, DIRECTOR)
        assert served.authenticator.visitor(session) is None
        served.clock.passes(days=7)
        with pytest.raises(LinkSpent):
            await served.authenticator.set_passphrase(late, PASSPHRASE, HERE)


async def test_a_reset_makes_the_old_passphrase_and_the_earlier_link_good_no_more(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        await with_account(served, "Ivan", Role.OPERATOR)
        ivan = served.authenticator.accounts.find("ivan")
        assert ivan is not None
        first = await reset_passphrase(served.process, ivan.account_id, DIRECTOR)
        second = await reset_passphrase(served.process, ivan.account_id, DIRECTOR)
        await fail(served, "Ivan")
        with pytest.raises(LinkSpent):
            await served.authenticator.set_passphrase(first, PASSPHRASE, HERE)
        await served.authenticator.set_passphrase(second, PASSPHRASE, HERE)


async def test_the_last_director_is_neither_disabled_nor_reset(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        await add_account(served.process, "Second", Role.DIRECTOR, by=DIRECTOR)
        olena = served.authenticator.accounts.find("Olena")
        assert olena is not None
        for command in (DisableAccount, ResetPassphrase):
            with pytest.raises(AccountRefused, match="allowed: not the last director"):
                await served.process.handle(command(account_id=olena.account_id), DIRECTOR)
        await served.authenticator.sign_in("Olena", PASSPHRASE, HERE)


async def test_a_disabled_account_is_out_at_once_and_in_again_when_enabled(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        session = await with_account(served, "Ivan", Role.OPERATOR)
        ivan = served.authenticator.accounts.find("Ivan")
        assert ivan is not None
        await served.process.handle(DisableAccount(account_id=ivan.account_id), DIRECTOR)
        assert served.authenticator.visitor(session) is None
        await fail(served, "Ivan")
        await served.process.handle(EnableAccount(account_id=ivan.account_id), DIRECTOR)
        await served.authenticator.sign_in("Ivan", PASSPHRASE, HERE)


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
    with opened(tmp_path) as served:
        await with_director(served)
        with pytest.raises(AccountRefused, match=f"^{field}: ") as refused:
            await add_account(served.process, name, role, room, by=DIRECTOR)
        assert refused.value.field == field
        assert len(served.authenticator.accounts.list()) == 1
