"""Boards that have said more than the server knows, as after a restored backup."""

from pathlib import Path

import pytest

from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import ThrowSource, WireSide
from rules import events as ev
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from server.boards import catch_up
from tests.support.commands import assign_board
from tests.support.ids import match_id
from tests.support.plugged import plugged
from tests.support.served import DIRECTOR, opened, started_match

TURN = (1, 1, 1, WireSide.WHITE)
BOTH_SET = [wire.Ready(1, 1, 1, WireSide.WHITE), wire.Ready(1, 1, 1, WireSide.RED)]
OPENING = wire.Roll(1, 1, 1, WireSide.NONE, 4, 3, ThrowSource.DICE_READER, 100, 0)
START = BACKGAMMON.start()
PLAYED = BACKGAMMON.apply(
    START, Side.WHITE, min(BACKGAMMON.legal_plays(START, Side.WHITE, Roll(4, 3)), key=repr)
)
DONE = wire.TurnDone(*TURN, PointCounts(PLAYED.white, PLAYED.red), 0, 1)


async def test_what_one_board_said_to_a_roll_waits_for_the_roll_of_the_other(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        await assign_board(served.hall, number, Room.OPEN, "BZ-1")
        await assign_board(served.hall, number, Room.CLOSED, "BZ-2")
        process = served.hall.match(match_id(number))
        async with plugged(served.hall, "BZ-2", before=[*BOTH_SET, DONE]) as closed:
            await closed.until(lambda it: it.unstored == [3])
            assert not any(isinstance(each, wire.Wait) for each in closed.commands)
            async with plugged(served.hall, "BZ-1", before=[OPENING]) as opening:
                await closed.until(lambda it: it.unstored == [])
                await closed.until(lambda it: any(isinstance(m, wire.Wait) for m in it.commands))
                assert opening.unstored == []
        refused = ev.ReadingRefused | ev.EchoMismatched | ev.ThrowVoided
        assert not [event for event in process.history if isinstance(event, refused)]
        (made,) = [event for event in process.history if isinstance(event, ev.PlayMade)]
        assert (made.room, made.turn) == (Room.CLOSED, 1)


async def test_nothing_waits_for_ever_for_a_board_that_does_not_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "LONGEST_WAIT", 0.0)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        await assign_board(served.hall, number, Room.OPEN, "BZ-1")
        await assign_board(served.hall, number, Room.CLOSED, "BZ-2")
        process = served.hall.match(match_id(number))
        async with plugged(served.hall, "BZ-2", before=[*BOTH_SET, DONE]) as closed:
            await closed.until(lambda it: it.unstored == [])
        assert any(isinstance(event, ev.ReadingRefused) for event in process.history)


async def test_what_a_board_said_to_other_records_is_acknowledged_and_counts_for_nothing(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        await assign_board(served.hall, number, Room.CLOSED, "BZ-2")
        process = served.hall.match(match_id(number))
        async with plugged(served.hall, "BZ-2", before=5 * BOTH_SET) as closed:
            await closed.until(lambda it: it.unstored == [])
            assert not any(isinstance(event, ev.PlayerSet) for event in process.history)
            closed.link.report(BOTH_SET[0])
            await closed.until(lambda it: it.unstored == [])
        assert sum(isinstance(event, ev.PlayerSet) for event in process.history) == 1
