"""One bit of the records is another: it is refused in words, or what it is in is left alone."""

import contextlib
import shutil
from pathlib import Path
from random import Random

import pytest

from rules.identities import MatchId
from server.matches.match_record import MatchRecord
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable, StreamDamaged
from tests.support.served import (
    DIRECTOR,
    Served,
    another_match,
    opened,
    started_match,
    throw_opening,
)

FLIPS = [
    10,
    pytest.param(100, marks=pytest.mark.long),
    pytest.param(250, marks=pytest.mark.soak),
]
"""Of either file in every run, in `long` and as a soak."""
IN_WORDS = (DatabaseRefused, StreamDamaged, LogUnavailable, AccountsUnavailable)
Known = dict[MatchId, MatchRecord]


async def recorded(folder: Path) -> Known:
    """Two tournaments with matches under way, at boards and by hand; what is known of them."""
    async with opened(folder) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        await another_match(director)
        await throw_opening(served.hall, number, 1)
        await director.post("/api/tournaments", json={"name": "cup"})
        for name in ("Lantern", "Ensign"):
            body = {"name": name, "players": [f"{name} I", f"{name} II"]}
            await director.post("/api/t/cup/teams", json=body)
        match = {"home": "Lantern", "away": "Ensign", "games": 4}
        assert (await director.post("/api/t/cup/matches", json=match)).status_code == 201
        return records_of(served)


def records_of(served: Served) -> Known:
    return {match_id: each.record for match_id, each in served.hall.matches.items()}


def flipped(file: Path, rng: Random) -> int:
    """Make one bit of the file another; which one."""
    content = bytearray(file.read_bytes())
    # Most of a small database is empty: what says something is what is asked about.
    places = [place for place, byte in enumerate(content) if byte]
    bit = rng.choice(places) * 8 + rng.randrange(8)
    content[bit // 8] ^= 1 << bit % 8
    file.write_bytes(content)
    return bit


@pytest.mark.parametrize("flips", FLIPS)
@pytest.mark.parametrize("name", ["log.sqlite3", "accounts.sqlite3"])
async def test_nothing_wrong_is_restored_whichever_bit_is_another(
    name: str, flips: int, tmp_path: Path
) -> None:
    whole, rng = tmp_path / "whole", Random(7)
    whole.mkdir()
    before = await recorded(whole)
    for number in range(flips):
        folder = tmp_path / f"flipped-{number}"
        shutil.copytree(whole, folder)
        bit = flipped(folder / name, rng)
        with contextlib.suppress(*IN_WORDS):
            await looked_at(folder, before, f"bit {bit} of {name}")
        shutil.rmtree(folder)


async def looked_at(folder: Path, before: Known, where: str) -> None:
    async with opened(folder) as served, served.client(DIRECTOR) as director:
        now, tournaments = records_of(served), served.hall.tournaments
        lost = {each for each in before if each.tournament not in tournaments.processes}
        assert bool(lost) <= bool(tournaments.damaged), where
        assert before.keys() == now.keys() | served.hall.registry.damaged.keys() | lost, where
        for match_id, record in now.items():
            assert record == before[match_id], (where, match_id)
        page = await director.get("/hall", headers={"accept": "text/html"})
        assert page.status_code == 200, where
        damaged = len(tournaments.damaged) + len(served.hall.registry.damaged)
        assert page.text.count("its records are damaged") == damaged, where
