"""Pages that are open get the luck of a match once it is judged, and lose it when it goes on."""

import asyncio
import json
from pathlib import Path
from typing import Any

from rules import events as ev
from server.access import PUBLIC
from server.live.follower import Follower
from server.live.hub import LiveHub
from tests.support.commands import happen
from tests.support.ids import match_id
from tests.support.persons import person_id, renaming
from tests.support.served import DIRECTOR, Served
from yalta_extras.analysis.tests.lucky_hall import (
    PAGE,
    InventedJudge,
    known_in,
    luck_in,
    lucky_hall,
)

TABLES = "IMP without the luck of the dice"
_PATIENCE = 20.0


def following(served: Served, shown: int | None = None) -> Follower:
    """Return a follower of the match, who has all items already.

    `shown` is the revision of the page that the follower shows.
    """
    hub = hub_in(served)
    now = hub.snapshot(match_id(1))
    assert now is not None
    return hub.follow(match_id(1), now.last, "en", shown=shown)


def hub_in(served: Served) -> LiveHub:
    return served.hub


async def frame(follower: Follower) -> dict[str, Any]:
    async with asyncio.timeout(_PATIENCE):
        frame_values: dict[str, Any] = json.loads(await follower.next_frame())
    return frame_values


async def test_an_open_page_gets_luck_once_it_is_judged(tmp_path: Path) -> None:
    async with lucky_hall(tmp_path, start=InventedJudge.start) as served:
        async with served.client(PUBLIC) as client:
            page = (await client.get(PAGE)).text
        assert TABLES not in page
        follower = following(served, hub_in(served).parts_revision(match_id(1)))
        assert "page" not in await frame(follower)
        await luck_in(served).judge_asked()
        frame_values = await frame(follower)
        assert frame_values["items"] == []
        assert TABLES in frame_values["page"]["luck"]
        async with served.client(PUBLIC) as client:
            assert frame_values["page"]["luck"] in (await client.get(PAGE)).text


async def test_a_match_that_goes_on_takes_its_luck_from_open_pages_until_it_is_over_again(
    tmp_path: Path,
) -> None:
    async with lucky_hall(tmp_path, start=InventedJudge.start) as served:
        await known_in(served)
        luck = luck_in(served)
        await luck.judge_asked()
        follower = following(served)
        assert TABLES in (await frame(follower))["page"]["luck"]
        voided = ev.GameVoided(game=4, attempt=1, by="director", reason="wrong dice")
        await happen(served.hall, 1, voided, ev.GameStarted(game=4, attempt=2))
        frame_values = await frame(follower)
        assert frame_values["state"]["phase"] != "over"
        assert frame_values["page"]["luck"] == ""
        await luck.judge_asked()
        assert await luck.known(match_id(1)) is None
        assert match_id(1) not in await luck.forks.every()
        async with served.client(PUBLIC) as client:
            assert TABLES not in (await client.get(PAGE)).text
            decisions = (await client.get("/t/club/decisions?least=1")).text
        assert "Brook" not in decisions


async def test_a_page_made_before_somebody_was_renamed_is_sent_the_new_name(tmp_path: Path) -> None:
    async with lucky_hall(tmp_path, installed=False) as served:
        revision = hub_in(served).parts_revision(match_id(1))
        renamed = renaming(served.hall.persons, person_id("Brook"), "Quillfeather")
        await served.hall.commands.to_persons(renamed, DIRECTOR)
        frame_values = await frame(following(served, revision))
        assert "Quillfeather" in frame_values["page"]["open-seats"]
        now = hub_in(served).parts_revision(match_id(1))
        assert "page" not in await frame(following(served, now))
