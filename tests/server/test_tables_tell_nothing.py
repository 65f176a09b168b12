"""Calls, holds, early throws and choices of one table change no byte for anybody else.

Rulings 7, 8 and 31.

Each run is the whole application on real files and sockets, asked everything that may be read.
"""

from pathlib import Path
from typing import Any

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.events import CallReason, HoldScope
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.state import Phase
from tests.server.test_non_interference import (
    IN_BRIEF_AND_WHOLE,
    IN_CLOSED,
    IN_OPEN,
    WATCHING,
    Story,
    Watch,
    known_in_closed,
    known_in_open,
    shared_past,
)
from tests.support.persons import person_id

pytestmark = IN_BRIEF_AND_WHOLE
OLENA = person_id("Olena").text
REASONS = ("a die fell to the floor, 6-1", "he says that she touched the checkers before he threw")


def of_room(room: Room, event: ev.Event) -> bool:
    """A call, or a hold, of that room's table alone."""
    return isinstance(event, ev.CallEvent) and event.room is room


def not_of_open(event: ev.Event) -> bool:
    return known_in_closed(event) and not of_room(Room.OPEN, event)


def not_of_closed(event: ev.Event) -> bool:
    return known_in_open(event) and not of_room(Room.CLOSED, event)


def directed(story: Story, *commands: cmd.CallCommand) -> Story:
    for command in commands:
        story.steps.append(story.rooms.direct(command, OLENA))
    return story


def troubled(story: Story, room: Room, reason: str, held: HoldScope = HoldScope.TABLE) -> Story:
    """The table calls, somebody comes, and holds it."""
    return directed(
        story,
        cmd.CallDirector(room=room, side=Side.RED, reason=CallReason.ILLEGAL_PLAY),
        cmd.TakeCall(room=room),
        cmd.HoldPlay(scope=held, room=room, reason=reason),
    )


@pytest.mark.parametrize(
    ("room", "watch"),
    [
        (Room.OPEN, Watch((*WATCHING, *IN_CLOSED), knows=not_of_open)),
        (Room.CLOSED, Watch((*WATCHING, *IN_OPEN), knows=not_of_closed, board=False)),
    ],
)
async def test_a_table_that_calls_and_is_held_looks_like_one_at_which_nothing_happens(
    tmp_path: Path, room: Room, watch: Watch, brief: bool
) -> None:
    past = shared_past(11)
    quiet, call = past.fork(1), past.fork(1)
    troubled(call, room, REASONS[0])
    await watch.sized(brief).same(tmp_path, quiet.steps, call.steps)


async def test_the_hold_of_all_open_tables_looks_like_none_in_the_closed_room(
    tmp_path: Path, brief: bool
) -> None:
    past = shared_past(12)
    quiet, held = past.fork(1), past.fork(1)
    troubled(held, Room.OPEN, REASONS[0], HoldScope.ROOM)
    watch = Watch((*WATCHING, *IN_CLOSED), knows=not_of_open)
    await watch.sized(brief).same(tmp_path, quiet.steps, held.steps)


@pytest.mark.parametrize(
    "scope", [pytest.param(HoldScope.MATCH, marks=pytest.mark.soak), HoldScope.HALL]
)
async def test_why_a_match_or_the_hall_is_held_nobody_at_its_tables_or_outside_can_tell(
    tmp_path: Path, scope: HoldScope, brief: bool
) -> None:
    past = shared_past(13)
    one, other = past.fork(1), past.fork(1)
    for story, reason in zip((one, other), REASONS, strict=True):
        directed(story, cmd.HoldPlay(scope=scope, reason=reason))
    watch = Watch((*WATCHING, *IN_CLOSED, *IN_OPEN), knows=lambda _: True)
    observed = await watch.sized(brief).same(tmp_path, one.steps, other.steps)
    assert "held by the director" in observed.roles["public"].text.lower()


async def test_a_throw_before_the_play_is_finished_looks_like_none(
    tmp_path: Path, brief: bool
) -> None:
    past = shared_past(14)
    past.go_on(lambda rooms: rooms.state.open.phase is Phase.MOVE, Room.OPEN)
    calm, hasty = past.fork(1), past.fork(1)
    key = hasty.rooms.state.open.next_key()
    thrown: dict[str, Any] = {"dice": Roll(6, 1), "source": DiceSource.READER, "asks": True}
    at: dict[str, Any] = {**hasty.rooms.at, "side": key.side, "turn": key.turn, **thrown}
    hasty.say(rd.DiceThrown(**at))
    assert hasty.rooms.state.early is not None
    watch = Watch((*WATCHING, *IN_CLOSED), knows=not_of_open)
    await watch.sized(brief).same(tmp_path, calm.steps, hasty.steps)


async def test_one_players_choice_to_draw_the_rest_looks_like_none(
    tmp_path: Path, brief: bool
) -> None:
    past = shared_past(15)
    rooms = past.rooms
    past.go_on(lambda rooms: rooms.state.open.phase is Phase.TO_ACT, Room.OPEN)
    key = rooms.state.open.current
    assert key is not None
    at: dict[str, Any] = {**rooms.at, "room": Room.OPEN}
    offer: dict[str, Any] = {"side": key.side, "turn": key.turn, "ending": Ending.RESIGNED}
    past.say(rd.ResignationMade(**at, **offer))
    accepting: dict[str, Any] = {"side": key.side.opponent, "turn": key.turn, "accepted": True}
    past.say(rd.ResignationAnswered(**at, **accepting))
    for side in Side:
        past.say(rd.ResultAgreed(**at, side=side))
    thrown, drawn = past.fork(1), past.fork(1)
    drawn.say(rd.RestAnswered(**at, side=Side.WHITE, drawn=True))
    assert drawn.rooms.state.rest_chosen
    watch = Watch((*WATCHING, *IN_CLOSED), knows=not_of_open)
    await watch.sized(brief).same(tmp_path, thrown.steps, drawn.steps)
