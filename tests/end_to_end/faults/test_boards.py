"""Faults 12 and 13, 26, 27, 29, 33 to 36: of boards and hands. They pass without anybody's help.

Faults 21 to 24, 31 and 32: what people at the table do wrong is told to them and put right by them.
"""

import pytest

from rules import events as ev
from rules.events import Refusal
from rules.room import Room
from simulator.faults.fault import Fault
from simulator.faults.plan import FaultPlan
from tests.end_to_end.faults.faulty_hall import FaultyMatch, Hall

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.long]


async def _played(hall: Hall, fault: Fault, chance: float) -> tuple[FaultyMatch, list[ev.Event]]:
    """A game with that fault in both rooms, and its log."""
    plan = FaultPlan.of(f"{fault.plan_name} {chance}")
    async with hall.match(dict.fromkeys(Room, plan)) as match:
        await match.until_over()
        await match.check_exactly_once()
        assert match.struck(fault) > 0
        return match, await match.log()


def _refused(log: list[ev.Event]) -> set[Refusal]:
    return {e.why for e in log if isinstance(e, ev.ReadingRefused | ev.ThrowVoided)}


async def test_12_reboot_mid_turn(hall: Hall) -> None:
    await _played(hall, Fault.REBOOT_MID_TURN, 0.05)


async def test_13_reboot_before_ack(hall: Hall) -> None:
    await _played(hall, Fault.REBOOT_BEFORE_ACK, 0.03)


async def test_21_cocked_die(hall: Hall) -> None:
    """The same turn is thrown again."""
    _, log = await _played(hall, Fault.COCKED_DIE, 0.3)
    assert _refused(log) == {Refusal.COCKED}


async def test_22_nudged_die(hall: Hall) -> None:
    """The dice stored first stand."""
    _, log = await _played(hall, Fault.NUDGED_DIE, 0.3)
    assert _refused(log) <= {Refusal.CONFLICT, Refusal.ALREADY_RELEASED}


async def test_23_unasked_roll(hall: Hall) -> None:
    _, log = await _played(hall, Fault.UNASKED_ROLL, 0.3)
    assert _refused(log)


async def test_24_mis_keyed_roll(hall: Hall) -> None:
    """Corrected by who keyed it before it is released: both rooms get the dice that lay there."""
    match, log = await _played(hall, Fault.MIS_KEYED_ROLL, 0.3)
    corrected = [e for e in log if isinstance(e, ev.RollCorrected)]
    assert len(corrected) == match.struck(Fault.MIS_KEYED_ROLL)


async def test_26_checker_in_hand(hall: Hall) -> None:
    _, log = await _played(hall, Fault.CHECKER_IN_HAND, 0.3)
    assert _refused(log) == {Refusal.IMPOSSIBLE_POSITION}


async def test_27_slide_through_points(hall: Hall) -> None:
    _, log = await _played(hall, Fault.SLIDE_THROUGH_POINTS, 0.5)
    assert not _refused(log)


async def test_29_sensor_flicker(hall: Hall) -> None:
    _, log = await _played(hall, Fault.SENSOR_FLICKER, 0.5)
    assert not _refused(log)


async def test_31_illegal_play(hall: Hall) -> None:
    """The board and the operator are told; the player puts it right."""
    _, log = await _played(hall, Fault.ILLEGAL_PLAY, 0.2)
    assert [e for e in log if isinstance(e, ev.PlayQuestioned)]


async def test_32_early_turn_done(hall: Hall) -> None:
    """A play of dice that were not given yet does not count."""
    _, log = await _played(hall, Fault.EARLY_TURN_DONE, 0.3)
    assert _refused(log)


async def test_33_late_double(hall: Hall) -> None:
    _, log = await _played(hall, Fault.LATE_DOUBLE, 0.5)
    assert _refused(log)


async def test_34_take_and_pass(hall: Hall) -> None:
    """The answer that was stored first stands."""
    _, log = await _played(hall, Fault.TAKE_AND_PASS, 1.0)
    assert _refused(log)


async def test_35_button_bounce(hall: Hall) -> None:
    await _played(hall, Fault.BUTTON_BOUNCE, 0.3)


async def test_36_clock_jump(hall: Hall) -> None:
    _, log = await _played(hall, Fault.CLOCK_JUMP, 0.5)
    assert not _refused(log)
