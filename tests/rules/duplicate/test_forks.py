"""Where both rooms had one position and one roll, and where they went on differently."""

from dataclasses import replace

from rules.dice import Cube, Roll
from rules.duplicate.forks import DoubleAnswer, ForkKind, PlayedTurn, fork_of, shared_turns
from rules.games.backgammon import BACKGAMMON
from rules.position import Move, Play, Position, Side

START = BACKGAMMON.start()
SPLIT = (Move(24, 20), Move(13, 10))
BUILD = (Move(13, 9), Move(13, 10))
RUN = (Move(24, 18), Move(18, 13))


def turn(
    side: Side, number: int, before: Position, dice: Roll, play: Play, cube: Cube | None = None
) -> PlayedTurn:
    after = BACKGAMMON.apply(before, side, play)
    return PlayedTurn(side, number, before, cube or Cube(), None, dice, play, after)


def lying(played: PlayedTurn) -> Position:
    assert played.after is not None
    return played.after


OPENING = turn(Side.WHITE, 1, START, Roll(4, 3), SPLIT)
OTHER = turn(Side.WHITE, 1, START, Roll(4, 3), BUILD)


def test_the_opening_played_otherwise_is_a_fork_and_no_turn_is_alike() -> None:
    shared = shared_turns([OPENING], [OTHER])
    assert [fork.kind for fork in shared.forks] == [ForkKind.PLAY]
    assert (shared.alike, shared.met, shared.thrown) == (0, 1, 1)
    assert shared.forks[0].side is Side.WHITE


def test_after_the_rooms_have_parted_other_positions_make_no_fork() -> None:
    replies = [turn(Side.RED, 1, lying(first), Roll(6, 5), RUN) for first in (OPENING, OTHER)]
    shared = shared_turns([OPENING, replies[0]], [OTHER, replies[1]])
    assert len(shared.forks) == 1
    assert (shared.alike, shared.met, shared.thrown) == (0, 1, 2)


def test_rooms_that_come_back_to_one_position_meet_again() -> None:
    ways = ((Move(13, 11), Move(24, 23)), (Move(24, 22), Move(6, 5)))
    ways_back = (ways[1], ways[0])
    slot = (Move(13, 11), Move(6, 5))
    rooms = list[list[PlayedTurn]]()
    for there, back in zip(ways, ways_back, strict=True):
        first = turn(Side.WHITE, 1, START, Roll(2, 1), there)
        reply = turn(Side.RED, 1, lying(first), Roll(2, 1), slot)
        second = turn(Side.WHITE, 2, lying(reply), Roll(1, 2), back)
        rooms.append([first, reply, second, turn(Side.RED, 2, lying(second), Roll(6, 5), RUN)])
    assert rooms[0][-1] == rooms[1][-1]
    shared = shared_turns(*rooms)
    assert (shared.alike, shared.met, shared.thrown) == (0, 2, 4)
    assert len(shared.forks) == 1


def test_a_double_in_one_room_where_the_other_threw_is_a_fork() -> None:
    second = turn(Side.RED, 1, lying(OPENING), Roll(6, 5), RUN)
    doubled = replace(second, double=DoubleAnswer.TAKEN)
    shared = shared_turns([OPENING, second], [OPENING, doubled])
    assert [(fork.kind, fork.side) for fork in shared.forks] == [(ForkKind.DOUBLE, Side.RED)]
    assert (shared.alike, shared.met) == (1, 1)


def test_who_had_no_access_to_the_cube_has_not_refrained_from_doubling() -> None:
    owned = turn(Side.RED, 1, lying(OPENING), Roll(6, 5), RUN, Cube(2, Side.WHITE))
    assert fork_of(owned, replace(owned, double=DoubleAnswer.TAKEN)) is None


def test_a_double_taken_here_and_passed_there_is_the_answerers_fork() -> None:
    taken = replace(turn(Side.RED, 1, lying(OPENING), Roll(6, 5), RUN), double=DoubleAnswer.TAKEN)
    passed = replace(taken, double=DoubleAnswer.PASSED, dice=None, play=None, after=None)
    shared = shared_turns([OPENING, taken], [OPENING, passed])
    assert [(fork.kind, fork.side) for fork in shared.forks] == [(ForkKind.ANSWER, Side.WHITE)]
    assert (shared.alike, shared.met, shared.thrown) == (1, 1, 1)


def test_dice_that_differ_between_the_rooms_meet_nothing() -> None:
    other = turn(Side.WHITE, 1, START, Roll(3, 1), (Move(8, 5), Move(6, 5)))
    assert shared_turns([OPENING], [other]).met == 0
    assert fork_of(OPENING, other) is None
