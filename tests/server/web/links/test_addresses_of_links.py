"""Links as they are given out: they open on other devices, or the page says that they do not."""

from dataclasses import replace
from pathlib import Path

import httpx

from server.settings import ServerAddresses
from tests.server.web.plain_forms import shown_secret
from tests.support.part_services import change_services
from tests.support.served import DIRECTOR, Served, opened, planned_match

LINKS = "/hall/t/club/matches/1/links"
LINK_FORM = {"team": "Compass", "seat": "captain", "name": "Brook"}
TWO = ServerAddresses(
    host="0.0.0.0", interfaces=lambda: {"eth0": "192.0.2.10", "wlan0": "198.51.100.7"}
)
ITSELF = {"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}


async def _link_made(served: Served, director: httpx.AsyncClient) -> httpx.Response:
    await planned_match(director)
    director.headers.update(ITSELF)
    return await director.post(LINKS, data=LINK_FORM)


async def test_a_link_made_on_the_server_itself_opens_on_phones_and_shows_the_other_ways(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        change_services(served.app, addresses=TWO)
        shown = await _link_made(served, director)
        link = shown_secret(shown)
        assert link.startswith("http://192.0.2.10")
        token = link.rpartition("/")[2]
        assert f"http://198.51.100.7:8000/l/{token}" in shown.text
        opened_there = await director.get(f"/l/{token}", headers={"host": "192.0.2.10:8000"})
        assert opened_there.status_code != 421


async def test_the_address_chosen_is_kept_and_a_foreign_one_is_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        change_services(served.app, addresses=TWO)
        await _link_made(served, director)
        assert "http://198.51.100.7:8000</option>" in (await director.get(LINKS)).text
        for address, carried in (
            ("http://198.51.100.7:8000", "http://198.51.100.7:8000"),
            ("http://elsewhere.example.org", "http://192.0.2.10:8000"),
        ):
            chosen = {"address": address, "back": LINKS}
            assert (await director.post("/address", data=chosen)).headers["location"] == LINKS
            assert f"<option selected>{carried}</option>" in (await director.get(LINKS)).text


async def test_a_server_for_its_own_machine_alone_says_that_nobody_else_opens_the_link(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        shown = await _link_made(served, director)
        assert "Other devices cannot open this address" in shown.text
        assert "Other devices cannot open this address" in (await director.get(LINKS)).text


async def test_links_of_the_api_carry_the_public_address(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        change_services(served.app, addresses=replace(TWO, public_url="https://yalta.example.org"))
        await _link_made(served, director)
        body = {"kind": "captain", "team": "Rudder", "name": "Reef"}
        given = (await director.post("/api/t/club/matches/1/links", json=body)).json()
        assert given["link"].startswith("https://yalta.example.org/l/")
        account = {"name": "Otto", "role": "operator"}
        invited = (await director.post("/api/accounts", json=account)).json()
        assert invited["link"].startswith("https://yalta.example.org/passphrase/")
