"""A follower's slots, and the line that is written straight while it is free."""

import asyncio

import pytest

from server.live.follower import Follower, Frame
from tests.support.ids import match_id


def frame(last: int, match: int = 1) -> Frame:
    return Frame(match_id(match), last, f"{match}:{last}".encode())


class Line:
    """A connection that takes what is written while it is free."""

    def __init__(self) -> None:
        self.free = True
        self.written: list[bytes] = []

    def write(self, payload: bytes) -> bool:
        if self.free:
            self.written.append(payload)
        return self.free


async def waiting(follower: Follower) -> "asyncio.Task[bytes]":
    """The connection's task, waiting for the next frame."""
    task = asyncio.ensure_future(follower.next_frame())
    await asyncio.sleep(0)
    return task


async def test_each_match_has_a_slot_of_its_own() -> None:
    follower = Follower(None, [frame(3), frame(5, match=2)])
    follower.offer(frame(4))
    sent = [await follower.next_frame(), await follower.next_frame()]
    assert sent == [b"1:4", b"2:5"]


async def test_a_match_that_was_not_known_at_first_gets_a_slot_when_it_is_planned() -> None:
    follower = Follower(None, [])
    follower.offer(frame(0, match=7))
    assert await follower.next_frame() == b"7:0"


async def test_a_free_line_is_written_straight_past_the_slot() -> None:
    line = Line()
    follower = Follower(None, [frame(1)], line.write)
    await follower.next_frame()
    task = await waiting(follower)
    follower.offer(frame(2))
    assert (line.written, task.done()) == ([b"1:2"], False)
    task.cancel()


async def test_a_follower_at_rest_is_written_to_and_wakes_nobody() -> None:
    line, filled = Line(), list[bytes]()
    follower = Follower(None, [frame(1)], line.write)
    follower.on_filled = lambda: filled.append(b"filled")
    assert not follower.rests()
    await follower.next_frame()
    assert follower.rests()
    follower.offer(frame(2))
    assert (line.written, filled) == ([b"1:2"], [])
    line.free = False
    follower.offer(frame(3))
    assert (line.written, filled, follower.rests()) == ([b"1:2"], [b"filled"], False)


async def test_nothing_is_written_past_a_frame_that_is_still_being_sent() -> None:
    line = Line()
    follower = Follower(None, [frame(1)], line.write)
    await follower.next_frame()
    follower.offer(frame(2))
    assert line.written == []
    assert await follower.next_frame() == b"1:2"


async def test_a_line_that_was_full_gets_the_last_state_once_it_can_be_sent() -> None:
    line = Line()
    follower = Follower(None, [frame(1)], line.write)
    await follower.next_frame()
    task = await waiting(follower)
    line.free = False
    follower.offer(frame(2))
    line.free = True
    follower.offer(frame(3))
    assert (await task, line.written) == (b"1:3", [])


@pytest.mark.parametrize("last", [1, 2])
async def test_a_state_no_later_than_the_one_offered_is_left_out(last: int) -> None:
    line = Line()
    follower = Follower(None, [frame(2)], line.write)
    await follower.next_frame()
    task = await waiting(follower)
    follower.offer(frame(last))
    assert (line.written, task.done()) == ([], False)
    task.cancel()
