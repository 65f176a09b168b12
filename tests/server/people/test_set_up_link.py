"""The set-up link: whoever opens it first becomes the director."""

import asyncio
from pathlib import Path

import pytest

from server.access import Role
from server.people.passphrases import PassphraseRefused
from server.store.accounts_db.links import LinkKind, LinkSpent
from tests.support.accounts import HERE, THERE, opened, shown
from tests.support.persons import person_id
from tests.support.quick import PASSPHRASE, QUICK


async def test_the_set_up_link_makes_the_first_director_once(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        authenticator = served.authenticator
        token = await authenticator.set_up_link()
        assert token is not None
        assert not authenticator.director_made.is_set()
        session = await authenticator.set_up(token, "Olena", PASSPHRASE, HERE)
        assert authenticator.director_made.is_set()
        assert shown(authenticator, session) == (Role.DIRECTOR, "Olena")
        with pytest.raises(LinkSpent, match="no longer works"):
            await authenticator.set_up(token, "Mallory", PASSPHRASE, THERE)
        assert await authenticator.set_up_link() is None
    with opened(tmp_path) as again:
        assert again.authenticator.director_made.is_set()
        assert await again.authenticator.set_up_link() is None


async def test_two_who_use_the_set_up_link_at_once_do_not_both_become_director(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        token = await served.authenticator.set_up_link()
        assert token is not None
        both = await asyncio.gather(
            served.authenticator.set_up(token, "Olena", PASSPHRASE, HERE),
            served.authenticator.set_up(token, "Mallory", PASSPHRASE, THERE),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in both) == ["LinkSpent", "str"]
        assert len(served.authenticator.accounts.list()) == 1


async def test_each_start_gives_a_new_set_up_link_and_ends_the_old_one(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        old = await served.authenticator.set_up_link()
    with opened(tmp_path) as served:
        new = await served.authenticator.set_up_link()
        assert old is not None
        assert new not in (None, old)
        with pytest.raises(LinkSpent):
            await served.authenticator.set_up(old, "Olena", PASSPHRASE, HERE)


async def test_a_set_up_link_is_good_no_more_once_a_director_was_made_without_it(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        token = await served.authenticator.set_up_link()
        assert token is not None
        hashed, person = QUICK.hash(PASSPHRASE), person_id("Olena")
        served.authenticator.accounts.add("Olena", Role.DIRECTOR, hashed=hashed, person=person)
        with pytest.raises(LinkSpent):
            await served.authenticator.set_up(token, "Mallory", PASSPHRASE, THERE)
        assert await served.authenticator.set_up_link() is None
        assert served.authenticator.links.find(token, LinkKind.SET_UP) is None


@pytest.mark.parametrize("passphrase", ["", "eleven char", "x" * 513])
async def test_a_passphrase_too_short_or_too_long_leaves_the_link_good(
    tmp_path: Path, passphrase: str
) -> None:
    with opened(tmp_path) as served:
        token = await served.authenticator.set_up_link()
        assert token is not None
        with pytest.raises(PassphraseRefused, match=f"{len(passphrase)} characters .* 12 to 512"):
            await served.authenticator.set_up(token, "Olena", passphrase, HERE)
        await served.authenticator.set_up(token, "Olena", "twelve chars", HERE)
