"""Would you take? Watchers answer a double before its answer is public, and see nobody else's."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from rules import events as ev
from rules.games.known_games import GAMES
from rules.room import Ending
from server.live import doubles
from server.live.doubles import Crowd
from server.live.hub import LiveHub
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.double_votes import DoubleVotes
from server.values.double_answers import Tally
from server.web.match_page.parts import page_fragments
from server.web.match_page.stories import StoryCache
from tests.server.live.by_hand import CLOSED, OPEN, RED, WHITE, doubled, finished, ready
from tests.server.live.following import read
from tests.server.live.test_double_pause import DOUBLE, OPENED, PASSED, TAKEN
from tests.support.clock import utc_now
from tests.support.forms import one_line
from tests.support.ids import NAMES, match_id
from tests.support.public_pages import public_app
from tests.support.rooms import scheduled
from tests.support.stored import NOON, stored

MATCH = "/t/club/matches/1"
HOUR = timedelta(hours=1)


@asynccontextmanager
async def browsers(hub: LiveHub, count: int = 1) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Browsers of different watchers of the hub's matches."""
    transport = httpx.ASGITransport(app=public_app(hub))
    opened = [
        httpx.AsyncClient(transport=transport, base_url="http://yalta.test") for _ in range(count)
    ]
    try:
        yield opened
    finally:
        for each in opened:
            await each.aclose()


def hub_with(*events: ev.Event, pause: timedelta = HOUR, crowd: Crowd | None = None) -> LiveHub:
    """A hub to which all of that is told as it happens."""
    hub = LiveHub(
        GAMES,
        page_fragments,
        names_of=lambda _: NAMES,
        double_pause=pause,
        clock=utc_now,
        crowd=crowd,
    )
    hub.receive(stored(1, (scheduled(), *events), utc_now()))
    return hub


async def answers(browser: httpx.AsyncClient, item: int, answer: str) -> int:
    return (await browser.post(f"{MATCH}/doubles/{item}", data={"answer": answer})).status_code


async def page(browser: httpx.AsyncClient) -> str:
    """The match's page but the key of its form, drawn for each page, and the times of day."""
    text = (await browser.get(MATCH)).text
    return re.sub(r'(name="command_id" value|data-now|data-published)="[^"]+"', "", text)


async def test_an_answer_is_counted_once_a_browser_and_the_last_one_counts() -> None:
    hub = hub_with(*OPENED, *TAKEN, pause=timedelta(milliseconds=200))
    follower, asked = hub.follow(match_id(1)), hub.double_asked(match_id(1))
    assert asked is not None
    await follower.next_frame()
    async with browsers(hub, 3) as (first, second, third):
        for browser, answer in ((first, "take"), (second, "pass"), (third, "take")):
            assert await answers(browser, asked[0], answer) == 303
        assert await answers(first, asked[0], "pass") == 303
        after = read(await follower.next_frame())
        assert [
            (item["kind"], item.get("takes"), item.get("passes")) for item in after["items"]
        ] == [("watchers", 1, 2), ("cube", None, None)]
        assert await answers(first, asked[0], "take") == 409
        assert "watchers: 1 would take, 2 would pass" in await page(first)


async def test_more_watchers_than_can_be_counted_are_told_so_and_the_others_may_change_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doubles, "MOST_ANSWERS", 1)
    hub = hub_with(*OPENED, *TAKEN)
    asked = hub.double_asked(match_id(1))
    assert asked is not None
    async with browsers(hub, 2) as (first, second):
        assert await answers(first, asked[0], "take") == 303
        assert await answers(second, asked[0], "take") == 503
        assert await answers(first, asked[0], "pass") == 303


async def test_nothing_of_it_exists_before_the_double_is_public() -> None:
    """A double that waits for the closed room is answered like one that was never offered."""
    offered, quiet = hub_with(*OPENED, *TAKEN[:2]), hub_with(*OPENED)
    for item in range(1, 12):
        async with browsers(offered) as (one,), browsers(quiet) as (other,):
            tried = [
                await each.post(f"{MATCH}/doubles/{item}", data={"answer": "take"})
                for each in (one, other)
            ]
        assert {each.status_code for each in tried} == {404}
        assert tried[0].content == tried[1].content
        assert [*tried[0].headers] == [*tried[1].headers]
    async with browsers(offered) as (one,), browsers(quiet) as (other,):
        assert await page(one) == await page(other)


async def test_while_watchers_are_asked_nobody_sees_what_others_answered() -> None:
    hub = hub_with(*OPENED, *PASSED)
    asked = hub.double_asked(match_id(1))
    assert asked is not None
    async with browsers(hub, 2) as (one, other):
        before = await page(other)
        assert "Would you take?" in before
        taken = await one.post(f"{MATCH}/doubles/{asked[0]}", data={"answer": "take"})
        assert await page(other) == before
        passed = await other.post(f"{MATCH}/doubles/{asked[0]}", data={"answer": "pass"})
        assert len(taken.headers.raw) == len(passed.headers.raw)
        assert taken.content == passed.content


