"""Ports and boards labelled for a room: nothing of a table reaches the other one by mistake."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.wire import messages as wire
from board_drivers.wire.values import FaultCode, ThrowSource, WireRoom, WireSide
from rules.room import Room
from server.boards.assignments import free_boards
from server.boards.board_alarm import LinkRefused, OtherRoom
from server.hall import Hall
from server.matches.finished_match import LastRooms
from tests.support.commands import assign_board, remove_board
from tests.support.plugged import PluggedBoard, on_line
from tests.support.served import served_hall, served_match

BOARD = "BZ-9"
PORT = "usb-of-the-closed-room"
OPENING = wire.Roll(1, 1, 1, WireSide.NONE, 4, 3, ThrowSource.DICE_READER, 100, 0)


@contextlib.asynccontextmanager
async def on_port(
    hall: Hall, port_room: WireRoom, board_room: WireRoom = WireRoom.NONE
) -> AsyncIterator[PluggedBoard]:
    """A board that has said its opening throw, on a cable that may be labelled."""
    identity = BoardIdentity(BOARD, "Test", "1", room=board_room)
    journal = MemoryJournal(b"journal1")
    link = BoardLink(identity, journal, None, 1, b"0123456789abcdef")
    board = PluggedBoard(link, journal=journal)
    link.report(OPENING)
    async with on_line(hall, link, board.hear, PORT, room=port_room):
        await board.until(lambda it: it.connected or bool(it.refusals))
        yield board


def alarms(hall: Hall) -> list[tuple[str, object]]:
    return [(each.where, each.alarm) for each in hall.boards.alarms.all()]


async def test_a_board_on_a_port_of_the_other_room_is_held_and_keeps_what_it_says(
    tmp_path: Path,
) -> None:
    async with served_match(tmp_path) as (_, hall, number):
        await assign_board(hall, number, Room.OPEN, BOARD)
        async with on_port(hall, WireRoom.CLOSED) as board:
            await board.until(lambda it: bool(it.refusals))
            assert board.refusals == [FaultCode.ROOM_SWAPPED]
            assert board.commands == []
            assert board.unstored == [1]
            assert alarms(hall) == [(PORT, OtherRoom(Room.CLOSED, Room.OPEN))]
            assert BOARD not in hall.boards.seats


async def test_a_board_labelled_for_its_tables_room_plays_there(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (_, hall, number):
        await assign_board(hall, number, Room.OPEN, BOARD)
        async with on_port(hall, WireRoom.OPEN, WireRoom.OPEN) as board:
            await board.until(
                lambda it: any(
                    isinstance(c, wire.MoveVerdict | wire.RollVerdict) for c in it.commands
                )
            )
            assert alarms(hall) == []


async def test_a_board_in_session_that_is_put_on_a_table_of_the_other_room_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("board_drivers.link.board_link.HELLO_AFTER_REFUSAL", 0.05)
    async with (
        served_match(tmp_path) as (_, hall, number),
        on_port(hall, WireRoom.NONE, WireRoom.CLOSED) as board,
    ):
        await board.until(lambda it: it.connected)
        await assign_board(hall, number, Room.OPEN, BOARD)
        await board.until(lambda it: bool(it.refusals))
        assert board.commands == []
        assert alarms(hall) == [(PORT, OtherRoom(Room.CLOSED, Room.OPEN))]
        await remove_board(hall, number, Room.OPEN)
        await board.until(lambda it: it.connected)
        assert alarms(hall) == []


async def test_a_board_and_a_port_with_different_labels_are_not_let_in(tmp_path: Path) -> None:
    async with (
        served_hall(tmp_path) as (_, hall),
        on_port(hall, WireRoom.OPEN, WireRoom.CLOSED) as board,
    ):
        assert board.refusals == [FaultCode.ROOM_SWAPPED]
        assert alarms(hall) == [(PORT, LinkRefused(FaultCode.ROOM_SWAPPED))]


async def test_a_free_board_is_offered_for_the_room_its_port_ends_in(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (_, hall), on_port(hall, WireRoom.CLOSED):
        (free,) = free_boards(hall.boards, LastRooms())
        assert free.labelled is Room.CLOSED


async def test_the_boards_page_and_the_api_tell_the_label(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall), on_port(hall, WireRoom.CLOSED):
        (board,) = (await client.get("/api/boards")).json()
        assert board["labelled"] == "closed"
        page = (await client.get("/boards")).text
        assert "labelled for the closed room" in page
