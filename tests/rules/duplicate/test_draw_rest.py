"""The rest of a tail drawn because both open players choose it (ruling 8)."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.audit import audit
from rules.duplicate.release import awaited
from rules.duplicate.seed_dice import drawn_roll
from rules.duplicate.state import fold
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.awaited import Awaited, TableWait
from rules.tables.state import TurnKey
from tests.support.examples import examples
from tests.support.rooms import SEED, Rooms, Temper, initial, started


@examples(3)
@given(st.integers(0, 2**32))
def test_whoever_chooses_it_both_rooms_have_the_same_dice_and_the_seeds_are_proven(
    seed: int,
) -> None:
    temper = Temper(closed_speed=0.2, resign=0.05, rest=0.5)
    rooms = Rooms.seated(BACKGAMMON, seed, temper)
    rooms.play_to_the_end()
    assert audit([started(), *rooms.history]).findings == ()
    assert fold(BACKGAMMON, initial(BACKGAMMON), rooms.history) == rooms.state
    games = {event.game for event in rooms.history if isinstance(event, ev.RestDrawn)}
    drawn = {
        event.game
        for event in rooms.history
        if isinstance(event, ev.RollThrown) and event.source is DiceSource.SERVER
    }
    assert drawn <= games


def in_the_tail() -> Rooms:
    """Red has resigned in the open room, both have confirmed it, and the closed room waits."""
    rooms = Rooms.seated(BACKGAMMON, 5, Temper())
    opening: dict[str, Any] = {
        "side": None,
        "turn": 1,
        "dice": Roll(6, 2),
        "source": DiceSource.READER,
    }
    rooms.say(rd.DiceThrown(**rooms.at, **opening))
    at: dict[str, Any] = {**rooms.at, "room": Room.OPEN}
    rooms.say(rd.ResignationMade(**at, side=Side.RED, turn=1, ending=Ending.RESIGNED))
    rooms.say(rd.ResignationAnswered(**at, side=Side.WHITE, turn=1, accepted=True))
    for side in Side:
        rooms.say(rd.ResultAgreed(**at, side=side))
    for side in Side:
        rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=1))
    table = rooms.state.closed
    play = min(BACKGAMMON.legal_plays(table.before, Side.WHITE, Roll(6, 2), 1))
    rooms.say(rooms.finished(table, BACKGAMMON.apply(table.before, Side.WHITE, play)))
    return rooms


def choose(rooms: Rooms, side: Side, drawn: bool = True, **fields: Any) -> tuple[ev.Event, ...]:
    at: dict[str, Any] = {**rooms.at, "room": Room.OPEN, "side": side, "drawn": drawn}
    return rooms.say(rd.RestAnswered(**{**at, **fields}))


def why(happened: tuple[ev.Event, ...]) -> ev.Refusal:
    (refused,) = happened
    assert isinstance(refused, ev.ReadingRefused)
    return refused.why


def ready(rooms: Rooms) -> tuple[ev.Event, ...]:
    return rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=Side.RED, turn=1))


def test_once_both_have_chosen_the_seed_throws_whatever_the_closed_room_asks_for() -> None:
    rooms = in_the_tail()
    closed = rooms.state.closed
    choose(rooms, Side.WHITE)
    assert awaited(rooms.state, Room.OPEN) == TableWait(Awaited.CHOICE, Side.RED, 1)
    chosen, drawn = choose(rooms, Side.RED)
    assert isinstance(chosen, ev.RestChosen)
    assert isinstance(drawn, ev.RestDrawn)
    assert rooms.state.closed == closed
    assert awaited(rooms.state, Room.OPEN).what is Awaited.NEXT_GAME
    _, thrown, counted, released = ready(rooms)
    assert isinstance(thrown, ev.RollThrown)
    assert thrown.source is DiceSource.SERVER
    assert thrown.dice == drawn_roll(SEED, 1, 1, TurnKey(Side.RED, 1))
    assert isinstance(counted, ev.RollCounted)
    assert isinstance(released, ev.RollReleased)


def test_a_roll_that_is_asked_for_already_is_drawn_at_once() -> None:
    rooms = in_the_tail()
    ready(rooms)
    choose(rooms, Side.WHITE)
    happened = choose(rooms, Side.RED)
    assert isinstance(happened[-1], ev.RollReleased)


def test_a_choice_is_taken_back_or_declined_before_the_other_has_chosen() -> None:
    for says_no in Side:
        rooms = in_the_tail()
        choose(rooms, Side.WHITE)
        assert why(choose(rooms, Side.WHITE)) is ev.Refusal.ALREADY_CONFIRMED
        (withdrawn,) = choose(rooms, says_no, drawn=False)
        assert withdrawn == ev.RestChoiceWithdrawn(**rooms.at, room=Room.OPEN, side=Side.WHITE)
        assert why(choose(rooms, says_no, drawn=False)) is ev.Refusal.NOTHING_TO_CONFIRM
        choose(rooms, Side.RED)
        assert not rooms.state.rest_drawn


def test_it_is_for_this_game_alone_and_the_director_has_dice_thrown_again() -> None:
    rooms = in_the_tail()
    for side in Side:
        choose(rooms, side)
    assert why(choose(rooms, Side.WHITE, drawn=False)) is ev.Refusal.ALREADY_CONFIRMED
    order = rd.SetTailDraw(**rooms.at, drawn=False, reason="they are back")
    rooms.say(order)
    assert not rooms.state.rest_drawn
    for side in Side:
        choose(rooms, side)
    rooms.say(rd.VoidGame(**rooms.at, reason="wrong dice released"))
    assert not rooms.state.rest_drawn


def test_it_is_chosen_in_the_tail_of_the_open_room_only() -> None:
    rooms = Rooms.seated(BACKGAMMON, 5, Temper())
    assert why(choose(rooms, Side.WHITE)) is ev.Refusal.NOT_NOW
    rooms = in_the_tail()
    assert why(choose(rooms, Side.WHITE, room=Room.CLOSED)) is ev.Refusal.WRONG_ROOM
    ready(rooms)
    thrown: dict[str, Any] = {
        "side": Side.RED,
        "turn": 1,
        "dice": Roll(6, 1),
        "source": DiceSource.CONSOLE,
    }
    rooms.say(rd.DiceThrown(**rooms.at, **thrown))
    assert why(choose(rooms, Side.WHITE)) is ev.Refusal.DICE_UNCONFIRMED
