"""Calls for the director and holds on pages and by API: who may, who is told (ruling 31)."""

import asyncio
from pathlib import Path

import httpx
import pytest

from rules import events as ev
from rules.position import Side
from rules.room import Room
from server.access import PUBLIC, SERVER, Role, Visitor
from server.matches.decide import BringHold
from server.views.match.needs import needs_of
from server.web.hall.sockets import ConsoleServices
from server.words.translation import words_for
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, everybody, opened, opened_match, started_match
from tests.support.stored import Listener

MATCH = "/api/t/club/matches/1"
OPEN_PAGE = "/t/club/matches/1"
CALL = f"{MATCH}/tables/closed/call"
SECRET = "Red moved with other dice"
PLAYER = Visitor(Role.PLAYER, person_id("Fields"), Room.CLOSED, match_id(1), "Compass", Side.RED)


async def events(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return list(answer.json()["events"])


def needed(served: Served, visitor: Visitor) -> list[str]:
    desk = served.services.by_package.of(ConsoleServices).desk
    view = desk.view(match_id(1), visitor, "en")
    return [need.text for need in needs_of(view, words_for("en"), desk.now())]


async def test_a_player_calls_somebody_goes_there_and_says_when_it_is_settled(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, director), served.client(PLAYER) as player:
        assert await events(await player.post(CALL, json={})) == ["DirectorCalled"]
        assert await events(await player.post(CALL, json={})) == []
        called = await events(await player.post(CALL, json={"reason": "illegal-play"}))
        assert called == ["DirectorCalled"]
        assert (await player.post(f"{CALL}/taken", json={})).status_code == 403
        assert (await player.post(f"{MATCH}/tables/open/call", json={})).status_code == 403
        first = needed(served, DIRECTOR)[0]
        assert first.startswith("Go to the table in the closed room. The director was called")
        page = await player.get("/seat")
        assert "The director was called: an illegal play" in page.text
        assert "Nobody is on the way yet." in page.text
        assert await events(await director.post(f"{CALL}/taken", json={})) == ["CallTaken"]
        assert "Director is coming to this table" in (await player.get("/seat")).text
        table = (await player.get(f"{MATCH}/tables/closed")).json()
        assert table["director"] == {
            "called": True,
            "coming": person_id("Director").text,
            "held": None,
        }
        async with served.client(everybody(1)["operator"]) as operator:
            late = await operator.post(f"{CALL}/taken", json={})
            assert late.status_code == 409
            assert "someone else is going to the table now" in late.text
        assert (await director.post(f"{CALL}/ended")).json()["code"] == "values_changed"
        coming = {"coming": person_id("Director").text}
        assert await events(await director.post(f"{CALL}/ended", json=coming)) == ["CallEnded"]
        assert "The director was called" not in (await player.get("/seat")).text


async def test_the_forms_of_a_clerks_page_and_of_a_matchs_do_the_same(tmp_path: Path) -> None:
    form = {"form": "call-closed", "room": "closed"}
    post = "/hall/t/club/matches/1/calls"
    async with opened_match(tmp_path) as (served, director):
        async with served.client(everybody(1)["clerk of closed"]) as clerk:
            answer = await clerk.post(post, data={**form, "do": "call", "reason": "clock"})
            assert answer.status_code == 303
            assert "The director was called: the clock" in (await clerk.get("/room")).text
            answer = await clerk.post(post, data={**form, "do": "take", "coming": ""})
            assert answer.status_code == 303
            refused = await director.post(post, data={**form, "do": "take", "coming": ""})
            assert refused.status_code == 409
            assert "someone else is going to the table now" in refused.text
            coming = everybody(1)["clerk of closed"].by
            answer = await clerk.post(post, data={**form, "do": "end", "coming": coming})
            assert answer.status_code == 303
        history = served.hall.match(match_id(1)).history
        assert [type(each) for each in history[-3:]] == [
            ev.DirectorCalled,
            ev.CallTaken,
            ev.CallEnded,
        ]


async def test_the_director_holds_a_table_and_a_match_and_lets_them_go_on(tmp_path: Path) -> None:
    order = "/hall/t/club/matches/1/orders/hold"
    async with opened_match(tmp_path) as (served, director):
        for held in ("table closed", "match"):
            answer = await director.post(order, data={"held": held, "reason": SECRET})
            assert answer.status_code == 303, answer.text
        assert (await director.post(order, data={"held": "", "reason": SECRET})).status_code == 422
        page = (await director.get("/hall/t/club/matches/1")).text
        assert page.count(f"<q>{SECRET}</q>") == 3
        assert [text for text in needed(served, DIRECTOR) if SECRET in text] == [
            f"Resume the match when possible: it is held ({SECRET})",
            f"Resume the table in the closed room when possible: it is held ({SECRET})",
        ]
        lift = "/hall/t/club/matches/1/holds"
        for scope, room in (("table", "closed"), ("match", "")):
            fields = {"form": "call-closed", "scope": scope, "room": room}
            assert (await director.post(lift, data=fields)).status_code == 409
            fields["was"] = SECRET
            assert (await director.post(lift, data=fields)).status_code == 303
        assert not served.hall.match(match_id(1)).record.director.holds
        again = await director.post(f"{MATCH}/director/lift-hold", json={"scope": "match"})
        assert again.status_code == 409
        assert "a hold that is in force" in again.text


async def test_operators_and_clerks_hold_nothing(tmp_path: Path) -> None:
    hold = {"scope": "hall", "reason": SECRET}
    async with opened_match(tmp_path) as (served, _):
        for name in ("operator", "clerk of closed", "captain of Compass"):
            async with served.client(everybody(1)[name]) as client:
                assert (await client.post("/api/holds", json=hold)).status_code == 403
                own = {"scope": "match", "reason": SECRET}
                assert (await client.post(f"{MATCH}/director/hold", json=own)).status_code == 403
                assert (await client.get("/hall/holds")).status_code == 403


async def test_a_match_set_up_in_a_held_hall_is_held_and_goes_on_with_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        hold = {"scope": "hall", "reason": SECRET}
        assert await events(await director.post("/api/holds", json=hold)) == ["HoldSet"]
        assert await events(await director.post("/api/holds", json=hold)) == ["HoldSet"]
        assert (await director.get("/api/holds")).json() == [
            {"scope": "hall", "room": None, "by": DIRECTOR.by, "reason": SECRET}
        ]
        await started_match(director)
        record = served.hall.match(match_id(1)).record
        assert record.state is not None
        assert all(record.state.held(room) for room in Room)
        assert SECRET not in str(served.hall.match(match_id(1)).history)
        assert "Held: the hall" in (await director.get("/hall/t/club/matches/1")).text
        assert SECRET in (await director.get("/hall/holds")).text
        form = {"form": "lift-hall-", "held": "hall", "do": "lift", "was": SECRET}
        assert (await director.post("/hall/holds", data=form)).status_code == 303
        assert not served.hall.match(match_id(1)).record.director.holds
        assert (await director.get("/api/holds")).json() == []


async def test_a_hold_of_the_hall_outlives_the_server_and_what_a_stop_left_undone_is_done(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, director):
        await director.post(
            "/api/holds", json={"scope": "room", "room": "closed", "reason": SECRET}
        )
        match = served.hall.match(match_id(1))
        # As if the server had stopped between the hall's event and the match's.
        lifted = ev.HoldLifted(scope=ev.HoldScope.ROOM, room=Room.CLOSED, by="")
        await match.handle(BringHold(lifted), SERVER)
        own = {"scope": "table", "room": "open", "reason": SECRET}
        await director.post(f"{MATCH}/director/hold", json=own)
    async with opened(tmp_path) as served:
        state = served.hall.match(match_id(1)).record.state
        assert state is not None
        assert set(state.director.holds) == {
            (ev.HoldScope.ROOM, Room.CLOSED),
            (ev.HoldScope.TABLE, Room.OPEN),
        }
        assert {hold.by for hold in state.director.holds.values()} == {DIRECTOR.by}


SHOWN = [
    ({"scope": "table", "room": "closed"}, ["closed"]),
    ({"scope": "table", "room": "open"}, ["open"]),
    ({"scope": "match"}, []),
]


@pytest.mark.parametrize(("order", "rooms"), SHOWN)
async def test_the_reason_of_a_hold_is_told_in_its_room_alone(
    tmp_path: Path, order: dict[str, str], rooms: list[str]
) -> None:
    """The public hears of a held match, and of nothing else."""
    whole = not rooms
    async with opened_match(tmp_path) as (served, director):
        heard = asyncio.Event()
        served.hall.subscriptions.add(Listener(lambda _: heard.set()))
        await events(
            await director.post(f"{MATCH}/director/hold", json={**order, "reason": SECRET})
        )
        await heard.wait()
        for room in ("open", "closed"):
            async with served.client(everybody(1)[f"clerk of {room}"]) as clerk:
                page = (await clerk.get("/room")).text
                table = (await clerk.get(f"{MATCH}/tables/{room}")).json()
            assert (SECRET in page) is (room in rooms)
            assert ("eld by the director" in page) is (whole or room in rooms)
            held = SECRET if room in rooms else "" if whole else None
            assert table["director"]["held"] == held
        async with served.client(PUBLIC) as client:
            pages = [(await client.get(page)).text for page in ("/", "/screen", OPEN_PAGE)]
            frame = (await client.get(f"{OPEN_PAGE}/live.json")).json()
        assert SECRET not in "".join(pages)
        told = pages[2].split("card-words")[0]
        assert ("The director has stopped play for the moment" in told) is whole
        assert frame["state"]["held"] is whole
