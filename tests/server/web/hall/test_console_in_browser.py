"""The console's pages in Chromium: they follow, keep what is about to be pressed, and fit."""

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from server.hall import Hall
from server.store.accounts_db.board_keys import BoardKeys
from server.words.languages import LANGUAGES
from tests.server.web.director.test_order_pages import opening_played
from tests.server.web.signed_in import page_of
from tests.support.account_commands import given_key
from tests.support.browser import IN_BROWSER
from tests.support.commands import happen, register_team, schedule
from tests.support.endings import lost
from tests.support.played_matches import handed_in, played_so_far, team_of
from tests.support.rooms import Rooms, Temper
from tests.support.served import DIRECTOR, Served, opened, opened_match, throw_opening

CALM = Temper(double=0.08, resign=0.0, mischief=0.0)
TEAMS: tuple[tuple[str, str, str], ...] = (
    ("Lviv", "Jean-Baptiste Rochefoucauld", "Anna Koval"),
    ("Paris", "Philip Martin", "Ayşe Demir"),
    ("Tbilisi", "Giorgi Kapanadze", "Nino Beridze"),
    ("Yerevan", "Aram Petrosyan", "Ани Саргсян"),
    ("Kyiv", "Оксана Шевченко-Квітка", "Олег Бондар"),
    ("Odesa", "Мар'яна Коваленко", "Іван Мороз"),
    ("Sofia", "Ivan Petrov", "Мария Иванова"),
    ("Athens", "Νίκος Παπαδόπουλος", "Ελένη Γεωργίου"),
    ("Istanbul", "Emre Kaya", "Zeynep Yılmaz"),
    ("London Second Team", "Alex Fields", "Robin Brook"),
    ("Beirut", "Karim Haddad", "Leila Khoury"),
    ("Cairo", "Omar Farouk", "Mona Said"),
    ("Tokyo", "Kenji Sato", "Yuki Tanaka"),
    ("Copenhagen", "Mette Nielsen", "Lars Holm"),
    ("Dnipro", "Сергій Лисенко", "Ірина Ткач"),
    ("Kharkiv", "Павло Кравець", "Тетяна Мельник"),
)
"""Every team with who sits in the open and in the closed room."""

STEPS = (700, 1300, 900, 0, 1700, 1100, 20_000, -1)
"""Useful things said in each match; 0: it has begun and no more, -1: one line-up is missing."""
CALLED, OVER, PLANNED = 6, 7, 8
GAMES = 6


async def fill_eight(hall: Hall, board_keys: BoardKeys) -> None:
    """Set up the matches, play them so far, and put boards on their tables but one of match 4."""
    for team, *players in TEAMS:
        await register_team(hall, team, (players[0], players[1]))
    for number, steps in enumerate(STEPS, 1):
        home, away = TEAMS[2 * number - 2], TEAMS[2 * number - 1]
        await schedule(hall, home=home[0], away=away[0], games=GAMES, event="Harbour Cup, round 2")
        for room in Room if steps else (Room.OPEN,):
            board = f"BZ-{number}{'A' if room is Room.OPEN else 'B'}"
            given_key(board_keys, board, f"Table {number}")
            await happen(
                hall,
                number,
                ev.BoardAssigned(room=room, board_id=board),
                ev.BoardAttached(room=room, board_id=board),
            )
        await happen(hall, number, *_history(number, steps))
    called = ev.DirectorCalled(room=Room.OPEN, side=None, reason=ev.CallReason.DICE_OR_PLAY)
    await happen(hall, CALLED, called)


def _history(number: int, steps: int) -> tuple[ev.Event, ...]:
    home, away = (team_of(team, players) for team, *players in TEAMS[2 * number - 2 : 2 * number])
    if steps < 0:
        return (handed_in(home),)
    rooms = Rooms.seated(BACKGAMMON, number, CALM, games=GAMES)
    return played_so_far(home, away, rooms, steps)


pytestmark = IN_BROWSER


@contextlib.asynccontextmanager
async def two_matches(folder: Path) -> AsyncIterator[Served]:
    """A hall with match 1 begun, its boards connected, and match 2 planned."""
    async with opened_match(folder) as (served, client):
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
    return ev.GameFinished(game=1, attempt=1, room=Room.OPEN, **lost(Side.WHITE))


async def order_of_tiles(page: Page) -> list[str]:
    return [str(await tile.get_attribute("id")) for tile in await page.locator(".tile").all()]


