"""A hall takes up what is whole and says of the rest what is wrong and what to do."""

import sqlite3
from pathlib import Path

import pytest

from rules.errors import MatchRefused
from server.store.sound_stream import StreamDamaged
from tests.support.served import opened, served, started_match

WANTED = {"home": "Compass", "away": "Rudder", "games": 4}


async def records_of_two_matches(folder: Path) -> None:
    async with served(folder) as client:
        await started_match(client)
        await client.post("/api/matches", json=WANTED)


def change(folder: Path, what: str, where: str) -> None:
    with sqlite3.connect(folder / "log.sqlite3") as database:
        database.execute(f"UPDATE event SET {what} WHERE {where}")
    database.close()


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("actor = 'nobody'", "event 2: entry or its hash changed"),
        ("version = 9", "event 2: stored event 'LineUpSubmitted', version 9"),
        ("payload = '{'", "event 2: stored event 'LineUpSubmitted', version 1"),
    ],
)
async def test_a_damaged_match_is_left_alone_and_the_others_are_played(
    what: str, why: str, tmp_path: Path
) -> None:
    await records_of_two_matches(tmp_path)
    change(tmp_path, what, "stream = 'match/1' AND sequence = 2")
    async with opened(tmp_path) as house, house.client() as client:
        with pytest.raises(MatchRefused, match=why) as refused:
            house.hall.match(1)
        assert "Operator: stop the server and restore the records" in str(refused.value)
        assert house.hall.match(2).record.number == 2
        assert (await client.get("/matches/1")).status_code == 404


async def test_the_number_of_a_damaged_match_is_not_given_again(tmp_path: Path) -> None:
    await records_of_two_matches(tmp_path)
    change(tmp_path, "actor = 'nobody'", "stream = 'match/2'")
    async with served(tmp_path) as client:
        assert (await client.post("/api/matches", json=WANTED)).json()["number"] == 3


async def test_without_the_events_own_stream_nothing_is_opened(tmp_path: Path) -> None:
    await records_of_two_matches(tmp_path)
    change(tmp_path, "version = 9", "stream = 'event' AND sequence = 2")
    with pytest.raises(StreamDamaged, match="stream 'event', event 2: stored event"):
        async with opened(tmp_path):
            pass
