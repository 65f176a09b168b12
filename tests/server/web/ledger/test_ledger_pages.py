"""The public ledger of a finished match: what it proves in words, and a file for anybody."""

import json
from pathlib import Path

import pytest

from server.access import PUBLIC
from tests.support.golden_records import FINISHED, TO_POINTS, UNDER_WAY, golden, restored
from tests.support.served import opened

HTML = {"accept": "text/html"}


async def test_the_page_says_what_was_proven_with_the_hash_that_is_printed(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    form = json.loads(golden("0.2.0", "shown")["/t/club/matches/1/protocol.json"])
    async with opened(tmp_path) as served, served.client(PUBLIC) as client:
        page = (await client.get("/t/club/matches/1/ledger", headers=HTML)).text
        assert form["ledger_head"] in page
        assert "All 907 entries are as they were written" in page
        assert "exactly the dice of the open room" in page
        assert "yalta ledger verify http://yalta.test/t/club/matches/1<" in page
        link = '<a href="/t/club/matches/1/ledger">'
        assert link in (await client.get("/t/club/matches/1", headers=HTML)).text
        at_one_table = (await client.get(f"/t/club/matches/{TO_POINTS}/ledger")).text
        assert "It was played at one table" in at_one_table


@pytest.mark.parametrize("language", ["uk", "ru"])
async def test_the_page_is_whole_in_other_languages(language: str, tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    async with opened(tmp_path) as served, served.client(PUBLIC) as client:
        address = f"/t/club/matches/1/ledger?language={language}"
        page = (await client.get(address, headers=HTML)).text
        assert "entries" not in page
        assert "907" in page


@pytest.mark.parametrize("path", ["ledger", "ledger.jsonl"])
async def test_nothing_is_given_of_a_match_that_is_not_over(path: str, tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    async with opened(tmp_path) as served, served.client(PUBLIC) as client:
        answer = await client.get(f"/t/club/matches/{UNDER_WAY}/{path}")
        assert answer.status_code == 404
        assert answer.json()["allowed"] == "a match that is over in both rooms"
        listed = (await client.get("/ledgers.json")).json()
        assert listed == {"matches": [f"club/{FINISHED}", f"club/{TO_POINTS}"]}


async def test_a_ledger_that_does_not_hold_is_said_not_to(tmp_path: Path) -> None:
    restored("0.2.0", tmp_path)
    async with opened(tmp_path):
        pass
    async with opened(tmp_path) as served, served.client(PUBLIC) as client:
        assert (await client.get("/t/club/matches/1/ledger")).status_code == 200
        log = served.hall.registry.ledgers

        async def changed(stream: str) -> list[object]:
            entries = await type(log).read(log, stream)
            entries[99] = entries[99]._replace(actor="nobody")
            return [*entries]

        log.read = changed  # type: ignore[method-assign, assignment]
        page = (await client.get("/t/club/matches/1/ledger")).text
        assert "The ledger is not intact: after entry 99" in page