async def test_a_tile_keeps_its_place_and_the_strip_leads_to_the_room_that_needs_somebody(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as served, page_of(served, DIRECTOR, "/hall") as page:
        await expect(page.locator("[data-line]")).to_have_text("live")
        await page.keyboard.press("j")
        before = await page.locator("#match-club-2").bounding_box()
        await happens(served.hall, open_game_over())
        await expect(page.locator("#tile-club-1")).to_contain_text(
            "Ask both sides in the open room"
        )
        assert await order_of_tiles(page) == ["match-club-1", "match-club-2"]
        assert await page.locator("#match-club-2").bounding_box() == before
        await expect(page.locator("#match-club-1 h2 a")).to_be_focused()
        await page.locator("#strip a", has_text="Ask both sides in the open room").click()
        await expect(page.locator("#name-open-club-1")).to_be_focused()


@pytest.mark.long
async def test_eight_tiles_with_all_their_lines_are_on_a_laptops_screen(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await served.session(DIRECTOR)
        await fill_eight(served.hall, served.hall.board_keys)
        laptop = {"width": 1440, "height": 900}
        async with page_of(served, DIRECTOR, "/hall", viewport=laptop) as page:
            for language in LANGUAGES:
                await page.goto(f"{page.url.partition('?')[0]}?language={language}")
                tiles = page.locator(".tile")
                await expect(tiles).to_have_count(8)
                assert await tiles.evaluate_all(
                    """tiles => tiles.every(tile => tile.getBoundingClientRect().bottom <= 900
                        && [tile, ...tile.querySelectorAll(":is(p, ul, li, div):not([id])")]
                            .every(line => line.scrollHeight <= line.clientHeight + 1))"""
                ), language


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
        await expect(waiting).to_contain_text("waiting for the opening throw")
        assert await board.evaluate("place => place.kept")
        assert '"dice":null' in str(await board.get_attribute("table"))


async def test_checkers_are_lifted_and_laid_down_on_the_drawn_board(tmp_path: Path) -> None:
    async with (
        two_matches(tmp_path) as served,
        page_of(served, DIRECTOR, "/hall/t/club/matches/1") as page,
    ):
        lying = await opening_played(served.hall, 1)
        await page.get_by_text("Other actions").click()
        await page.get_by_role("button", name="Correct the position").click()
        board = page.locator("position-form bg-board svg")
        await expect(board).to_be_visible()
        start = await count_of(page, "white-6"), await count_of(page, "white-5")
        await click_point(page, 6)
        await expect(page.locator("position-form .hint")).to_contain_text("Picked up.")
        await click_point(page, 5)
        moved = await count_of(page, "white-6"), await count_of(page, "white-5")
        assert moved == (str(lying.white[6] - 1), str(lying.white[5] + 1))
        assert start == (str(lying.white[6]), str(lying.white[5]))
        await click_point(page, 5)
        await click_point(page, 5)
        assert await count_of(page, "white-5") == moved[1]
        await page.locator('[name="red-1"]').fill("2")
        await expect(page.locator('[data-side="red"] [data-sum]')).to_have_text("17 / 15")


async def count_of(page: Page, field: str) -> str:
    return await page.locator(f'[name="{field}"]').input_value()


async def click_point(page: Page, point: int) -> None:
    """Click a point of White's home on the drawn board, beside its number at the lower edge."""
    whites = page.locator("position-form bg-board .number.white")
    number = whites.filter(has_text=re.compile(f"^{point}$"))
    await number.scroll_into_view_if_needed()
    box = await number.bounding_box()
    assert box is not None
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] - box["height"])


async def test_a_phone_shows_the_first_table_without_being_scrolled(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        for team, *players in TEAMS[:4]:
            await register_team(served.hall, team, (players[0], players[1]))
        for home, away in (("Lviv", "Paris"), ("Tbilisi", "Yerevan")):
            await schedule(served.hall, home=home, away=away, games=GAMES)
        phone = {"viewport": {"width": 390, "height": 844}}
        async with page_of(served, DIRECTOR, "/hall", **phone) as page:
            first = await page.locator(".tile").first.bounding_box()
            assert first is not None
            assert first["y"] + first["height"] <= 844
            assert await page.evaluate("document.documentElement.scrollWidth") <= 390


async def test_a_name_in_hebrew_stands_where_other_names_do(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await register_team(served.hall, "שחקני חיפה", ("דוד כהן", "שרה לוי"))
        await register_team(served.hall, "Minsk", ("Yanka", "Ales"))
        await schedule(served.hall, home="שחקני חיפה", away="Minsk", games=4)
        async with page_of(served, DIRECTOR, "/hall") as page:
            starts = await _starts_of(page, ".tile h2 bdi")
        assert len(starts) == 2
        assert len({*starts}) == 1


async def _starts_of(page: Page, names: str) -> list[float]:
    """Where the letters of those names begin, from the left."""
    script = """found => found.map(each => {
        const letters = document.createRange();
        letters.selectNodeContents(each);
        return Math.round(letters.getBoundingClientRect().left);
    })"""
    return await page.locator(names).evaluate_all(script)  # type: ignore[no-any-return]
