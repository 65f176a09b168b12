"""A roll reaches the closed board by the READY it waited for, and by nothing before it."""

import asyncio
from typing import cast

import pytest

from board_drivers.wire import messages as wire
from board_drivers.wire.values import FaultCode
from rules import commands as cmd
from rules import events as ev
from rules.dice import Roll
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.access import SERVER, Machine
from server.matches.decide import Command, Happened, RecordFacts
from server.matches.deferred_work import Envelope
from server.matches.match_record import MatchRecord
from server.store.event_log.contract import JournalEntry, LogUnavailable
from tests.server.matches.closed_table import AT, BOARD, ClosedTable
from tests.support.clock import utc_now
from tests.support.ids import STREAM

LOST = ev.BoardLost(room=Room.OPEN, board_id="BZ-1", reason="unplugged")


async def test_the_roll_comes_with_its_ready_once_that_is_durable() -> None:
    table = ClosedTable()
    await table.only_red_is_missing()
    assert table.dice() == []
    table.ready(Side.RED)
    assert table.dice() == []
    table.log.commit()
    assert table.dice() == [(4, 3)]


async def test_what_happens_before_the_ready_does_not_show_the_roll() -> None:
    table = ClosedTable()
    await table.only_red_is_missing()
    table.process.note(LOST, SERVER)
    table.log.commit()
    assert table.dice() == []
    table.ready(Side.RED)
    table.log.commit()
    assert table.dice() == [(4, 3)]


async def test_another_ready_than_the_missing_one_shows_nothing() -> None:
    table = ClosedTable()
    await table.only_red_is_missing()
    table.ready(Side.WHITE)
    table.log.commit()
    assert table.dice() == []


async def test_a_correction_just_before_the_ready_is_what_the_board_shows() -> None:
    table = ClosedTable()
    await table.only_red_is_missing()
    corrected = rd.CorrectRoll(**AT, reason="read wrong", side=Side.WHITE, turn=1, dice=Roll(5, 2))
    table.says(corrected)
    table.ready(Side.RED)
    table.log.commit()
    await asyncio.sleep(0)
    table.log.commit()
    assert table.dice() == [(5, 2)]


async def test_a_board_seated_anew_after_its_ready_is_told_everything() -> None:
    table = ClosedTable()
    await table.only_red_is_missing()
    table.received()
    table.ready(Side.RED)
    table.seat.assign(None, None)
    table.log.commit()
    assert table.received() == []
    table.seat.assign(table.process, Room.CLOSED)
    kinds = [type(message) for message in table.received()]
    assert kinds[:3] == [wire.Config, wire.GameStart, wire.Cube]
    assert wire.DiceShow in kinds


async def test_a_ready_that_could_not_be_stored_shows_nothing_until_it_is() -> None:
    table = ClosedTable()
    await table.only_red_is_missing()
    table.received()
    table.ready(Side.RED)
    table.log.commit(LogUnavailable("disk full"))
    assert (table.received(), table.hung_up) == ([wire.Fault(FaultCode.NOT_STORED, 2)], [])
    table.process.resume()
    table.log.commit(LogUnavailable("disk full"))
    assert (table.received(), table.hung_up) == ([], [])
    table.process.resume()
    table.log.commit()
    assert table.dice() == [(4, 3)]


async def test_while_nothing_is_stored_an_order_fails_and_what_boards_said_waits_in_order() -> None:
    table = ClosedTable()
    await table.throw()
    failures = list[Exception]()
    order = Envelope(cmd.RemoveBoard(Room.OPEN), Machine("operator"), _settled, failures.append)
    table.ready(Side.WHITE)
    table.ready(Side.RED)
    table.process.post(order)
    table.log.commit(LogUnavailable("disk full"))
    assert [type(error) for error in failures] == [LogUnavailable]
    table.process.resume()
    table.log.commit()
    await table.idle()
    assert table.dice() == [(4, 3)]
    assert [entry.number for entry in table.log.journal] == [1, 2]


