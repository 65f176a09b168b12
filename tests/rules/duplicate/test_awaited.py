"""What a table waits for is what takes it on: the act named is heard from the side named."""

from collections.abc import Iterator

from hypothesis import given

from rules import events as ev
from rules.dice import DiceSource
from rules.duplicate.machine import handle
from rules.duplicate.release import awaited
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.awaited import Awaited, TableWait
from tests.rules.duplicate.test_two_rooms import LATE, leads, seeds, tempers
from tests.support.examples import examples
from tests.support.rooms import Rooms, Temper
from tests.support.senders import BOARD


def acts(rooms: Rooms, room: Room, wait: TableWait) -> Iterator[rd.AnyReading]:
    """The readings that are just what the table waits for; none for what no reading is."""
    sides = [wait.side] if wait.side else list(Side)
    for side in sides:
        at = {**rooms.at, "room": room, "side": side}
        match wait.what:
            case Awaited.SET | Awaited.READY_OR_DOUBLE:
                yield rd.ReadyDeclared(**at, turn=wait.turn)
            case Awaited.DOUBLE_ANSWER:
                yield rd.DoubleAnswered(**at, turn=wait.turn, taken=True)
            case Awaited.RESIGNATION_ANSWER:
                yield rd.ResignationAnswered(**at, turn=wait.turn, accepted=True)
            case Awaited.RESULT_CONFIRMATION:
                yield rd.ResultAgreed(**at, result=wait.turn)
            case Awaited.DICE_CONFIRMATION:
                yield rd.DiceConfirmed(**at, turn=wait.turn)
            case _:
                pass
    if wait.what is Awaited.ROLL:
        yield rd.DiceThrown(
            **rooms.at,
            side=wait.side,
            turn=wait.turn,
            dice=rooms.roll(),
            source=DiceSource.CONSOLE,
            board_event=rooms.next_event(),
        )


@examples(32)
@given(seeds, tempers, leads)
def test_the_act_a_table_waits_for_is_never_refused(
    seed: int, temper: Temper, max_lead: int
) -> None:
    rooms = Rooms.seated(LATE, seed, temper, max_lead=max_lead)
    for _ in range(200):
        if rooms.state.over:
            break
        for room in Room:
            for act in acts(rooms, room, awaited(rooms.state, room)):
                happened = handle(LATE, rooms.state, act, BOARD).events
                assert happened
                assert not any(isinstance(event, ev.ReadingRefused) for event in happened)
        rooms.step()


@examples(32)
@given(seeds, tempers, leads)
def test_one_of_the_tables_waits_for_an_act_until_the_match_is_over(
    seed: int, temper: Temper, max_lead: int
) -> None:
    rooms = Rooms.seated(LATE, seed, temper, max_lead=max_lead)
    idle = {Awaited.OTHER_ROOM, Awaited.NEXT_GAME}
    for _ in range(200):
        if rooms.state.over:
            break
        assert any(awaited(rooms.state, room).what not in idle for room in Room)
        rooms.step()
    assert not rooms.state.over or {awaited(rooms.state, room).what for room in Room} == {
        Awaited.MATCH_OVER
    }
