"""Watchers' answers to a double, given before the player's answer is public.

No watcher sees another one's answer before that.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from rules import events as ev
from rules.games.known_games import GAMES
from server.live.hub import LiveHub
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.double_votes import DoubleVotes
from server.values.double_answers import DoubleKey, Tally
from server.web.match_page.parts import page_fragments
from tests.server.live.by_hand import RED, ready
from tests.server.live.following import read
from tests.server.live.test_double_pause import DOUBLE, OPENED, PASSED, TAKEN
from tests.server.web.match_page.test_watched_doubles import MATCH, browsers, page
from tests.support.clock import utc_now
from tests.support.ids import NAMES, match_id
from tests.support.rooms import scheduled
from tests.support.stored import NOON, stored
from yalta_extras.watchers import public
from yalta_extras.watchers.hooks import HOOKS
from yalta_extras.watchers.public import MOST_ANSWERS, Crowd, Keep, question_parts

HOUR = timedelta(hours=1)


def kept_nowhere(_double: DoubleKey, _tally: Tally) -> None:
    """Keep nothing, in place of the store of tallies."""


def hub_with(
    *events: ev.Event, pause: timedelta = HOUR, keep: Keep = kept_nowhere
) -> tuple[LiveHub, Crowd]:
    """Return a hub that has been given `events`, and the Crowd of its watchers."""
    hub, crowd = (
        LiveHub(GAMES, page_fragments, names_of=lambda _: NAMES, clock=utc_now),
        Crowd(keep),
    )
    hub.pause_at_doubles(pause, crowd.close)
    hub.add_parts(question_parts)
    hub.receive(stored(1, (scheduled(), *events), utc_now()))
    return hub, crowd


@asynccontextmanager
async def watching(
    hub: LiveHub, crowd: Crowd, count: int = 1
) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Yield clients of different watchers, who may answer."""
    async with browsers(hub, count, [HOOKS.pages], [crowd]) as opened:
        yield opened


async def answers(browser: httpx.AsyncClient, item: int, answer: str) -> int:
    return (await browser.post(f"{MATCH}/doubles/{item}", data={"answer": answer})).status_code


async def test_an_answer_is_counted_once_a_browser_and_the_last_one_counts() -> None:
    hub, crowd = hub_with(*OPENED, *TAKEN, pause=timedelta(milliseconds=200))
    follower, asked = hub.follow(match_id(1)), hub.double_asked(match_id(1))
    assert asked is not None
    await follower.next_frame()
    async with watching(hub, crowd, 3) as (first, second, third):
        for browser, answer in ((first, "take"), (second, "pass"), (third, "take")):
            assert await answers(browser, asked[0], answer) == 303
        assert await answers(first, asked[0], "pass") == 303
        after = read(await follower.next_frame())
        assert [
            (item["kind"], item.get("takes"), item.get("passes")) for item in after["items"]
        ] == [("watchers", 1, 2), ("cube", None, None)]
        assert await answers(first, asked[0], "take") == 409
        assert "crowd: 1 take, 2 pass" in await page(first)


async def test_more_watchers_than_can_be_counted_are_told_so_and_the_others_may_change_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(public, "MOST_ANSWERS", 1)
    hub, crowd = hub_with(*OPENED, *TAKEN)
    asked = hub.double_asked(match_id(1))
    assert asked is not None
    async with watching(hub, crowd, 2) as (first, second):
        assert await answers(first, asked[0], "take") == 303
        assert await answers(second, asked[0], "take") == 503
        assert await answers(first, asked[0], "pass") == 303


async def test_nothing_of_it_exists_before_the_double_is_public() -> None:
    """A double that waits for the closed room is answered like one that was never offered."""
    offered, quiet = hub_with(*OPENED, *TAKEN[:2]), hub_with(*OPENED)
    for item in range(1, 12):
        async with watching(*offered) as (one,), watching(*quiet) as (other,):
            tried = [
                await each.post(f"{MATCH}/doubles/{item}", data={"answer": "take"})
                for each in (one, other)
            ]
        assert {each.status_code for each in tried} == {404}
        assert tried[0].content == tried[1].content
        assert [*tried[0].headers] == [*tried[1].headers]
    async with watching(*offered) as (one,), watching(*quiet) as (other,):
        assert await page(one) == await page(other)


