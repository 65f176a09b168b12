"""A reception and a desk on a real file, with a clock of the test's own."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from rules.room import Room
from server.access import Role, Visitor
from server.account_desk import AccountDesk
from server.reception import Device, Reception, SignInRefused
from server.store.house_file import HouseFile
from tests.support.clock import Clock
from tests.support.quick import PASSPHRASE, QUICK

HERE, THERE = Device("192.0.2.7", "a phone"), Device("192.0.2.8", "a tablet")
DIRECTOR = Visitor(Role.DIRECTOR, "Olena")


@dataclass
class House:
    """What a test has in its hands: the reception, the desk, their clock and their file."""

    reception: Reception
    desk: AccountDesk
    clock: Clock
    file: HouseFile


@contextlib.contextmanager
def opened(folder: Path, clock: Clock | None = None) -> Iterator[House]:
    """The records in that folder; opened again, a house that was started anew."""
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
    """Make the first director by the set-up link; his session."""
    token = await house.reception.set_up_link()
    assert token is not None
    return await house.reception.set_up(token, name, PASSPHRASE, HERE)


async def with_account(house: House, name: str, role: Role, room: Room | None = None) -> str:
    """Make an account and give it the passphrase; its session."""
    _, token = await house.desk.add_account(name, role, room, DIRECTOR)
    return await house.reception.set_passphrase(token, PASSPHRASE, HERE)


async def fail(house: House, name: str = "Olena", device: Device = HERE) -> None:
    """Sign in with a wrong passphrase."""
    with pytest.raises(SignInRefused):
        await house.reception.sign_in(name, "not her passphrase", device)
