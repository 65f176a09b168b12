"""Faults 12 to 14, 21 to 24, 26 to 36 and 40: of server, boards and hands, put right at the table.

What people there do wrong is told to them; nobody else has to do anything.
"""

import pytest

from rules import events as ev
from rules.events import Refusal
from rules.position import Side
from rules.room import Room
from simulator.display import SensorKind, SensorSet
from simulator.faults.plan import FaultPlan, PlannedFault
from tests.end_to_end.faults.faulty_hall import FaultyMatch, Hall, eventually, thrown_in

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.long]


async def _played(
    hall: Hall, fault: PlannedFault, chance: float
) -> tuple[FaultyMatch, list[ev.Event]]:
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
    await _played(hall, PlannedFault.REBOOT_MID_TURN, 0.05)


async def test_13_reboot_before_ack(hall: Hall) -> None:
    await _played(hall, PlannedFault.REBOOT_BEFORE_ACK, 0.03)


async def test_14_server_killed(hall: Hall) -> None:
    """Killed while boards speak as fast as it answers, it goes on where it stood each time."""
    async with hall.match() as match:
        for kill in range(1, 4):
            most = 8 * kill

            def is_played_on(log: list[ev.Event], most: int = most) -> bool:
                return len(thrown_in(log, 1)) > most

            await match.until_logged(is_played_on)
            await hall.kill_server()
        await match.until_over()
        await match.check_exactly_once()


async def test_a_board_that_takes_a_table_over_in_mid_game_plays_on(hall: Hall) -> None:
    """The checkers are set up on it as they lay on the one that has failed: no play is doubted."""

    def is_under_way(log: list[ev.Event]) -> bool:
        made = [e for e in log if isinstance(e, ev.PlayMade) and e.room is Room.CLOSED]
        return len(made) >= 5

    async with hall.match(pace=0.02) as match:
        await match.until_logged(is_under_way)
        failed, spare = match.table.ids[Room.CLOSED], "mid-game-spare"
        await match.replace_board(Room.CLOSED, spare)

        async def is_swapped() -> bool:
            swap = f"/api/boards/{failed}/swap"
            return (await hall.director.post(swap, json={"takes_over": spare})).is_success

        await eventually(is_swapped)
        await match.until_over()
        await match.check_exactly_once()
        log = await match.log()
        assert not [e for e in log if isinstance(e, ev.PlayQuestioned)]
        assert [e.game for e in log if isinstance(e, ev.PlayMade)].count(1) > 10


async def test_28_dead_sensor(hall: Hall) -> None:
    """The play is inferred, or asked about; the operator is told which places are not seen."""
    plan = FaultPlan.of("dead_sensor 1.0")
    async with hall.match({Room.OPEN: plan}) as match:
        await hall.until_alarm("sensors are stuck or dead", match.table.ids[Room.OPEN])
        await match.until_over()
        await match.check_exactly_once()
        assert match.struck(PlannedFault.DEAD_SENSOR) > 1


async def test_30_tall_stack(hall: Hall) -> None:
    """Boards that count up to five a point: every play is found, by asking where two fit."""
    plan = FaultPlan.of("tall_stack 1.0")
    async with hall.match(
        dict.fromkeys(Room, plan), sensors=SensorSet(SensorKind.SATURATING)
    ) as match:
        await match.until_over()
        await match.check_exactly_once()
        assert match.struck(PlannedFault.TALL_STACK) > 1


async def test_40_closed_room_ahead(hall: Hall) -> None:
    """It waits, and is given each roll when that counts and not before."""
    async with hall.match(plugged=False) as match:
        match.plug_in(Room.CLOSED)
        await match.until_logged(lambda log: sum(isinstance(e, ev.PlayerSet) for e in log) == 2)
        assert not [e for e in await match.log() if isinstance(e, ev.RollReleased)]
        match.plug_in(Room.OPEN)
        await match.until_over()
        await match.check_exactly_once()
        log = [e for e in await match.log() if isinstance(e, ev.RollEvent) and e.game == 1]
        counted = set[tuple[Side, int]]()
        for event in log:
            if isinstance(event, ev.RollCounted):
                counted.add((event.side, event.turn))
            elif isinstance(event, ev.RollReleased) and not event.opening:
                assert (event.side, event.turn) in counted


