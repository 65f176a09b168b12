"""What names another game, attempt, turn or event than the one it meets has no effect (ruling 11).

Whoever says or orders something means what he has seen; the match may have gone on since.
"""

from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.machine import handle
from rules.duplicate.state import MatchState
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game, HoleChoice
from rules.games.known_games import GAMES
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import BoardEvent, Ending, Room
from rules.tables import readings as rd
from tests.support.examples import examples
from tests.support.rooms import Rooms, Temper
from tests.support.senders import BOARD

WHITE, RED = Side.WHITE, Side.RED
DIRECTOR: dict[str, Any] = {"reason": "seen on the film"}
READER = DiceSource.READER


def resigned(rooms: Rooms, room: Room, side: Side = WHITE) -> None:
    """The side gives the game up in that room, and both confirm it."""
    current = rooms.state.table(room).current
    assert current is not None
    at: dict[str, Any] = {**rooms.at, "room": room, "turn": current.turn}
    rooms.say(rd.ResignationMade(**at, side=side, ending=Ending.RESIGNED))
    rooms.say(rd.ResignationAnswered(**at, side=side.opponent, accepted=True))
    for each in Side:
        rooms.say(rd.ResultAgreed(**rooms.at, room=room, side=each))


def thrown(games: int = 4) -> Rooms:
    """White has opened with 6-2 in both rooms."""
    rooms = Rooms.seated(BACKGAMMON, 1, Temper(), games=games)
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=READER))
    for side in Side:
        rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=1))
    return rooms


def over() -> Rooms:
    """A match of one game, resigned in both rooms."""
    rooms = thrown(games=1)
    for room in Room:
        resigned(rooms, room)
    assert rooms.state.over
    return rooms


def refused(rooms: Rooms, reading: rd.AnyReading) -> ev.Refusal:
    """Why it had no effect."""
    before = rooms.state
    (answer,) = rooms.say(reading)
    assert rooms.state == before
    assert isinstance(answer, ev.ReadingRefused | ev.ThrowVoided)
    return answer.why


@pytest.mark.parametrize("room", list(Room))
def test_a_board_that_shows_other_dice_after_the_match_stops_no_table(room: Room) -> None:
    rooms = over()
    echo: dict[str, Any] = {**rooms.at, "room": room, "side": WHITE, "turn": 1}
    assert rooms.say(rd.DiceEchoed(**echo, dice=Roll(5, 5))) == ()
    assert not rooms.state.table(room).stopped


def test_a_board_that_shows_other_dice_after_its_game_stops_no_table() -> None:
    rooms = thrown()
    resigned(rooms, Room.OPEN)
    echo: dict[str, Any] = {**rooms.at, "room": Room.OPEN, "side": WHITE, "turn": 1}
    assert rooms.say(rd.DiceEchoed(**echo, dice=Roll(5, 5))) == ()
    assert not rooms.state.open.stopped


def tail(rooms: Rooms, **changes: int) -> rd.SetTailDraw:
    return rd.SetTailDraw(**{**rooms.at, **changes}, **DIRECTOR, drawn=True)


def test_the_last_rolls_are_set_for_a_game_that_is_played_and_no_other() -> None:
    rooms = over()
    assert refused(rooms, tail(rooms)) is ev.Refusal.NOT_PLAYING
    rooms = thrown()
    assert refused(rooms, tail(rooms, attempt=2)) is ev.Refusal.STALE
    assert refused(rooms, tail(rooms, game=2)) is ev.Refusal.STALE
    for room in Room:
        resigned(rooms, room)
    assert rooms.state.game == 2
    assert refused(rooms, tail(rooms, game=1)) is ev.Refusal.STALE
    rooms.say(tail(rooms))
    assert rooms.state.tail_drawn


def test_the_last_rolls_of_a_game_with_both_results_are_not_set_any_more() -> None:
    rooms = thrown()
    for room in Room:
        at: dict[str, Any] = {**rooms.at, "room": room, "turn": 1}
        rooms.say(rd.ResignationMade(**at, side=WHITE, ending=Ending.RESIGNED))
        rooms.say(rd.ResignationAnswered(**at, side=RED, accepted=True))
    assert refused(rooms, tail(rooms)) is ev.Refusal.NOT_PLAYING


