"""A board at a table that shows or holds what it should not (docs/wire.md)."""

from pathlib import Path

from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, FaultCode, RollJudgement, ThrowSource, WireSide
from server.boards.board_alarm import OtherCheckers, OtherDice
from tests.support.open_table import PLAYED, START, TURN, counts, open_table


async def test_a_display_with_other_dice_stops_the_table_until_it_is_right(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        table.link.report(wire.DiceShown(*TURN, die1=4, die2=1))
        await table.fault(FaultCode.ECHO_MISMATCH)
        assert isinstance(table.seat().alarm, OtherDice)
        table.link.report(wire.TurnDone(*TURN, counts(PLAYED), 0, 1))
        await table.fault(FaultCode.TABLE_STOPPED)
        table.link.report(wire.DiceShown(*TURN, die1=3, die2=4))
        await table.waits_for(Awaited.MOVE)
        assert table.seat().alarm is None


async def test_dice_the_display_got_wrong_are_sent_once_more(tmp_path: Path) -> None:
    async with open_table(tmp_path) as table:
        table.link.report(wire.DiceShown(*TURN, die1=4, die2=1))
        await table.until(lambda message: isinstance(message, wire.DiceShow))


async def test_dice_corrected_before_their_echo_came_are_echoed_once_and_stop_nothing(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as table:
        reader = ThrowSource.DICE_READER
        roll = wire.Roll(1, 1, 1, WireSide.NONE, 6, 3, reader, 100, 0, corrects=1)
        await table.verdict_on(table.link.report(roll))
        table.link.report(wire.DiceShown(*TURN, die1=4, die2=3))
        table.link.report(wire.Ready(*TURN))
        await table.fault(FaultCode.WRONG_ROOM)
        table.link.report(wire.DiceShown(*TURN, die1=4, die2=3))
        await table.fault(FaultCode.ECHO_MISMATCH)


async def test_other_checkers_on_a_board_that_comes_back_are_told_until_a_play_fits(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as table:
        table.link.report(wire.TurnDone(*TURN, counts(PLAYED), 0, 1))
        await table.waits_for(Awaited.ROLL)
        at = (1, 1, 1, WireSide.RED)
        found = wire.Snapshot(*at, counts(START), 0, 2, 0, 0, 1, WireSide.NONE)
        table.link.report(found)
        await table.fault(FaultCode.POSITION_DIFFERS)
        assert isinstance(table.seat().alarm, OtherCheckers)
        table.link.report(wire.Snapshot(*at, counts(PLAYED), 0, 3, 0, 0, 1, WireSide.NONE))
        table.link.report(wire.Ready(*at))
        await table.fault(FaultCode.WRONG_ROOM)
        assert table.seat().alarm is None


async def test_a_roll_that_corrects_another_event_than_the_one_thrown_in_is_void(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as table:
        reader = ThrowSource.DICE_READER
        for corrects, judgement, reason in (
            (99, RollJudgement.VOID, FaultCode.STALE),
            (1, RollJudgement.COUNTED, FaultCode.NONE),
        ):
            roll = wire.Roll(1, 1, 1, WireSide.NONE, 6, 3, reader, 100, 0, corrects=corrects)
            number = table.link.report(roll)
            verdict = await table.verdict_on(number)
            assert (verdict.judgement, verdict.reason) == (judgement, reason)
