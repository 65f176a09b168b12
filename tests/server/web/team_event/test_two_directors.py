"""Two directors at one tournament: what somebody decides from an old page is refused, with both."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.support.forms import form_of
from tests.support.served import DIRECTOR, opened
from tests.support.team_event import EventDesk, page_with

PAGE = "/hall/t/club/tournament"


class TwoWindows:
    """A page as somebody still has it, and the orders of somebody else in between."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.desk, self._client = EventDesk(client), client

    async def form(self, order: str) -> dict[str, str]:
        return form_of(await self._client.get(page_with(order)), PAGE, order=order)

    async def refused(self, old: dict[str, str], *texts: str, **typed: str) -> None:
        answer = await self._client.post(PAGE, data={**old, **typed})
        assert answer.status_code == 409
        for text in texts:
            assert text in answer.text

    async def standings(self) -> list[dict[str, int]]:
        return list((await self.desk.stage(1))["groups"][0]["standings"])


@asynccontextmanager
async def two_windows(folder: Path) -> AsyncIterator[TwoWindows]:
    async with opened(folder) as served, served.client(DIRECTOR) as client:
        windows = TwoWindows(client)
        await windows.desk.set_up("round-robin")
        yield windows


async def test_a_title_and_a_draw_that_somebody_else_has_changed_are_shown_as_they_were_and_are(
    tmp_path: Path,
) -> None:
    async with two_windows(tmp_path) as windows:
        desk, old = windows.desk, await windows.form("describe")
        await desk.order("describe", title="Summer Cup", place="Odesa")
        both = (f"On the page it was: {old['title']}", "Now it is: Summer Cup, Odesa.")
        await windows.refused(old, *both, title="Cup")

        await desk.order("draw", stage=1)
        first, second, _ = [line["team"] for line in await windows.standings()]
        old = await windows.form("withdraw-draw")
        await desk.order("withdraw-draw", stage=1, reason="a team was missing")
        await desk.order("draw", stage=1, absent=[first])
        both = ("the draw of Round robin has changed.", "Now it is: ")
        await windows.refused(old, *both, reason="too early")

        old = await windows.form("publish")
        await desk.order("withdraw-draw", stage=1, reason="the other came after all")
        await desk.order("draw", stage=1, absent=[second])
        await windows.refused(old, "the pairs of round 1 have changed. On the page it was:", " – ")


async def test_a_penalty_is_not_given_twice_nor_a_round_taken_back_that_was_published_anew(
    tmp_path: Path,
) -> None:
    async with two_windows(tmp_path) as windows:
        desk = windows.desk
        await desk.order("draw", stage=1)
        team, old = "Rudder", await windows.form("penalty")
        await desk.order("penalty", stage=1, team=team, vp=3, reason="late")
        texts = ("the penalties of this stage have changed", f"{team} 3 VP, 0 IMP")
        await windows.refused(old, *texts, team=team, vp="3", reason="late")
        assert sum(line["vp_penalty"] for line in await windows.standings()) == 3

        await desk.publish(1)
        old = await windows.form("withdraw-round")
        await desk.order("withdraw-round", stage=1, round=1, reason="too early")
        await desk.publish(1)
        texts = ("the matches of round 1 have changed", "On the page it was: 1. Now it is: 2.")
        await windows.refused(old, *texts, reason="too early")
