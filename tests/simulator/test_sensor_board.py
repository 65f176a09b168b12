"""Whole matches of two simulated boards against the rules of the duplicate match."""

from collections.abc import Iterable

import pytest

from board_drivers.wire import messages as wire
from board_drivers.wire.values import (
    Awaited,
    CubeState,
    FaultCode,
    Question,
    RollJudgement,
    WireSide,
    YesOrNo,
)
from rules import commands as cmd
from rules import events as ev
from rules.events import HoldScope
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.room import Room
from rules.tables.readings import VoidGame
from simulator.dice_supply import SeededDice
from simulator.people import People
from simulator.sensor_board import MOST_REPEATS, SensorBoard
from tests.simulator.in_process import TwoRooms

LONG = pytest.mark.long
GAMES = [1, pytest.param(4, marks=LONG)]
"""Of a match in every run, and in `long`."""


def a_board(seed: int = 1, room: Room = Room.OPEN) -> SensorBoard:
    dice = SeededDice(seed) if room is Room.OPEN else None
    board = SensorBoard(BACKGAMMON, People(seed, room), dice)
    board.hear(wire.GameStart(1, 1))
    board.hear(wire.Cube(1, 1, 1, WireSide.NONE, 1, WireSide.NONE, CubeState.CENTRED))
    return board


def a_wait(what: Awaited, turn: int = 1, side: WireSide = WireSide.NONE) -> wire.Wait:
    return wire.Wait(1, 1, turn, side, what)


def spoken(board: SensorBoard, number: int = 1) -> wire.BoardMessage:
    message = board.due()
    assert message is not None
    board.reported(message, number)
    return message


@pytest.mark.parametrize("tail_drawn", [False, True])
@pytest.mark.parametrize("games", GAMES)
def test_two_boards_play_a_match_and_nothing_they_say_is_refused(
    tail_drawn: bool, games: int
) -> None:
    two_rooms = TwoRooms.seated(seed=7, timing=1, tail_drawn=tail_drawn, games=games)
    results = two_rooms.play()
    assert set(results) == {(game, room) for game in range(1, games + 1) for room in Room}
    refused = [e for e in two_rooms.log if isinstance(e, ev.ReadingRefused | ev.ThrowVoided)]
    assert refused == []


@pytest.mark.parametrize("games", GAMES)
def test_a_seed_repeats_every_result_and_roll_whatever_the_timing(games: int) -> None:
    timings = range(min(games, 2) + 1)
    first, *others = (TwoRooms.seated(seed=3, timing=each, games=games) for each in timings)
    results, rolls = first.play(), thrown(first)
    for other in others:
        assert other.play() == results
        assert thrown(other) == rolls


def thrown(two_rooms: TwoRooms) -> dict[tuple[object, ...], object]:
    rolls = [e for e in two_rooms.log if isinstance(e, ev.RollThrown)]
    by_key = {(e.game, e.attempt, e.side, e.turn): (e.dice, e.tail) for e in rolls}
    assert len(by_key) == len(rolls)
    return {key: dice for key, (dice, _) in by_key.items()}


def test_boards_that_are_held_now_and_then_play_the_same_match() -> None:
    calm, held = (TwoRooms.seated(seed=3, timing=1, games=1) for _ in range(2))
    steps = 0
    while not held.state.over:
        scope, room = ((HoldScope.TABLE, Room.CLOSED), (HoldScope.MATCH, None))[steps % 2]
        on = (scope, room) in held.state.director.holds
        if steps % 300 < 2 and not on:
            held.direct(cmd.HoldPlay(scope=scope, room=room, reason="a protest"))
        elif on and steps % 300 > 20:
            held.direct(cmd.LiftHold(scope=scope, room=room, was="a protest"))
        held.step()
        steps += 1
    assert any(isinstance(e, ev.ReadingRefused | ev.ThrowVoided) for e in held.log)
    assert dict(held.state.results) == calm.play()
    assert thrown(held) == thrown(calm)


def test_people_say_yes_when_they_are_asked_whether_a_play_is_finished_or_the_rest_drawn() -> None:
    for about in (Question.FINISHED, Question.DRAW_REST):
        board = a_board()
        board.hear(wire.Ask(1, 1, 2, WireSide.RED, about, about, ()))
        board.hear(a_wait(Awaited.CHOICE, turn=2, side=WireSide.RED))
        assert spoken(board) == wire.Answer(1, 1, 2, WireSide.RED, about, YesOrNo.YES)
        assert board.position == BACKGAMMON.start()
        assert board.due() is None


@pytest.mark.parametrize(
    ("game", "unrecorded"),
    [
        (BACKGAMMON, ()),
        (BACKGAMMON, Room),
        (LONG_GAMMON, ()),
        pytest.param(TRICTRAC, (), marks=LONG),
    ],
)
def test_a_board_that_takes_over_at_any_moment_plays_on_from_there(
    game: Game, unrecorded: Iterable[Room]
) -> None:
    two_rooms = TwoRooms.seated(
        5, 1, game=game, game_name=game.name, games=1, unrecorded=frozenset(unrecorded)
    )
    moments = set[tuple[Room, Awaited]]()
    steps = 0
    while not two_rooms.state.over:
        two_rooms.step()
        steps += 1
        for room, board in two_rooms.boards.items():
            wait = board.display.wait
            assert wait is not None
            assert not board.needs_operator, (room, wait)
            # Where nothing is recorded their game begins anew with them: often is never over.
            is_time = steps % 150 == 0 and two_rooms.state.table(room).recorded
            if (room, wait.what) not in moments or is_time:
                moments.add((room, wait.what))
                two_rooms.seat_anew(room, seed=steps)
        assert steps < 50_000, two_rooms.state
    assert {Awaited.SET, Awaited.ROLL, Awaited.MOVE, Awaited.RESULT_CONFIRMATION} <= {
        what for _, what in moments
    }


