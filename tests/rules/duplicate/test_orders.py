"""What the director may order, and what a wrong display does (rulings 9 and 11)."""

from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.state import fold
from rules.games.backgammon import BACKGAMMON
from rules.position import Position, Side
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from rules.tables.state import Phase, TurnKey
from tests.support.endings import lost
from tests.support.rooms import Rooms, Temper, initial

DIRECTOR: dict[str, Any] = {"reason": "seen on the film"}
RAN = BACKGAMMON.apply(
    BACKGAMMON.start(),
    Side.WHITE,
    min(BACKGAMMON.legal_plays(BACKGAMMON.start(), Side.WHITE, Roll(6, 2)), key=repr),
)


def opened() -> Rooms:
    """White has thrown 6:2 in the open room and not played yet."""
    rooms = Rooms.seated(BACKGAMMON, 1, Temper())
    source = DiceSource.READER
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=source))
    return rooms


def played() -> Rooms:
    """White has played 6:2 and Red is on turn."""
    rooms = opened()
    at = {**rooms.at, "room": Room.OPEN, "side": Side.WHITE}
    rooms.say(rd.PlayFinished(**at, turn=1, position=RAN))
    return rooms


def doubled() -> Rooms:
    rooms = played()
    rooms.say(rd.Doubled(**rooms.at, room=Room.OPEN, side=Side.RED, turn=1))
    return rooms


def answered(taken: bool) -> Rooms:
    rooms = doubled()
    rooms.say(rd.DoubleAnswered(**rooms.at, room=Room.OPEN, side=Side.WHITE, turn=1, taken=taken))
    return rooms


def resigning() -> Rooms:
    rooms = played()
    at = {**rooms.at, "room": Room.OPEN, "side": Side.RED}
    rooms.say(rd.ResignationMade(**at, turn=1, ending=Ending.RESIGNED))
    return rooms


def put_right(
    rooms: Rooms, position: Position, room: Room = Room.OPEN, side: Side = Side.RED, turn: int = 1
) -> tuple[ev.Event, ...]:
    """The director says how the checkers lie before Red's first turn, or another."""
    at = {**rooms.at, **DIRECTOR, "room": room, "side": side, "turn": turn}
    return rooms.say(rd.CorrectPosition(**at, position=position))


@pytest.mark.parametrize(
    "rooms",
    [played(), doubled(), answered(True), answered(False), resigning()],
    ids=["played", "doubled", "taken", "passed", "resigning"],
)
def test_a_turn_is_played_again_whatever_followed_but_a_later_throw(rooms: Rooms) -> None:
    rooms.say(rd.ReopenTurn(**rooms.at, **DIRECTOR, side=Side.WHITE, turn=1))
    again, fresh = rooms.state, opened().state
    assert again.open == fresh.open
    assert again.results == {}
    assert fold(BACKGAMMON, initial(BACKGAMMON), rooms.history) == again


def test_a_turn_is_not_played_again_after_a_later_throw() -> None:
    rooms = played()
    source, dice = DiceSource.READER, Roll(3, 1)
    rooms.say(rd.DiceThrown(**rooms.at, side=Side.RED, turn=1, dice=dice, source=source))
    (answer,) = rooms.say(rd.ReopenTurn(**rooms.at, **DIRECTOR, side=Side.WHITE, turn=1))
    assert isinstance(answer, ev.ReadingRefused)
    assert answer.why is ev.Refusal.LATER_ROLL_THROWN


def test_an_opening_the_director_finds_a_tie_is_logged_with_his_name_and_reason() -> None:
    rooms = opened()
    order = rd.CorrectRoll(**rooms.at, **DIRECTOR, side=Side.WHITE, turn=1, dice=Roll(2, 2))
    (tied,) = rooms.say(order)
    assert isinstance(tied, ev.OpeningTied)
    assert (tied.by, tied.reason) == ("Ann", "seen on the film")


def test_the_director_puts_checkers_right_between_two_turns() -> None:
    rooms = played()
    put_right(rooms, RAN)
    put_right(rooms, BACKGAMMON.start())
    assert rooms.state.open.position == BACKGAMMON.start()
    source, dice = DiceSource.READER, Roll(3, 1)
    rooms.say(rd.DiceThrown(**rooms.at, side=Side.RED, turn=1, dice=dice, source=source))
    assert rooms.state.open.before == BACKGAMMON.start()


