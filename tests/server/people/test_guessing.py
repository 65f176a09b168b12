"""Guesses of a passphrase make a name and an address wait, and lock nobody out."""

import asyncio
from pathlib import Path

import pytest

from server.people.sign_in import Device, SignInRefused, TooManyTries
from tests.support.accounts import HERE, THERE, fail, opened, with_director
from tests.support.clock import Clock
from tests.support.quick import PASSPHRASE


async def test_the_fourth_failure_of_a_name_makes_it_wait_and_each_further_one_doubles_it(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        for _ in range(3):
            await fail(served)
        waits = []
        for _ in range(7):
            with pytest.raises(TooManyTries) as refused:
                await served.authenticator.sign_in("Olena", PASSPHRASE, THERE)
            waits.append(refused.value.seconds)
            served.clock.passes(seconds=refused.value.seconds)
            await fail(served, device=THERE)
        assert waits == [1, 2, 4, 8, 16, 30, 30]
        served.clock.passes(seconds=30)
        await served.authenticator.sign_in("Olena", PASSPHRASE, HERE)
        await fail(served)


async def test_a_name_spelt_with_ever_more_spaces_is_one_name(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        for spaces in (0, 196, 200):
            with pytest.raises(SignInRefused):
                await served.authenticator.sign_in(
                    " " * spaces + "Olena", "not the right one", THERE
                )
        with pytest.raises(TooManyTries):
            await served.authenticator.sign_in(" " * 198 + "Olena", PASSPHRASE, THERE)


async def test_a_refused_try_does_not_count_so_nobody_is_locked_out_for_good(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        for _ in range(3):
            await fail(served)
        for _ in range(50):
            with pytest.raises(TooManyTries):
                await served.authenticator.sign_in("Olena", "a guess once more", HERE)
        served.clock.passes(seconds=1)
        await served.authenticator.sign_in("Olena", PASSPHRASE, HERE)


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::7", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.7", "192.0.2.8", False),
        ("a socket", "a socket", True),
        ("a socket", "another", False),
    ],
)
async def test_addresses_of_one_ipv6_network_are_one_and_all_others_themselves(
    tmp_path: Path, first: str, second: str, one: bool
) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        for number in range(12):
            await fail(served, f"name {number}", Device(first, "a phone"))
        with pytest.raises(TooManyTries if one else SignInRefused):
            await served.authenticator.sign_in("Olena", "a guess", Device(second, "a phone"))


async def test_an_address_that_tries_many_names_waits_up_to_a_quarter_of_an_hour(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        for number in range(12):
            await fail(served, f"name {number}")
        waits = []
        for number in range(12, 25):
            with pytest.raises(TooManyTries) as refused:
                await served.authenticator.sign_in("Olena", PASSPHRASE, HERE)
            waits.append(refused.value.seconds)
            served.clock.passes(seconds=refused.value.seconds)
            await fail(served, f"name {number}")
        assert waits == [*(2**n for n in range(10)), 900, 900, 900]
        await served.authenticator.sign_in("Olena", PASSPHRASE, THERE)


async def test_a_restart_does_not_forgive_a_guesser_but_an_hour_of_peace_does(
    tmp_path: Path,
) -> None:
    clock = Clock()
    with opened(tmp_path, clock) as served:
        await with_director(served)
        for _ in range(3):
            await fail(served)
    with opened(tmp_path, clock) as served:
        with pytest.raises(TooManyTries):
            await served.authenticator.sign_in("Olena", PASSPHRASE, HERE)
        clock.passes(hours=1)
        for _ in range(3):
            await fail(served)


async def test_guesses_sent_at_once_are_counted_like_guesses_one_by_one(tmp_path: Path) -> None:
    with opened(tmp_path) as served:
        await with_director(served)
        tries = (
            served.authenticator.sign_in("Olena", f"guess number {n:03}", HERE) for n in range(20)
        )
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(each, SignInRefused) for each in answers) == 3
