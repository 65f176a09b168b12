"""The set-up link: whoever opens it first becomes the director."""

import asyncio
from pathlib import Path

import pytest

from server.access import Role
from server.passphrases import PassphraseRefused
from server.reception import LinkSpent
from server.store.links import LinkKind
from tests.support.quick import PASSPHRASE, QUICK
from tests.support.reception import DIRECTOR, HERE, THERE, opened


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
