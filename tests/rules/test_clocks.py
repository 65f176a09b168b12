"""Whose time runs, and what is left of it, by events and the moments they were recorded at."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.clocks import FREE_MS, NOBODYS, MatchClocks, TableClock
from rules.dice import DiceSource, Roll
from rules.duplicate.state import apply
from rules.events import Clocks, ClockSetting
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.awaited import Awaited
from tests.rules.duplicate.test_two_rooms import LATE, seeds, tempers
from tests.support.examples import examples
from tests.support.rooms import Rooms, Temper

NOON = datetime(2008, 10, 3, 12, tzinfo=UTC)
GAMES = 4
RESERVE = GAMES * 3 * 60_000


@dataclass
class Timed:
    """Two rooms that play by a clock which only the test moves."""

    rooms: Rooms = field(default_factory=lambda: Rooms.seated(LATE, 1, Temper()))
    now: datetime = NOON
    stands: Collection[Room] = ()
    clocks: MatchClocks = field(
        default_factory=lambda: MatchClocks.started(ClockSetting(Clocks.ON), GAMES, Room, NOON)
    )

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def happens(self, *events: ev.Event) -> None:
        """These are recorded now, and leave the rooms as they are."""
        state = self.rooms.state
        self.clocks = self.clocks.after(events, self.now, state, self.stands, GAMES)

    def record(self, event: ev.Event) -> None:
        """It happens to the match, and nobody said it at a board."""
        self.rooms.state = apply(self.rooms.game, self.rooms.state, event)
        self.happens(event)

    def say(self, reading: rd.AnyReading) -> None:
        self.happens(*self.rooms.say(reading))

    def begin(self) -> None:
        """White has thrown 3-1 in the open room, and it counts."""
        dice = {"dice": Roll(3, 1), "source": DiceSource.READER, "side": None, "turn": 1}
        self.say(rd.DiceThrown(**self.rooms.at, **dice))  # type: ignore[arg-type]

    def play(self, room: Room) -> None:
        """Whoever is to play there plays."""
        self.say(next(self.rooms.useful(room)))

    def used(self, room: Room, side: Side) -> int:
        return RESERVE - self.clocks.left(room, side)

    def reading(self, room: Room) -> TableClock:
        at = int((self.now - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1))
        return self.clocks.tables[room].at(at)


def begun() -> Timed:
    timed = Timed()
    timed.begin()
    return timed


def test_no_clock_runs_before_the_opening_throw() -> None:
    timed = Timed()
    timed.happens()
    timed.passes(600)
    assert not timed.clocks.running
    timed.begin()
    assert timed.used(Room.OPEN, Side.WHITE) == timed.used(Room.OPEN, Side.RED) == 0


def test_twelve_seconds_of_a_turn_are_free_and_the_rest_is_taken_from_the_reserve() -> None:
    timed = begun()
    timed.passes(12)
    assert timed.reading(Room.OPEN).used(Side.WHITE) == 0
    timed.passes(3.5)
    timed.play(Room.OPEN)
    assert timed.used(Room.OPEN, Side.WHITE) == 3_500
    timed.passes(20)
    assert timed.reading(Room.OPEN).used(Side.RED) == 8_000


def test_the_closed_rooms_clocks_stand_while_it_waits_for_dice() -> None:
    """One turn has one free time: what is used before READY is not there after the dice."""
    timed = begun()
    timed.play(Room.OPEN)
    for side in Side:
        timed.say(rd.ReadyDeclared(**timed.rooms.at, room=Room.CLOSED, side=side, turn=1))
    assert timed.clocks.tables[Room.CLOSED].running
    timed.passes(5)
    timed.play(Room.CLOSED)
    timed.passes(10)
    ready = timed.clocks.tables[Room.CLOSED]
    assert ready.running
    assert ready.acting is not None
    assert ready.acting.side is Side.RED
    timed.say(rd.ReadyDeclared(**timed.rooms.at, room=Room.CLOSED, side=Side.RED, turn=1))
    assert not timed.clocks.tables[Room.CLOSED].running
    timed.passes(300)
    thrown = {"dice": Roll(6, 2), "source": DiceSource.READER, "side": Side.RED, "turn": 1}
    timed.say(rd.DiceThrown(**timed.rooms.at, **thrown))  # type: ignore[arg-type]
    assert timed.clocks.tables[Room.CLOSED].running
    timed.passes(4)
    assert timed.reading(Room.CLOSED).free_ms == FREE_MS
    assert timed.reading(Room.CLOSED).used(Side.RED) == 2_000


def test_whoever_answers_a_double_is_on_his_own_time() -> None:
    timed = begun()
    timed.play(Room.OPEN)
    timed.passes(15)
    timed.say(rd.Doubled(**timed.rooms.at, room=Room.OPEN, side=Side.RED, turn=1))
    timed.passes(14)
    taken = {"side": Side.WHITE, "turn": 1, "taken": True}
    timed.say(rd.DoubleAnswered(**timed.rooms.at, room=Room.OPEN, **taken))  # type: ignore[arg-type]
    assert timed.used(Room.OPEN, Side.RED) == 3_000
    assert timed.used(Room.OPEN, Side.WHITE) == 2_000
    timed.passes(12)
    assert timed.reading(Room.OPEN).used(Side.RED) == 3_000


def test_a_table_whose_board_is_down_is_on_nobodys_time() -> None:
    timed = begun()
    timed.passes(14)
    timed.stands = (Room.OPEN,)
    timed.happens(ev.BoardLost(room=Room.OPEN, board_id="BZ-1", reason="silence"))
    timed.passes(3600)
    timed.stands = ()
    timed.happens(ev.BoardAttached(room=Room.OPEN, board_id="BZ-1"))
    timed.passes(1)
    assert timed.reading(Room.OPEN).used(Side.WHITE) == 3_000


def test_a_table_that_is_held_or_has_called_the_director_is_on_nobodys_time() -> None:
    timed = begun()
    timed.passes(10)
    hold = {"scope": ev.HoldScope.TABLE, "room": Room.OPEN, "by": "director"}
    steps: list[tuple[ev.Event, ev.Event]] = [
        (ev.HoldSet(**hold, reason="a quarrel"), ev.HoldLifted(**hold)),  # type: ignore[arg-type]
        (
            ev.DirectorCalled(room=Room.OPEN, side=Side.RED, reason=ev.CallReason.OTHER),
            ev.CallEnded(room=Room.OPEN, by="director"),
        ),
    ]
    for begins, ends in steps:
        timed.record(begins)
        assert not timed.clocks.running
        timed.passes(600)
        timed.record(ends)
        assert timed.clocks.running
    timed.passes(3)
    assert timed.reading(Room.OPEN).used(Side.WHITE) == 1_000


def test_time_in_which_nothing_could_be_stored_is_nobodys() -> None:
    timed = begun()
    timed.passes(13)
    since = timed.now
    timed.passes(120)
    timed.happens(ev.ClocksStood(since=since))
    timed.passes(2)
    assert timed.reading(Room.OPEN).used(Side.WHITE) == 3_000


def test_the_director_hears_once_a_game_that_a_sides_time_has_run_out() -> None:
    timed = begun()
    due = timed.clocks.next_time_out()
    assert due == NOON + timedelta(milliseconds=FREE_MS + RESERVE)
    assert timed.clocks.time_outs(due - timedelta(milliseconds=1)) == ()
    (ran_out,) = timed.clocks.time_outs(due)
    assert ran_out == ev.TimeRanOut(game=1, attempt=1, room=Room.OPEN, side=Side.WHITE)
    timed.now = due
    timed.happens(ran_out)
    assert timed.clocks.next_time_out() is None
    timed.passes(60)
    assert timed.clocks.time_outs(timed.now) == ()
    assert timed.rooms.state.open.result is None


def test_clocks_that_are_only_shown_call_nobody() -> None:
    timed = begun()
    shown = ev.ClocksSet(clocks=Clocks.SHOWN, minutes=3, by="director", reason="a friendly match")
    timed.happens(shown)
    assert timed.clocks.running
    timed.passes(3600)
    assert timed.clocks.next_time_out() is None
    assert timed.clocks.time_outs(timed.now) == ()


def test_a_longer_reserve_leaves_what_was_used_and_calls_again_when_it_is_used_up() -> None:
    timed = begun()
    timed.passes(12 + 12 * 60)
    (ran_out,) = timed.clocks.time_outs(timed.now)
    timed.happens(ran_out)
    more = ev.ClocksSet(clocks=Clocks.ON, minutes=4, by="director", reason="a long dispute")
    timed.happens(more)
    left = timed.clocks.reserve_ms - timed.reading(Room.OPEN).used(Side.WHITE)
    assert left == GAMES * 60_000
    assert timed.clocks.next_time_out() == timed.now + timedelta(milliseconds=left)


def test_without_clocks_nobody_uses_any_time() -> None:
    timed = begun()
    off = ev.ClocksSet(clocks=Clocks.OFF, minutes=3, by="director", reason="they are friends")
    timed.happens(off)
    timed.passes(600)
    timed.play(Room.OPEN)
    assert timed.used(Room.OPEN, Side.WHITE) == 0


def test_a_game_that_is_over_is_on_nobodys_time() -> None:
    timed = begun()
    timed.play(Room.OPEN)
    resigned = {"side": Side.RED, "turn": 1}
    timed.say(
        rd.ResignationMade(
            **timed.rooms.at,
            room=Room.OPEN,
            ending=Ending.RESIGNED,
            **resigned,  # type: ignore[arg-type]
        )
    )
    timed.passes(13)
    timed.say(
        rd.ResignationAnswered(
            **timed.rooms.at, room=Room.OPEN, side=Side.WHITE, turn=1, accepted=True
        )
    )
    assert timed.used(Room.OPEN, Side.WHITE) == 1_000
    assert not timed.clocks.running


@pytest.mark.parametrize("what", Awaited)
def test_only_what_a_side_can_do_is_on_its_time(what: Awaited) -> None:
    acts = {
        Awaited.ROLL,
        Awaited.READY_OR_DOUBLE,
        Awaited.MOVE,
        Awaited.DOUBLE_ANSWER,
        Awaited.RESIGNATION_ANSWER,
        Awaited.END_ANSWER,
        Awaited.DICE_CONFIRMATION,
        Awaited.CHOICE,
        Awaited.WHICH_PLAY,
        Awaited.END_ANSWER,
    }
    assert (what in NOBODYS) is (what not in acts)


@examples(25)
@given(seeds, tempers, st.integers(1, 40_000))
def test_the_closed_rooms_clock_changes_only_by_what_that_room_does_or_is_given(
    seed: int, temper: Temper, step: int
) -> None:
    """And no time is used twice: what both sides used is no more than went by."""
    timed = Timed(Rooms.seated(LATE, seed, temper))
    for _ in range(150):
        if timed.rooms.state.over:
            break
        before, known = timed.clocks.tables[Room.CLOSED], len(timed.rooms.history)
        timed.passes(step / 1000)
        timed.rooms.step()
        events = timed.rooms.history[known:]
        timed.happens(*events)
        after = timed.clocks.tables[Room.CLOSED]
        assert after is before or any(map(_reaches_closed, events))
        gone = after.at_ms - int(NOON.timestamp() * 1000)
        assert after.white_ms + after.red_ms <= gone


def _reaches_closed(event: ev.Event) -> bool:
    whole = ev.GameStarted | ev.GameVoided | ev.GameCancelled | ev.MatchClosed | ev.RollReleased
    if isinstance(event, ev.RoomEvent):
        return event.room is Room.CLOSED
    return isinstance(event, whole)
