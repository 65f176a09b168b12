"""Find my table By name, for everybody, and no player before both line-ups are in."""

from datetime import timedelta
from pathlib import Path

from server.access import PUBLIC
from tests.server.web.timetable.test_timetable import ordered
from tests.support.clock import Clock
from tests.support.served import (
    DIRECTOR,
    everybody,
    line_up_of,
    opened,
    opened_match,
    planned_match,
)
from tests.support.stored import Heard, Listener
from tests.support.team_event import EventDesk

PLACES = {"order": "places", "open_room": "ground floor, hall 2", "closed_room": "upstairs, room 4"}
STAGES = "/hall/t/club/tournament"


async def test_a_player_finds_table_room_floor_side_and_opponent(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director):
        placed = await director.post(STAGES, data={**PLACES, "was": '["", ""]'})
        assert placed.status_code == 303
        for who in ("public", "clerk of closed", "player in closed", "captain of Compass"):
            async with served.client(everybody(1)[who]) as client:
                for address in ("/where", "/t/club/where"):
                    page = (await client.get(address, params={"who": "field"})).text
                    for text in ("Fields", "upstairs, room 4", "Table 1", "Red against Stonely"):
                        assert text in page, (who, text)
                    assert "ground floor" not in page


async def test_the_start_of_a_match_is_told_until_it_has_begun(tmp_path: Path) -> None:
    async with opened(tmp_path, clock := Clock()) as served, served.client(DIRECTOR) as director:
        heard, desk = Heard(), EventDesk(director)
        served.hall.subscriptions.add(Listener(heard))
        pairing = await desk.first_match()
        at = f"{clock.now + timedelta(hours=1):%Y-%m-%dT%H:%M}"
        start = {"stage": 1, "round": 1, "starts_at": at}
        await ordered(director, order="starts", starts=[start])
        await desk.line_up(pairing)
        await heard.all_of(served.hall)
        async with served.client(PUBLIC) as public:
            assert "starts " in (await public.get("/where")).text
            clock.passes(minutes=120)
            page = (await public.get("/where")).text
            assert "starts " not in page
            assert "Table 1" in page


async def test_a_sealed_line_up_stays_sealed(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await planned_match(director)
        async with served.client(PUBLIC) as public:
            before = (await public.get("/t/club/where")).text
            line_up = line_up_of("Compass", "Brook", "Fields")
            await director.post("/api/t/club/matches/1/line-ups", json=line_up)
            assert (await public.get("/t/club/where")).text == before
            assert "Compass" in before
            assert "against Rudder" in before
            assert "Brook" not in before


async def test_somebody_hidden_stands_by_initials_and_somebody_erased_not_at_all(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, director):
        line_ups = served.hall.match(next(iter(served.hall.matches))).record.line_ups
        hidden, erased = line_ups["Compass"].open_player, line_ups["Rudder"].open_player
        assert (
            await director.post(f"/api/persons/{hidden}/hidden", json={"hidden": True})
        ).status_code < 300
        assert (await director.delete(f"/api/persons/{erased}")).status_code < 300
        page = (await director.get("/t/club/where")).text
        assert "Brook" not in page
        assert "<bdi>B.</bdi>" in page
        assert "Holloway" not in page
        assert "<strong><bdi>N. N.</bdi></strong>" not in page


async def test_a_stale_form_of_places_changes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await director.post(STAGES, data={**PLACES, "was": '["", ""]'})
        stale = {"order": "places", "open_room": "elsewhere", "was": '["", ""]'}
        refused = await director.post(STAGES, data=stale)
        assert refused.status_code == 409
        assert "ground floor, hall 2" in (await director.get(f"{STAGES}/set-up")).text
