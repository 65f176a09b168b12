"""The console's pages in Chromium: they follow, keep what is about to be pressed, and fit."""

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.ending import Ending
from rules.room import Room
from rules.side import Side
from server.hall import Hall
from tests.server.web.signed_in import page_of
from tests.support.account_commands import sign_out_devices
from tests.support.axe import axe_violations
from tests.support.browser import IN_BROWSER
from tests.support.commands import happen
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import sign_in_name
from tests.support.served import (
    DIRECTOR,
    Served,
    everybody,
    opened,
    started_match,
    throw_opening,
)

pytestmark = IN_BROWSER

PAGES = {
    "director": (
        "/hall",
        "/hall/t/club/teams",
        "/hall/t/club/matches/new",
        "/hall/t/club/matches/1",
        "/hall/t/club/matches/1/log",
        "/hall/t/club/teams?mend=Compass",
        "/hall/t/club/matches/1/orders/correct-result",
        "/hall/t/club/matches/1/orders/correct-position",
        "/hall/t/club/matches/1/orders/adjust-score",
        "/hall/t/club/matches/1/orders/substitute",
        "/hall/t/club/matches/2",
    ),
    "clerk of closed": ("/hall", "/room"),
    "captain of Compass": ("/captain",),
    "player in open": ("/seat",),
}


@contextlib.asynccontextmanager
async def two_matches(folder: Path) -> AsyncIterator[Served]:
    """A hall with match 1 begun, its boards connected, and match 2 planned."""
    async with opened(folder) as served, served.client(DIRECTOR) as client:
        await started_match(client)
        long = "Одеські перлини " * 5
        players = ["Олена Шевченко-Квітка " * 3, "Мар'яна"]
        entered = await client.post(
            "/api/t/club/teams", json={"name": long.strip(), "players": players}
        )
        assert entered.status_code == 201, entered.text
        planned = {"home": "Compass", "away": long.strip(), "games": 4}
        await client.post("/api/t/club/matches", json=planned)
        for room, board in ((Room.OPEN, "BZ-1"), (Room.CLOSED, "BZ-2")):
            await happens(
                served.hall,
                ev.BoardAssigned(room=room, board_id=board),
                ev.BoardAttached(room=room, board_id=board),
            )
        await throw_opening(served.hall, 1, 1)
        yield served


async def happens(hall: Hall, *events: ev.Event) -> None:
    """These happen in match 1."""
    await happen(hall, 1, *events, actor="board BZ-1")


def open_game_over() -> ev.GameFinished:
    """White has lost game 1 in the open room; nobody has confirmed it."""
    return ev.GameFinished(
        game=1, attempt=1, room=Room.OPEN, loser=Side.WHITE, ending=Ending.BEAROFF, left=3, cube=1
    )


async def order_of_tiles(page: Page) -> list[str]:
    return [str(await tile.get_attribute("id")) for tile in await page.locator(".tile").all()]


async def test_a_tile_that_needs_somebody_comes_to_the_front_by_itself(tmp_path: Path) -> None:
    async with two_matches(tmp_path) as served, page_of(served, DIRECTOR, "/hall") as page:
        await expect(page.locator("[data-line]")).to_have_text("live")
        assert await order_of_tiles(page) == ["match-club-2", "match-club-1"]
        await happens(served.hall, open_game_over())
        await expect(page.locator(".tile").first).to_have_id("match-club-1")
        await expect(page.locator("#tile-club-1")).to_contain_text(
            "Ask both sides in the open room"
        )


async def test_no_tile_moves_while_somebody_is_about_to_press_one(tmp_path: Path) -> None:
    async with two_matches(tmp_path) as served, page_of(served, DIRECTOR, "/hall") as page:
        await expect(page.locator("[data-line]")).to_have_text("live")
        await page.keyboard.press("j")
        before = await page.locator("#match-club-2").bounding_box()
        await happens(served.hall, open_game_over())
        await expect(page.locator("#tile-club-1")).to_contain_text(
            "Ask both sides in the open room"
        )
        assert await order_of_tiles(page) == ["match-club-2", "match-club-1"]
        assert await page.locator("#match-club-2").bounding_box() == before
        await expect(page.locator("#match-club-2 h2 a")).to_be_focused()
        await page.locator("#match-club-2 h2 a").blur()
        await expect(page.locator(".tile").first).to_have_id("match-club-1")


