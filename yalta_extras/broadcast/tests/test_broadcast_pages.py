"""The broadcaster's page: who is shown it, what it says, and that nothing else depends on it."""

from pathlib import Path

import pytest

from rules.room import Room
from server.access import Role, Visitor
from server.secret_codes import digest_of
from server.web.edge.authorization import DEVICE_COOKIE
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, everybody, opened, started_match, throw_opening

BROADCASTER = Visitor(Role.BROADCASTER, person_id("Broadcaster"))
PAGES = (
    "/broadcast/t/club/matches/1",
    "/broadcast/t/club/matches/1?delay=90",
    "/broadcast/t/club/matches/1/times.json",
)


async def begun(served: Served) -> None:
    async with served.client(DIRECTOR) as director:
        await started_match(director)


async def test_a_broadcaster_is_told_up_to_when_the_picture_may_be_shown(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await begun(served)
        async with served.client(BROADCASTER) as client:
            before = (await client.get(PAGES[2])).json()
            await throw_opening(served.hall, 1, 1)
            thrown = (await client.get(PAGES[2])).json()
            page = (await client.get(PAGES[0])).text
    assert before["begun"]
    assert thrown["up_to"] == before["up_to"], "the throw is not public"
    assert thrown["games"][0]["game"] == 1
    assert before["up_to_clock"] in page


@pytest.mark.parametrize(("delay", "state"), [(0, "red"), (3600, "safe")])
async def test_the_page_is_red_while_the_delay_is_shorter_than_needed(
    tmp_path: Path, delay: int, state: str
) -> None:
    async with opened(tmp_path) as served:
        await begun(served)
        async with served.client(BROADCASTER) as client:
            page = (await client.get(f"{PAGES[0]}?delay={delay}")).text
            refused = await client.get(f"{PAGES[0]}?delay=3601")
    assert f'data-state="{state}"' in page
    assert refused.status_code == 422


@pytest.mark.parametrize("who", sorted(set(everybody(1)) - {"broadcaster"}))
async def test_nobody_else_is_shown_it(tmp_path: Path, who: str) -> None:
    async with opened(tmp_path) as served:
        await begun(served)
        async with served.client(everybody(1)[who]) as client:
            answers = [await client.get(address) for address in (*PAGES, "/broadcast")]
        assert {answer.status_code for answer in answers} <= {401, 403}


@pytest.mark.parametrize("room", Room)
async def test_a_broadcaster_who_plays_is_shown_nothing_of_that_match(
    tmp_path: Path, room: Room
) -> None:
    async with opened(tmp_path) as served:
        await begun(served)
        seats = served.hall.players(match_id(1)).seats
        player = next(person for person, sits_in in seats.items() if sits_in is room)
        async with served.client(Visitor(Role.BROADCASTER, player)) as client:
            assert [(await client.get(address)).status_code for address in PAGES] == [403] * 3
            listed = (await client.get("/broadcast")).text
        assert "/broadcast/t/club/matches/1" not in listed


async def test_a_browser_that_was_a_closed_rooms_board_is_shown_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await begun(served)
        seats = served.authenticator.process.stores.seats
        for number, room in enumerate(Room):
            seats.take(
                match=match_id(1),
                room=room,
                board_id=f"phone-0000000{number}",
                device=digest_of(room.value),
                link_id=0,
            )
        async with served.client(BROADCASTER) as client:
            client.cookies.set(DEVICE_COOKIE, Room.OPEN.value)
            assert (await client.get(PAGES[2])).status_code == 200
            client.cookies.set(DEVICE_COOKIE, Room.CLOSED.value)
            for address in (*PAGES, "/broadcast"):
                assert (await client.get(address)).status_code == 403, address


async def test_nothing_public_depends_on_whether_a_broadcaster_asks(tmp_path: Path) -> None:
    public = ("/t/club/matches/1/live.json", "/t/club/matches/1/overlay?show=both")
    async with opened(tmp_path) as served:
        await begun(served)
        await throw_opening(served.hall, 1, 1)
        async with served.client() as anybody, served.client(BROADCASTER) as client:
            before = [(await anybody.get(address)).text for address in public]
            for address in PAGES:
                await client.get(address)
            assert [(await anybody.get(address)).text for address in public] == before
