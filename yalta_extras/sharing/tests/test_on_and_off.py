"""The extra on a server: what its pages are made of, whom it refuses, and while it is off."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rules.room import Room
from server.access import Role, Visitor
from server.settings import ServerAddresses
from tests.server.web.test_pages_without_records import PLAYED, answered
from tests.support.ids import match_id
from tests.support.part_services import change_services
from tests.support.served import DIRECTOR, opened, opened_match, started_match
from yalta.cli import application

MATCH = "/t/club/matches/1"
SHARED = (f"/embed{MATCH}", f"/cards{MATCH}.png", "/cards/t/club.png", "/cards/front.png")


@pytest.mark.long(4)  # the core's public pages are made so in every run
def test_pictures_and_frames_are_made_without_records(tmp_path: Path) -> None:
    match = f"/t/club/matches/{PLAYED}"
    pages = {
        f"/embed{match}": "Compass",
        f"/oembed?url=https://club.example{match}": "Compass",
        f"/cards{match}.png": "PNG",
        "/cards/t/club.png": "PNG",
        "/cards/front.png": "PNG",
    }
    answers = answered(tmp_path, pages, "yalta_extras.sharing.public")
    for address, word in pages.items():
        status, text = answers[address]
        assert (status, word in text) == (200, True), address


async def test_the_closed_rooms_phone_that_signs_out_sees_no_picture_and_no_frame_of_its_match(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, _):
        for room, refused in ((Room.OPEN, False), (Room.CLOSED, True)):
            seat = Visitor(Role.SEAT, room=room, match=match_id(1))
            async with served.client(seat) as phone:
                await phone.post("/sign-out")
                answers = [await phone.get(path) for path in SHARED[:2]]
                assert [each.status_code == 403 for each in answers] == [refused] * 2


@pytest.mark.parametrize("on", [True, False])
async def test_while_it_is_off_no_page_names_a_picture_and_none_is_there(
    tmp_path: Path, on: bool
) -> None:
    async with opened(tmp_path, extras=["sharing"] if on else []) as served:
        async with served.client(DIRECTOR) as director:
            await started_match(director)
        addresses = ServerAddresses("https://club.example", embed_sites=("https://blog.example",))
        change_services(served.app, addresses=addresses)
        async with served.client() as client:
            for path in ("/", "/t/club", MATCH):
                page = (await client.get(path)).text
                assert ("og:image" in page) is on, path
            assert ("frame-code" in page) is on
            assert "shared-address" in page
            for path in SHARED:
                assert (await client.get(path)).status_code == (200 if on else 404), path


def test_sites_that_may_frame_pages_are_refused_while_it_is_off(tmp_path: Path) -> None:
    given = {"YALTA_EMBED_SITES": "https://blog.example", "YALTA_EXTRAS": ""}
    arguments = ["serve", "--data", str(tmp_path)]
    refused = CliRunner().invoke(application("serve"), arguments, env=given)
    assert refused.exit_code == 2
    why = "YALTA_EMBED_SITES: the extra sharing is off: YALTA_EXTRAS does not name it"
    assert why in refused.stderr
