"""The page that tests whether phones get in, on the laptop and on the phone."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import expect

from server.platform_support import Obstacle, network_obstacles
from server.settings import ServerAddresses
from server.web.network import pages
from tests.server.live.following import on_loopback
from tests.support.browser import PLAIN_NAME, browser_page, in_browser
from tests.support.served import DIRECTOR, Served, opened

PHONE = "192.0.2.77"


async def phones(director: httpx.AsyncClient, since: str) -> dict[str, Any]:
    answer = await director.get("/hall/network/phones.json", params={"since": since})
    return dict(answer.json())


async def opens(hall: Served, address: str) -> str:
    """What a device with that address sees when it opens the page for phones."""
    transport = httpx.ASGITransport(app=hall.app, client=(address, 4321))
    async with httpx.AsyncClient(transport=transport, base_url="http://yalta.test") as phone:
        return (await phone.get("/in")).text


async def test_the_laptop_learns_of_each_phone_that_opened_the_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as director:
        began = hall.hall.now().isoformat()
        assert (await phones(director, began))["phones"] == 0
        assert "You are in" in await opens(hall, PHONE)
        await opens(hall, PHONE)
        await opens(hall, "192.0.2.78")
        reached = await phones(director, began)
        assert reached["phones"] == 2
        assert reached["text"].startswith("2 phones have reached this computer, the last one at ")


async def test_the_laptops_own_visit_is_no_phone(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as director:
        began = hall.hall.now().isoformat()
        await opens(hall, "127.0.0.1")
        assert (await phones(director, began))["phones"] == 0


async def test_phones_of_before_the_page_was_opened_do_not_count(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as director:
        await opens(hall, PHONE)
        assert (await phones(director, hall.hall.now().isoformat()))["phones"] == 0


async def test_only_who_looks_after_boards_sees_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as hall:
        for path in (
            "/hall/network",
            "/hall/network/phones.json?since=2026-01-01",
            "/hall/network/obstacles.json",
        ):
            async with hall.client() as anybody:
                assert (await anybody.get(path)).status_code in (303, 401, 403)


@pytest.mark.parametrize(
    ("system", "seen", "unseen"),
    [
        ("windows", ("netsh advfirewall firewall add rule", "Private network"), ("ufw", "Mac")),
        ("macos", ("System Settings, Network, Firewall",), ("netsh", "ufw")),
        ("linux", ("sudo ufw allow", "firewall-cmd"), ("netsh", "System Settings")),
    ],
)
async def test_each_system_has_its_own_remedies(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    seen: tuple[str, ...],
    unseen: tuple[str, ...],
) -> None:
    monkeypatch.setattr(pages, "system", lambda: system)
    async with opened(tmp_path) as hall, hall.client(DIRECTOR) as director:
        page = (await director.get("/hall/network", params={"language": "en"})).text
    assert all(each in page for each in (*seen, "Personal Hotspot", "keeps its guests apart"))
    assert not any(each in page for each in unseen)


def test_a_firewall_that_drops_what_comes_in_is_seen_on_linux() -> None:
    ruleset = (
        "table inet f { chain input { type filter hook input priority filter; policy drop; } }"
    )

    def run(command: Any) -> str:
        return ruleset if command[0] == "nft" else ""

    assert Obstacle.FIREWALL in network_obstacles(run)
    assert Obstacle.FIREWALL not in network_obstacles(lambda _: "")


@in_browser
async def test_after_a_minute_without_a_phone_the_page_says_what_to_do(tmp_path: Path) -> None:
    reached = ServerAddresses(host="0.0.0.0", interfaces=lambda: {"wlan0": "192.0.2.10"})
    async with (
        opened(tmp_path, addresses=reached) as hall,
        on_loopback(hall.app) as port,
        browser_page(locale="en-GB") as page,
    ):
        host = f"http://{PLAIN_NAME}:{port}"
        for name, value in (await hall.cookies(DIRECTOR)).items():
            await page.context.add_cookies([{"name": name, "value": value, "url": host}])
        await page.clock.install()
        await page.goto(f"{host}/hall/network")
        state, causes = page.locator(".state"), page.locator(".causes")
        await expect(state).to_have_text("Waiting for the first phone …")
        await expect(causes).not_to_have_attribute("open", "")
        await page.clock.run_for("01:04")
        await expect(state).to_contain_text("No phone has come in for a minute.")
        await expect(causes).to_have_attribute("open", "")
        await opens(hall, PHONE)
        await page.clock.run_for("00:03")
        await expect(state).to_contain_text("1 phone has reached this computer, at ")