def test_different_seeds_play_different_matches() -> None:
    one, other = (TwoRooms.seated(seed=seed, timing=1, games=1) for seed in (3, 4))
    assert one.play() != other.play()


@pytest.mark.parametrize(("seeds", "games"), [((3, 7), 1), pytest.param(range(6), 4, marks=LONG)])
def test_matches_between_boards_show_every_way_a_game_can_go(
    seeds: Iterable[int], games: int
) -> None:
    seen: set[object] = set()
    for seed in seeds:
        two_rooms = TwoRooms.seated(seed=seed, timing=seed, games=games)
        two_rooms.play()
        for event in two_rooms.log:
            seen.add(type(event))
            if isinstance(event, ev.RollCounted):
                seen.add(event.by)
            if isinstance(event, ev.RollThrown) and event.tail:
                seen.add("tail")
    expected = {
        ev.OpeningTied,
        ev.DoubleTaken,
        ev.DoublePassed,
        ev.GameResigned,
        ev.CountedBy.OPPONENT,
        ev.CountedBy.PLAY,
        "tail",
    }
    assert expected <= seen


def test_a_voided_game_is_played_again_with_new_dice() -> None:
    two_rooms = TwoRooms.seated(seed=5, timing=2, games=1)
    while not any(isinstance(e, ev.PlayMade) for e in two_rooms.log):
        two_rooms.step()
    two_rooms.order(VoidGame(game=1, attempt=1, reason="a spectator called a move"))
    two_rooms.play()
    openings = {
        e.attempt: e.dice
        for e in two_rooms.log
        if isinstance(e, ev.RollThrown) and e.opening and e.game == 1
    }
    assert set(openings) == {1, 2}


def test_a_command_repeated_is_answered_once() -> None:
    board = a_board(room=Room.CLOSED)
    board.hear(a_wait(Awaited.SET))
    assert isinstance(spoken(board), wire.Ready)
    board.hear(a_wait(Awaited.SET))
    assert board.due() is None


def test_the_second_player_is_set_when_the_first_is() -> None:
    board = a_board(room=Room.CLOSED)
    board.hear(a_wait(Awaited.SET))
    assert spoken(board) == wire.Ready(1, 1, 1, WireSide.WHITE)
    board.hear(a_wait(Awaited.SET, side=WireSide.RED))
    assert spoken(board) == wire.Ready(1, 1, 1, WireSide.RED)


def test_a_void_throw_is_thrown_again_with_the_same_dice_and_not_for_ever() -> None:
    board = a_board()
    board.hear(a_wait(Awaited.ROLL))
    first = spoken(board, 1)
    while isinstance(first, wire.Roll) and first.die1 == first.die2:
        first = spoken(board, 1)
    for number in range(1, MOST_REPEATS + 1):
        board.hear(void(number))
        assert spoken(board, number + 1) == first
    board.hear(void(MOST_REPEATS + 1))
    assert board.due() is None
    assert board.needs_operator


def void(number: int) -> wire.RollVerdict:
    return wire.RollVerdict(1, 1, 1, WireSide.NONE, RollJudgement.VOID, FaultCode.COCKED, number)


def test_dice_are_echoed_each_time_they_are_sent() -> None:
    board = a_board(room=Room.CLOSED)
    shown = wire.DiceShow(1, 1, 1, WireSide.RED, 2, 5)
    echo = wire.DiceShown(1, 1, 1, WireSide.RED, 2, 5)
    assert board.hear(shown) == (echo,)
    assert board.hear(shown) == (echo,)


def test_nobody_moves_before_the_dice_are_shown() -> None:
    board = a_board(room=Room.CLOSED)
    board.hear(a_wait(Awaited.MOVE, side=WireSide.RED))
    assert board.due() is None
    board.hear(wire.DiceShow(1, 1, 1, WireSide.RED, 2, 5))
    assert isinstance(board.due(), wire.TurnDone)


def test_a_turn_played_again_starts_from_where_it_started() -> None:
    board = a_board(room=Room.CLOSED)
    board.hear(wire.DiceShow(1, 1, 1, WireSide.RED, 2, 5))
    board.hear(a_wait(Awaited.MOVE, side=WireSide.RED))
    first = spoken(board)
    board.hear(a_wait(Awaited.READY_OR_DOUBLE, side=WireSide.WHITE))
    board.hear(a_wait(Awaited.MOVE, side=WireSide.RED))
    again = spoken(board, 2)
    assert isinstance(first, wire.TurnDone)
    assert isinstance(again, wire.TurnDone)
    assert again.position == first.position


def test_commands_about_another_game_are_ignored() -> None:
    board = a_board()
    board.hear(wire.Wait(2, 1, 1, WireSide.NONE, Awaited.ROLL))
    assert board.due() is None


def test_a_snapshot_tells_the_position_the_dice_and_the_cube() -> None:
    board = a_board(room=Room.CLOSED)
    assert board.snapshot() is None
    board.hear(wire.DiceShow(1, 1, 1, WireSide.RED, 2, 5))
    board.hear(a_wait(Awaited.MOVE, side=WireSide.RED))
    snapshot = board.snapshot()
    assert snapshot is not None
    assert (snapshot.die1, snapshot.die2, snapshot.cube) == (2, 5, 1)
    assert snapshot.position.white == BACKGAMMON.start().white
