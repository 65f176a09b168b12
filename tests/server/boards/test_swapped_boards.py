"""A board that has failed is swapped within a game: every roll is there once (ruling 28)."""

from pathlib import Path

from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import ThrowSource, WireSide
from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from tests.server.web.plain_forms import OPERATOR
from tests.support.commands import assign_board
from tests.support.ids import match_id
from tests.support.plugged import plugged
from tests.support.served import DIRECTOR, opened, opened_match, started_match

FAILED, SPARE, CLOSED = "open-1", "open-2", "closed-1"
THROWN = wire.Roll(1, 1, 1, WireSide.NONE, 4, 3, ThrowSource.DICE_READER, 100, 0)


def played() -> wire.TurnDone:
    """White has played 4-3 from the midpoint: 13/9 and 13/10."""
    start = BACKGAMMON.start()
    white = list(start.white)
    for origin, target in ((13, 9), (13, 10)):
        white[origin] -= 1
        white[target] += 1
    counts = PointCounts(tuple(white), start.red)
    return wire.TurnDone(1, 1, 1, WireSide.WHITE, counts, 0, 1)


async def test_a_board_that_fails_within_a_game_is_swapped_without_losing_a_roll(
    tmp_path: Path,
) -> None:
    async with (
        opened(tmp_path) as served,
        served.client(DIRECTOR) as director,
        served.client(OPERATOR) as operator,
    ):
        await started_match(director)
        hall = served.hall
        await assign_board(hall, 1, Room.OPEN, FAILED)
        await assign_board(hall, 1, Room.CLOSED, CLOSED)
        async with plugged(hall, CLOSED) as closed, plugged(hall, SPARE) as spare:
            for side in (WireSide.WHITE, WireSide.RED):
                closed.link.report(wire.Ready(1, 1, 1, side))
            async with plugged(hall, FAILED) as failed:
                failed.link.report(THROWN)
                await closed.until(lambda it: it.dice == [(4, 3)])
            assert f"Swap board {FAILED}" in (await operator.get("/boards")).text
            swapped = await operator.post(
                "/boards/swap", data={"board_id": FAILED, "takes_over": SPARE}
            )
            assert swapped.status_code == 303, swapped.text
            await spare.until(lambda it: it.dice == [(4, 3)])
            spare.link.report(played())
            await spare.until(lambda it: not it.unstored)
            async with plugged(hall, FAILED, before=(THROWN, played())) as back:
                await back.until(lambda it: not it.unstored)
                links = (await operator.get("/api/boards/alarms")).json()
                assert [each["boards"] for each in links] == [[FAILED]]
                assert "it had been replaced at its table" in links[0]["alarm"]
            boards = {each["board_id"]: each for each in (await operator.get("/api/boards")).json()}
        stored = [entry.event for entry in await hall.registry.entries(match_id(1))]
        rolls = [event for event in stored if isinstance(event, ev.RollThrown | ev.RollReleased)]
        assert [type(event) for event in rolls] == [ev.RollThrown, ev.RollReleased]
        assert sum(isinstance(event, ev.PlayMade) for event in stored) == 1
    assert boards[SPARE]["match"] == "club/1"
    assert boards[SPARE]["about"]["model"] == "Test"
    assert boards[FAILED]["match"] is None


async def test_only_a_free_board_takes_over(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, director):
        await assign_board(served.hall, 1, Room.OPEN, FAILED)
        swap = f"/api/boards/{FAILED}/swap"
        answer = await director.post(swap, json={"takes_over": "nobody-1"})
        assert answer.status_code == 409
        assert "takes_over" in answer.text
        nowhere = await director.post(f"/api/boards/{SPARE}/swap", json={"takes_over": FAILED})
        assert nowhere.status_code == 409
        page = (await director.get("/boards")).text
        assert "No board is free to take over" in page
