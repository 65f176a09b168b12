"""Whole matches of Grand Trictrac between two simulated boards."""

import pytest

from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import Awaited, FaultCode, HoldOrGo, Question, WireSide
from rules import events as ev
from rules.ending import Ending
from rules.games.counting import Choice
from rules.games.trictrac.as_game import TRICTRAC
from rules.play import Play
from rules.position import CHECKERS
from rules.room import Room
from rules.side import Side
from simulator.dice_supply import SeededDice
from simulator.people import People
from simulator.seating import sensible_players_of
from simulator.sensor_board import SensorBoard
from tests.simulator.in_process import TwoRooms
from tests.support.trictrac_positions import men

WHITE = WireSide.WHITE


def seated(seed: int = 2, timing: int = 1, max_lead: int = 0) -> TwoRooms:
    return TwoRooms.seated(
        seed, timing, game=TRICTRAC, games=1, game_name="trictrac", max_lead=max_lead
    )


@pytest.mark.parametrize("max_lead", [0, 2])
def test_two_boards_play_to_twelve_trous_and_nothing_they_say_is_refused(max_lead: int) -> None:
    two_rooms = seated(max_lead=max_lead)
    results = two_rooms.play()
    assert set(results) == {(1, room) for room in Room}
    assert {result.ending for result in results.values()} == {Ending.TROUS}
    assert all(max(result.tally) == 12 for result in results.values())
    assert [e for e in two_rooms.log if isinstance(e, ev.ReadingRefused | ev.ThrowVoided)] == []


def test_a_seed_repeats_every_result_and_choice_whatever_the_timing() -> None:
    first, second = seated(timing=1), seated(timing=2)
    assert first.play() == second.play()
    for room in Room:
        assert choices(first, room) == choices(second, room)


def choices(two_rooms: TwoRooms, room: Room) -> list[Choice]:
    made = [e for e in two_rooms.log if isinstance(e, ev.ChoiceMade) and e.room is room]
    return [event.choice for event in made]


def test_players_hold_and_players_go() -> None:
    two_rooms = seated()
    two_rooms.play()
    assert {choice for room in Room for choice in choices(two_rooms, room)} == set(Choice)


def test_the_board_has_the_checkers_the_match_has_also_after_they_were_set_anew() -> None:
    two_rooms = seated()
    went = 0
    while not two_rooms.state.over:
        before = len(two_rooms.log)
        two_rooms.step()
        for event in two_rooms.log[before:]:
            if isinstance(event, ev.ChoiceMade) and event.choice is Choice.GO:
                went += 1
                assert two_rooms.boards[event.room].position == TRICTRAC.start()
                assert two_rooms.state.table(event.room).position == TRICTRAC.start()
    assert went


def a_board() -> SensorBoard:
    people = People(1, Room.CLOSED, sensible_players_of(TRICTRAC))
    board = SensorBoard(TRICTRAC, people, None)
    board.hear(wire.GameStart(1, 1))
    return board


def ask(board: SensorBoard, turn: int = 5) -> None:
    about = Question.HOLD_OR_GO
    board.hear(wire.Score(1, 1, turn, WHITE, 0, 3, 0, 4, 1, 1))
    board.hear(wire.Ask(1, 1, turn, WHITE, question=about, about=about, candidates=()))
    board.hear(wire.Wait(1, 1, turn, WHITE, Awaited.CHOICE))


def test_a_question_of_an_earlier_turn_is_not_answered() -> None:
    board = a_board()
    ask(board, turn=5)
    board.hear(wire.Wait(1, 1, 6, WHITE, Awaited.CHOICE))
    assert board.due() is None


def test_a_refused_answer_is_given_again() -> None:
    board = a_board()
    ask(board)
    answer = board.due()
    assert isinstance(answer, wire.Answer)
    board.reported(answer, 3)
    assert board.due() is None
    board.hear(wire.Fault(FaultCode.DICE_UNCONFIRMED, 3))
    assert board.due() == answer


def test_whoever_goes_sets_all_checkers_back() -> None:
    board = a_board()
    board.position = TRICTRAC.apply(TRICTRAC.start(), Side.WHITE, first_play(board))
    ask(board)
    go = wire.Answer(1, 1, 5, WHITE, question=2, choice=HoldOrGo.GO)
    board.reported(go, 1)
    assert board.position == TRICTRAC.start()


def first_play(board: SensorBoard) -> Play:
    dice = SeededDice(1).roll(1, 1, Side.WHITE, 1)
    return sorted(TRICTRAC.legal_plays(board.position, Side.WHITE, dice, 1))[0]


def test_the_last_checker_off_sets_all_checkers_back() -> None:
    board = a_board()
    ask(board)
    off = PointCounts((CHECKERS, *(0,) * 25), men())
    board.reported(wire.TurnDone(1, 1, 5, WHITE, position=off, fault_mask=0, scan=9), 1)
    assert board.position == TRICTRAC.start()