async def test_21_cocked_die(hall: Hall) -> None:
    """The same turn is thrown again."""
    _, log = await _played(hall, PlannedFault.COCKED_DIE, 0.3)
    assert _refused(log) == {Refusal.COCKED}


async def test_22_nudged_die(hall: Hall) -> None:
    """The dice stored first stand."""
    _, log = await _played(hall, PlannedFault.NUDGED_DIE, 0.3)
    assert _refused(log) <= {Refusal.CONFLICT, Refusal.ALREADY_RELEASED}


async def test_23_unasked_roll(hall: Hall) -> None:
    _, log = await _played(hall, PlannedFault.UNASKED_ROLL, 0.3)
    assert _refused(log)


async def test_24_mis_keyed_roll(hall: Hall) -> None:
    """Corrected by who keyed it before it is released: both rooms get the dice that lay there.

    When the game is over the boards play on, and what is keyed wrongly meanwhile is corrected too.
    """
    plan = FaultPlan.of(f"{PlannedFault.MIS_KEYED_ROLL.plan_name} 0.3")

    def corrected(log: list[ev.Event]) -> int:
        return len([e for e in log if isinstance(e, ev.RollCorrected)])

    async with hall.match(dict.fromkeys(Room, plan)) as match:
        await match.until_over()
        await match.check_exactly_once()
        struck = match.struck(PlannedFault.MIS_KEYED_ROLL)
        assert struck > 0
        await match.until_logged(lambda log: corrected(log) >= struck)
        log = await match.log()
        assert corrected(log) <= match.struck(PlannedFault.MIS_KEYED_ROLL)


async def test_26_checker_in_hand(hall: Hall) -> None:
    _, log = await _played(hall, PlannedFault.CHECKER_IN_HAND, 0.3)
    assert _refused(log) == {Refusal.IMPOSSIBLE_POSITION}


async def test_27_slide_through_points(hall: Hall) -> None:
    _, log = await _played(hall, PlannedFault.SLIDE_THROUGH_POINTS, 0.5)
    assert not _refused(log)


async def test_29_sensor_flicker(hall: Hall) -> None:
    _, log = await _played(hall, PlannedFault.SENSOR_FLICKER, 0.5)
    assert not _refused(log)


async def test_31_illegal_play(hall: Hall) -> None:
    """The board and the operator are told; the player puts it right."""
    _, log = await _played(hall, PlannedFault.ILLEGAL_PLAY, 0.2)
    assert [e for e in log if isinstance(e, ev.PlayQuestioned)]


async def test_32_early_turn_done(hall: Hall) -> None:
    """A play of dice that were not given yet does not count."""
    _, log = await _played(hall, PlannedFault.EARLY_TURN_DONE, 0.3)
    assert _refused(log)


async def test_33_late_double(hall: Hall) -> None:
    _, log = await _played(hall, PlannedFault.LATE_DOUBLE, 0.5)
    assert _refused(log)


async def test_34_take_and_pass(hall: Hall) -> None:
    """The answer that was stored first stands."""
    _, log = await _played(hall, PlannedFault.TAKE_AND_PASS, 1.0)
    assert _refused(log)


async def test_35_button_bounce(hall: Hall) -> None:
    await _played(hall, PlannedFault.BUTTON_BOUNCE, 0.3)


async def test_36_clock_jump(hall: Hall) -> None:
    _, log = await _played(hall, PlannedFault.CLOCK_JUMP, 0.5)
    assert not _refused(log)
