"""Simulated boards at tables whose positions are not recorded, alone and in whole matches."""

from functools import cache
from itertools import product

import pytest

from board_drivers.wire import messages as wire
from board_drivers.wire.values import (
    Awaited,
    CubeState,
    Positions,
    Question,
    WireEnding,
    WireRoom,
    WireSide,
    YesOrNo,
)
from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.games.long_gammon import LONG_GAMMON
from rules.position import Position
from rules.room import Ending, Room
from simulator.people import People
from simulator.sensor_board import SensorBoard
from tests.rules.duplicate.test_two_rooms import counts
from tests.simulator.in_process import TwoRooms

BOTH = frozenset(Room)
UNRECORDED = [frozenset({Room.OPEN}), frozenset({Room.CLOSED}), BOTH]
KINDS: list[Game] = [BACKGAMMON, LONG_GAMMON]
LAST_CHECKER = Position(counts(14, p1=1), counts(12, p1=3))
HOPELESS = Position(counts(14, p1=1), counts(6, p1=5, p6=4))


def a_board(lying: Position) -> SensorBoard:
    """A closed room's board in the first turn of White, who has thrown 5-2."""
    board = SensorBoard(BACKGAMMON, People(1, Room.CLOSED), None)
    config = wire.Config(1, WireRoom.CLOSED, 4, 6, 250, positions=Positions.NOT_RECORDED)
    board.hear(config)
    board.hear(wire.GameStart(1, 1))
    board.hear(wire.DiceShow(1, 1, 1, WireSide.WHITE, 5, 2))
    board.position = lying
    return board


def asked(board: SensorBoard, what: Awaited, side: WireSide) -> wire.BoardMessage:
    """What somebody there says when the server waits for that."""
    board.hear(wire.Wait(1, 1, 1, side, what))
    message = board.due()
    assert message is not None
    board.reported(message, 1)
    return message


def test_a_play_is_said_to_be_finished_and_the_board_knows_what_lies_there() -> None:
    board = a_board(BACKGAMMON.start())
    message = asked(board, Awaited.MOVE, WireSide.WHITE)
    assert message == wire.Played(1, 1, 1, WireSide.WHITE)
    assert board.position != BACKGAMMON.start()


def test_whoever_bears_off_his_last_checker_says_how_many_the_opponent_has_left() -> None:
    board = a_board(LAST_CHECKER)
    message = asked(board, Awaited.MOVE, WireSide.WHITE)
    assert message == wire.End(1, 1, 1, WireSide.WHITE, WireEnding.BEAROFF, 3)
    answer = asked(board, Awaited.END_ANSWER, WireSide.RED)
    assert answer == wire.Accept(1, 1, 1, WireSide.RED)


def test_whoever_passes_says_how_many_checkers_he_has_left_and_the_doubler_agrees() -> None:
    board = a_board(HOPELESS)
    board.hear(wire.Cube(1, 1, 1, WireSide.WHITE, 2, WireSide.WHITE, CubeState.OFFERED))
    message = asked(board, Awaited.DOUBLE_ANSWER, WireSide.RED)
    assert message == wire.End(1, 1, 1, WireSide.RED, WireEnding.PASS, 9)
    assert board.position == HOPELESS
    answer = asked(board, Awaited.END_ANSWER, WireSide.WHITE)
    assert board.display.on_turn is WireSide.WHITE
    assert answer == wire.Accept(1, 1, 1, WireSide.WHITE)


@pytest.mark.parametrize(
    ("lying", "ends"), [(BACKGAMMON.start(), False), (LAST_CHECKER, True)], ids=["yes", "end"]
)
def test_who_is_asked_whether_his_play_is_finished_says_yes_or_that_he_has_won(
    lying: Position, ends: bool
) -> None:
    board = a_board(lying)
    about = Question.FINISHED
    board.hear(wire.Ask(1, 1, 1, WireSide.WHITE, about, about, ()))
    message = asked(board, Awaited.CHOICE, WireSide.WHITE)
    yes = wire.Answer(1, 1, 1, WireSide.WHITE, about, YesOrNo.YES)
    assert message == (wire.End(1, 1, 1, WireSide.WHITE, WireEnding.BEAROFF, 3) if ends else yes)
    assert board.position != lying


def test_a_new_game_is_played_without_positions_too() -> None:
    board = a_board(LAST_CHECKER)
    board.hear(wire.GameStart(2, 1))
    assert not board.display.records_positions
    assert board.position == BACKGAMMON.start()


@cache
def with_positions(name: str, games: int) -> TwoRooms:
    game = GAMES[name]
    recorded = TwoRooms.seated(seed=7, timing=1, game=game, games=games)
    recorded.play()
    return recorded


@pytest.mark.parametrize(
    ("game", "unrecorded", "games"),
    [
        (BACKGAMMON, UNRECORDED[0], 1),
        (BACKGAMMON, UNRECORDED[1], 1),
        (LONG_GAMMON, BOTH, 1),
        *(pytest.param(*each, 2, marks=pytest.mark.long) for each in product(KINDS, UNRECORDED)),
    ],
)
def test_people_play_the_same_match_whether_positions_are_recorded_or_not(
    game: Game, unrecorded: frozenset[Room], games: int
) -> None:
    recorded = with_positions(game.name, games)
    two_rooms = TwoRooms.seated(seed=7, timing=2, game=game, games=games, unrecorded=unrecorded)
    assert two_rooms.play() == recorded.state.results
    refused = [e for e in two_rooms.log if isinstance(e, ev.ReadingRefused | ev.ThrowVoided)]
    assert refused == []
    assert {e.room for e in two_rooms.log if isinstance(e, ev.PlayMade)} == BOTH - unrecorded


@pytest.mark.long
def test_people_claim_every_way_in_which_games_end() -> None:
    claimed: set[Ending] = set()
    for game in KINDS:
        for seed in (3, 7):
            two_rooms = TwoRooms.seated(seed=seed, timing=seed, game=game, unrecorded=BOTH)
            results = two_rooms.play()
            ends = {e.ending for e in two_rooms.log if isinstance(e, ev.EndClaimed)}
            assert ends >= {result.ending for result in results.values()}
            claimed |= ends
    assert claimed >= {Ending.BEAROFF, Ending.PASS, Ending.RESIGNED}