@pytest.mark.parametrize("room", list(Room))
def test_checkers_are_not_put_right_while_a_play_is_under_way_or_none_began(room: Room) -> None:
    rooms = opened()
    (answer,) = put_right(rooms, BACKGAMMON.start(), room)
    assert isinstance(answer, ev.ReadingRefused)
    assert answer.why is ev.Refusal.NOT_NOW


def test_checkers_that_end_the_game_are_no_position_to_go_on_from() -> None:
    start = BACKGAMMON.start()
    off = Position((15, *(0,) * 25), start.red)
    rooms = played()
    (answer,) = put_right(rooms, off)
    assert isinstance(answer, ev.ReadingRefused)
    assert answer.why is ev.Refusal.IMPOSSIBLE_POSITION


def test_an_adjusted_score_ends_a_game_under_way_and_can_be_replaced_by_a_result() -> None:
    rooms = played()
    adjust = rd.AdjustScore(**rooms.at, **DIRECTOR, room=Room.OPEN, home=150, away=40)
    rooms.say(adjust)
    table = rooms.state.open
    assert table.phase is Phase.FINISHED
    assert table.result is not None
    assert table.result.adjusted == (150, 40)
    rooms.say(rd.CorrectResult(**rooms.at, **DIRECTOR, room=Room.OPEN, **lost()))
    assert rooms.state.results[1, Room.OPEN].adjusted is None


def test_points_no_table_gives_are_refused() -> None:
    rooms = played()
    with pytest.raises(ScoreRefused, match="smp: 155"):
        rooms.say(rd.AdjustScore(**rooms.at, **DIRECTOR, room=Room.OPEN, home=155, away=0))


def echo(rooms: Rooms, dice: Roll, turn: int = 1) -> tuple[ev.Event, ...]:
    at = {**rooms.at, "room": Room.OPEN, "side": Side.WHITE}
    return rooms.say(rd.DiceEchoed(**at, turn=turn, dice=dice))


def test_a_display_with_other_dice_stops_its_table_until_it_shows_the_right_ones() -> None:
    rooms = opened()
    (stopped,) = echo(rooms, Roll(6, 1))
    assert isinstance(stopped, ev.EchoMismatched)
    at = {**rooms.at, "room": Room.OPEN, "side": Side.WHITE}
    (refused,) = rooms.say(rd.PlayFinished(**at, turn=1, position=RAN))
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.TABLE_STOPPED
    assert echo(rooms, Roll(5, 5)) == ()
    (released,) = echo(rooms, Roll(2, 6))
    assert isinstance(released, ev.TableReleased)
    rooms.say(rd.PlayFinished(**at, turn=1, position=RAN))
    assert rooms.state.open.current == TurnKey(Side.RED, 1)


def test_the_other_table_plays_on_while_one_is_stopped() -> None:
    rooms = opened()
    echo(rooms, Roll(6, 1))
    at = {**rooms.at, "room": Room.CLOSED, "turn": 1}
    rooms.say(rd.ReadyDeclared(**at, side=Side.WHITE))
    rooms.say(rd.ReadyDeclared(**at, side=Side.RED))
    assert rooms.state.closed.phase is Phase.MOVE


def test_the_director_lets_a_stopped_table_go_on_and_no_other() -> None:
    rooms = opened()
    order = rd.ReleaseTable(**rooms.at, **DIRECTOR, room=Room.OPEN)
    (refused,) = rooms.say(order)
    assert isinstance(refused, ev.ReadingRefused)
    echo(rooms, Roll(6, 1))
    (released,) = rooms.say(order)
    assert isinstance(released, ev.TableReleased)
    assert released.by == "Ann"
    assert not rooms.state.open.stopped


def test_echoes_of_other_turns_and_of_dice_the_closed_room_was_not_given_say_nothing() -> None:
    rooms = opened()
    assert echo(rooms, Roll(1, 1), turn=2) == ()
    closed = {**rooms.at, "room": Room.CLOSED, "side": Side.WHITE}
    assert rooms.say(rd.DiceEchoed(**closed, turn=1, dice=Roll(1, 1))) == ()
    stale = {**closed, "attempt": 2, "room": Room.OPEN}
    assert rooms.say(rd.DiceEchoed(**stale, turn=1, dice=Roll(1, 1))) == ()


def test_a_result_set_by_the_director_ends_a_stop() -> None:
    rooms = opened()
    echo(rooms, Roll(6, 1))
    rooms.say(rd.AdjustScore(**rooms.at, **DIRECTOR, room=Room.OPEN, home=0, away=0))
    assert rooms.state.settled(Room.OPEN)
    assert not rooms.state.open.stopped
