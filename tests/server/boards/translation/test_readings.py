"""What messages of boards mean at a table, and which mean nothing there."""

import pytest

from board_drivers.interpreter.sensors import Sensors
from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import Question, WireSide
from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.position import Position, Side
from rules.room import BoardEvent, Room
from rules.tables import readings as rd
from server.boards.translation.readings import SensedPlay, SenselessReading, reading_of
from server.matches.decide import RefuseReading
from server.matches.match_record import MatchRecord
from tests.server.matches.test_made_from import begun, planned

EVENT = BoardEvent("BZ-1", bytes(range(8)), 12)
KEY = (1, 1, 1, WireSide.WHITE)
START = BACKGAMMON.start()
REFUSED = RefuseReading(Room.OPEN, "TurnDone", ev.Refusal.IMPOSSIBLE_POSITION)


def sensed(record: MatchRecord, position: Position, turn: int = 1) -> rd.AnyReading | RefuseReading:
    lying = PointCounts(*Sensors(BACKGAMMON, 5, colour=False).sense(position))
    message = wire.TurnDone(1, 1, turn, WireSide.WHITE, lying, 0, 1)
    return SensedPlay(None, message, Room.OPEN).reading(record)


@pytest.mark.parametrize("question", [Question.FINISHED, Question.DRAW_REST])
def test_an_answer_that_is_neither_yes_nor_no_is_refused_as_no_choice(question: Question) -> None:
    message = wire.Answer(*KEY, question=question, choice=2)
    with pytest.raises(SenselessReading, match="choice: 2 is not possible") as senseless:
        reading_of(message, Room.OPEN, EVENT)
    assert senseless.value.why is ev.Refusal.NO_CHOICE


@pytest.mark.parametrize("message", [wire.Ready, wire.Take, wire.Played])
def test_what_a_player_does_is_senseless_without_his_side(message: type[wire.Ready]) -> None:
    with pytest.raises(SenselessReading, match="side: none is not possible; allowed: white, red"):
        reading_of(message(1, 1, 1, WireSide.NONE), Room.CLOSED, EVENT)


def test_a_play_sensed_before_the_match_has_begun_or_of_no_side_is_impossible() -> None:
    assert sensed(planned().record, START) == REFUSED
    message = wire.TurnDone(1, 1, 1, WireSide.NONE, PointCounts(START.white, START.red), 0, 1)
    assert SensedPlay(None, message, Room.OPEN).reading(begun().record) == REFUSED


def test_a_play_sensed_in_another_turn_is_left_to_the_rules_with_what_lies_there() -> None:
    assert sensed(begun().record, START, turn=2) == rd.PlayFinished(
        game=1, attempt=1, room=Room.OPEN, side=Side.WHITE, turn=2, position=START
    )


def test_a_play_sensed_with_a_checker_in_the_hand_is_impossible() -> None:
    white = list(START.white)
    white[13] -= 1
    message = wire.TurnDone(*KEY, PointCounts(tuple(white), START.red), 0, 1)
    assert SensedPlay(None, message, Room.OPEN).reading(begun().record) == REFUSED
