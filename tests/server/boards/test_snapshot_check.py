"""What lies on a board that comes back, against what the match has (docs/wire.md, SNAPSHOT)."""

from dataclasses import replace

from board_drivers.interpreter.sensors import Sensors
from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import WireSide
from rules.duplicate.state import MatchState
from rules.games.backgammon import BACKGAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import OFF, Position, Side
from rules.room import Room
from rules.tables.fold import fresh_table
from rules.tables.state import Phase
from server.boards.board_alarm import PlaceDiffers
from server.boards.deliveries import differences as differences_of
from server.boards.translation.readings import sensed_by
from tests.support.rooms import initial

START = BACKGAMMON.start()
TALL = Position((0,) * 6 + (8, 0, 3, 0, 0, 0, 0, 4) + (0,) * 12, START.red)


def between_turns(position: Position, phase: Phase = Phase.TO_ACT) -> MatchState:
    table = replace(fresh_table(BACKGAMMON, Room.OPEN), phase=phase, position=position)
    return initial(BACKGAMMON).with_table(table)


def snapshot(position: Position, mask: int = 0) -> wire.Snapshot:
    counts = PointCounts(position.white, position.red)
    return wire.Snapshot(1, 1, 1, WireSide.WHITE, counts, mask, 1, 0, 0, 1, WireSide.NONE)


def differences(
    state: MatchState, room: Room, found: wire.Snapshot, limit: int
) -> tuple[PlaceDiffers, ...]:
    sensors = Sensors(BACKGAMMON, limit, masked=found.fault_mask)
    return differences_of(state, room, sensed_by(found), sensors)


def sensed(place: int, count: int) -> Position:
    """A start position whose White six-point or bar the sensors count so; sums need not hold."""
    white = list(START.white)
    white[place], white[0] = count, START.white[place] - count
    return Position(tuple(white), START.red) if white[0] >= 0 else START


def test_the_same_checkers_say_nothing() -> None:
    assert differences(between_turns(START), Room.OPEN, snapshot(START), 0) == ()


def test_a_difference_is_told_point_by_point() -> None:
    found = differences(between_turns(START), Room.OPEN, snapshot(sensed(6, 4)), 0)
    assert found == (PlaceDiffers(Side.WHITE, OFF, 1, 0), PlaceDiffers(Side.WHITE, 6, 4, 5))


def test_a_stack_is_compared_as_far_as_the_board_can_count() -> None:
    counted = PointCounts(tuple(min(count, 5) for count in TALL.white), TALL.red)
    found = replace(snapshot(TALL), position=counted)
    assert differences(between_turns(TALL), Room.OPEN, found, 5) == ()
    different = differences(between_turns(TALL), Room.OPEN, found, 0)
    assert PlaceDiffers(Side.WHITE, 6, 5, 8) in different


def test_a_faulty_point_says_nothing() -> None:
    found = snapshot(sensed(6, 4), mask=1 << 6 | 1 << 0)
    assert differences(between_turns(START), Room.OPEN, found, 0) == ()


def test_reds_points_are_masked_by_whites_numbers() -> None:
    red = list(START.red)
    red[6], red[0] = 4, 1
    found = snapshot(Position(START.white, tuple(red)), mask=1 << 19)
    different = differences(between_turns(START), Room.OPEN, found, 0)
    assert different == (PlaceDiffers(Side.RED, OFF, 1, 0),)


def test_nothing_is_told_of_a_play_under_way_nor_before_and_after_a_game() -> None:
    for phase in (Phase.OPENING, Phase.MOVE, Phase.QUESTIONED, Phase.FINISHED):
        state = between_turns(START, phase)
        assert differences(state, Room.OPEN, snapshot(sensed(6, 4)), 0) == ()


def test_nothing_is_told_while_all_checkers_are_put_back_on_the_talons() -> None:
    half_way = Position((3, *(0,) * 11, 4, *(0,) * 11, 8, 0), TRICTRAC.start().red)
    state = between_turns(TRICTRAC.start())
    assert differences(state, Room.OPEN, snapshot(half_way), 0) == ()
    assert differences(between_turns(half_way), Room.OPEN, snapshot(TRICTRAC.start()), 0)