async def test_while_watchers_are_asked_nobody_sees_what_others_answered() -> None:
    hub, crowd = hub_with(*OPENED, *PASSED)
    asked = hub.double_asked(match_id(1))
    assert asked is not None
    async with watching(hub, crowd, 2) as (one, other):
        before = await page(other)
        assert "Would you take?" in before
        taken = await one.post(f"{MATCH}/doubles/{asked[0]}", data={"answer": "take"})
        assert await page(other) == before
        passed = await other.post(f"{MATCH}/doubles/{asked[0]}", data={"answer": "pass"})
        assert len(taken.headers.raw) == len(passed.headers.raw)
        assert taken.content == passed.content


async def test_an_answer_that_is_neither_is_refused() -> None:
    hub, crowd = hub_with(*OPENED, *TAKEN)
    asked = hub.double_asked(match_id(1))
    assert asked is not None
    async with watching(hub, crowd) as (browser,):
        assert await answers(browser, asked[0], "perhaps") == 422


async def test_once_the_time_is_over_the_question_goes_though_the_player_still_thinks() -> None:
    hub, crowd = hub_with(*OPENED, *TAKEN[:1], ready(RED, 1), pause=timedelta(milliseconds=500))
    asked = hub.double_asked(match_id(1))
    assert asked is not None
    follower = hub.follow(match_id(1), language="en")
    assert read(await follower.next_frame())["state"]["asked"]
    async with watching(hub, crowd) as (browser,):
        assert await answers(browser, asked[0], "take") == 303
        after = read(await follower.next_frame())
        assert (after["items"], after["state"]["asked"], after["page"]["asked"]) == ([], False, "")
        assert await answers(browser, asked[0], "pass") == 409
    hub.receive(stored(1, TAKEN[1:2], utc_now()))
    update = read(await follower.next_frame())
    assert [item["kind"] for item in update["items"]] == ["watchers", "cube"]
    assert "1 take, 0 pass" in update["page"]["answer"]
    assert "White takes" in update["page"]["answer"]


async def test_a_tally_is_on_file_before_it_is_told_and_the_same_after_a_restart(
    tmp_path: Path,
) -> None:
    file = AccountsFile.open(tmp_path / "accounts.sqlite3")
    votes = DoubleVotes(file)
    crowd = Crowd(votes.keep)
    assert crowd.answer(DOUBLE, "a browser", takes=True)
    assert votes.every() == {}
    assert await crowd.close(DOUBLE) == Tally(1, 0)
    assert votes.every() == {DOUBLE: Tally(1, 0)}
    again = LiveHub(GAMES, page_fragments, names_of=lambda _: NAMES, tallies=votes.every())
    again.begin(stored(1, (scheduled(), *OPENED, *TAKEN), NOON))
    kinds = [type(item.fact).__name__ for item in again.items(match_id(1))]
    assert kinds[-3:] == ["CubeActed", "WatchersAnswered", "CubeActed"]
    file.close()


async def test_at_most_so_many_watchers_are_counted_and_each_may_think_again() -> None:
    crowd = Crowd(kept_nowhere)
    assert all(crowd.answer(DOUBLE, str(each), takes=True) for each in range(MOST_ANSWERS))
    assert not crowd.answer(DOUBLE, "one more", takes=False)
    assert crowd.answer(DOUBLE, "7", takes=False)
    assert await crowd.close(DOUBLE) == Tally(MOST_ANSWERS - 1, 1)


async def test_a_double_that_nobody_answered_has_no_tally() -> None:
    crowd = Crowd(kept_nowhere)
    assert await crowd.close(DOUBLE) is None


async def test_answers_that_could_not_be_kept_are_not_told() -> None:
    def full(_double: DoubleKey, _tally: Tally) -> None:
        raise OSError("no space left on device")

    crowd = Crowd(full)
    crowd.answer(DOUBLE, "somebody", takes=True)
    assert await crowd.close(DOUBLE) is None
