"""A judge that fails: named to those who run the hall, tried again only for other throws."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules import events as ev
from rules.luck.chances import Throw
from server.access import PUBLIC
from tests.support.commands import happen
from tests.support.persons import person_id
from tests.support.served import DIRECTOR
from yalta_extras.analysis.judged import JudgedTurn
from yalta_extras.analysis.luck_sums import JudgingStep
from yalta_extras.analysis.match_luck import ATTEMPTS
from yalta_extras.analysis.tests.lucky_hall import (
    PAGE,
    InventedJudge,
    known_in,
    luck_in,
    lucky_hall,
)

NAMED = "The luck of match 1 could not be worked out"


class Faulty(InventedJudge):
    """An engine with a fault that nobody has thought of, until it is `mended`."""

    mended = False
    asked = 0

    @classmethod
    async def start(cls) -> "Faulty":
        """One that is ready to fail."""
        return cls()

    async def judged(self, throws: Sequence[Throw]) -> tuple[JudgedTurn, ...]:
        """Nothing, as long as it is not mended."""
        Faulty.asked += 1
        if not Faulty.mended:
            raise ZeroDivisionError("no such fault was thought of")
        return await super().judged(throws)


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Faulty, "mended", False)
    monkeypatch.setattr(Faulty, "asked", 0)


async def test_an_unexpected_fault_is_named_on_the_console_and_ends_no_judging(
    tmp_path: Path,
) -> None:
    async with lucky_hall(tmp_path, start=Faulty.start) as served:
        luck = luck_in(served)
        running = asyncio.create_task(luck.run())
        try:
            named = asyncio.Event()
            served.hall.subscriptions.changed.append(named.set)
            await known_in(served)
            async with asyncio.timeout(20):
                await named.wait()
            async with served.client(DIRECTOR) as client:
                assert NAMED in (await client.get("/hall")).text
                assert "no such fault was thought of" in (await client.get("/hall")).text
            async with served.client(PUBLIC) as client:
                page = (await client.get(PAGE)).text
            assert "could not be worked out; the server" in page
            assert "no such fault" not in page
            assert not running.done()
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def test_what_failed_is_tried_again_for_other_throws_and_for_no_other_news(
    tmp_path: Path,
) -> None:
    async with lucky_hall(tmp_path, start=Faulty.start) as served:
        luck = luck_in(served)
        await known_in(served)
        await luck.judge_asked()
        assert Faulty.asked == ATTEMPTS
        signed = ev.MatchSigned(team="Compass", by=person_id("Brook").text)
        await happen(served.hall, 1, signed)
        await luck.judge_asked()
        await luck.judge_asked()
        assert Faulty.asked == ATTEMPTS
        progress = (await known_in(served)).progress
        assert progress is not None
        assert progress.step is JudgingStep.FAILED

        Faulty.mended = True
        luck.forget()
        await known_in(served)
        await luck.judge_asked()
        assert (await known_in(served)).judged is not None
        assert served.hall.subscriptions.lagging() == ()
