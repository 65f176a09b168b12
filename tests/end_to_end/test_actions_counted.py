"""What an operator does most takes so many actions, by mouse and by keyboard alike.

An action is a click or a key that submits or opens something; fields are counted apart. Every count
begins on the hall's page.
"""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.async_api import Locator, Page, expect

from rules import events as ev
from rules.position import Side
from rules.room import Ending, Room
from tests.server.web.hall.test_console_live import connected
from tests.server.web.signed_in import page_of
from tests.support.browser import IN_BROWSER
from tests.support.commands import happen
from tests.support.served import DIRECTOR, Served, opened_match, throw_opening

pytestmark = IN_BROWSER

GOALS = {
    "new match": (4, 3),
    "put board": (3, 1),
    "swap board": (3, 1),
    "line-up": (3, 4),
    "substitute": (3, 2),
    "correct": (4, 2),
    "withdraw": (3, 1),
}
"""The most actions and fields each may take."""
REASON = "as the sheet has it"


@dataclass
class Hand:
    """An operator at a page, with a mouse or by keys alone, whose actions are counted."""

    page: Page
    mouse: bool
    counted: dict[str, tuple[int, int]] = field(default_factory=dict)
    actions: int = 0
    fields: int = 0

    async def press(self, place: Locator) -> None:
        """Follow a link, open a part or send a form."""
        self.actions += 1
        if self.mouse:
            await place.click()
        else:
            await place.focus()
            await self.page.keyboard.press("Enter")

    async def fill(self, place: Locator, text: str) -> None:
        """Write into a field."""
        self.fields += 1
        if self.mouse:
            await place.fill(text)
        else:
            await place.focus()
            await self.page.keyboard.press("Control+a")
            await self.page.keyboard.type(text)

    async def choose(self, place: Locator, label: str) -> None:
        """Choose what a list offers."""
        self.fields += 1
        if self.mouse:
            await place.select_option(label=label)
        else:
            await place.focus()
            await self.page.keyboard.type(label)
            await expect(place.locator("option:checked")).to_have_text(label)

    @contextlib.asynccontextmanager
    async def counting(self, task: str) -> AsyncIterator[None]:
        """A task from the hall's page on."""
        await self.page.goto(urljoin(self.page.url, "/hall"))
        self.actions = self.fields = 0
        yield
        self.counted[task] = (self.actions, self.fields)

    async def tile(self, number: int) -> None:
        """Go to a match by its tile."""
        await self.press(self.page.locator(f"#match-club-{number} h2 a"))


@contextlib.asynccontextmanager
async def hall(folder: Path) -> AsyncIterator[Served]:
    """Match 1 between two games, teams for others, and three boards of which none has a table."""
    async with opened_match(folder) as (served, client):
        for name, players in (("Anchor", ["Hill", "Moss", "Shaw"]), ("Beacon", ["Low", "Reed"])):
            answer = await client.post("/api/t/club/teams", json={"name": name, "players": players})
            assert answer.status_code == 201, answer.text
        async with connected(served.hall, "BZ-1"), connected(served.hall, "BZ-2"):
            yield served


async def new_match(hand: Hand, served: Served) -> None:
    """Set up match 2."""
    page = hand.page
    async with hand.counting("new match"):
        await hand.press(page.get_by_role("button", name="Set up a match", exact=True))
        await hand.choose(page.locator("[name=home]"), "Anchor")
        await hand.choose(page.locator("[name=away]"), "Beacon")
        await hand.choose(page.locator("[name=games]"), "6")
        await hand.press(page.get_by_role("button", name="Set up the match"))
        await expect(page.locator("#line-ups")).to_be_visible()


async def put_board(hand: Hand, served: Served) -> None:
    """Put a board on match 2's open table."""
    page = hand.page
    async with hand.counting("put board"):
        await hand.tile(2)
        await hand.choose(page.locator("[name=board_id]").first, "BZ-1")
        await hand.press(page.get_by_role("button", name="Put it there").first)
        await expect(page.locator("#table-open-club-2")).to_contain_text("BZ-1")