async def test_a_boards_checkers_go_on_in_the_element_that_is_there(tmp_path: Path) -> None:
    async with (
        two_matches(tmp_path) as served,
        page_of(served, DIRECTOR, "/hall/t/club/matches/1") as page,
    ):
        await expect(page.locator("[data-line]")).to_have_text("live")
        board = page.locator("#board-open-club-1")
        await board.evaluate("place => { place.kept = true; }")
        await happens(
            served.hall,
            ev.OpeningTied(game=1, attempt=1, dice=Roll(4, 4), source=DiceSource.READER),
        )
        waiting = page.locator("#table-open-club-1 .waiting")
        await expect(waiting).to_contain_text("the opening throw is awaited")
        assert await board.evaluate("place => place.kept")
        assert '"dice":null' in str(await board.get_attribute("table"))


async def test_a_form_that_comes_to_an_open_page_has_the_id_of_the_forms_there(
    tmp_path: Path,
) -> None:
    async with (
        two_matches(tmp_path) as served,
        page_of(served, DIRECTOR, "/hall/t/club/matches/1") as page,
    ):
        await expect(page.locator("[data-line]")).to_have_text("live")
        key = await page.locator('input[name="command_id"]').first.input_value()
        await happens(served.hall, open_game_over())
        came = page.locator("#confirm-open-club-1 form").first
        await expect(came.locator('input[name="command_id"]')).to_have_value(key)


async def test_a_planned_match_goes_on_to_its_tables_when_the_line_ups_are_in(
    tmp_path: Path,
) -> None:
    async with (
        two_matches(tmp_path) as served,
        page_of(served, DIRECTOR, "/hall/t/club/matches/2") as page,
    ):
        await expect(page.locator("[data-line]")).to_have_text("live")
        async with served.client(DIRECTOR) as client:
            (_, away) = served.hall.match(match_id(2)).record.teams
            for team in ("Compass", away):
                first, second = (
                    player.text
                    for player in served.hall.tournaments.processes[TOURNAMENT].teams[team]
                )
                line_up = {"team": team, "open_player": first, "closed_player": second, "was": None}
                await client.post("/api/t/club/matches/2/line-ups", json=line_up)
        await expect(page.locator("bg-board")).to_have_count(2)


async def test_a_page_is_told_that_its_visitor_has_signed_out(tmp_path: Path) -> None:
    async with two_matches(tmp_path) as served, page_of(served, DIRECTOR, "/hall") as page:
        await expect(page.locator("[data-line]")).to_have_text("live")
        account = served.authenticator.accounts.find(sign_in_name(DIRECTOR))
        assert account is not None
        await sign_out_devices(served.authenticator.process, account.account_id)
        await happens(served.hall, open_game_over())
        await expect(page.locator("[data-line]")).to_contain_text("connection lost")


@pytest.mark.long  # tests/server/web/pages/test_every_page.py sees each route in every run
@pytest.mark.parametrize("who", PAGES)
@pytest.mark.parametrize(("colours", "language"), [("dark", "uk"), ("light", "en")])
async def test_every_page_fits_its_screen_and_axe_finds_nothing(
    tmp_path: Path, who: str, colours: str, language: str
) -> None:
    settings = {"color_scheme": colours, "locale": language}
    async with two_matches(tmp_path) as served:
        await happens(served.hall, open_game_over())
        async with page_of(served, everybody(1)[who], "/account", **settings) as page:
            for path in PAGES[who]:
                await page.goto(page.url.replace(urlsplit(page.url).path, path))
                for width in (390, 820, 1440):
                    await page.set_viewport_size({"width": width, "height": 900})
                    wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    assert wide <= 0, (path, width)
                assert await axe_violations(page) == [], path


async def test_checkers_are_lifted_and_laid_down_on_the_drawn_board(tmp_path: Path) -> None:
    async with (
        two_matches(tmp_path) as served,
        page_of(served, DIRECTOR, "/hall/t/club/matches/1") as page,
    ):
        await page.get_by_role("button", name="Put checkers right").click()
        board = page.locator("position-form bg-board svg")
        await expect(board).to_be_visible()
        start = await count_of(page, "white-6"), await count_of(page, "white-5")
        await click_point(page, 6)
        await expect(page.locator("position-form .hint")).to_contain_text("Lifted.")
        await click_point(page, 5)
        assert (await count_of(page, "white-6"), await count_of(page, "white-5")) == ("4", "1")
        assert start == ("5", "0")
        await click_point(page, 5)
        await click_point(page, 5)
        assert await count_of(page, "white-5") == "1"
        await page.locator('[name="red-1"]').fill("2")
        await expect(page.locator('[data-side="red"] [data-sum]')).to_have_text("17 / 15")


async def count_of(page: Page, field: str) -> str:
    return await page.locator(f'[name="{field}"]').input_value()


async def click_point(page: Page, point: int) -> None:
    """Click a point of White's home on the drawn board, beside its number at the lower edge."""
    numbers = page.locator("position-form bg-board .number", has_text=re.compile(f"^{point}$"))
    box = await numbers.last.bounding_box()
    assert box is not None
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] - box["height"])
