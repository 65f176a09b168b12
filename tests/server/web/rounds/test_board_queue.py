"""Matches that need boards, and two free ones put on their tables with one button."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx

from rules.room import Room
from server.boards.assignments import FreeBoard, pairs_of
from server.hall import Hall
from tests.support.commands import assign_board
from tests.support.ids import match_id
from tests.support.plugged import plugged
from tests.support.served import DIRECTOR, opened
from tests.support.team_event import EventDesk

PAGE = "/hall/t/club/tournament/timetable"
WAITS = "Matches that need boards"


@contextlib.asynccontextmanager
async def waiting(folder: Path, *boards: str) -> AsyncIterator[tuple[httpx.AsyncClient, Hall]]:
    """The first rounds of long gammon and of backgammon published, and these boards plugged in."""
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(opened(folder))
        client = await stack.enter_async_context(server.client(DIRECTOR))
        desk = EventDesk(client)
        await desk.set_up()
        for stage in (1, 2):
            await desk.order("draw", stage=stage)
            await desk.publish(stage)
        for board in boards:
            await stack.enter_async_context(plugged(server.hall, board))
        yield client, server.hall


def form(number: int, open_room: str = "A", closed_room: str = "B") -> dict[str, str]:
    return {"number": str(number), "open": open_room, "closed": closed_room}


async def test_two_free_boards_are_put_on_the_tables_of_a_match_that_waits(tmp_path: Path) -> None:
    async with waiting(tmp_path, "A", "B") as (client, hall):
        page = (await client.get(PAGE)).text
        assert page.index("Long gammon</bdi> 1") < page.index("Backgammon</bdi> 1")
        assert page.count("Put the boards there") == 1
        for _ in range(2):
            sent = {**form(1), "command_id": "one-button-twice"}
            answer = await client.post(f"{PAGE}/boards", data=sent)
            assert answer.status_code == 303, answer.text[answer.text.find("alert") :][:600]
        assert hall.match(match_id(1)).record.boards == {Room.OPEN: "A", Room.CLOSED: "B"}
        page = (await client.get(PAGE)).text
        assert "needs two free boards" in page
        assert "Put the boards there" not in page


async def test_what_cannot_be_is_told_and_no_board_moves(tmp_path: Path) -> None:
    async with waiting(tmp_path, "A", "B") as (client, hall):
        for fields, why in (
            (form(1, "A", "A"), "A is chosen for the open room: choose another board"),
            (form(1, "A", "C"), "C is not free; these boards are: A, B"),
            (form(9), "match 9 does not need boards; these do: 1, 2"),
        ):
            answer = await client.post(f"{PAGE}/boards", data=fields)
            assert answer.status_code == 409
            assert why in answer.text
        assert hall.match(match_id(1)).record.boards == {}


async def test_a_board_of_a_match_in_play_is_not_free(tmp_path: Path) -> None:
    async with waiting(tmp_path, "A", "B") as (client, hall):
        await assign_board(hall, 2, Room.OPEN, "A")
        answer = await client.post(f"{PAGE}/boards", data=form(1))
        assert "A is not free; these boards are: B" in answer.text
        assert hall.match(match_id(2)).record.boards == {Room.OPEN: "A"}


async def test_nobody_waits_where_no_round_is_published(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        assert WAITS not in (await client.get(PAGE)).text


def test_a_labelled_board_stays_in_its_room_and_others_where_they_stood() -> None:
    boards = [
        FreeBoard("A", None, Room.CLOSED),
        FreeBoard("B", Room.OPEN, None),
        FreeBoard("C", Room.OPEN, Room.CLOSED),
        FreeBoard("D", None, None),
    ]
    assert pairs_of(boards) == [
        {Room.CLOSED: "A", Room.OPEN: "B"},
        {Room.CLOSED: "D", Room.OPEN: "C"},
    ]
    assert pairs_of([boards[1], boards[2]]) == []
