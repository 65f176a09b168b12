"""A board with another memory or little battery: held until somebody lets it go on (ruling 28)."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, FaultCode, RollJudgement, ThrowSource, WireSide
from rules import events as ev
from rules.identities import MatchId
from rules.room import Room
from server.boards.board_alarm import BatteryLow, NewJournal
from server.hall import Hall
from tests.support.commands import assign_board
from tests.support.plugged import HeardJournal, PluggedBoard, on_line
from tests.support.served import served_match

BOARD = "BZ-9"
OPENING = wire.Roll(1, 1, 1, WireSide.NONE, 4, 3, ThrowSource.DICE_READER, 100, 0)


@contextlib.asynccontextmanager
async def plugged_in(hall: Hall, journal: HeardJournal) -> AsyncIterator[PluggedBoard]:
    """The open room's board with that memory, on a cable."""
    link = BoardLink(BoardIdentity(BOARD, "Test", "1"), journal, None, 1, journal.journal_id * 2)
    board = PluggedBoard(link, journal=journal)
    journal.acknowledging = partial(board.hear, ())  # type: ignore[method-assign]
    async with on_line(hall, link, board.hear):
        await board.until(lambda it: it.connected or bool(it.refusals))
        yield board


@contextlib.asynccontextmanager
async def open_table(folder: Path) -> AsyncIterator[tuple[httpx.AsyncClient, Hall]]:
    async with served_match(folder) as (client, hall, number):
        await assign_board(hall, number, Room.OPEN, BOARD)
        yield client, hall


async def let_in(client: httpx.AsyncClient, doubt: str, board_id: str = BOARD) -> httpx.Response:
    seat = {"room": "open", "board_id": board_id, "doubt": doubt}
    return await client.post("/api/t/club/matches/1/boards/let-in", json=seat)


def the_match(hall: Hall) -> MatchId:
    (match_id,) = hall.matches
    return match_id


def is_judged(board: PluggedBoard, judgement: RollJudgement) -> bool:
    verdicts = [each for each in board.commands if isinstance(each, wire.RollVerdict)]
    return any(each.judgement is judgement for each in verdicts)


def waits_for(board: PluggedBoard, what: Awaited) -> bool:
    return any(isinstance(each, wire.Wait) and each.what is what for each in board.commands)


async def test_a_board_with_another_memory_is_held_until_it_is_let_in_and_keeps_what_it_says(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as (client, hall):
        async with plugged_in(hall, HeardJournal(b"journal1")) as board:
            board.link.report(OPENING)
            await board.until(lambda it: waits_for(it, Awaited.MOVE))
        journal = HeardJournal(b"journal2")
        async with plugged_in(hall, journal) as board:
            assert board.refusals == [FaultCode.JOURNAL_CHANGED]
            assert hall.boards.alarm_of(BOARD) == NewJournal()
            page = await client.get("/hall/t/club/matches/1")
            assert 'value="new-journal"' in page.text
            board.link.report(wire.Ready(1, 1, 1, WireSide.WHITE))
            assert board.unstored == [1]
        assert (await let_in(client, "new-journal")).status_code == 204
        async with plugged_in(hall, journal) as board:
            assert board.connected
            await board.until(lambda it: not it.unstored)
            assert hall.boards.alarm_of(BOARD) is None
        history = hall.match(the_match(hall)).history
        (let,) = [each for each in history if isinstance(each, ev.BoardLetIn)]
        assert (let.board_id, let.journal_id) == (BOARD, b"journal2")


async def test_before_a_game_has_begun_a_memory_may_be_another_one(tmp_path: Path) -> None:
    async with open_table(tmp_path) as (_, hall):
        async with plugged_in(hall, HeardJournal(b"journal1")) as board:
            board.link.report(wire.Ready(1, 1, 1, WireSide.WHITE))
            await board.until(lambda it: not it.unstored)
        async with plugged_in(hall, HeardJournal(b"journal2")) as board:
            assert board.connected


async def test_at_a_board_with_a_low_battery_no_game_begins_until_it_is_let_go_on(
    tmp_path: Path,
) -> None:
    journal = HeardJournal(b"journal1")
    async with open_table(tmp_path) as (client, hall), plugged_in(hall, journal) as board:
        board.link.report(wire.Fault(FaultCode.BATTERY_LOW, 9))
        await board.until(lambda it: not it.unstored)
        assert hall.boards.alarm_of(BOARD) == BatteryLow(9, holds=True)
        board.link.report(OPENING)
        await board.until(lambda it: is_judged(it, RollJudgement.VOID))
        (void,) = [each for each in board.commands if isinstance(each, wire.RollVerdict)]
        assert void.reason is FaultCode.BATTERY_LOW
        assert (await let_in(client, "battery-low")).status_code == 204
        assert hall.boards.alarm_of(BOARD) == BatteryLow(9, holds=False)
        board.link.report(OPENING)
        await board.until(lambda it: is_judged(it, RollJudgement.COUNTED))


@pytest.mark.parametrize(("percent", "low"), [(15, True), (16, False), (255, False)])
async def test_a_battery_is_low_at_fifteen_per_cent_and_not_once_it_is_charged(
    tmp_path: Path, percent: int, low: bool
) -> None:
    journal = HeardJournal(b"journal1")
    async with open_table(tmp_path) as (_, hall), plugged_in(hall, journal) as board:
        for each in (3, percent):
            board.link.hint(wire.Status(battery=each, fault_mask=0, uptime_ms=1))
        board.link.report(wire.Ready(1, 1, 1, WireSide.WHITE))
        await board.until(lambda it: not it.unstored)
        assert (hall.boards.alarm_of(BOARD) is not None) is low


async def test_what_is_not_held_is_not_let_in(tmp_path: Path) -> None:
    journal = HeardJournal(b"journal1")
    async with open_table(tmp_path) as (client, hall), plugged_in(hall, journal):
        refused = await let_in(client, "new-journal")
        assert refused.status_code == 409
        assert "a board that is held" in refused.text
        assert (await let_in(client, "battery-low", "BZ-8")).status_code == 409
