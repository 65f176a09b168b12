"""The one READY that is all a release waits for, at every moment of random matches (ruling 7)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import given, settings

from rules import events as ev
from rules.duplicate import readings as rd
from rules.duplicate.machine import handle
from rules.duplicate.release import awaited_ready
from rules.duplicate.state import MatchState, Phase
from rules.room import Room
from rules.side import Side
from tests.rules.duplicate.test_two_rooms import LATE, leads, seeds, tempers
from tests.support.rooms import Rooms, Temper


def every_ready(state: MatchState) -> Iterator[rd.ReadyDeclared]:
    at: dict[str, Any] = {"game": state.game, "attempt": state.attempt, "room": Room.CLOSED}
    for side in Side:
        turn = state.closed.turn_of(side)
        for near in (turn, turn + 1):
            yield rd.ReadyDeclared(**at, side=side, turn=max(near, 1))


def is_ready_to_leave(state: MatchState, reading: rd.ReadyDeclared) -> bool:
    """The reading alone releases a roll that had counted, and accepts no questioned play."""
    if state.closed.phase is Phase.QUESTIONED:
        return False
    releases = handle(LATE, state, reading).releases
    before = {(key.side, key.turn) for key, record in state.rolls.items() if record.counted}
    return any((roll.side, roll.turn) in before for roll in releases)


@settings(max_examples=40)
@given(seeds, tempers, leads)
def test_it_is_the_only_ready_that_lets_a_waiting_roll_go(
    seed: int, temper: Temper, lead: int
) -> None:
    rooms = Rooms.seated(LATE, seed, temper, max_lead=lead)
    for _ in range(400):
        if rooms.state.over:
            break
        wanted = {r for r in every_ready(rooms.state) if is_ready_to_leave(rooms.state, r)}
        found = awaited_ready(rooms.state)
        assert wanted == (set() if found is None else {found})
        rooms.step()


def test_nearly_every_release_was_only_waiting_for_a_ready() -> None:
    rooms = Rooms.seated(LATE, 1, Temper(closed_speed=0.3, mischief=0.0))
    awaited = released = 0
    while not rooms.state.over:
        found, before = awaited_ready(rooms.state), len(rooms.history)
        rooms.step()
        for event in rooms.history[before:]:
            released += isinstance(event, ev.RollReleased)
            awaited += isinstance(event, ev.RollReleased) and found is not None
    assert released > 20
    assert awaited > released * 0.6


def test_a_stopped_table_awaits_no_ready() -> None:
    rooms = Rooms.seated(LATE, 1, Temper(mischief=0.0))
    while awaited_ready(rooms.state) is None:
        rooms.step()
    stopped = replace(rooms.state, closed=replace(rooms.state.closed, stopped=True))
    assert awaited_ready(stopped) is None
