"""The feed of a tournament's pages: a frame where what is public has changed, and no other."""

import asyncio
import itertools
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from rules import events as ev
from rules.directing.announcements import Announcements
from rules.room import Room
from server.live.follower import SLICE, Follower
from server.live.tournament_feed import AnnouncementFeed, Followed
from tests.support.clock import Clock
from tests.support.commands import happen_in_tournament, lost_by_red
from tests.support.ids import NAMES
from tests.support.knockout_desk import PLAYERS, KnockoutDesk
from tests.support.served import DIRECTOR, Served, opened
from tests.support.stored import NOON, Heard, Listener, stored
from tests.support.team_event import TEAMS, EventDesk

BESIDE = {"white": "Cy Dale", "red": "Di Lane", "length": 1}
"""A match of the tournament that belongs to no knockout."""
WAITING = 200
"""Passes of the loop in which a frame that is to come has come."""


class Watching:
    """Somebody who follows a page; `frames` is every one that was sent."""

    def __init__(self, served: Served, page: str, language: str) -> None:
        self._feed = served.services.tournament_feed
        (club,) = served.hall.tournaments.processes
        self._follower = self._feed.follow(Followed(club, page, language))
        self.frames: list[bytes] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            self.frames.append(await self._follower.next_frame())

    def parts(self) -> dict[str, str]:
        """The parts as the last frame has them."""
        parts: dict[str, str] = json.loads(self.frames[-1])["parts"]
        return parts

    def leave(self) -> None:
        """Follow no longer."""
        self._feed.leave(self._follower)
        self._reading.cancel()


async def entered(served: Served, heard: Heard, room: Room, left: int) -> None:
    """One room's result of game 1 is entered, which Red has lost."""
    await lost_by_red(served.hall, room, left)
    await heard.all_of(served.hall)


async def frames_of(folder: Path, left: int) -> list[list[bytes]]:
    """All frames of three who follow, after a result in one room, and after one in the other."""
    async with opened(folder, Clock()) as served, served.client(DIRECTOR) as client:
        heard, desk = Heard(), EventDesk(client)
        served.hall.subscriptions.add(Listener(heard))
        await desk.set_up("round-robin")
        drawn = ev.StageDrawn(stage=1, seed=bytes(16), groups=(tuple(TEAMS),))
        await happen_in_tournament(served.hall, drawn)
        (pairing,) = await desk.publish(1)
        await desk.line_up(pairing)
        await heard.all_of(served.hall)
        pages = (("standings", "en"), ("standings", "en"), ("overview", "uk"))
        watching = [Watching(served, *page) for page in pages]
        await entered(served, heard, Room.OPEN, left)
        await passes()
        hidden = [len(each.frames) for each in watching]
        assert hidden == [1, 1, 1]
        await entered(served, heard, Room.CLOSED, left)
        await passes()
        for each in watching:
            assert len(each.frames) == 2
            each.leave()
        assert watching[0].frames == watching[1].frames
        assert "IMP" in watching[2].parts()["matches"]
        return [each.frames for each in watching]


async def passes() -> None:
    """Let the loop go on until what was scheduled is done."""
    for _ in range(WAITING):
        await asyncio.sleep(0)


async def test_a_result_of_one_room_makes_no_frame_and_the_other_rooms_makes_one_for_all(
    tmp_path: Path,
) -> None:
    three, eleven = [await frames_of(tmp_path / str(left), left) for left in (3, 11)]
    assert [each[0] for each in three] == [each[0] for each in eleven]
    assert three[0][1] != eleven[0][1]


async def test_nobody_is_told_what_is_the_same_as_before(tmp_path: Path) -> None:
    async with opened(tmp_path, Clock()) as served, served.client(DIRECTOR) as client:
        heard, desk = Heard(), EventDesk(client)
        served.hall.subscriptions.add(Listener(heard))
        await desk.set_up("round-robin")
        watching = Watching(served, "standings", "en")
        await desk.order("describe", title="Harbour Cup", place="Odesa", dates="2–6 October")
        await heard.all_of(served.hall)
        await passes()
        assert len(watching.frames) == 1
        await desk.order("draw", stage=1)
        await heard.all_of(served.hall)
        await passes()
        assert len(watching.frames) == 2
        watching.leave()


