"""What is decided ahead of a READY is what would be decided then, and is used only then."""

from rules import events as ev
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.access import Machine, Role, Visitor
from server.matches.decide import decide
from server.matches.match_process import speculative_release
from server.matches.match_record import MatchRecord
from tests.server.matches.closed_table import AT, ClosedTable
from tests.support.persons import person_id
from tests.support.rooms import Rooms, Temper, scheduled, started

BOARD = Machine("board BZ-2")
DIRECTOR = Visitor(Role.DIRECTOR, person_id("Ann"))


def test_it_is_the_decision_that_the_rules_make_for_that_ready_and_no_other() -> None:
    rooms = Rooms.seated(BACKGAMMON, 3, Temper(closed_speed=0.4))
    record = MatchRecord(BACKGAMMON, scheduled()).after((started(), *rooms.history))
    seen = 0
    for _ in range(300):
        ahead = speculative_release(record)
        if ahead is not None:
            seen += 1
            ready = ahead.ready
            assert ahead.step == decide(record, ready, BOARD)
            assert ahead.answers(record, ready, BOARD)
            assert not ahead.answers(ahead.step.record, ready, BOARD)
            assert not ahead.answers(record, ready, DIRECTOR)
            other = rd.ReadyDeclared(**AT, room=Room.CLOSED, side=ready.side, turn=ready.turn + 1)
            assert not ahead.answers(record, other, BOARD)
        before = len(rooms.history)
        rooms.step()
        record = record.after(rooms.history[before:])
    assert seen > 20


def released(table: ClosedTable) -> list[Roll]:
    return [event.dice for event in table.log.stored if isinstance(event, ev.RollReleased)]


async def test_a_board_that_no_longer_stands_there_releases_nothing_by_that_ready() -> None:
    table = ClosedTable()
    await table.only_red_is_missing()
    table.seat.prove("board-8")
    table.ready(Side.RED)
    table.log.commit()
    assert released(table) == []
    assert table.dice() == []
