"""Eight matches at simulated boards, run by an operator through the pages to signed protocols.

Lines and boards are faulty, sensors leave questions, a play is illegal, a table calls, a match is
held, a game voided, a board swapped, a result corrected. Every action of the operator is counted.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from rules import events as ev
from rules.room import Room
from server.web.edge.authorization import COOKIE
from simulator.display import EXACT, SensorKind, SensorSet
from simulator.faults.plan import ALL_AT_ONCE, FaultPlan, PlannedFault
from simulator.operator_desk import visitor_of
from tests.end_to_end.faults.faulty_hall import (
    PASSPHRASE,
    FaultyMatch,
    Hall,
    eventually,
    opened_hall,
)
from tests.end_to_end.test_actions_counted import REASON, Hand
from tests.end_to_end.test_sensors import HALF_DEAD
from tests.support.browser import IN_BROWSER, browser_page, keep_picture

pytestmark = [*IN_BROWSER, pytest.mark.soak]

CALLED, HELD, ILLEGAL, ASKED, CORRECTED, SWAPPED, VOIDED, FAULTY = range(8)
"""What happens in which match, numbered from 0."""
GAMES = 4
WITHIN = 600.0
ILLEGAL_PLAYS = FaultPlan.of("illegal_play 0.05")
PLANS = {ILLEGAL: ILLEGAL_PLAYS, FAULTY: ALL_AT_ONCE}
SPARE = "spare"
PACE = 0.04
"""Seconds before somebody at a board does something."""


@dataclass
class Evening:
    """The hall, its matches in their order, and the operator at the console."""

    hall: Hall
    matches: list[FaultyMatch]
    hand: Hand

    @property
    def page(self) -> Page:
        return self.hand.page


@contextlib.asynccontextmanager
async def console(hall: Hall, token: str) -> AsyncIterator[Page]:
    """The hall's page of whoever has that session."""
    settings = {"base_url": hall.server.address, "locale": "en", "timezone_id": "UTC"}
    viewport = {"width": 1440, "height": 900}
    async with browser_page(viewport=viewport, **settings) as page:
        cookie = {"name": COOKIE, "value": token, "url": hall.server.address}
        await page.context.add_cookies([cookie])  # type: ignore[list-item]
        await page.goto("/hall")
        yield page


async def operators_session(hall: Hall) -> str:
    """A second account, which confirms what the first one enters."""
    form = {"name": "Second operator", "role": "operator"}
    link = (await hall.director.post("/api/accounts", json=form)).json()["link"]
    async with visitor_of(hall.server.address) as visitor:
        answer = await visitor.post(link, data={"passphrase": PASSPHRASE})
        assert answer.has_redirect_location, answer.text
        return visitor.cookies[COOKIE]


async def called(evening: Evening) -> None:
    """A table calls: somebody goes there and settles it."""
    evening.matches[CALLED].boards[Room.OPEN].call_director()
    page, hand = evening.page, evening.hand
    async with hand.counting("call"):
        await hand.press(page.locator(".strip a", has_text="director was called").first)
        await hand.press(page.get_by_role("button", name="I'll go").first)
        await hand.press(page.get_by_role("button", name="Settled").first)
        await expect(page.get_by_role("button", name="Settled")).to_have_count(0)


async def held(evening: Evening) -> None:
    """A match is held and goes on."""
    page, hand = evening.page, evening.hand
    async with hand.counting("hold and resume"):
        await hand.tile(HELD + 1)
        await hand.press(page.get_by_role("button", name="Hold a table or the match"))
        await hand.choose(page.get_by_label("What is held"), "The whole match")
        await hand.fill(page.locator("#order [name=reason]"), REASON)
        await hand.press(page.get_by_role("button", name="Hold play"))
        await hand.press(page.get_by_role("button", name="Resume the match").first)
        await expect(page.get_by_role("button", name="Resume the match")).to_have_count(0)


async def voided(evening: Evening) -> None:
    """A game is played again in both rooms."""
    page, hand = evening.page, evening.hand
    async with hand.counting("void a game"):
        await hand.tile(VOIDED + 1)
        await hand.press(page.get_by_text("Other actions"))
        await hand.press(page.get_by_role("button", name="Void this game"))
        await hand.fill(page.locator("#order [name=reason]"), REASON)
        await hand.press(page.locator("#order").get_by_role("button", name="Void game"))
        await expect(page.locator("#order form")).to_have_count(0)


async def swapped(evening: Evening) -> None:
    """The closed room's board fails, and another one takes its table over."""
    match = evening.matches[SWAPPED]
    failed = match.table.ids[Room.CLOSED]
    await match.replace_board(Room.CLOSED, SPARE)
    page, hand = evening.page, evening.hand

    async def is_free() -> bool:
        await page.goto("/boards")
        return await page.locator("[name=takes_over] option", has_text=SPARE).count() > 0

    await eventually(is_free)
    async with hand.counting("swap board"):
        await hand.press(page.get_by_role("link", name="Boards", exact=True).first)
        form = page.locator("form.swap", has=page.locator(f"[value='{failed}']"))
        await hand.choose(form.locator("[name=takes_over]"), SPARE)
        await hand.press(form.get_by_role("button"))
        await expect(form).to_have_count(0)


