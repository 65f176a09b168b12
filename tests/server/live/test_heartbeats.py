"""A follower that asked for heartbeats gets them, the same for all, whatever is played."""

import re

from playwright.async_api import WebSocketRoute, expect

from server.live.follower import Follower, Heartbeats
from server.live.hub import LiveHub
from tests.server.live.following import hub_of, on_loopback, whole_match
from tests.support.browser import PLAIN_NAME, browser_page, in_browser
from tests.support.public_pages import public_app

BEAT = b'{"heartbeat":true}'


def follower(got: list[bytes]) -> Follower:
    """A follower whose frames are written at once."""

    def write(payload: bytes) -> bool:
        got.append(payload)
        return True

    made = Follower(None, (), write)
    assert made.rests()
    return made


async def test_all_get_the_same_bytes_and_who_left_gets_none() -> None:
    beats, one, other = Heartbeats(), list[bytes](), list[bytes]()
    first, second = follower(one), follower(other)
    beats.follow(first)
    beats.follow(second)
    beats.beat()
    beats.leave(first)
    beats.beat()
    assert (one, other) == ([BEAT], [BEAT, BEAT])


async def test_a_follower_that_reads_slowly_is_owed_one_heartbeat_at_most() -> None:
    beats, slow = Heartbeats(), Follower(None, ())
    beats.follow(slow)
    for _ in range(5):
        beats.beat()
    assert await slow.next_frame() == BEAT
    assert slow.rests()


@in_browser
async def test_a_page_says_since_when_it_has_heard_nothing() -> None:
    hub: LiveHub = hub_of(*whole_match()[:60])
    lines = list[WebSocketRoute]()

    async def line(route: WebSocketRoute) -> None:
        """Let the first line through; those after it stay silent."""
        lines.append(route)
        if len(lines) == 1:
            route.connect_to_server()

    async with on_loopback(public_app(hub)) as port, browser_page(locale="en-GB") as page:
        await page.clock.install()
        await page.route_web_socket("**/live?**", line)
        await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/matches/1")
        link = page.locator("#link")
        await expect(link).to_have_text("live")
        silent = re.compile("unlinked")
        await page.evaluate("document.documentElement.classList.add('unlinked')")
        hub.heartbeats.beat()
        await expect(page.locator("html")).not_to_have_class(silent)
        await page.clock.run_for(30_000)
        await expect(link).to_contain_text("nothing heard since ")
        await expect(page.locator("html")).to_have_class(silent)