def result_of(rooms: Rooms, **changes: Any) -> rd.CorrectResult:
    at = {**rooms.at, **DIRECTOR, "room": Room.OPEN, "loser": RED, "ending": Ending.BEAROFF}
    return rd.CorrectResult(**{**at, **changes}, left=3, cube=1)


def score_of(rooms: Rooms, **changes: Any) -> rd.AdjustScore:
    return rd.AdjustScore(
        **{**rooms.at, **DIRECTOR, "room": Room.OPEN, **changes}, home=150, away=0
    )


@pytest.mark.parametrize("order", [result_of, score_of])
def test_a_result_ordered_for_a_voided_attempt_is_not_the_next_ones(order: Any) -> None:
    rooms = thrown()
    meant = order(rooms)
    rooms.say(rd.VoidGame(**rooms.at, **DIRECTOR))
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(3, 1), source=READER))
    assert refused(rooms, meant) is ev.Refusal.STALE
    for side in Side:
        rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=1))
    for room in Room:
        resigned(rooms, room)
    assert rooms.state.game == 2
    assert refused(rooms, meant) is ev.Refusal.STALE
    assert isinstance(rooms.say(order(rooms, game=1, attempt=2))[0], ev.ResultCorrected)


@pytest.mark.parametrize("order", [result_of, score_of])
def test_a_result_of_a_game_that_has_not_begun_is_refused(order: Any) -> None:
    rooms = thrown()
    assert refused(rooms, order(rooms, game=2)) is ev.Refusal.STALE


@pytest.mark.parametrize("game", [BACKGAMMON, TRICTRAC], ids=lambda game: game.name)
def test_a_player_is_set_for_the_opening_by_a_ready_of_turn_one_alone(game: Game) -> None:
    rooms = Rooms.seated(game, 1, Temper())
    for side in Side:
        for turn in (0, 2):
            early = rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=turn)
            assert refused(rooms, early) is ev.Refusal.STALE
        rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=1))
    assert rooms.state.closed.players_set == frozenset(Side)


@pytest.mark.parametrize("game", [BACKGAMMON, TRICTRAC], ids=lambda game: game.name)
def test_the_opening_throw_is_of_turn_one_alone(game: Game) -> None:
    rooms = Rooms.seated(game, 1, Temper())
    second = rd.DiceThrown(**rooms.at, side=None, turn=2, dice=Roll(6, 2), source=READER)
    assert refused(rooms, second) is ev.Refusal.STALE


def keyed(rooms: Rooms, number: int, dice: Roll, corrects: BoardEvent | None) -> rd.DiceThrown:
    """The opening throw as the open room's board tells it in its event `number`."""
    return rd.DiceThrown(
        **rooms.at,
        side=None,
        turn=1,
        dice=dice,
        source=DiceSource.CONSOLE,
        board_event=of_board(number),
        corrects=corrects,
    )


def of_board(number: int, board: str = "BZ-1", journal: bytes = bytes(8)) -> BoardEvent:
    return BoardEvent(board, journal, number)


def test_a_roll_is_corrected_by_one_that_names_the_event_it_came_in() -> None:
    rooms = Rooms.seated(BACKGAMMON, 1, Temper())
    rooms.say(keyed(rooms, 7, Roll(6, 2), None))
    wrong = of_board(6), of_board(8), of_board(7, board="BZ-2"), of_board(7, journal=b"another.")
    for event in wrong:
        assert refused(rooms, keyed(rooms, 8, Roll(6, 3), event)) is ev.Refusal.STALE
    rooms.say(keyed(rooms, 9, Roll(6, 3), of_board(7)))
    assert refused(rooms, keyed(rooms, 10, Roll(6, 4), of_board(7))) is ev.Refusal.STALE
    (again,) = rooms.say(keyed(rooms, 11, Roll(6, 4), of_board(9)))
    assert isinstance(again, ev.RollCorrected)


def test_a_board_does_not_correct_the_directors_dice() -> None:
    rooms = Rooms.seated(BACKGAMMON, 1, Temper())
    rooms.say(keyed(rooms, 7, Roll(6, 2), None))
    rooms.say(rd.CorrectRoll(**rooms.at, **DIRECTOR, side=WHITE, turn=1, dice=Roll(6, 3)))
    assert refused(rooms, keyed(rooms, 8, Roll(6, 4), of_board(7))) is ev.Refusal.STALE


