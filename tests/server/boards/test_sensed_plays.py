"""Plays at a table whose board does not sense everything, and what its faults are told as."""

from pathlib import Path

from board_drivers.interpreter.sensors import Sensors
from board_drivers.link.board_link import BoardIdentity
from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import (
    Awaited,
    Capability,
    Confirmed,
    FaultCode,
    MoveJudgement,
    Question,
    ThrowSource,
    WhichPlay,
    WireSide,
)
from rules.games.backgammon import BACKGAMMON
from rules.position import Move, Position, Side
from rules.room import Room
from server.boards.board_alarm import DiceInDoubt, SensorsFaulty
from tests.support.open_table import BOARD, START, TURN, Table, counts, open_table

TRAYS = 1 << 0
HALF_DEAD = sum(1 << point for point in range(2, 14))
BEZMA = BoardIdentity(BOARD, "BEZMA", "1", Capability.CONSOLE, point_limit=5)
COUNTING = BoardIdentity(BOARD, "Test", "1", Capability.COLOUR_SENSING)
READER, CONSOLE = ThrowSource.DICE_READER, ThrowSource.CONSOLE


def moved(*moves: tuple[int, int]) -> Position:
    return BACKGAMMON.apply(START, Side.WHITE, tuple(Move(*each) for each in moves))


def done(position: Position, board: BoardIdentity, mask: int = 0) -> wire.TurnDone:
    colour = Capability.COLOUR_SENSING in board.capabilities
    sensors = Sensors(BACKGAMMON, board.point_limit, colour, mask)
    return wire.TurnDone(*TURN, PointCounts(*sensors.sense(position)), mask, 1)


def lying(table: Table) -> Position:
    match = table.seat().match
    assert match is not None
    assert match.record.state is not None
    return match.record.state.table(Room.OPEN).position


async def verdict(table: Table, number: int) -> MoveJudgement:
    """The first word on the TURN_DONE of that number."""
    judgements: list[MoveJudgement] = []

    def holds(each: object) -> bool:
        if isinstance(each, wire.MoveVerdict) and each.event == number:
            judgements.append(each.judgement)
        return bool(judgements)

    await table.until(holds)
    return judgements[0]


async def question(table: Table) -> wire.Ask:
    """The next question, which comes with the verdict that the play is not clear."""
    asked, verdicts = list[wire.Ask](), list[MoveJudgement]()

    def holds(message: object) -> bool:
        if isinstance(message, wire.Ask):
            asked.append(message)
        elif isinstance(message, wire.MoveVerdict):
            verdicts.append(message.judgement)
        return bool(asked and verdicts)

    await table.until(holds)
    assert verdicts == [MoveJudgement.AMBIGUOUS]
    return asked[0]


async def test_a_board_that_counts_to_five_and_sees_no_colour_needs_no_question(
    tmp_path: Path,
) -> None:
    after = moved((13, 9), (8, 5))
    async with open_table(tmp_path, BEZMA) as table:
        number = table.link.report(done(after, BEZMA, TRAYS))
        assert await verdict(table, number) is MoveJudgement.OK
        assert lying(table) == after
        assert table.seat().trouble is None


async def test_a_throw_and_its_play_said_in_one_breath_are_read_one_after_the_other(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, BEZMA) as table:
        table.link.report(done(moved((13, 9), (8, 5)), BEZMA, TRAYS))
        thrown = wire.Roll(1, 1, 1, WireSide.RED, 6, 1, READER, 100, 0)
        table.link.report(thrown)
        before = moved((13, 9), (8, 5))
        after = BACKGAMMON.apply(before, Side.RED, (Move(13, 7), Move(8, 7)))
        sensed = PointCounts(*Sensors(BACKGAMMON, 5, colour=False).sense(after))
        number = table.link.report(wire.TurnDone(1, 1, 1, WireSide.RED, sensed, TRAYS, 2))
        assert await verdict(table, number) is MoveJudgement.OK
        assert lying(table) == after


async def test_the_player_is_asked_which_play_it_was_until_he_names_one(tmp_path: Path) -> None:
    async with open_table(tmp_path, COUNTING) as table:
        table.link.report(done(moved((6, 3), (6, 2)), COUNTING, HALF_DEAD))
        first = await question(table)
        assert first.about is Question.WHICH_PLAY
        assert len(first.candidates) == 4
        assert lying(table) == START
        asked = [*first.candidates]
        table.link.report(wire.Answer(*TURN, first.question, WhichPlay.NONE_OF_THESE))
        second = await question(table)
        assert second.question == first.question + 1
        asked += second.candidates
        assert len(set(asked)) == len(asked)
        table.link.report(wire.Answer(*TURN, first.question, 0))
        await table.fault(FaultCode.STALE)
        table.link.report(wire.Answer(*TURN, second.question, len(second.candidates)))
        await table.fault(FaultCode.NO_CHOICE)
        table.link.report(wire.Answer(*TURN, second.question, 0))
        await table.waits_for(Awaited.ROLL)
        named = tuple(Move(*each) for each in second.candidates[0])
        assert lying(table) == BACKGAMMON.apply(START, Side.WHITE, named)


