"""Calls and holds at two tables: nothing reaches a held one, nothing is lost by it (ruling 31)."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import commands as cmd
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.directing.calls import call_decided
from rules.duplicate.audit import audit
from rules.duplicate.release import awaited
from rules.duplicate.state import fold
from rules.errors import MatchRefused, ValuesChanged
from rules.events import HoldScope
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.awaited import Awaited
from rules.tables.calls_and_holds import NOTHING_CALLED
from tests.support.examples import examples
from tests.support.persons import person_id
from tests.support.rooms import Rooms, Temper, initial

OLENA = person_id("Olena")
WHY = "a protest"
OF_ONE_MATCH = [
    (HoldScope.TABLE, Room.OPEN),
    (HoldScope.TABLE, Room.CLOSED),
    (HoldScope.MATCH, None),
    (HoldScope.ROOM, Room.OPEN),
    (HoldScope.ROOM, Room.CLOSED),
    (HoldScope.HALL, None),
]


def hold(scope: HoldScope, room: Room | None = None) -> cmd.HoldPlay:
    return cmd.HoldPlay(scope=scope, room=room, reason=WHY)


def lift(scope: HoldScope, room: Room | None = None) -> cmd.LiftHold:
    return cmd.LiftHold(scope=scope, room=room, was=WHY)


def seated(**changes: object) -> Rooms:
    return Rooms.seated(BACKGAMMON, 7, Temper(), **changes)


def ready(rooms: Rooms, side: Side, turn: int = 1) -> tuple[ev.Event, ...]:
    return rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=turn))


def opening(rooms: Rooms) -> tuple[ev.Event, ...]:
    thrown = rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=DiceSource.READER)
    return rooms.say(thrown)


@examples(6)
@given(st.integers(0, 2**32))
def test_whatever_is_held_meanwhile_both_rooms_get_the_same_dice_and_the_match_ends(
    seed: int,
) -> None:
    """While a table is held nothing changes there; what is released comes when it is lifted."""
    rooms, chance = seated(games=4), random.Random(seed)
    while not rooms.state.over:
        if chance.random() < 0.1:
            scope, room = chance.choice(OF_ONE_MATCH)
            on = (scope, room) in rooms.state.director.holds
            rooms.direct(lift(scope, room) if on else hold(scope, room))
        held = [room for room in Room if rooms.state.held(room)]
        before = rooms.state
        useful = [each for room in Room if room not in held for each in rooms.useful(room)]
        rooms.say(chance.choice(useful) if useful else rooms.mischief())
        if rooms.state.game == before.game:
            for room in held:
                assert rooms.state.table(room) == before.table(room)
        if held and chance.random() < 0.2:
            for scope, room in [*rooms.state.director.holds]:
                rooms.direct(lift(scope, room))
    assert audit(rooms.history).findings == ()
    assert fold(BACKGAMMON, initial(BACKGAMMON, games=4), rooms.history) == rooms.state


@pytest.mark.parametrize(("scope", "room"), OF_ONE_MATCH)
def test_a_roll_waits_for_the_end_of_every_hold_that_reaches_the_closed_table(
    scope: HoldScope, room: Room | None
) -> None:
    rooms = seated()
    ready(rooms, Side.WHITE)
    ready(rooms, Side.RED)
    rooms.direct(hold(scope, room))
    if room is not Room.CLOSED:
        (refused,) = opening(rooms)
        assert isinstance(refused, ev.ThrowVoided)
        assert refused.why is ev.Refusal.HELD
        happened = rooms.direct(lift(scope, room))
        assert not any(isinstance(event, ev.RollReleased) for event in happened)
        assert isinstance(opening(rooms)[-1], ev.RollReleased)
        return
    assert not any(isinstance(event, ev.RollReleased) for event in opening(rooms))
    assert awaited(rooms.state, Room.CLOSED).what is Awaited.HELD
    lifted, released = rooms.direct(lift(scope, room))
    assert isinstance(lifted, ev.HoldLifted)
    assert isinstance(released, ev.RollReleased)


def test_of_two_holds_the_second_goes_on_when_the_first_is_lifted() -> None:
    rooms = seated()
    rooms.direct(hold(HoldScope.TABLE, Room.CLOSED))
    rooms.direct(hold(HoldScope.HALL))
    rooms.direct(lift(HoldScope.HALL))
    assert rooms.state.held(Room.CLOSED)
    assert not rooms.state.held(Room.OPEN)


def test_a_held_tables_players_confirm_no_result_but_an_account_does() -> None:
    rooms = seated()
    at = {**rooms.at, "room": Room.OPEN, "loser": Side.RED, "left": 3, "cube": 1}
    rooms.say(rd.EnterResult(**at, ending=Ending.BEAROFF))
    rooms.direct(hold(HoldScope.TABLE, Room.OPEN))
    agreed = rd.ResultAgreed(**rooms.at, room=Room.OPEN, side=Side.WHITE)
    (refused,) = rooms.say(agreed)
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.HELD
    other = replace(agreed, side=None)
    ben = rd.Sender("Ben", ev.Confirmer.ACCOUNT)
    assert isinstance(rooms.say(other, ben)[0], ev.ResultConfirmed)


def test_a_call_outlasts_the_game_and_clocks_stand_until_it_is_settled() -> None:
    rooms = seated()
    rooms.direct(cmd.CallDirector(room=Room.CLOSED, side=Side.RED))
    rooms.say(rd.VoidGame(**rooms.at, reason="wrong dice released"))
    assert rooms.state.stands(Room.CLOSED)
    assert not rooms.state.stands(Room.OPEN)
    assert not rooms.state.held(Room.CLOSED)
    rooms.direct(cmd.EndCall(room=Room.CLOSED))
    assert not rooms.state.stands(Room.CLOSED)


def test_pressed_again_it_is_the_same_call_unless_it_says_what_for() -> None:
    called = cmd.CallDirector(room=Room.OPEN)
    now = NOTHING_CALLED
    for event in call_decided(now, called, ""):
        now = now.after(event)
    assert call_decided(now, called, "") == ()
    (taken,) = call_decided(now, cmd.TakeCall(room=Room.OPEN), "Olena")
    now = now.after(taken)
    clock = replace(called, reason=ev.CallReason.CLOCK)
    (happened,) = call_decided(now, clock, "")
    now = now.after(happened)
    assert call_decided(now, clock, "") == ()
    assert (now.calls[Room.OPEN].called.reason, now.calls[Room.OPEN].coming) == (
        ev.CallReason.CLOCK,
        "Olena",
    )


def test_one_account_takes_a_call_and_another_only_from_whom_it_knows() -> None:
    now = NOTHING_CALLED
    for command in (cmd.CallDirector(room=Room.OPEN), cmd.TakeCall(room=Room.OPEN)):
        for event in call_decided(now, command, OLENA.text):
            now = now.after(event)
    assert call_decided(now, cmd.TakeCall(room=Room.OPEN), OLENA.text) == ()
    with pytest.raises(ValuesChanged) as changed:
        call_decided(now, cmd.TakeCall(room=Room.OPEN), "Ben")
    assert (changed.value.was, changed.value.now) == (None, OLENA)
    (taken,) = call_decided(now, cmd.TakeCall(room=Room.OPEN, coming=OLENA.text), "Ben")
    assert isinstance(taken, ev.CallTaken)


def test_a_call_and_a_hold_end_only_for_who_says_how_they_stand() -> None:
    now = NOTHING_CALLED
    for command in (cmd.CallDirector(room=Room.OPEN), cmd.TakeCall(room=Room.OPEN)):
        for event in call_decided(now, command, OLENA.text):
            now = now.after(event)
    for event in call_decided(now, hold(HoldScope.MATCH), OLENA.text):
        now = now.after(event)
    with pytest.raises(ValuesChanged) as changed:
        call_decided(now, cmd.EndCall(room=Room.OPEN), OLENA.text)
    assert (changed.value.was, changed.value.now) == (None, OLENA)
    with pytest.raises(ValuesChanged) as changed:
        call_decided(now, replace(lift(HoldScope.MATCH), was=None), OLENA.text)
    assert (changed.value.was, changed.value.now) == (None, WHY)
    ended = cmd.EndCall(room=Room.OPEN, coming=OLENA.text)
    assert len(call_decided(now, ended, "Ben")) == 1
    assert len(call_decided(now, lift(HoldScope.MATCH), "Ben")) == 1


def test_what_does_not_stand_is_refused_by_name() -> None:
    for command, field in (
        (cmd.TakeCall(room=Room.OPEN), "room"),
        (cmd.EndCall(room=Room.OPEN), "room"),
        (lift(HoldScope.MATCH), "scope"),
        (hold(HoldScope.TABLE), "room"),
        (hold(HoldScope.HALL, Room.OPEN), "room"),
    ):
        with pytest.raises(MatchRefused) as refused:
            call_decided(NOTHING_CALLED, command, "Olena")
        assert refused.value.field == field
    match_held = hold(HoldScope.MATCH)
    held = NOTHING_CALLED.after(*call_decided(NOTHING_CALLED, match_held, "Olena"))
    assert call_decided(held, match_held, "Olena") == ()