async def test_of_a_board_that_comes_and_goes_while_nothing_is_stored_the_latest_is_kept() -> None:
    table = ClosedTable()
    attached = ev.BoardAttached(room=Room.CLOSED, board_id=BOARD)
    lost = ev.BoardLost(room=Room.CLOSED, board_id=BOARD, reason="unplugged")
    for fact in (attached, lost, attached):
        table.process.note(fact, Machine("server"))
        table.log.commit(LogUnavailable("disk full"))
    table.process.resume()
    table.log.commit()
    assert table.log.stored == [attached]
    assert Room.CLOSED in table.process.record.linked


async def test_a_command_whose_events_cannot_be_stored_fails_alone_and_the_match_goes_on() -> None:
    table = ClosedTable()
    failures = list[Exception]()
    unwritable = Envelope(RecordFacts((LOST,)), Machine("\ud800"), _settled, failures.append)
    table.process.post(unwritable)
    assert [type(error) for error in failures] == [UnicodeEncodeError]
    await table.only_red_is_missing()
    table.ready(Side.RED)
    table.log.commit()
    assert table.dice() == [(4, 3)]


def _settled(_: Happened) -> None:
    pytest.fail("nothing of this can be written down")


async def test_a_board_that_cannot_be_shown_the_match_keeps_no_other_waiting() -> None:
    table = ClosedTable()
    table.process.seats[Room.OPEN] = Unshowable()
    await table.throw()
    table.ready(Side.WHITE)
    table.ready(Side.RED)
    table.log.commit()
    await asyncio.sleep(0)
    table.log.commit()
    assert table.dice() == [(4, 3)]


async def test_a_frame_that_cannot_be_decided_is_stored_and_changes_nothing() -> None:
    table, heard = ClosedTable(), list[Happened]()
    frame = JournalEntry("BZ-2", b"journal", 1, b"frame", utc_now())
    undecidable = cast(Command, object())
    table.process.post(
        Envelope(undecidable, Machine("board BZ-2"), heard.append, _failed, journal=(frame,))
    )
    table.log.commit()
    assert heard == [()]
    assert table.log.stored == []
    assert table.log.journal == [frame._replace(stream=STREAM)]


def _failed(error: Exception) -> None:
    raise error


class Unshowable:
    """A seat with a defect."""

    def show(self, record: MatchRecord) -> None:
        raise ZeroDivisionError

    def prepare(self, record: MatchRecord) -> None:
        raise ZeroDivisionError


async def test_a_frame_whose_reading_fails_is_kept_and_the_next_one_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = ClosedTable()
    await table.throw()

    def fails(*given: object) -> rd.AnyReading:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr("server.boards.table_board.reading_of", fails)
        table.ready(Side.WHITE)
    table.log.commit()
    assert len(table.log.journal) == 1
    for side in Side:
        table.ready(side)
        table.log.commit()
    assert table.dice() == [(4, 3)]
    assert table.rig.journal.stored == 3


async def test_what_a_board_says_after_it_was_taken_from_its_table_has_no_effect() -> None:
    table = ClosedTable()
    table.take_board()
    table.ready(Side.WHITE)
    table.log.commit()
    await asyncio.sleep(0)
    table.log.commit()
    state = table.process.record.state
    assert state is not None
    assert state.table(Room.CLOSED).players_set == frozenset()
    assert len(table.log.journal) == 1


async def test_a_roll_released_behind_the_order_that_takes_the_board_is_not_shown_on_it() -> None:
    table = ClosedTable()
    await table.only_red_is_missing()
    table.process.note(LOST, SERVER)
    table.take_board()
    table.says(rd.ReadyDeclared(**AT, room=Room.CLOSED, side=Side.RED, turn=1))
    table.log.commit()
    await asyncio.sleep(0)
    table.log.commit()
    assert any(isinstance(event, ev.RollReleased) for event in table.log.stored)
    assert table.dice() == []
