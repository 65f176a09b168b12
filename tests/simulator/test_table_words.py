"""What the demo's operator reads about a table."""

import pytest

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, CubeState, WireEnding, WireSide
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import GAMES
from rules.room import Room
from simulator import demo_progress as words
from simulator.connected_board import ConnectedBoard
from simulator.people import People
from simulator.sensor_board import SensorBoard

OVER = wire.GameOver(1, 1, 9, WireSide.RED, WireEnding.BEAROFF, 4, 2)


@pytest.fixture
def table() -> ConnectedBoard:
    link = BoardLink(BoardIdentity("b", "m", "1"), MemoryJournal(bytes(8)), None, 1, bytes(16))
    connected = ConnectedBoard(SensorBoard(BACKGAMMON, People(1, Room.OPEN), None), link)
    connected.problem = ""
    connected.board.hear(wire.GameStart(1, 1))
    return connected


def waiting(table: ConnectedBoard, what: Awaited, side: WireSide, turn: int = 9) -> ConnectedBoard:
    table.board.hear(wire.Wait(1, 1, turn, side, what))
    return table


def test_a_connection_problem_comes_before_everything_else(table: ConnectedBoard) -> None:
    waiting(table, Awaited.ROLL, WireSide.WHITE).problem = "nobody listens"
    assert words.doing(table) == "nobody listens"


def test_every_command_to_wait_has_words(table: ConnectedBoard) -> None:
    for what in Awaited:
        assert words.doing(waiting(table, what, WireSide.RED))


def test_the_opening_throw_belongs_to_no_side(table: ConnectedBoard) -> None:
    waiting(table, Awaited.ROLL, WireSide.NONE, turn=1)
    assert (words.doing(table), words.turn(table)) == ("opening throw", "")


def test_after_the_game_a_throw_is_for_the_closed_room(table: ConnectedBoard) -> None:
    table.board.hear(OVER)
    waiting(table, Awaited.ROLL, WireSide.WHITE)
    assert words.doing(table) == "White throws for the closed room"


def test_while_a_double_waits_the_turn_is_the_doublers(table: ConnectedBoard) -> None:
    waiting(table, Awaited.DOUBLE_ANSWER, WireSide.RED)
    table.board.hear(wire.Cube(1, 1, 9, WireSide.WHITE, 4, WireSide.WHITE, CubeState.OFFERED))
    assert words.turn(table) == "White 9"
    assert words.doing(table) == "Red is doubled: take or pass"
    assert words.cube(table) == "4? White"


def test_while_a_claimed_end_waits_the_turn_is_that_of_whoever_says_it(
    table: ConnectedBoard,
) -> None:
    waiting(table, Awaited.END_ANSWER, WireSide.RED)
    assert words.turn(table) == "White 9"
    assert words.doing(table) == "Red is asked whether the game is over"
    table.board.hear(wire.Cube(1, 1, 9, WireSide.RED, 4, WireSide.RED, CubeState.OFFERED))
    assert words.turn(table) == "Red 9", "a pass is claimed in the doubler's turn"


def test_dice_are_shown_while_they_are_played_the_higher_first(table: ConnectedBoard) -> None:
    table.board.hear(wire.DiceShow(1, 1, 9, WireSide.RED, 2, 6))
    assert words.dice(waiting(table, Awaited.MOVE, WireSide.RED)) == "6-2"
    assert words.dice(waiting(table, Awaited.ROLL, WireSide.WHITE)) == ""


def test_a_result_names_the_winning_team_of_that_room() -> None:
    backgammon = words.endings_of(GAMES["backgammon"])
    line = words.result(OVER, ", open room", "Compass", "Rudder", backgammon)
    assert line == "Game 1, open room: Rudder wins by bearing off, 4 left, cube 2"


def test_a_result_of_long_gammon_is_oin_or_mars_and_has_no_cube() -> None:
    long_gammon = words.endings_of(GAMES["long-gammon"])
    mars = wire.GameOver(2, 1, 40, WireSide.WHITE, WireEnding.GAMMON, 15, 1)
    lines = [
        words.result(over, ", open room", "Sofia", "Varna", long_gammon) for over in (OVER, mars)
    ]
    assert lines == [
        "Game 1, open room: Varna wins oin, 4 left",
        "Game 2, open room: Sofia wins with a mars",
    ]


def test_before_the_match_the_table_waits_and_a_cube_is_told_with_its_owner(
    table: ConnectedBoard,
) -> None:
    assert words.doing(table) == "waits for the match to start"
    for value, owner, state, told in (
        (1, WireSide.NONE, CubeState.CENTRED, "1"),
        (2, WireSide.RED, CubeState.OWNED, "2 Red"),
        (1, WireSide.NONE, CubeState.ABSENT, ""),
    ):
        table.board.hear(wire.Cube(1, 1, 9, WireSide.WHITE, value, owner, state))
        assert words.cube(table) == told


def test_a_board_that_is_refused_again_and_again_calls_the_operator(
    table: ConnectedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SensorBoard, "needs_operator", True)
    assert words.doing(table) == "refused again and again: call the operator"


def test_a_game_that_is_cancelled_has_no_winner() -> None:
    over = wire.GameOver(2, 1, 40, WireSide.NONE, WireEnding.PASS, 0, 1)
    line = words.result(over, ", open room", "Sofia", "Varna", {})
    assert line == "Game 2, open room: cancelled"


def test_without_a_score_a_table_stands_by_its_pips_and_else_by_its_trous(
    table: ConnectedBoard,
) -> None:
    assert words.standing(table) == words.pips(table) == "167 : 167"
    points = {"white_points": 8, "white_holes": 3, "red_points": 2, "red_holes": 5}
    table.board.hear(wire.Score(1, 1, 9, WireSide.WHITE, **points, white_tokens=0, red_tokens=0))
    assert words.standing(table) == "3 (8) : 5 (2)"
