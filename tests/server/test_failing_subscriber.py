"""A subscriber that raises, at a start or in play: all else goes on, and the console names it."""

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from server.live.hub import LiveHub
from server.store.event_log import subscriptions
from server.values.stored_events import StoredEvent
from tests.support.ids import match_id
from tests.support.served import DIRECTOR, Served, opened, started_match, throw_opening

NAMED = "could not be updated for match 1"


@contextlib.contextmanager
def broken_feed() -> Iterator[None]:
    """Within it the live feed can take nothing of any match."""

    def fails(hub: LiveHub, stored: Sequence[StoredEvent]) -> None:
        raise ZeroDivisionError

    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(LiveHub, "begin", fails)
        broken.setattr(LiveHub, "receive", fails)
        yield


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for the next try."""
    monkeypatch.setattr(subscriptions, "FIRST_RETRY", 0.01)


async def lagging(served: Served, *, so: bool) -> None:
    """Wait until somebody lags behind, or nobody does any more."""
    subscriptions, changed = served.hall.subscriptions, asyncio.Event()
    subscriptions.changed.append(changed.set)
    while bool(subscriptions.lagging()) is not so:
        changed.clear()
        await changed.wait()


async def named_on_the_console(served: Served) -> bool:
    async with served.client(DIRECTOR) as director:
        page = await director.get("/hall", headers={"accept": "text/html"})
        return NAMED in page.text and "ZeroDivisionError" in page.text


async def test_a_feed_that_fails_in_play_is_named_and_caught_up_and_play_goes_on(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        before = (await director.get(f"/t/club/matches/{number}/live.json")).json()
        with broken_feed():
            await throw_opening(served.hall, number, 1)
            state = served.hall.match(match_id(number)).record.state
            assert state is not None
            assert state.starter is not None or state.rolls
            await lagging(served, so=True)
            assert await named_on_the_console(served)
        await lagging(served, so=False)
        assert not await named_on_the_console(served)
        after = (await director.get(f"/t/club/matches/{number}/live.json")).json()
        assert after["last"] > before["last"]


async def test_a_feed_that_fails_at_a_start_keeps_no_server_from_starting(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await started_match(director)
    with broken_feed():
        async with opened(tmp_path) as served:
            await throw_opening(served.hall, 1, 1)
            assert await named_on_the_console(served)
    async with opened(tmp_path) as served, served.client() as public:
        assert (await public.get("/t/club/matches/1")).status_code == 200


async def test_a_server_that_ends_has_told_everybody_of_all_that_is_stored(tmp_path: Path) -> None:
    heard: list[str] = []

    def noted(_: LiveHub, stored: Sequence[StoredEvent]) -> None:
        heard.extend(each.stream for each in stored)

    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        await served.hall.registry.told()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(LiveHub, "receive", noted)
            await throw_opening(served.hall, number, 1)
            assert heard == []
            await served.hall.close()
        assert heard
