"""What a match's page costs a phone until the first live board is drawn, everything counted."""

import gzip
import re

import httpx
import pytest

from server.live.hub import LiveHub
from server.words.languages import LANGUAGES
from tests.server.live.following import hub_of, tell_slowly, whole_match
from tests.support.ids import match_id
from tests.support.public_pages import public_app

LIMIT = 120_000
"""Bytes, with headers and fonts."""
LATE = 70
"""Turns of a game as late as they come: half of all games end before."""
MATCH = "/t/club/matches/1"
_LOADED = re.compile(
    r'<(?:link(?! rel="(?:apple-touch-icon|manifest)")|script)[^>]*(?:href|src)="(/static/[^"]+)"'
)
"""What a browser loads to show a page, not what it needs to keep the page among its programs."""


def client_of(hub: LiveHub) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=public_app(hub))
    return httpx.AsyncClient(transport=transport, base_url="http://yalta.test")


async def transferred(client: httpx.AsyncClient, path: str) -> tuple[int, str]:
    """How many bytes an address is answered with, head included, and the text they are."""
    async with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        body = b"".join([each async for each in answer.aiter_raw()])
        head = sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
        packed = answer.headers.get("content-encoding") == "gzip"
    return len(body) + head, gzip.decompress(body).decode() if packed else ""


async def weight(hub: LiveHub, language: str) -> tuple[int, str]:
    """The page, what it loads and the feed's first frame; and the page itself."""
    async with client_of(hub) as client:
        total, page = await transferred(client, f"{MATCH}?language={language}")
        for path in dict.fromkeys(_LOADED.findall(page)):
            total += (await transferred(client, path))[0]
    now = hub.snapshot(match_id(1))
    assert now is not None
    shown = re.search(r'data-shown="(\d+)"', page)
    revision = None if shown is None else int(shown[1])
    follower = hub.follow(match_id(1), now.last, language, shown=revision)
    return total + len(await follower.next_frame()), page


async def late_in_a_game() -> LiveHub:
    """A hub whose match is in a long game."""
    for seed in range(1, 40):
        events = whole_match(seed)
        hub = hub_of(*events[:4])
        for event in events[4:]:
            await tell_slowly(hub, [event])
            now = hub.snapshot(match_id(1))
            assert now is not None
            if sum(hasattr(each, "dice") for each in now.table.facts) >= LATE:
                return hub
    raise AssertionError(f"no game of {LATE} turns")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_live_board_costs_a_phone_no_more_than_120_kilobytes_late_in_a_long_game(
    language: str,
) -> None:
    total, page = await weight(await late_in_a_game(), language)
    assert page.count("<tr") > LATE
    assert total <= LIMIT


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_match_that_is_over_costs_no_more_and_stands_in_its_page_once(
    language: str,
) -> None:
    total, page = await weight(hub_of(*whole_match(2)), language)
    assert total <= LIMIT
    steps = re.findall(r'data-step="([mc]\d+)"', page)
    assert steps
    assert len(steps) == len(set(steps))
