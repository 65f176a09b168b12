"""Nothing on a page moves of itself while a game is played: Chromium's own account of shifts.

Lines of the list of moves step down when a new one comes on top of them; that is their purpose.
What lies below the hall's tiles makes room for one that comes to need somebody.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from rules.duplicate.seed_dice import commitment
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from server.web.edge.authorization import COOKIE
from server.words.languages import LANGUAGES
from tests.server.live.following import on_loopback
from tests.server.web.signed_in import page_of
from tests.support.browser import DRAWN, IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.commands import happen, register_team, schedule
from tests.support.endings import lost
from tests.support.persons import name_of, person_id
from tests.support.rooms import SEED, Rooms, Temper
from tests.support.served import DIRECTOR, Served, opened

pytestmark = IN_BROWSER

WIDTHS = (390, 1440)
PAGES = ("/", "/screen", "/t/club/matches/1", "/hall", "/hall/t/club/matches/1")
HOME = ev.Team(
    name="Одеські перлини",
    open_player=person_id("Олена Шевченко-Квітка"),
    closed_player=person_id("Мар'яна"),
)
AWAY = ev.Team(
    name="Wanderverein Münster",
    open_player=person_id("Maria-Magdalena Schmidt"),
    closed_player=person_id("Jo"),
)
WATCHED = """
    window.shifts = [];
    const below = [...document.querySelectorAll("#boards, body > footer")];
    new PerformanceObserver(list => {
        for (const each of list.getEntries()) {
            const moved = each.sources.map(source => source.node)
                .filter(node => node && !node.parentElement?.closest("#moves"))
                .filter(node => !below.some(each => each.contains(node)));
            if (!each.hadRecentInput && moved.length) {
                window.shifts.push(moved.map(node => node.outerHTML ?? node.textContent));
            }
        }
    }).observe({type: "layout-shift"});
"""


PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

CONTROLS = """() => Object.fromEntries(
    [...document.querySelectorAll("main :is(a[href], button, select)")]
        .filter(each => each.checkVisibility() && !each.closest("#results, #boards"))
        .map(each => [each.closest(".card")?.id + each.textContent.trim(), each])
        .map(([name, each]) => [name, each.getBoundingClientRect()])
        .map(([name, box]) => [name, [box.x, box.y + scrollY]])
)"""


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(each, marks=pytest.mark.long if each == "uk" else pytest.mark.soak)
        for each in LANGUAGES
    ],
)
async def test_a_need_that_comes_and_goes_moves_nothing_an_operator_may_press(
    tmp_path: Path, language: str
) -> None:
    rooms = Rooms.seated(BACKGAMMON, 3, Temper(double=0.0, resign=0.0, mischief=0.0))
    for _ in range(60):
        rooms.step()
    finished = ev.GameFinished(game=1, attempt=1, room=Room.OPEN, **lost(Side.WHITE))
    boards = [ev.BoardAssigned(room=room, board_id=f"BZ-{room.value}") for room in Room]
    confirmed = [
        ev.ResultConfirmed(game=1, attempt=1, room=Room.OPEN, side=side, by="a clerk")
        for side in Side
    ]
    async with opened(tmp_path) as served:
        await _begun(served, rooms)
        await _happens(served, *boards, ev.BoardAttached(room=Room.OPEN, board_id="BZ-open"))
        async with page_of(served, DIRECTOR, "/hall/t/club/matches/1", locale=language) as page:
            await page.wait_for_function(DRAWN)
            places = [await controls(page, width) for width in WIDTHS]
            happening: list[ev.Event] = [finished, *confirmed]
            for count, event in enumerate(happening):
                await _happens(served, event)
                await expect(page.locator("#confirm-open-club-1 .well")).to_have_count(count)
                await expect(page.locator("#confirm-open-club-1 button")).to_have_count(2 - count)
                for width, known in zip(WIDTHS, places, strict=True):
                    now = await controls(page, width)
                    assert now == {name: known.get(name, place) for name, place in now.items()}
                    known.update(now)


async def controls(page: Page, width: int) -> dict[str, object]:
    """Where everything that may be pressed lies on a screen of that width."""
    await page.set_viewport_size({"width": width, "height": 900})
    places: dict[str, object] = await page.evaluate(CONTROLS)
    return places


@pytest.mark.parametrize(
    ("width", "paths", "steps"),
    [
        (390, ("/t/club/matches/1",), 12),
        pytest.param(WIDTHS[0], PAGES, None, marks=pytest.mark.long(20)),
        *(pytest.param(each, PAGES, None, marks=pytest.mark.soak) for each in WIDTHS[1:]),
    ],
)
async def test_a_game_moves_nothing_but_checkers(
    tmp_path: Path, width: int, paths: Sequence[str], steps: int | None
) -> None:
    """A whole game, or so many steps at its end."""
    viewport = {"width": width, "height": 900}
    rooms = _seated()
    for _ in range(_steps_of_a_game() - steps if steps else 0):
        rooms.step()
    async with (
        opened(tmp_path) as served,
        on_loopback(served.app) as port,
        browser_page(viewport=viewport, locale="uk") as first,
    ):
        await _begun(served, rooms)
        for room in Room:
            board = f"BZ-{room.value}"
            assigned = ev.BoardAssigned(room=room, board_id=board)
            await _happens(served, assigned, ev.BoardAttached(room=room, board_id=board))
        pages = [first, *[await first.context.new_page() for _ in paths[1:]]]
        token = await served.session(DIRECTOR)
        cookie = {"name": COOKIE, "value": token, "domain": PLAIN_NAME, "path": "/"}
        await first.context.add_cookies([cookie])  # type: ignore[list-item]
        for page, path in zip(pages, paths, strict=True):
            await _shown(page, f"http://{PLAIN_NAME}:{port}{path}")
        while rooms.state.game == 1:
            count = len(rooms.history)
            rooms.step()
            await _happens(served, *rooms.history[count:])
        for page, path in zip(pages, paths, strict=True):
            await expect(page.locator("body")).to_contain_text(re.compile("парті. 2 з 4", re.I))
            assert await page.evaluate("window.shifts") == [], path


def _seated() -> Rooms:
    return Rooms.seated(BACKGAMMON, 3, Temper(double=0.1, resign=0.01, mischief=0.0))


def _steps_of_a_game() -> int:
    rooms, steps = _seated(), 0
    while rooms.state.game == 1:
        rooms.step()
        steps += 1
    return steps


async def _begun(served: Served, rooms: Rooms) -> None:
    for team in (HOME, AWAY):
        players = (name_of(team.open_player), name_of(team.closed_player))
        await register_team(served.hall, team.name, players)
    await schedule(served.hall, home=HOME.name, away=AWAY.name, games=4, event="Cup")
    begun = ev.MatchStarted(home=HOME, away=AWAY, commitment=commitment(SEED), seed=SEED)
    await _happens(served, begun, *rooms.history)


async def _happens(served: Served, *events: ev.Event) -> None:
    await happen(served.hall, 1, *events)


async def _shown(page: Page, address: str) -> None:
    """The page follows, its boards are drawn, and from now on its shifts are counted."""
    await page.goto(address)
    await expect(page.locator("#link, [data-line]")).to_have_text("наживо")
    await page.wait_for_function(DRAWN)
    await page.evaluate(PAINTED)  # or the word that it follows would count as a shift
    await page.evaluate(f"(() => {{ {WATCHED} }})()")
