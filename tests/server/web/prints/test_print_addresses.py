"""The one address of each form: what is on it for whom, and that addresses of before lead there."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from server.access import PUBLIC
from server.views.printable import FormFormat
from tests.server.web.test_presence import ASH, watched
from tests.support.commands import lost_by_red, register_team, send
from tests.support.served import (
    DIRECTOR,
    Served,
    everybody,
    line_up_of,
    opened,
    planned_match,
    started_match,
    throw_opening,
)

FORMS = "/t/club/matches/1/forms"
BOTH_ROOMS = ("director", "operator")
AWAY = ("player in closed", "clerk of closed", "phone in closed", "phone in open")
"""Who is shown nothing that the public may watch."""
PLAYS = "player in open"
"""Is shown no form of the match until it is over."""
OLDER = {
    "/api/t/club/matches/1/protocol.pdf": f"{FORMS}/protocol.pdf",
    "/api/t/club/matches/1/protocol.html": f"{FORMS}/protocol.html",
    "/t/club/matches/1/protocol.pdf": f"{FORMS}/protocol.pdf",
    "/t/club/matches/1/protocol.html": f"{FORMS}/protocol.html",
    "/hall/t/club/standings.pdf": "/t/club/forms/standings.pdf",
    "/hall/t/club/schedule.csv": "/t/club/forms/schedule.csv",
    "/t/club/standings.csv": "/t/club/forms/standings.csv",
    "/t/club/schedule.pdf": "/t/club/forms/schedule.pdf",
    **{
        f"/hall{place}{ending}": f"{place}{ending}"
        for place in ("/t/club/forms/standings", f"{FORMS}/protocol", f"{FORMS}/board")
        for ending in ("", *(f".{each.value}" for each in FormFormat))
    },
}
PROTOCOLS = ("/api/t/club/matches/1/protocol.json", "/t/club/matches/1/protocol.json")


@pytest.mark.parametrize("query", ["", "?language=uk&room=open"])
async def test_addresses_of_before_lead_to_the_one_there_is(query: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await started_match(director)
        for name, visitor in everybody(1).items():
            async with served.client(visitor) as client:
                for older, newer in OLDER.items():
                    for_all, sees_both = older.startswith("/t/"), name in BOTH_ROOMS
                    answer = await client.get(older + query)
                    watches = name not in AWAY and (name != PLAYS or "/matches/" not in older)
                    if not (watches if for_all else sees_both):
                        expected = 401 if name == "public" else 403
                        assert answer.status_code == expected, (name, older)
                        continue
                    asked = [query[1:]] if query else []
                    asked += ["public=true"] if for_all and sees_both else []
                    leads = newer + (f"?{'&'.join(asked)}" if asked else "")
                    assert answer.status_code == 308, (name, older)
                    assert answer.headers["location"] == leads, (name, older)
                    assert answer.headers["cache-control"] == "no-store"


async def _answers(served: Served, addresses: tuple[str, ...]) -> dict[tuple[str, str], str | int]:
    """What each visitor is given at each address: the values, else the status of the refusal."""
    given = dict[tuple[str, str], str | int]()
    for name, visitor in everybody(1).items():
        async with served.client(visitor) as client:
            for address in addresses:
                answer = await client.get(address)
                read = answer.status_code == 200
                given[name, address] = _said(answer) if read else answer.status_code
    return given


def _said(answer: httpx.Response) -> str:
    """What a form says of results: of a protocol its rows, of grids those."""
    if answer.headers["content-type"] != "application/json":
        return "on paper"
    said = answer.json()
    return str(said["rows"] if "rows" in said else said["tables"])


async def _play_on(served: Served) -> None:
    """Red loses all that is left to be played."""
    result: dict[str, Any] = {"loser": Side.RED, "ending": Ending.BEAROFF, "left": 4, "cube": 1}
    for game in (1, 2, 3, 4):
        for room in Room:
            at: dict[str, Any] = {"game": game, "attempt": 1, "room": room}
            if game > 1 or room is Room.CLOSED:
                await send(served.hall, 1, rd.EnterResult(**at, **result), "operator")


async def test_a_form_has_both_rooms_for_those_who_may_see_them_and_else_what_is_public(
    tmp_path: Path,
) -> None:
    addresses = (
        f"{FORMS}/protocol.json",
        f"{FORMS}/room-results.json",
        f"{FORMS}/side-statistics.json",
        *PROTOCOLS,
    )
    as_public = (f"{FORMS}/protocol.json?public=true",)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await started_match(director, games=4)
        before = await _answers(served, (*addresses, *as_public))
        await lost_by_red(served.hall, Room.OPEN, 4)
        meanwhile = await _answers(served, (*addresses, *as_public))
        for (name, address), said in meanwhile.items():
            of_both = name in BOTH_ROOMS and address != PROTOCOLS[1] and address not in as_public
            changed = said != before[name, address]
            assert changed is of_both, (name, address)
            if name in (*AWAY, PLAYS):
                assert said == 403, (name, address)
            elif address == PROTOCOLS[0] and name not in BOTH_ROOMS:
                assert said == (401 if name == "public" else 403), (name, address)
            elif not of_both:
                everybodys = PROTOCOLS[1] if "protocol" in address else address
                assert said == meanwhile["public", everybodys], (name, address)
        await _play_on(served)
        over = await _answers(served, (*addresses, *as_public))
        for (name, address), said in over.items():
            if isinstance(said, int):
                assert said == meanwhile[name, address], (name, address)
            else:
                assert said == over["director", address.partition("?")[0]], (name, address)
                assert said != before["director", address], (name, address)
            assert isinstance(said, int) is (
                name in AWAY or (address == PROTOCOLS[0] and name not in BOTH_ROOMS)
            ), (name, address)


async def test_what_is_nobody_elses_is_asked_to_sign_in_for_and_never_given(
    tmp_path: Path,
) -> None:
    kept = (f"{FORMS}/board.pdf", f"{FORMS}/roll-slips.pdf", "/t/club/forms/signs.pdf")
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await started_match(director)
        for (name, address), said in (await _answers(served, kept)).items():
            expected = "on paper" if name in BOTH_ROOMS else 401 if name == "public" else 403
            assert said == expected, (name, address)
        async with served.client(PUBLIC) as public:
            page = await public.get(kept[0], headers={"accept": "text/html"})
            assert page.headers["location"] == f"/sign-in?next={kept[0]}"
        for address in kept:
            everybodys = await director.get(f"{address}?public=true")
            assert (everybodys.status_code, everybodys.json()["field"]) == (404, "form"), address


async def test_who_is_given_a_form_of_both_rooms_has_watched_the_open_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await planned_match(director, embargo="after_game")
        for team in (("Compass", "Brook", "Fields"), ("Rudder", "Holloway", "Stonely")):
            await director.post("/api/t/club/matches/1/line-ups", json=line_up_of(*team))
        await register_team(served.hall, "Anchor", ("Ash", "Birch"))
        await throw_opening(served.hall, 1, 1)
        async with served.client(ASH) as client:
            assert (await client.get(f"{FORMS}/protocol.html?public=true")).status_code == 200
            assert await watched(served.hall) == []
            assert (await client.get(f"{FORMS}/protocol.html")).status_code == 200
            assert await watched(served.hall) == [("Ash", 1, "")]
