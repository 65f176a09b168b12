"""Whoever has his place in the closed room is shown nothing of the open one (rulings 7 and 12)."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules import events as ev
from rules.any_match import DuplicateState
from rules.dice import Roll
from rules.duplicate.state import MatchState
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from rules.tables.fold import fresh_table
from server.access import Visitor
from tests.server.views.hall.seen import CLERKS, DIRECTOR, PLAYERS, Follower, at_tables
from tests.support.ids import match_id
from tests.support.rooms import Rooms, Temper

IN_CLOSED = [CLERKS[Room.CLOSED], PLAYERS[Room.CLOSED]]
TEMPERS = (Temper(closed_speed=0.3), Temper(closed_speed=0.8, double=0.2, resign=0.03, void=0.002))
STEPS, FEWER_STEPS = 900, 225


def of_the_open_room(event: ev.Event) -> bool:
    """Tell whether an event is known in the open room alone."""
    if isinstance(event, ev.RoomEvent):
        return event.room is Room.OPEN
    secret = ev.RollThrown, ev.RollCounted, ev.RollCorrected, ev.OpeningTied, ev.ThrowVoided
    return isinstance(event, secret)


def driven(
    seed: int, temper: Temper, steps: int
) -> Iterator[tuple[Follower, tuple[ev.Event, ...]]]:
    """A match played at random: who follows it, and what has just happened."""
    rooms, follower = Rooms.seated(BACKGAMMON, seed, temper), at_tables()
    count = 1
    for _ in range(steps):
        if rooms.state.over:
            return
        if rooms.rng.random() < temper.mischief:
            rooms.say(rooms.mischief())
        else:
            rooms.step()
        follower.hours.tick()
        happened = tuple(rooms.history[count:])
        count = len(rooms.history)
        follower.tell(*happened)
        yield follower, happened


def sizes(*seeds: int) -> pytest.MarkDecorator:
    """A quarter of the first seed's match in every run, all of it in `long`, others in a soak."""
    whole = [
        pytest.param(seed, STEPS, marks=pytest.mark.soak if others else pytest.mark.long(14))
        for others, seed in enumerate(seeds)
    ]
    return pytest.mark.parametrize(("seed", "steps"), [(seeds[0], FEWER_STEPS), *whole])


@pytest.mark.parametrize("temper", TEMPERS, ids=["slow", "quick"])
@sizes(1, 2, 3)
def test_what_happens_in_the_open_room_changes_nothing_in_the_closed_room(
    seed: int, steps: int, temper: Temper
) -> None:
    before, quiet = None, 0
    for follower, happened in driven(seed, temper, steps):
        now = [follower.shown(visitor) for visitor in IN_CLOSED]
        if before is not None and all(map(of_the_open_room, happened)):
            assert now == before, happened
            quiet += 1
        before = now
    assert quiet > steps / 10


def another_open_room(state: MatchState, rng: random.Random) -> MatchState:
    """The same match for the closed room, with an open room nobody there could tell from it."""
    rolls = {
        key: roll if roll.released else replace(roll, dice=Roll(rng.randint(1, 6), 6))
        for key, roll in state.rolls.items()
    }
    results = {
        where: result for where, result in state.results.items() if where != (state.game, Room.OPEN)
    }
    fresh = fresh_table(BACKGAMMON, Room.OPEN)
    return replace(state, open=fresh, rolls=rolls, results=results, last_thrown=None)


@sizes(4, 5)
def test_another_open_room_would_look_the_same_from_the_closed_room(seed: int, steps: int) -> None:
    rng, differing = random.Random(seed), 0
    for follower, _ in driven(seed, TEMPERS[0], steps):
        state, real = follower.record.state, follower.record
        assert isinstance(state, DuplicateState)
        if state.over:
            break
        seen, director = [follower.shown(each) for each in IN_CLOSED], follower.shown(DIRECTOR)
        follower.record = replace(real, state=another_open_room(state, rng))
        assert [follower.shown(each) for each in IN_CLOSED] == seen
        differing += follower.shown(DIRECTOR) != director
        follower.record = real
    assert differing > steps / 2


@pytest.mark.parametrize("visitor", IN_CLOSED, ids=["clerk", "player"])
def test_boards_that_come_and_go_in_the_open_room_change_nothing_in_the_closed_room(
    visitor: Visitor,
) -> None:
    follower = at_tables()
    before, director = follower.shown(visitor), follower.shown(DIRECTOR)
    follower.hours.tick()
    follower.tell(
        ev.BoardMoved(
            room=Room.OPEN, board_id="BZ-1", to_match=match_id(2), to_room=Room.OPEN, reason="5-5"
        )
    )
    assert follower.shown(visitor) == before
    assert follower.shown(DIRECTOR) != director
    follower.tell(ev.BoardAssigned(room=Room.OPEN, board_id="BZ-3"))
    assert follower.shown(visitor) == before


@pytest.mark.parametrize("room", Room)
def test_the_people_of_one_room_have_that_room_alone_in_their_view(room: Room) -> None:
    view = at_tables().view(CLERKS[room])
    assert list(view.rooms) == [room]
    assert (view.lead, view.tail) == (None, None)