def test_checkers_are_not_put_right_for_a_turn_that_is_past() -> None:
    rooms = thrown()
    play = min(BACKGAMMON.legal_plays(BACKGAMMON.start(), WHITE, Roll(6, 2)), key=repr)
    lying = BACKGAMMON.apply(BACKGAMMON.start(), WHITE, play)
    at: dict[str, Any] = {**rooms.at, "room": Room.OPEN}
    rooms.say(rd.PlayFinished(**at, side=WHITE, turn=1, position=lying))
    for side, turn, why in ((WHITE, 1, ev.Refusal.NOT_YOUR_TURN), (RED, 2, ev.Refusal.STALE)):
        late = rd.CorrectPosition(**at, **DIRECTOR, side=side, turn=turn, position=lying)
        assert refused(rooms, late) is why


def every_reading(rooms: Rooms, rng: Random) -> list[rd.AnyReading]:
    """One of each kind about the turn in progress in some room, most of them not allowed now."""
    state, room = rooms.state, rng.choice(list(Room))
    table = state.table(room)
    current = table.current
    side, turn = (current.side, current.turn) if current else (rng.choice(list(Side)), 1)
    by = rng.choice([side, side.opponent])
    at: dict[str, Any] = {**rooms.at, "room": room, "side": by, "turn": turn}
    order: dict[str, Any] = {**rooms.at, **DIRECTOR}
    of_turn = {**order, "side": side, "turn": turn}
    result: dict[str, Any] = {
        "loser": by,
        "ending": Ending.RESIGNED,
        "left": 15,
        "cube": 1,
        "tally": (12, 0),
    }
    return [
        rd.DiceThrown(**rooms.at, side=side, turn=turn, dice=rooms.roll(), source=READER),
        rd.ReadyDeclared(**at),
        rd.PlayFinished(**at, position=table.position),
        rd.ChoiceAnswered(**at, choice=rng.choice(list(HoleChoice))),
        rd.PlayAccepted(**at),
        rd.Doubled(**at),
        rd.DoubleAnswered(**at, taken=rng.random() < 0.5),
        rd.ResignationMade(**at, ending=Ending.RESIGNED),
        rd.ResignationAnswered(**at, accepted=rng.random() < 0.5),
        rd.DiceConfirmed(**at),
        rd.DiceEchoed(**at, dice=rooms.roll()),
        rd.ResultAgreed(**rooms.at, room=room, side=by),
        rd.VoidGame(**order),
        rd.CancelGame(**order),
        rd.CorrectRoll(**of_turn, dice=rooms.roll()),
        rd.ReopenTurn(**of_turn),
        rd.CorrectPosition(**of_turn, room=room, position=table.position),
        rd.ReleaseTable(**order, room=room),
        rd.SetTailDraw(**order, drawn=rng.random() < 0.5),
        rd.CorrectResult(**order, room=room, **result),
    ]


def missing_the_point(state: MatchState, reading: rd.AnyReading, rng: Random) -> rd.AnyReading:
    """The same about another attempt or game that is not being played, or about another turn."""
    has_turn = any(field.name == "turn" for field in fields(reading))
    what = rng.choice(["attempt", "game", "turn"] if has_turn else ["attempt", "game"])
    missing: dict[str, dict[str, Any]] = {
        "turn": {"turn": rng.choice([0, 40])},
        "game": {"game": state.game + 1, "attempt": 1},
        "attempt": {"attempt": state.attempt + rng.choice([-1, 1])},
    }
    return replace(reading, **missing[what])


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@examples(6)
@given(st.integers(min_value=0, max_value=2**32), st.booleans())
def test_nothing_that_misses_its_game_attempt_or_turn_changes_a_match(
    game: Game, seed: int, reader: bool
) -> None:
    temper = Temper(double=0.2, resign=0.02, mischief=0.1, void=0.02, reader=reader)
    rooms, rng = Rooms.seated(game, seed, temper, games=1), Random(seed)
    for _ in range(120):
        if rooms.state.over:
            break
        rooms.step()
        for reading in every_reading(rooms, rng):
            stale = missing_the_point(rooms.state, reading, rng)
            assert handle(game, rooms.state, stale, BOARD).state == rooms.state, stale
