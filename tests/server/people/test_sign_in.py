"""Signing in with name and passphrase, and what of it is kept."""

import re
from pathlib import Path

import pytest

from server.access import Role
from server.people.commands import DisableAccount
from server.people.passphrases import Passphrases
from server.people.sign_in import SignInRefused
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.links import Link, LinkKind
from tests.server.store.full_disk import no_file_longer_than
from tests.support.account_commands import given_link
from tests.support.accounts import DIRECTOR, HERE, fail, opened, shown, with_account, with_director
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.quick import PASSPHRASE


async def test_one_signs_in_however_name_and_letters_are_composed(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        token = await served.authenticator.set_up_link()
        assert token is not None
        await served.authenticator.set_up(token, "Zoé  Ґалаґан", "ein großes café", HERE)
        session = await served.authenticator.sign_in(
            " ZOE\N{COMBINING ACUTE ACCENT} ґалаґан",
            "ein großes cafe\N{COMBINING ACUTE ACCENT}",
            HERE,
        )
        visitor = served.authenticator.visitor(session)
        assert visitor is not None
        assert visitor.person is not None
        assert served.authenticator.persons.names().of(visitor.person) == "Zoé Ґалаґан"


async def test_wrong_passphrase_unknown_name_and_disabled_account_are_refused_in_equal_words(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        await with_account(served, "Ivan", Role.OPERATOR)
        ivan = served.authenticator.accounts.find("Ivan")
        assert ivan is not None
        await served.process.handle(DisableAccount(account_id=ivan.account_id), DIRECTOR)
        texts = set()
        for name, passphrase in (
            ("Olena", "not her passphrase"),
            ("Nobody", PASSPHRASE),
            ("Ivan", PASSPHRASE),
        ):
            with pytest.raises(SignInRefused) as refused:
                await served.authenticator.sign_in(name, passphrase, HERE)
            texts.add(str(refused.value))
        assert len(texts) == 1


def test_an_unknown_name_costs_a_hash_like_a_known_one() -> None:
    calls = []

    class Counting(Passphrases):
        def fits(self, passphrase: str, hashed: str | None) -> bool:
            calls.append(self._hash.verify)
            return super().fits(passphrase, hashed)

    assert not Counting().fits(PASSPHRASE, None)
    assert len(calls) == 1


async def test_no_token_and_no_passphrase_is_in_the_file(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        set_up = await served.authenticator.set_up_link()
        assert set_up is not None
        session = await served.authenticator.set_up(set_up, "Olena", PASSPHRASE, HERE)
        _, link = given_link(
            served.authenticator,
            Link(
                kind=LinkKind.CAPTAIN, person=person_id("Brook"), match=match_id(1), team="Compass"
            ),
        )
        await fail(served, "a passphrase where the name belongs")
    kept = (tmp_path / "accounts.sqlite3").read_bytes()
    assert b"Olena" in kept
    assert re.search(rb"\$argon2id\$", kept)
    for secret in (set_up, session, link, PASSPHRASE, "a passphrase where"):
        assert secret.encode() not in kept


async def test_a_full_disk_signs_nobody_in_and_keeps_those_who_are(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        session = await with_director(served)
        served.clock.passes(minutes=6)
        full = no_file_longer_than((tmp_path / "accounts.sqlite3-wal").stat().st_size)
        with full, pytest.raises(AccountsUnavailable, match="Operator: make room"):
            await served.authenticator.sign_in("Olena", PASSPHRASE, HERE)
        assert shown(served.authenticator, session) == (Role.DIRECTOR, "Olena")
        await served.authenticator.sign_in("Olena", PASSPHRASE, HERE)
