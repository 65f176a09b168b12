"""What can wait lets rolls go first, and is done in the end."""

import asyncio

import pytest

from rules import events as ev
from rules.room import Room
from server.matches.deferred_work import LET_GO_FIRST, DeferredWork, rooms_hearing
from tests.server.store.samples import SAMPLES


async def all_done(afterwards: DeferredWork) -> None:
    """Wait until everything handed over by now is done."""
    last = asyncio.Event()
    afterwards.do(last.set)
    await asyncio.wait_for(last.wait(), 5)


async def test_work_is_done_in_order_once_nothing_is_on_its_way_to_the_log() -> None:
    afterwards, done = DeferredWork(), list[str]()
    afterwards.begun()
    afterwards.do(lambda: done.append("first"))
    afterwards.do(lambda: done.append("second"))
    for _ in range(5):
        await asyncio.sleep(0)
    assert done == []
    afterwards.ended()
    await all_done(afterwards)
    assert done == ["first", "second"]


async def test_work_is_done_in_the_end_although_something_is_always_on_its_way() -> None:
    afterwards, done = DeferredWork(), list[str]()
    afterwards.begun()
    afterwards.do(lambda: done.append("done"))
    await all_done(afterwards)
    assert done == ["done"]


async def test_what_was_made_ready_to_leave_in_the_next_pass_leaves_before() -> None:
    afterwards, done = DeferredWork(), list[str]()
    afterwards.do(lambda: done.append("later"))
    asyncio.get_running_loop().call_soon(done.append, "frame")
    await all_done(afterwards)
    assert done == ["frame", "later"]


async def test_work_waits_a_moment_after_a_roll_has_left() -> None:
    afterwards, loop = DeferredWork(), asyncio.get_running_loop()
    left = loop.time()
    afterwards.released()
    await all_done(afterwards)
    assert loop.time() >= left + LET_GO_FIRST


async def test_a_piece_that_fails_does_not_hold_up_the_next(
    caplog: pytest.LogCaptureFixture,
) -> None:
    afterwards = DeferredWork()

    def fail() -> None:
        raise ZeroDivisionError

    afterwards.do(fail)
    await all_done(afterwards)
    assert "ZeroDivisionError" in caplog.text


def test_what_names_a_room_is_heard_there_alone_but_for_what_tells_the_other_nothing() -> None:
    named = [(getattr(each, "room", None), each) for each in SAMPLES]
    of_a_room = [(room, each) for room, each in named if isinstance(room, Room)]
    told_both = {type(each) for _, each in of_a_room if len(rooms_hearing(each)) == 2}
    assert told_both == {ev.SubstituteSeated, ev.RecordingSet, ev.CaseOpened}
    for room, each in of_a_room:
        assert type(each) in told_both or rooms_hearing(each) in ((), (room,))