async def swap_board(hand: Hand, served: Served) -> None:
    """Another board takes its table over."""
    page = hand.page
    async with hand.counting("swap board"):
        await hand.press(page.get_by_role("link", name="Boards", exact=True).first)
        await hand.choose(page.locator("[name=takes_over]"), "BZ-2")
        swap = page.get_by_role("button", name="Swap board BZ-1")
        await hand.press(swap)
        await expect(swap).to_have_count(0)


async def line_ups(hand: Hand, served: Served) -> None:
    """Both teams of match 2."""
    page = hand.page
    async with hand.counting("line-up"):
        await hand.tile(2)
        for players in (("Hill", "Moss"), ("Low", "Reed")):
            form = page.locator("section form", has=page.locator(".wait")).first
            for name, player in zip(("open_player", "closed_player"), players, strict=True):
                await hand.choose(form.locator(f"[name={name}]"), player)
            await hand.press(form.get_by_role("button"))
            await page.wait_for_load_state()
        await expect(page.locator("bg-board")).to_have_count(2)


async def substitute(hand: Hand, served: Served) -> None:
    """Somebody else sits down in the closed room of match 2."""
    page = hand.page
    async with hand.counting("substitute"):
        await hand.tile(2)
        await hand.press(page.get_by_role("link", name="Moss", exact=True))
        await hand.choose(page.locator("[name=player]"), "Shaw")
        await hand.fill(page.locator("[name=reason]"), REASON)
        seat = "Seat this player: has not watched the open room"
        await hand.press(page.get_by_role("button", name=seat))
        await expect(page.locator("#table-closed-club-2")).to_contain_text("Shaw")


async def correct(hand: Hand, served: Served) -> None:
    """Put the open room's result of match 1 right."""
    await throw_opening(served.hall, 1, 1)
    lost = ev.GameFinished(
        game=1, attempt=1, room=Room.OPEN, loser=Side.WHITE, ending=Ending.BEAROFF, left=3, cube=1
    )
    await happen(served.hall, 1, lost)
    page = hand.page
    async with hand.counting("correct"):
        await hand.tile(1)
        await hand.press(page.locator("#result-1-open a"))
        await hand.fill(page.locator("[name=left]"), "9")
        await hand.fill(page.locator("[name=reason]"), REASON)
        await hand.press(page.get_by_role("button", name="Show what changes"))
        await hand.press(page.get_by_role("button", name="Correct the result"))
        await expect(page.locator("#result-1-open")).to_contain_text("9 left")
        await expect(page.locator("#result-1-open")).to_be_focused()


async def withdraw(hand: Hand, served: Served) -> None:
    """Take match 3 back, of which nothing is played."""
    async with served.client(DIRECTOR) as client:
        form = {"home": "Anchor", "away": "Beacon", "games": 4}
        answer = await client.post("/api/t/club/matches", json=form)
        assert answer.status_code == 201, answer.text
    page = hand.page
    async with hand.counting("withdraw"):
        await hand.tile(3)
        await hand.press(page.locator("summary", has_text="Remove the match"))
        await hand.fill(page.locator("details[open] [name=reason]"), REASON)
        await hand.press(page.get_by_role("button", name="Remove the match"))
        await expect(page.locator("#match-club-3")).to_have_count(0)


TASKS = (new_match, put_board, swap_board, line_ups, substitute, correct, withdraw)
"""Each once, in an order in which each is possible."""


@pytest.mark.parametrize(
    "mouse",
    [
        pytest.param(True, marks=pytest.mark.soak, id="mouse"),
        pytest.param(False, marks=pytest.mark.long(10), id="keyboard"),
    ],
)
async def test_what_an_operator_does_most_takes_no_more_than_so_much(
    tmp_path: Path, mouse: bool
) -> None:
    async with hall(tmp_path) as served, page_of(served, DIRECTOR, "/hall") as page:
        hand = Hand(page, mouse)
        for task in TASKS:
            await task(hand, served)
    for name, (actions, fields) in hand.counted.items():
        print(f"{name:12} {actions} actions, {fields} fields; at most {GOALS[name]}")
    assert hand.counted.keys() == GOALS.keys()
    over = {
        name: each
        for name, each in hand.counted.items()
        if each[0] > GOALS[name][0] or each[1] > GOALS[name][1]
    }
    assert over == {}
