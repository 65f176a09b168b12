"""A phone that scans a table's code becomes its board, and nothing else does (ruling 28)."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from board_drivers.wire import messages as wire
from rules.room import Room
from tests.server.live.following import on_loopback
from tests.support.ids import match_id
from tests.support.phones import Phone, phone, shown_code, told
from tests.support.served import DIRECTOR, Served, opened, started_match


@dataclass
class HallWithPhones:
    """A hall with one match under way on a real port."""

    served: Served
    port: int

    async def seated(self, stack: contextlib.AsyncExitStack, room: Room) -> Phone:
        """A new phone that is the board of the room's table."""
        new = await stack.enter_async_context(phone(self.port))
        answer = await new.takes(await shown_code(self.served, room))
        assert answer.status_code == 303, answer.text
        return new

    def board(self, room: Room) -> str:
        """The board at the room's table."""
        return self.served.hall.match(match_id(1)).record.boards.get(room, "")


@contextlib.asynccontextmanager
async def hall_with_phones(folder: Path) -> AsyncIterator[HallWithPhones]:
    async with opened(folder) as served, on_loopback(served.app) as port:
        async with served.client(DIRECTOR) as director:
            await started_match(director)
        yield HallWithPhones(served, port)


async def test_a_phone_that_takes_a_tables_code_is_its_board(tmp_path: Path) -> None:
    async with hall_with_phones(tmp_path) as hall, contextlib.AsyncExitStack() as stack:
        closed = await hall.seated(stack, Room.CLOSED)
        page = await closed.client.get("/table")
        assert 'data-room="' not in page.text
        assert f'data-board="{hall.board(Room.CLOSED)}"' in page.text
        async with closed.at_table() as board:
            await board.until(told(wire.Wait))
            (info,) = board.infos
            assert (info["room"], info["white"], info["red"]) == ("closed", "Stonely", "Fields")


async def test_whoever_only_looks_at_a_code_changes_nothing(tmp_path: Path) -> None:
    async with hall_with_phones(tmp_path) as hall, phone(hall.port) as visitor:
        code = await shown_code(hall.served, Room.OPEN)
        for _ in range(3):
            assert (await visitor.scans(code)).status_code == 200
        assert not hall.board(Room.OPEN)
        assert (await visitor.takes(code)).status_code == 303


async def test_a_code_works_once(tmp_path: Path) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        contextlib.AsyncExitStack() as stack,
        phone(hall.port) as other,
    ):
        first = await stack.enter_async_context(phone(hall.port))
        code = await shown_code(hall.served, Room.OPEN)
        assert (await first.takes(code)).status_code == 303
        board = hall.board(Room.OPEN)
        assert (await other.takes(code)).status_code == 410
        assert (await first.client.post(f"/seat/{code}")).status_code == 303
        assert hall.board(Room.OPEN) == board
