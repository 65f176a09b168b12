"""The extra switched off and on again over records of a match whose double was answered."""

from pathlib import Path

from server.access import PUBLIC
from server.extras_on import found_extras
from server.live import facts as fx
from server.live.doubles import NO_PAUSE
from server.values.double_answers import DoubleKey, Tally
from tests.support.finished_hall import FINISHED, hall_with
from tests.support.ids import match_id
from tests.support.served import Served, opened, settings_of

MATCH = "/t/club/matches/1"
SCRIPT = "double-answer"


async def answered_in(folder: Path) -> int:
    """Store in `folder` a match that is over, with watchers' answers to one of its doubles.

    Return the number of the double among the match's public items.
    """
    async with hall_with(folder, FINISHED) as served:
        double = next(
            item
            for item in served.hub.items(match_id(1))
            if isinstance(item.fact, fx.CubeActed) and item.fact.step is fx.CubeStep.OFFERED
        )
        offered = double.fact
        assert isinstance(offered, fx.CubeActed)
        key = DoubleKey(match_id(1), offered.game, 1, offered.side, offered.turn)
        served.hall.double_votes.keep(key, Tally(12, 5))
    return double.number


async def shown(served: Served) -> tuple[object, str]:
    """Return the match's public items, and the match's page."""
    async with served.client(PUBLIC) as client:
        await client.get(MATCH)  # takes it into memory
        state = (await client.get(f"{MATCH}/live.json?after=0")).json()
        return state["items"], (await client.get(MATCH)).text


async def test_while_it_is_off_what_was_answered_is_told_under_the_same_numbers(
    tmp_path: Path,
) -> None:
    number = await answered_in(tmp_path)
    async with opened(tmp_path) as on:
        items, page = await shown(on)
    assert isinstance(items, list)
    assert items[number]["kind"] == "watchers"
    assert SCRIPT in page
    async with opened(tmp_path, extras=()) as off, off.client(PUBLIC) as client:
        items_off, page_off = await shown(off)
        assert items_off == items
        assert SCRIPT not in page_off
        answer = await client.post(f"{MATCH}/doubles/{number}", data={"answer": "take"})
        assert answer.status_code == 404
        assert off.hub.pause_rule == NO_PAUSE
    async with opened(tmp_path) as again:
        assert (await shown(again))[0] == items


async def test_where_nobody_says_it_is_on_once_a_double_was_answered(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    assert "watchers" not in found_extras(settings).on
    async with opened(tmp_path, extras=()):
        pass
    assert "watchers" not in found_extras(settings).on
    await answered_in(tmp_path)
    assert "watchers" in found_extras(settings).on
    assert "watchers" not in found_extras(settings.model_copy(update={"extras": ()})).on
