"""Tables that keep dice only tell the other room and the public no more than any others do."""

from dataclasses import replace
from pathlib import Path

import pytest

from rules import events as ev
from rules.events import Embargo
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.state import Phase
from tests.server.test_non_interference import (
    BLIND_TO_CLOSED,
    BLIND_TO_OPEN,
    IN_BRIEF_AND_WHOLE,
    QUIET,
    THE_PUBLIC,
    shared_past,
)
from tests.support.rooms import Temper

pytestmark = IN_BRIEF_AND_WHOLE


@pytest.mark.parametrize(
    "unrecorded",
    [
        pytest.param((Room.CLOSED,), marks=pytest.mark.soak),
        pytest.param((Room.OPEN,), marks=pytest.mark.soak),
        (Room.OPEN, Room.CLOSED),
    ],
    ids=["closed", "open", "both"],
)
async def test_what_the_open_room_throws_plays_and_claims_looks_the_same(
    tmp_path: Path, unrecorded: tuple[Room, ...], brief: bool
) -> None:
    """One open room is a throw ahead, the other has claimed the end of its game, and has it."""
    past = shared_past(0, unrecorded=unrecorded)
    near, far = past.fork(100, QUIET), past.fork(200, Temper(double=0.5, take=0.3, resign=0.3))
    near.go_ahead(1)
    far.go_ahead(1000)
    assert near.rooms.state.open.result is None
    assert far.rooms.state.open.result is not None
    claims = [event for step in far.steps for event in step if isinstance(event, ev.EndClaimed)]
    assert bool(claims) is (Room.OPEN in unrecorded)
    observed = await BLIND_TO_OPEN.sized(brief).same(tmp_path, near.steps, far.steps)
    assert observed.followed.frames


async def test_other_dice_of_the_open_room_look_the_same_to_the_public(
    tmp_path: Path, brief: bool
) -> None:
    past = shared_past(1, unrecorded=tuple(Room))
    near, far = past.fork(101, QUIET), past.fork(202, QUIET)
    near.go_ahead(4)
    far.go_ahead(4)
    assert near.rooms.state.rolls != far.rooms.state.rolls
    await THE_PUBLIC.sized(brief).same(tmp_path, near.steps, far.steps)


@pytest.mark.parametrize(
    "embargo",
    [
        Embargo.LOCKSTEP,
        *(
            pytest.param(each, marks=pytest.mark.soak)
            for each in (Embargo.LIVE, Embargo.AFTER_GAME)
        ),
    ],
)
async def test_an_end_claimed_and_refused_in_the_closed_room_leaves_no_trace(
    tmp_path: Path, embargo: Embargo, brief: bool
) -> None:
    """Under every embargo, neither for the open room nor for the public."""
    plain = shared_past(2, unrecorded=tuple(Room))
    plain.go_on(lambda rooms: rooms.state.closed.phase is Phase.MOVE, Room.CLOSED)
    claimed = plain.fork(102, QUIET)
    table = claimed.rooms.state.closed
    assert table.current is not None
    at, (side, turn) = claimed.rooms.at, (table.current.side, table.current.turn)
    ends = rd.EndClaimMade(
        **at, room=Room.CLOSED, side=side, turn=turn, ending=Ending.GAMMON, left=15
    )
    refused = rd.ResignationAnswered(
        **at, room=Room.CLOSED, side=side.opponent, turn=turn, accepted=False
    )
    claimed.say(ends)
    claimed.say(refused)
    watch = replace(BLIND_TO_CLOSED, embargo=embargo)
    await watch.sized(brief).same(tmp_path, plain.steps, claimed.steps)