async def test_an_answer_that_is_neither_is_refused() -> None:
    hub = hub_with(*OPENED, *TAKEN)
    asked = hub.double_asked(match_id(1))
    assert asked is not None
    async with browsers(hub) as (browser,):
        assert await answers(browser, asked[0], "perhaps") == 422


async def test_once_the_time_is_over_the_question_goes_though_the_player_still_thinks() -> None:
    hub = hub_with(*OPENED, *TAKEN[:1], ready(RED, 1), pause=timedelta(milliseconds=500))
    asked = hub.double_asked(match_id(1))
    assert asked is not None
    follower = hub.follow(match_id(1), language="en")
    assert read(await follower.next_frame())["state"]["asked"]
    async with browsers(hub) as (browser,):
        assert await answers(browser, asked[0], "take") == 303
        after = read(await follower.next_frame())
        assert (after["items"], after["state"]["asked"], after["page"]["answer"]) == ([], False, "")
        assert await answers(browser, asked[0], "pass") == 409
    hub.receive(stored(1, TAKEN[1:2], utc_now()))
    update = read(await follower.next_frame())
    assert [item["kind"] for item in update["items"]] == ["watchers", "cube"]
    assert "1 would take, 0 would pass" in update["page"]["answer"]
    assert "White takes" in update["page"]["answer"]


def side_by_side(page_text: str) -> list[str]:
    """The cells of the table of doubles on a match's page."""
    table = one_line(page_text).partition('class="doubles"')[2].partition("</table>")[0]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", table)
    return [re.sub("<[^>]*>", "", cell).strip() for cell in cells]


IN_CLOSED = {
    "White takes": (*doubled(CLOSED, RED, 1, ev.DoubleTaken), finished(CLOSED, WHITE)),
    "White passes": (
        *doubled(CLOSED, RED, 1, ev.DoublePassed),
        finished(CLOSED, WHITE, Ending.PASS),
    ),
}
WATCHED = {DOUBLE: Tally(12, 5)}
CROWD = "12 would take, 5 would pass"


@pytest.mark.parametrize("answer", IN_CLOSED)
async def test_watchers_and_players_stand_side_by_side_the_other_room_s_once_both_games_are_over(
    answer: str,
) -> None:
    begun = (*OPENED, *TAKEN[:2], *IN_CLOSED[answer])
    hub = hub_with(*begun, pause=timedelta(0), crowd=Crowd(WATCHED))
    async with browsers(hub) as (browser,):
        before = side_by_side(await page(browser))
        assert before == [CROWD, "White takes", "Told when the game is over in both rooms."]
    hub = hub_with(*begun, finished(OPEN, WHITE), pause=timedelta(0), crowd=Crowd(WATCHED))
    async with browsers(hub) as (browser,):
        *both, other = side_by_side(await page(browser))
        assert (both, other.partition(" The rooms")[0]) == ([CROWD, "White takes"], answer)
        assert "The rooms had parted" in other
        shown = (await browser.get(f"{MATCH}/games/1/story.json")).json()
        assert side_by_side(shown["doubles"]) == [*both, other]


async def test_until_then_the_closed_room_s_answer_changes_nothing_that_the_public_gets() -> None:
    seen = list[list[object]]()
    for closed in IN_CLOSED.values():
        begun = (*OPENED, *TAKEN[:2], *closed)
        hub = hub_with(*begun, pause=timedelta(0), crowd=Crowd(WATCHED))
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
    voted, quiet = (
        hub_with(*events, pause=timedelta(0), crowd=Crowd(kept)) for kept in (WATCHED, {})
    )
    of_players = [StoryCache(hub).finished(match_id(1), 1, "en") for hub in (voted, quiet)]
    assert of_players[0] == of_players[1]
    watching = StoryCache(voted).story(match_id(1), 1, len(voted.items(match_id(1))), "en")
    assert of_players[0] is not None
    assert watching is not None
    assert CROWD in watching.decode()
    links = [[step["link"] for step in read(text)["steps"]] for text in (of_players[0], watching)]
    assert links[0] == links[1]


async def test_a_tally_is_on_file_before_it_is_told_and_the_same_after_a_restart(
    tmp_path: Path,
) -> None:
    file = AccountsFile.open(tmp_path / "accounts.sqlite3")
    votes = DoubleVotes(file)
    hub = hub_with(*OPENED, *TAKEN, pause=timedelta(0))
    crowd = Crowd(keep=votes.keep)
    assert crowd.answer(DOUBLE, "a browser", takes=True)
    assert crowd.tally(DOUBLE) is None
    await crowd.close(DOUBLE)
    assert votes.every() == {DOUBLE: Tally(1, 0)}
    again = LiveHub(
        GAMES,
        page_fragments,
        names_of=lambda _: NAMES,
        double_pause=timedelta(seconds=20),
        crowd=Crowd(votes.every(), votes.keep),
    )
    again.begin(stored(1, (scheduled(), *OPENED, *TAKEN), NOON))
    kinds = [type(item.fact).__name__ for item in again.items(match_id(1))]
    assert kinds[-3:] == ["CubeActed", "WatchersAnswered", "CubeActed"]
    assert len(again.items(match_id(1))) == len(hub.items(match_id(1))) + 1
    file.close()
