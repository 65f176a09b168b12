"""A seated phone is told the same in runs that differ only in what its room may not know.

Its socket is open all the while: commands of the wire, infos of its page, a second phone that asks
to take over; then every route of the application is asked with its cookies (rulings 7, 12 and 34).
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.room import Room
from server.access import Role, Visitor
from tests.server.test_non_interference import (
    Story,
    ahead,
    check_answers,
    check_frames,
    known_in_closed,
    known_in_open,
    other_plays_in_closed,
    shared_past,
)
from tests.support.ids import TOURNAMENT, match_id
from tests.support.phones import phone, shown_code
from tests.support.secrecy import Seen, Step, run_in
from tests.support.served import DIRECTOR


async def observed(
    folder: Path,
    room: Room,
    steps: Sequence[Step],
    knows: Callable[[ev.Event], bool],
    notes: Sequence[str] = (),
) -> tuple[list[object], list[object], Seen]:
    """Commands and infos of the room's phone, and each address's answer to it.

    `notes` the director sends to the other room, one after the other.
    """
    async with (
        run_in(folder, knows, sockets=()) as run,
        phone(run.port) as seated,
        phone(run.port) as second,
    ):
        await run.happens(steps[0])
        await seated.takes(await shown_code(run.served, room))
        async with seated.at_table() as board:
            for step in steps[1:]:
                await run.happens(step)
            for text in notes:
                note = cmd.SendRoomNote(number=1, room=room.other, text=text)
                await run.hall.commands.to_desk(TOURNAMENT, note, DIRECTOR)
            await second.takes(await shown_code(run.served, room))
            await board.until_info(lambda info: info["asks"])
        cookies = {each.name: each.value or "" for each in seated.client.cookies.jar}
        visitor = Visitor(Role.SEAT, None, room, match_id(1))
        seen = await run.look(visitor, cookies=cookies)
    own = board.infos[0]["board"].encode()
    for address, (status, headers, body) in seen.answers.items():
        seen.answers[address] = status, headers, body.replace(own, b"phone-itself")
    seen.frames = {
        address: [frame.replace(own.decode(), "phone-itself") for frame in frames]
        for address, frames in seen.frames.items()
    }
    infos = [{**info, "board": ""} for info in board.infos]
    return board.commands, list(infos), seen


@pytest.mark.parametrize(
    ("room", "pair", "knows"),
    [
        (Room.CLOSED, partial(ahead, 1), known_in_closed),
        pytest.param(Room.OPEN, other_plays_in_closed, known_in_open, marks=pytest.mark.long),
    ],
)
async def test_a_phone_is_told_nothing_of_the_other_room(
    tmp_path: Path,
    room: Room,
    pair: Callable[[], tuple[Story, Story]],
    knows: Callable[[ev.Event], bool],
) -> None:
    one, other = pair()
    assert one.steps != other.steps
    first = await observed(tmp_path / "one", room, one.steps, knows)
    second = await observed(tmp_path / "other", room, other.steps, knows)
    assert first[0] == second[0]
    assert first[0]
    assert first[1] == second[1]
    check_frames(first[2], second[2])
    check_answers("seated phone", first[2], second[2])
    assert first[2].answers["GET /table"][0] == 200
    assert first[2].answers["GET /"][0] == 403


@pytest.mark.parametrize("room", [Room.CLOSED, pytest.param(Room.OPEN, marks=pytest.mark.long)])
async def test_a_phone_is_told_nothing_of_a_note_to_the_other_room(
    tmp_path: Path, room: Room
) -> None:
    steps, notes = shared_past(31).steps, ("they rolled 6-1", "", "and again")
    one = await observed(tmp_path / "one", room, steps, lambda _: True)
    other = await observed(tmp_path / "other", room, steps, lambda _: True, notes)
    assert one[:2] == other[:2]
    assert one[0]
    check_frames(one[2], other[2])
    check_answers("seated phone", one[2], other[2])
