"""Watchers and players side by side at the doubles of a match, on its page and in its stories."""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest

from rules import events as ev
from rules.games.known_games import GAMES
from rules.room import Ending
from server.live.hub import LiveHub
from server.values.double_answers import DoubleKey, Tally
from server.web.edge.page_hooks import PageHooks
from server.web.match_page.parts import page_fragments
from server.web.match_page.stories import StoryCache
from tests.server.live.by_hand import CLOSED, OPEN, RED, WHITE, doubled, finished
from tests.server.live.following import read
from tests.server.live.test_double_pause import DOUBLE, OPENED, TAKEN
from tests.support.clock import utc_now
from tests.support.ids import NAMES, match_id
from tests.support.public_pages import public_app
from tests.support.rooms import scheduled
from tests.support.stored import stored

MATCH = "/t/club/matches/1"


@asynccontextmanager
async def browsers(
    hub: LiveHub, count: int = 1, hooks: Sequence[PageHooks] = (), services: Sequence[object] = ()
) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Browsers of different watchers of the hub's matches, with what an extra adds."""
    transport = httpx.ASGITransport(app=public_app(hub, hooks=hooks, services=services))
    opened = [
        httpx.AsyncClient(transport=transport, base_url="http://yalta.test") for _ in range(count)
    ]
    try:
        yield opened
    finally:
        for each in opened:
            await each.aclose()


def hub_with(*events: ev.Event, tallies: Mapping[DoubleKey, Tally] | None = None) -> LiveHub:
    """A hub to which all of that is told as it happens."""
    hub = LiveHub(GAMES, page_fragments, names_of=lambda _: NAMES, clock=utc_now, tallies=tallies)
    hub.receive(stored(1, (scheduled(), *events), utc_now()))
    return hub


async def page(browser: httpx.AsyncClient) -> str:
    """The match's page but the key of its form, drawn for each page, and the times of day."""
    text = (await browser.get(MATCH)).text
    return re.sub(r'(name="command_id" value|data-now|data-published)="[^"]+"', "", text)


def side_by_side(page_text: str) -> list[str]:
    """The cells of the table of doubles on a match's page."""
    table = page_text.partition('class="doubles"')[2].partition("</table>")[0]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", table, re.DOTALL)
    return [" ".join(re.sub("<[^>]*>", "", cell).split()) for cell in cells]


IN_CLOSED = {
    "White takes": (*doubled(CLOSED, RED, 1, ev.DoubleTaken), finished(CLOSED, WHITE)),
    "White passes": (
        *doubled(CLOSED, RED, 1, ev.DoublePassed),
        finished(CLOSED, WHITE, Ending.PASS),
    ),
}
WATCHED = {DOUBLE: Tally(12, 5)}
CROWD = "12 take, 5 pass"


@pytest.mark.parametrize("answer", IN_CLOSED)
async def test_watchers_and_players_stand_side_by_side_the_other_room_s_once_both_games_are_over(
    answer: str,
) -> None:
    begun = (*OPENED, *TAKEN[:2], *IN_CLOSED[answer])
    hub = hub_with(*begun, tallies=WATCHED)
    async with browsers(hub) as (browser,):
        before = side_by_side(await page(browser))
        assert before == [CROWD, "White takes", "Shown when the game is over in both rooms."]
    hub = hub_with(*begun, finished(OPEN, WHITE), tallies=WATCHED)
    async with browsers(hub) as (browser,):
        *both, other = side_by_side(await page(browser))
        assert (both, other.partition(" The positions")[0]) == ([CROWD, "White takes"], answer)
        assert "The positions differed already" in other
        shown = (await browser.get(f"{MATCH}/games/1/story.json")).json()
        assert side_by_side(shown["doubles"]) == [*both, other]


async def test_until_then_the_closed_room_s_answer_changes_nothing_that_the_public_gets() -> None:
    seen = list[list[object]]()
    for closed in IN_CLOSED.values():
        begun = (*OPENED, *TAKEN[:2], *closed)
        hub = hub_with(*begun, tallies=WATCHED)
        follower = hub.follow(match_id(1), 0, "en")
        async with browsers(hub) as (browser,):
            story = await browser.get(f"{MATCH}/games/1/story.json")
            frame = re.sub(r'"published_at":"[^"]+"', "", str(await follower.next_frame()))
            text = re.sub(r'data-published="[^"]+"', "", await page(browser))
            seen.append([text, story.content, [*story.headers], frame])
    assert seen[0] == seen[1]
    assert CROWD in str(seen[0][0])


async def test_those_who_play_are_told_the_finished_game_without_what_watchers_answered() -> None:
    events = (*OPENED, *TAKEN[:2], *IN_CLOSED["White passes"], finished(OPEN, WHITE))
    voted, quiet = (hub_with(*events, tallies=kept) for kept in (WATCHED, {}))
    of_players = [StoryCache(hub).finished(match_id(1), 1, "en") for hub in (voted, quiet)]
    assert of_players[0] == of_players[1]
    watching = StoryCache(voted).story(match_id(1), 1, len(voted.items(match_id(1))), "en")
    assert of_players[0] is not None
    assert watching is not None
    assert CROWD in watching.decode()
    links = [[step["link"] for step in read(text)["steps"]] for text in (of_players[0], watching)]
    assert links[0] == links[1]


async def test_while_a_double_waits_the_side_that_has_to_answer_is_lit() -> None:
    offer, _, decided = TAKEN
    hub = hub_with(*OPENED, offer, decided)
    async with browsers(hub) as [browser]:
        seats = (await page(browser)).partition('id="open-seats"')[2].partition("</div>")[0]
    lit = re.findall(r'<p class="seat([^"]*)">\s*<span class="man (\w+)"', seats)
    assert lit == [(" on-turn to-answer", "white"), ("", "red")]
    assert "to answer" in seats