async def test_a_bracket_has_frames_for_what_becomes_public_of_it_and_for_nothing_else(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, Clock()) as served, served.client(DIRECTOR) as client:
        heard, desk = Heard(), KnockoutDesk(client)
        served.hall.subscriptions.add(Listener(heard))
        await desk.order("plan", name="Main", length=1)
        await heard.all_of(served.hall)
        watching = [Watching(served, "bracket", each) for each in ("en", "en", "uk")]
        await passes()
        changes: list[Coroutine[Any, Any, object]] = [
            desk.order("enter", knockout=1, players=PLAYERS[:3]),
            desk.order("draw", knockout=1),
            desk.order("publish", knockout=1, round=1),
            desk.order("plan", name="Side event", length=3),
            desk.order("remove", knockout=2, reason="planned by mistake"),
            desk.result(1, "red"),
            desk.order("publish", knockout=1, round=2),
            desk.result(2, "white"),
        ]
        beside: list[Coroutine[Any, Any, object]] = [
            client.post("/api/t/club/teams", json={"name": "Compass", "players": PLAYERS[3:5]}),
            client.post("/api/t/club/matches/match-play", json=BESIDE),
            desk.result(3, "white"),
        ]
        for each in changes:
            seen = len(watching[0].frames)
            await each
            await heard.all_of(served.hall)
            await passes()
            assert len(watching[0].frames) == seen + 1
        seen = len(watching[0].frames)
        for each in beside:
            await each
            await heard.all_of(served.hall)
            await passes()
        assert [len(each.frames) for each in watching] == [seen] * 3
        frames = watching[0].frames
        assert frames == watching[1].frames
        assert not [one for one, next_ in itertools.pairwise(frames) if one == next_]
        for follower in watching:
            follower.leave()


async def test_a_round_is_published_in_one_frame_with_all_of_its_matches(tmp_path: Path) -> None:
    async with opened(tmp_path, Clock()) as served, served.client(DIRECTOR) as client:
        heard, event, knockout = Heard(), EventDesk(client), KnockoutDesk(client)
        served.hall.subscriptions.add(Listener(heard))
        await event.set_up("round-robin")
        await event.order("draw", stage=1)
        await knockout.order("plan", name="Main", length=1)
        await knockout.order("enter", knockout=1, players=PLAYERS)
        await knockout.order("draw", knockout=1)
        await heard.all_of(served.hall)
        pages = ("overview", "schedule", "bracket")
        watching = {page: Watching(served, page, "en") for page in pages}
        await passes()
        publishing: list[tuple[Coroutine[Any, Any, object], int, set[str]]] = [
            (event.publish(1), 1, {"overview", "schedule"}),
            (knockout.order("publish", knockout=1, round=1), 2, {"overview", "bracket"}),
        ]
        for published, matches, shown_on in publishing:
            seen = {page: len(each.frames) for page, each in watching.items()}
            there = len(served.hall.registry.matches)
            await published
            await heard.all_of(served.hall)
            await passes()
            assert len(served.hall.registry.matches) == there + matches
            more = {page: len(each.frames) - seen[page] for page, each in watching.items()}
            assert {page: more[page] for page in shown_on} == dict.fromkeys(shown_on, 1)
            assert max(more.values()) == 1
        for each in watching.values():
            each.leave()


async def test_a_bracket_follows_the_points_of_its_matches(tmp_path: Path) -> None:
    async with opened(tmp_path, Clock()) as served, served.client(DIRECTOR) as client:
        heard, desk = Heard(), KnockoutDesk(client)
        served.hall.subscriptions.add(Listener(heard))
        await desk.set_up(["Ann Reed", "Ben Cole"], length=2)
        await heard.all_of(served.hall)
        watching = Watching(served, "bracket", "en")
        await desk.result(1, "red")
        await heard.all_of(served.hall)
        await passes()
        assert len(watching.frames) == 2
        assert '<span class="points">1</span>' in watching.parts()["bracket"]
        await desk.result(1, "red", game=2)
        await heard.all_of(served.hall)
        await passes()
        assert '<span class="note well">won</span>' in watching.parts()["bracket"]
        watching.leave()


async def test_however_many_follow_what_is_announced_all_are_told() -> None:
    made = ev.AnnouncementMade(
        number=1,
        texts=(ev.AnnouncementText(language="", text="Lunch"),),
        tournament=None,
        until=None,
        by="Olena",
    )
    announced = Announcements()
    feed = AnnouncementFeed(lambda: announced, lambda: NAMES, Clock())
    followers = [Follower(None, ()) for _ in range(SLICE + 1)]
    for each in followers:
        feed.follow(each)
    announced = announced.after(made, NOON)
    feed.receive(stored(1, (made,)))
    await passes()
    frames = {await asyncio.wait_for(each.next_frame(), 1) for each in followers}
    assert [json.loads(each)["announcements"][0]["texts"] for each in frames] == [{"": "Lunch"}]
