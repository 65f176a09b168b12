"""What boards are told (docs/wire.md) and, for the closed room, what they are not (ruling 7)."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, Confirmed, WireRoom, WireSide
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.release import tail_key
from rules.duplicate.state import MatchState
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import BoardEvent, Ending, Room
from rules.tables import readings as rd
from rules.tables.fold import fresh_table
from server.boards.translation.notices import notices_for
from server.boards.translation.readings import reading_of
from server.boards.translation.table_messages import commands_for
from tests.rules.duplicate.test_two_rooms import LATE, leads, seeds, tempers
from tests.support.endings import lost
from tests.support.examples import examples
from tests.support.rooms import Rooms, Temper


def seated() -> Rooms:
    return Rooms.seated(BACKGAMMON, 1, Temper())


def awaited(state: MatchState, room: Room) -> tuple[Awaited, WireSide, int]:
    last = commands_for(BACKGAMMON, state, room)[-1]
    assert isinstance(last, wire.Wait)
    return last.what, last.side, last.turn


def with_another_open_room(state: MatchState) -> MatchState:
    """The same closed room beside an open room where everything unreleased was different."""
    rolls = {key: record for key, record in state.rolls.items() if record.released}
    return replace(state, open=fresh_table(LATE, Room.OPEN), rolls=rolls, last_thrown=None)


@examples(60)
@given(seeds, tempers, leads, st.integers(min_value=1, max_value=250))
def test_the_closed_board_is_told_the_same_whatever_the_open_room_did(
    seed: int, temper: Temper, max_lead: int, steps: int
) -> None:
    rooms = Rooms.seated(LATE, seed, temper, max_lead=max_lead)
    for _ in range(steps):
        if rooms.state.over:
            break
        rooms.step()
        state = rooms.state
        assert commands_for(LATE, state, Room.CLOSED) == commands_for(
            LATE, with_another_open_room(state), Room.CLOSED
        )


@examples(24)
@given(seeds, tempers)
def test_no_notice_of_a_throw_reaches_the_closed_room(seed: int, temper: Temper) -> None:
    rooms = Rooms.seated(LATE, seed, temper)
    rooms.play_to_the_end()
    for event in rooms.history:
        if isinstance(event, ev.RollEvent | ev.ThrowVoided | ev.OpeningTied):
            assert notices_for(event, Room.CLOSED, 1) == ()
        if isinstance(event, ev.RoomEvent) and event.room is Room.OPEN:
            assert notices_for(event, Room.CLOSED, 1) == ()


def test_both_closed_players_are_asked_to_be_set_before_the_opening() -> None:
    rooms = seated()
    assert awaited(rooms.state, Room.CLOSED) == (Awaited.SET, WireSide.NONE, 1)
    rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=Side.WHITE, turn=1))
    assert awaited(rooms.state, Room.CLOSED) == (Awaited.SET, WireSide.RED, 1)
    rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=Side.RED, turn=1))
    assert awaited(rooms.state, Room.CLOSED)[0] is Awaited.OTHER_ROOM


def test_both_boards_are_told_first_what_is_played() -> None:
    rooms = seated()
    for room, place in ((Room.OPEN, WireRoom.OPEN), (Room.CLOSED, WireRoom.CLOSED)):
        first = commands_for(BACKGAMMON, rooms.state, room)[0]
        assert first == wire.Config(
            1,
            place,
            games=rooms.state.games,
            cube_limit=64,
            debounce_ms=250,
        )


def test_the_open_board_is_asked_for_the_opening_throw_of_both_sides() -> None:
    rooms = seated()
    request = wire.RollRequest(game=1, attempt=1, turn=1, side=WireSide.NONE)
    assert request in commands_for(BACKGAMMON, rooms.state, Room.OPEN)


def test_a_tail_roll_is_asked_of_the_open_board_only_after_the_closed_ready() -> None:
    rooms = seated()
    at = rooms.at
    opening = Roll(6, 2)
    throw = rd.DiceThrown(**at, side=None, turn=1, dice=opening, source=DiceSource.READER)
    rooms.say(throw)
    for room in Room:
        if room is Room.CLOSED:
            for side in Side:
                rooms.say(rd.ReadyDeclared(**at, room=room, side=side, turn=1))
        table = rooms.state.table(room)
        assert table.current is not None
        play = sorted(BACKGAMMON.legal_plays(table.before, Side.WHITE, opening))[0]
        rooms.say(rooms.finished(table, BACKGAMMON.apply(table.before, Side.WHITE, play)))
    rooms.say(rd.Doubled(**at, room=Room.OPEN, side=Side.RED, turn=1))
    rooms.say(rd.DoubleAnswered(**at, room=Room.OPEN, side=Side.WHITE, turn=1, taken=False))
    for side in Side:
        rooms.say(rd.ResultAgreed(**at, room=Room.OPEN, side=side))
    assert tail_key(rooms.state) is None
    assert awaited(rooms.state, Room.OPEN)[0] is Awaited.NEXT_GAME
    rooms.say(rd.ReadyDeclared(**at, room=Room.CLOSED, side=Side.RED, turn=1))
    request = wire.RollRequest(game=1, attempt=1, turn=1, side=WireSide.RED)
    assert request in commands_for(BACKGAMMON, rooms.state, Room.OPEN)


def lost_in_the_open_room() -> Rooms:
    """White has resigned in the open room; the closed players are set and have their dice."""
    rooms = seated()
    source = DiceSource.READER
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(4, 3), source=source))
    at: dict[str, Any] = {**rooms.at, "room": Room.OPEN, "turn": 1}
    rooms.say(rd.ResignationMade(**at, side=Side.WHITE, ending=Ending.RESIGNED))
    rooms.say(rd.ResignationAnswered(**at, side=Side.RED, accepted=True))
    for side in Side:
        rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=1))
    return rooms


def corrected(rooms: Rooms) -> None:
    order = rd.CorrectResult(
        **rooms.at,
        reason="seen on the film",
        room=Room.OPEN,
        **lost(ending=Ending.RESIGNED, left=15),
    )
    rooms.say(order)


def test_a_board_confirms_the_result_it_shows_and_not_the_one_before() -> None:
    """Ruling 15: a CONFIRM may lie in a board's journal while the director corrects."""
    rooms = lost_in_the_open_room()
    assert awaited(rooms.state, Room.OPEN) == (Awaited.RESULT_CONFIRMATION, WireSide.NONE, 1)
    kept = wire.Confirm(1, 1, 1, WireSide.WHITE, what=Confirmed.RESULT)
    corrected(rooms)
    (late,) = rooms.say(reading_of(kept, Room.OPEN, BoardEvent("BZ-1", b"journal1", 1)))
    assert isinstance(late, ev.ReadingRefused)
    assert late.why is ev.Refusal.STALE
    shown = commands_for(BACKGAMMON, rooms.state, Room.OPEN)
    (over,) = (each for each in shown if isinstance(each, wire.GameOver))
    assert (over.turn, over.side) == (2, WireSide.WHITE)
    assert awaited(rooms.state, Room.OPEN) == (Awaited.RESULT_CONFIRMATION, WireSide.NONE, 2)


def test_rolls_of_the_tail_do_not_wait_for_the_confirmation_of_an_entered_result() -> None:
    rooms = lost_in_the_open_room()
    corrected(rooms)
    closed: dict[str, Any] = {**rooms.at, "room": Room.CLOSED}
    lying = rooms.state.closed.position
    rooms.say(rd.PlayFinished(**closed, side=Side.WHITE, turn=1, position=lying))
    rooms.say(rd.PlayAccepted(**closed, side=Side.RED, turn=1))
    rooms.say(rd.ReadyDeclared(**closed, side=Side.RED, turn=1))
    assert awaited(rooms.state, Room.OPEN) == (Awaited.ROLL, WireSide.RED, 1)