async def test_after_the_last_candidate_the_play_is_finished_anew(tmp_path: Path) -> None:
    async with open_table(tmp_path, COUNTING) as table:
        table.link.report(done(moved((6, 3), (6, 2)), COUNTING, HALF_DEAD))
        asked = await question(table)
        while len(asked.candidates) == 4:
            table.link.report(wire.Answer(*TURN, asked.question, WhichPlay.NONE_OF_THESE))
            asked = await question(table)
        table.link.report(wire.Answer(*TURN, asked.question, WhichPlay.NONE_OF_THESE))
        await table.fault(FaultCode.PLAY_UNFINISHED)
        number = table.link.report(done(moved((24, 20), (13, 10)), COUNTING))
        assert await verdict(table, number) is MoveJudgement.OK


async def test_an_illegal_play_is_known_as_it_lies_and_may_be_let_stand(tmp_path: Path) -> None:
    lies = moved((13, 8), (6, 5))
    async with open_table(tmp_path, BEZMA) as table:
        number = table.link.report(done(lies, BEZMA, TRAYS))
        assert await verdict(table, number) is MoveJudgement.ILLEGAL
        assert lying(table) == lies
        table.link.report(wire.Confirm(1, 1, 1, WireSide.RED, what=Confirmed.PLAY, event=number))
        await table.waits_for(Awaited.ROLL)
        assert lying(table) == lies


async def test_a_play_with_a_move_missing_is_told_as_incomplete(tmp_path: Path) -> None:
    async with open_table(tmp_path, BEZMA, CONSOLE) as table:
        number = table.link.report(done(moved((13, 9)), BEZMA, TRAYS))
        assert await verdict(table, number) is MoveJudgement.INCOMPLETE
        assert table.seat().alarm is None


async def test_a_checker_in_the_hand_is_no_position(tmp_path: Path) -> None:
    async with open_table(tmp_path, COUNTING) as table:
        white = tuple(count - (place == 9) for place, count in enumerate(moved((13, 9)).white))
        table.link.report(wire.TurnDone(*TURN, PointCounts(white, START.red), 0, 1))
        await table.fault(FaultCode.IMPOSSIBLE_POSITION)


async def test_keyed_dice_that_contradict_the_movement_are_doubted_before_they_count(
    tmp_path: Path,
) -> None:
    """Ruling 9: the movement is that of 6-3, keyed was 4-3."""
    after = moved((24, 18), (13, 10))
    async with open_table(tmp_path, BEZMA, CONSOLE) as table:
        number = table.link.report(done(after, BEZMA, TRAYS))
        assert await verdict(table, number) is MoveJudgement.ILLEGAL
        await table.until(lambda message: message == wire.Fault(FaultCode.DICE_IN_DOUBT, 1))
        assert isinstance(table.seat().alarm, DiceInDoubt)
        seat = table.seat()
        seat.alarm = None
        seat.assign(seat.match, seat.room)  # as when the board comes back
        await table.until(lambda message: message == wire.Fault(FaultCode.DICE_IN_DOUBT, 1))
        assert isinstance(table.seat().alarm, DiceInDoubt)
        corrected = wire.Roll(1, 1, 1, WireSide.NONE, 6, 3, CONSOLE, 100, 0, corrects=1)
        table.link.report(corrected)
        await table.until(lambda message: isinstance(message, wire.DiceShow) and message.die1 == 6)
        assert table.seat().alarm is None
        number = table.link.report(done(after, BEZMA, TRAYS))
        assert await verdict(table, number) is MoveJudgement.OK


async def test_dice_a_reader_has_read_are_not_doubted(tmp_path: Path) -> None:
    async with open_table(tmp_path, COUNTING) as table:
        number = table.link.report(done(moved((24, 18), (13, 10)), COUNTING))
        assert await verdict(table, number) is MoveJudgement.ILLEGAL
        assert table.seat().alarm is None


async def test_dead_sensors_are_told_once_and_until_they_are_mended(tmp_path: Path) -> None:
    async with open_table(tmp_path, COUNTING) as table:
        for _ in range(3):
            table.link.report(wire.Fault(FaultCode.SENSOR_DEAD, 1 << 6 | 1 << 25))
        number = table.link.report(done(moved((13, 9), (8, 5)), COUNTING, 1 << 6 | 1 << 25))
        assert await verdict(table, number) is MoveJudgement.OK
        assert table.seat().trouble == SensorsFaulty((6, 25))
        table.link.report(wire.Fault(FaultCode.SENSOR_DEAD, 0))
        table.link.report(wire.Ready(1, 1, 1, WireSide.RED))
        await table.fault(FaultCode.WRONG_ROOM)
        assert table.seat().trouble is None


async def test_a_board_that_sees_no_colour_comes_back_with_the_same_totals(tmp_path: Path) -> None:
    after = moved((13, 9), (8, 5))
    async with open_table(tmp_path, BEZMA) as table:
        table.link.report(done(after, BEZMA, TRAYS))
        await table.waits_for(Awaited.ROLL)
        at = (1, 1, 1, WireSide.RED)
        sensed = done(after, BEZMA, TRAYS).position
        table.link.report(wire.Snapshot(*at, sensed, TRAYS, 2, 0, 0, 1, WireSide.NONE))
        table.link.report(wire.Ready(*at))
        await table.fault(FaultCode.WRONG_ROOM)
        assert table.seat().alarm is None
        table.link.report(wire.Snapshot(*at, counts(START), TRAYS, 2, 0, 0, 1, WireSide.NONE))
        await table.fault(FaultCode.POSITION_DIFFERS)
