"""The feed of all matches, and a frame that is made once for each language."""

import asyncio

from websockets.asyncio.client import connect

from rules import events as ev
from rules.games.known_games import GAMES
from server.live.hub import LiveHub
from server.live.snapshot import PublicSnapshot
from server.values.naming import Names
from tests.server.live.following import feed_of, hub_of, read, tell_slowly, whole_match
from tests.support.ids import NAMES, match_id
from tests.support.rooms import scheduled, started
from tests.support.stored import stored

MATCH = whole_match()
HALF = len(MATCH) // 2


async def test_the_feed_of_all_matches_begins_with_each_and_brings_what_changes() -> None:
    hub = hub_of(*MATCH[:HALF])
    hub.receive(stored(2, [scheduled(number=2)]))
    async with feed_of(hub) as address:
        every = address.replace("/t/club/matches/1/live", "/live")
        async with connect(every, compression=None) as follower:
            first = [read(await follower.recv()) for _ in range(2)]
            assert [(frame["match"], "page" in frame) for frame in first] == [
                ("club/1", False),
                ("club/2", False),
            ]
            hub.receive(stored(2, [started(), ev.GameStarted(game=1, attempt=1)]))
            changed = read(await follower.recv())
            assert (changed["match"], changed["state"]["phase"]) == ("club/2", "playing")


async def test_a_match_that_is_planned_is_told_to_who_follows_all() -> None:
    hub = hub_of(*MATCH[:HALF])
    follower = hub.follow_all()
    await follower.next_frame()
    hub.receive(stored(2, [scheduled(number=2)]))
    planned = read(await follower.next_frame())
    assert (planned["match"], planned["state"]["phase"]) == ("club/2", "planned")


async def test_a_frame_is_made_once_for_each_language_that_has_followers() -> None:
    made: list[str] = []

    def fragments(_: PublicSnapshot, language: str, names: Names) -> dict[str, str]:
        made.append(language)
        return {"score": language}

    hub = LiveHub(GAMES, fragments, names_of=lambda _: NAMES)
    hub.receive(stored(1, MATCH[:HALF]))
    followers = [hub.follow(match_id(1), None, language) for language in ("en", "uk", "uk", None)]
    for follower in followers:
        await follower.next_frame()
    made.clear()
    before = hub.snapshot(match_id(1))
    rest = iter(MATCH[HALF:])
    while hub.snapshot(match_id(1)) == before:
        hub.receive(stored(1, [next(rest)]))
    frames = [read(await follower.next_frame()) for follower in followers]
    assert sorted(made) == ["en", "uk"]
    assert [frame.get("page") for frame in frames] == [
        {"score": "en"},
        {"score": "uk"},
        {"score": "uk"},
        None,
    ]


async def test_what_becomes_public_at_once_is_one_frame() -> None:
    hub = hub_of(*MATCH[:2])
    follower = hub.follow(match_id(1), 0)
    await follower.next_frame()
    hub.receive(stored(1, MATCH[2:]))
    frame = read(await follower.next_frame())
    assert [item["number"] for item in frame["items"]] == list(range(2, frame["last"] + 1))


async def test_who_has_left_is_offered_nothing() -> None:
    hub = hub_of(*MATCH[:HALF])
    follower, watcher = hub.follow(match_id(1)), hub.follow_all()
    for each in (follower, watcher):
        await each.next_frame()
        hub.leave(each)
    await tell_slowly(hub, MATCH[HALF:])
    waiting = [asyncio.ensure_future(each.next_frame()) for each in (follower, watcher)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    for task in waiting:
        task.cancel()
