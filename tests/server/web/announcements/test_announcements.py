"""Announcements: typed once, read by everybody in both rooms, and by nobody once taken down."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from board_drivers.wire import messages as wire
from rules.room import Room
from server.access import Role, Visitor
from tests.server.live.following import on_loopback
from tests.support.ids import match_id
from tests.support.phones import hall_with_phones, received
from tests.support.served import DIRECTOR, everybody, opened, opened_match

LIVE = {"embargo": "live", "reason": "nobody can look", "was": "lockstep"}
LUNCH = "Lunch is served until two"
MAKE = "/api/announcements"


async def _announced(director: httpx.AsyncClient, **asked: str) -> None:
    answer = await director.post(MAKE, json={"text": LUNCH, **asked})
    assert answer.status_code == 201, answer.text


async def test_everybody_reads_it_on_whatever_page_until_it_is_taken_down(tmp_path: Path) -> None:
    pages = {
        "public": ("/", "/screen", "/t/club", "/t/club/matches/1"),
        "clerk of closed": ("/hall", "/room"),
        "player in closed": ("/seat",),
        "captain of Compass": ("/captain",),
        "operator": ("/hall", "/hall/t/club/matches/1"),
    }
    async with opened_match(tmp_path) as (served, director):
        await _announced(director, uk="Обід до другої")
        for who, addresses in pages.items():
            async with served.client(everybody(1)[who]) as client:
                for address in addresses:
                    assert LUNCH in (await client.get(address)).text, (who, address)
        assert "Обід до другої" in (await director.get("/t/club?language=uk")).text
        assert (await director.delete(f"{MAKE}/1")).status_code == 204
        for address in ("/", "/screen", "/hall"):
            assert LUNCH not in (await director.get(address)).text
        assert (await director.get("/announcements.json")).json() == []


async def test_it_is_there_again_after_a_restart_and_ends_at_its_time(tmp_path: Path) -> None:
    clock = [datetime(2026, 5, 1, 12, 0, tzinfo=UTC)]
    until = (clock[0] + timedelta(minutes=30)).isoformat()
    async with opened(tmp_path, lambda: clock[0]) as served, served.client(DIRECTOR) as director:
        await _announced(director, until=until)
    async with opened(tmp_path, lambda: clock[0]) as served, served.client() as public:
        (shown,) = (await public.get("/announcements.json")).json()
        assert shown["texts"] == {"": LUNCH}
        clock[0] += timedelta(minutes=30)
        assert (await public.get("/announcements.json")).json() == []


async def test_who_runs_the_hall_announces_and_nobody_who_plays_in_it(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director):
        for who, visitor in everybody(1).items():
            allowed = who in ("director", "operator")
            async with served.client(visitor) as client:
                answer = await client.post(MAKE, json={"text": LUNCH})
                assert (answer.status_code == 201) is allowed, (who, answer.text)
        line_up = served.hall.match(match_id(1)).record.line_ups["Rudder"]
        plays_too = Visitor(Role.OPERATOR, line_up.closed_player)
        async with served.client(plays_too) as operator:
            refused = await operator.post(MAKE, json={"text": "They rolled 6-6"})
            assert refused.status_code == 403
            assert "you play in match 1" in refused.text
        assert "6-6" not in (await director.get("/announcements.json")).text


async def test_a_form_that_is_refused_keeps_what_was_typed(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        page = "/hall/announcements"
        assert "Both rooms read it." in (await director.get(page)).text
        long = "x" * 281
        refused = await director.post(page, data={"text": long, "minutes": "10"})
        assert refused.status_code == 422
        assert long in refused.text
        empty = await director.post(page, data={"text": "  "})
        assert empty.status_code == 409
        made = await director.post(page, data={"text": LUNCH, "minutes": "10"})
        assert made.status_code == 303
        (shown,) = (await director.get("/announcements.json")).json()
        assert shown["until"] is not None
        await director.post(page, data={"form": "down-1", "number": "1"})
        assert (await director.get("/announcements.json")).json() == []


async def test_phones_in_both_rooms_are_told_and_nothing_else_of_theirs_changes(
    tmp_path: Path,
) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.OPEN) as one,
        hall.seated(Room.CLOSED) as other,
        one.at_table() as opened_table,
        other.at_table() as closed_table,
        hall.served.client(DIRECTOR) as director,
    ):
        for table in (opened_table, closed_table):
            await table.until(received(wire.Wait))
        before = [dict(table.infos[-1]) for table in (opened_table, closed_table)]
        await _announced(director)
        for table, was in zip((opened_table, closed_table), before, strict=True):
            await table.until_info(lambda info: info["announcements"])
            now = dict(table.infos[-1])
            (line,) = now.pop("announcements")
            assert line["text"] == LUNCH
            assert was.pop("announcements") == []
            assert now == was


async def _first(socket: Any, frames: int) -> list[dict[str, Any]]:
    return [json.loads(await socket.recv()) for _ in range(frames)]


async def test_the_feed_carries_them_to_who_asks_in_frames_of_their_own(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director), on_loopback(served.app) as port:
        feed = f"ws://127.0.0.1:{port}/t/club/matches/1/live"
        async with connect(feed) as plain, connect(f"{feed}?announcements=true") as asking:
            for socket in (plain, asking):
                (state,) = await _first(socket, 1)
                assert state["match"] == "club/1"
            await _announced(director)
            (frame,) = await _first(asking, 1)
            assert [each["texts"] for each in frame["announcements"]] == [{"": LUNCH}]
            ordered = await director.post("/api/t/club/matches/1/director/embargo", json=LIVE)
            assert ordered.status_code == 200
            assert await _first(asking, 1) == await _first(plain, 1)
            await director.delete(f"{MAKE}/1")
            (gone,) = await _first(asking, 1)
            assert gone == {"announcements": []}
        async with connect(f"{feed}?announcements=true") as late:
            frames = await _first(late, 2)
            assert {"announcements": []} in frames
