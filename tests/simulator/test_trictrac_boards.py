"""Whole matches of Grand Trictrac between two simulated boards."""

from functools import cache
from typing import Any

import pytest

from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import Awaited, FaultCode, HoldOrGo, Question, WireSide
from rules import events as ev
from rules.games.game import HoleChoice
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import CHECKERS, Play, Side
from rules.room import Ending, Room
from simulator.dice_supply import SeededDice
from simulator.people import People, sensible_players_of
from simulator.sensor_board import SensorBoard
from tests.simulator.in_process import TwoRooms
from tests.support.trictrac_positions import men

WHITE = WireSide.WHITE


def seated(seed: int = 2, timing: int = 1, max_lead: int = 0) -> TwoRooms:
    return TwoRooms.seated(
        seed, timing, game=TRICTRAC, games=1, game_name="trictrac", max_lead=max_lead
    )


@cache
def played(timing: int = 1, max_lead: int = 0) -> TwoRooms:
    """A whole game; whenever somebody went, all checkers lay where they began."""
    two_rooms = seated(timing=timing, max_lead=max_lead)
    while not two_rooms.state.over:
        before = len(two_rooms.log)
        two_rooms.step()
        for event in two_rooms.log[before:]:
            if isinstance(event, ev.ChoiceMade) and event.choice is HoleChoice.GO:
                assert two_rooms.boards[event.room].position == TRICTRAC.start()
                assert two_rooms.state.table(event.room).position == TRICTRAC.start()
    return two_rooms


@pytest.mark.long
@pytest.mark.parametrize("max_lead", [0, 2])
def test_two_boards_play_to_twelve_trous_and_nothing_they_say_is_refused(max_lead: int) -> None:
    two_rooms = played(1 + max_lead, max_lead)
    results = two_rooms.state.results
    assert set(results) == {(1, room) for room in Room}
    assert {result.ending for result in results.values()} == {Ending.TROUS}
    assert all(max(result.tally) == 12 for result in results.values())
    assert [e for e in two_rooms.log if isinstance(e, ev.ReadingRefused | ev.ThrowVoided)] == []
    assert results == played().state.results
    for room in Room:
        choices = [event.choice for event in made(two_rooms, room, ev.ChoiceMade)]
        assert set(choices) == set(HoleChoice), "some hold and some go"


@pytest.mark.parametrize("most", [60, pytest.param(None, marks=pytest.mark.long)])
def test_a_seed_repeats_every_play_and_choice_whatever_the_timing(most: int | None) -> None:
    other = up_to(seated(timing=2, max_lead=1), most)
    first = played() if most is None else up_to(seated(), 4 * most)
    for room in Room:
        again, whole = made(other, room), made(first, room)
        assert again
        assert again == whole[: len(again) if most else None]


def up_to(two_rooms: TwoRooms, events: int | None) -> TwoRooms:
    """Played until so many events have happened, or to the end."""
    while not two_rooms.state.over and (events is None or len(two_rooms.log) < events):
        two_rooms.step()
    return two_rooms


def made(two_rooms: TwoRooms, room: Room, kinds: Any = ev.PlayMade | ev.ChoiceMade) -> list[Any]:
    return [e for e in two_rooms.log if isinstance(e, kinds) and e.room is room]


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
