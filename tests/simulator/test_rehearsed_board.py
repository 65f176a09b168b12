"""A board at which dice are keyed wrongly: its people wait for the director, then play on."""

import pytest

from board_drivers.wire import messages as wire
from board_drivers.wire.values import (
    Awaited,
    FaultCode,
    MoveJudgement,
    RollJudgement,
    WireEnding,
    WireSide,
)
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Position, Side
from rules.room import Room
from simulator.dice_supply import SeededDice
from simulator.people import People
from simulator.rehearsal import RehearsedBoard

TURN = (1, 1, 2, WireSide.WHITE)
"""Game, attempt, turn, side."""


def at_his_throw() -> tuple[RehearsedBoard, Roll]:
    """A board whose White has keyed other dice than he threw; these are given as well."""
    board = RehearsedBoard(BACKGAMMON, People(1, Room.OPEN), SeededDice(1))
    board.hear(wire.GameStart(1, 1))
    board.hear(wire.Wait(*TURN, Awaited.ROLL))
    board.miskey()
    roll = board.due()
    assert isinstance(roll, wire.Roll)
    assert board.due() == roll
    board.reported(roll, 1)
    assert board.wrong_dice is not None
    thrown, keyed = board.wrong_dice
    assert {roll.die1, roll.die2} == {keyed.first, keyed.second}
    assert not thrown.same_dice(keyed)
    board.hear(wire.RollVerdict(*TURN, RollJudgement.COUNTED, FaultCode.NONE, 1))
    board.hear(wire.DiceShow(*TURN, roll.die1, roll.die2))
    board.hear(wire.Wait(*TURN, Awaited.MOVE))
    return board, thrown


def played(board: RehearsedBoard, number: int) -> Position:
    done = board.due()
    while isinstance(done, wire.Confirm):
        board.reported(done, number)
        done = board.due()
    assert isinstance(done, wire.TurnDone)
    board.reported(done, number)
    return Position(done.position.white, done.position.red)


def is_play_of(position: Position, dice: Roll) -> bool:
    start = BACKGAMMON.start()
    return BACKGAMMON.play_between(start, position, Side.WHITE, dice, 2) is not None


def test_the_play_contradicts_the_keyed_dice_and_nobody_plays_on() -> None:
    board, thrown = at_his_throw()
    assert is_play_of(played(board, 2), thrown)
    board.hear(wire.MoveVerdict(*TURN, MoveJudgement.ILLEGAL, 0, 2))
    assert board.due() is None
    assert board.wrong_dice is not None


def test_dice_that_the_director_puts_right_are_played() -> None:
    board, thrown = at_his_throw()
    played(board, 2)
    board.hear(wire.MoveVerdict(*TURN, MoveJudgement.ILLEGAL, 0, 2))
    board.hear(wire.DiceShow(*TURN, thrown.first, thrown.second))
    assert board.was_put_right
    assert is_play_of(played(board, 3), thrown)


def test_players_who_give_in_play_the_dice_as_keyed() -> None:
    board, _ = at_his_throw()
    played(board, 2)
    board.hear(wire.MoveVerdict(*TURN, MoveJudgement.ILLEGAL, 0, 2))
    _, keyed = board.wrong_dice or pytest.fail("nothing is keyed wrongly")
    board.give_in()
    assert is_play_of(played(board, 3), keyed)
    board.hear(wire.Wait(1, 1, 2, WireSide.RED, Awaited.ROLL))
    assert board.wrong_dice is None
    assert not board.was_put_right


def test_rolls_for_the_other_room_alone_are_keyed_as_they_lie() -> None:
    board = RehearsedBoard(BACKGAMMON, People(1, Room.OPEN), SeededDice(1))
    board.hear(wire.GameStart(1, 1))
    board.hear(wire.GameOver(1, 1, 1, WireSide.WHITE, WireEnding.PASS, 15, 1))
    board.hear(wire.Wait(*TURN, Awaited.ROLL))
    board.miskey()
    roll = board.due()
    assert isinstance(roll, wire.Roll)
    thrown = SeededDice(1).roll(1, 1, Side.WHITE, 2)
    assert (roll.die1, roll.die2) == (thrown.first, thrown.second)