async def corrected(evening: Evening, second: Hand) -> None:
    """A result is put right; another account confirms it."""
    await evening.matches[CORRECTED].until_over(1)
    number = CORRECTED + 1
    page, hand = evening.page, evening.hand
    async with hand.counting("correct"):
        await hand.tile(number)
        await hand.press(page.locator("#result-1-open a"))
        await hand.choose(page.locator("[name=ending]"), "gammon")
        await hand.fill(page.locator("[name=left]"), "15")
        await hand.fill(page.locator("[name=reason]"), REASON)
        await hand.press(page.get_by_role("button", name="Show what changes"))
        await hand.press(page.get_by_role("button", name="Correct the result"))
        await expect(page.locator("#result-1-open")).to_contain_text("gammon")
    async with second.counting("confirm"):
        await second.tile(number)
        confirm = second.page.get_by_role("button", name="Confirm the open room's result of game 1")
        await second.press(confirm)
        await expect(confirm).to_have_count(0)
    hand.counted.update(second.counted)


async def signed(evening: Evening) -> None:
    """Both captains have signed on paper: it is recorded match by match."""
    page, hand = evening.page, evening.hand
    async with hand.counting("sign eight matches"):
        for number in range(1, len(evening.matches) + 1):
            await page.goto("/hall")
            await hand.tile(number)
            for _ in range(2):
                form = page.locator("form[action$=signatures]").first
                await hand.fill(form.locator("[name=by]"), "The captain")
                before = await page.locator("form[action$=signatures]").count()
                await hand.press(form.get_by_role("button"))
                await expect(page.locator("form[action$=signatures]")).to_have_count(before - 1)


async def all_over(matches: list[FaultyMatch]) -> None:
    """Wait until every match is. Raises what a simulated board fell over."""
    for match in matches:

        async def is_over(match: FaultyMatch = match) -> bool:
            match.check_boards()
            return await match.desk.status() == "finished"

        try:
            await eventually(is_over, WITHIN)
        except TimeoutError as error:
            raise AssertionError(f"never over: {await match.desk.state()}") from error


@pytest.mark.parametrize("mouse", [True, False], ids=["mouse", "keyboard"])
async def test_an_evening_is_run_by_the_pages_alone_to_signed_protocols(
    tmp_path: Path, mouse: bool
) -> None:
    async with opened_hall(tmp_path) as hall, contextlib.AsyncExitStack() as stack:
        dim = SensorSet(SensorKind.SATURATING, HALF_DEAD)
        matches = [
            await stack.enter_async_context(
                hall.match(
                    dict.fromkeys(Room, PLANS.get(at, FaultPlan())),
                    seed=at + 1,
                    sensors=dim if at == ASKED else EXACT,
                    pace=PACE,
                )
            )
            for at in range(8)
        ]
        page = await stack.enter_async_context(console(hall, hall.director.cookies[COOKIE]))
        helper = await stack.enter_async_context(console(hall, await operators_session(hall)))
        evening = Evening(hall, matches, Hand(page, mouse))
        for scene in (called, held, voided, swapped):
            await scene(evening)
        await page.goto("/hall")
        await keep_picture(page, "evening")
        await corrected(evening, Hand(helper, mouse))
        await all_over(matches)
        await signed(evening)
        assert [await match.desk.status() for match in matches] == ["signed"] * 8
        for name, (actions, fields) in evening.hand.counted.items():
            print(f"{name:20} {actions} actions, {fields} fields")
        await check_what_happened(matches)


async def check_what_happened(matches: list[FaultyMatch]) -> None:
    """Each thing that was to go wrong did, and the rolls came once in spite of it."""
    logs = await asyncio.gather(*(match.log() for match in matches))

    def has(at: int, kind: type[ev.Event]) -> bool:
        return any(isinstance(event, kind) for event in logs[at])

    assert has(CALLED, ev.CallTaken)
    assert has(HELD, ev.HoldLifted)
    assert has(ILLEGAL, ev.PlayQuestioned)
    assert matches[ILLEGAL].struck(PlannedFault.ILLEGAL_PLAY)
    assert has(ASKED, ev.PlayAsked)
    assert has(CORRECTED, ev.ResultCorrected)
    assert has(VOIDED, ev.GameVoided)
    assert any(
        isinstance(event, ev.BoardAssigned) and event.board_id == SPARE for event in logs[SWAPPED]
    )
    for at in (CALLED, HELD, ILLEGAL, SWAPPED, FAULTY):
        for game in range(1, GAMES + 1):
            await matches[at].check_exactly_once(game)
