"""What is taken back, put right or let stand at a table that counts points (rulings 9, 11, 25)."""

from dataclasses import replace
from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.state import fold
from rules.games.game import HoleChoice
from rules.games.trictrac.as_game import TRICTRAC, TrictracCount
from rules.games.trictrac.score import Score, Tally
from rules.games.trictrac.table import SET, set_table
from rules.position import CHECKERS, Position, Side, read_play
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from rules.tables.state import Phase, TurnKey
from tests.support.rooms import Rooms, Temper
from tests.support.trictrac_positions import facing

WHITE, RED = Side.WHITE, Side.RED
DIRECTOR: dict[str, Any] = {"reason": "seen on the film"}
HITS_BY_FOUR = facing("24:15", "24:14 5")
"""White's 4-2 hits in a petit jan, four points; his 5-2 is worth nothing."""
FALSELY_HIT = facing("24:13 18 17", "24:10 6 4:2 3:2")
"""White's 3-2 hits falsely, four points for Red."""
TWO_LEFT = facing("2 1", "10:15")


def on_turn(position: Position, white: Tally, red: Tally | None = None) -> Rooms:
    """White is to throw for the first time in the open room, the checkers and points being so."""
    rooms = Rooms.seated(TRICTRAC, 1, Temper(), games=1)
    opening = rd.DiceThrown(
        **rooms.at, side=None, turn=1, dice=Roll(5, 2), source=DiceSource.READER
    )
    rooms.say(opening)
    score = Score(white, red or Tally())
    count = TrictracCount(replace(set_table(WHITE), position=position, score=score))
    table = replace(rooms.state.open, position=position, before=position, count=count)
    rooms.state = rooms.state.with_table(table)
    return rooms


def throw(rooms: Rooms, dice: Roll, source: DiceSource = DiceSource.READER) -> None:
    rooms.say(rd.DiceThrown(**rooms.at, side=WHITE, turn=1, dice=dice, source=source))


def choose(rooms: Rooms, choice: HoleChoice) -> tuple[ev.Event, ...]:
    at = {**rooms.at, "room": Room.OPEN, "side": WHITE}
    return rooms.say(rd.ChoiceAnswered(**at, turn=1, choice=choice))


def play(rooms: Rooms, text: str) -> tuple[ev.Event, ...]:
    after = TRICTRAC.apply(rooms.state.open.before, WHITE, read_play(text))
    at = {**rooms.at, "room": Room.OPEN, "side": WHITE}
    return rooms.say(rd.PlayFinished(**at, turn=1, position=after))


def keyed_again(rooms: Rooms, dice: Roll) -> tuple[ev.Event, ...]:
    return rooms.say(rd.CorrectRoll(**rooms.at, **DIRECTOR, side=WHITE, turn=1, dice=dice))


def reopened(rooms: Rooms) -> tuple[ev.Event, ...]:
    return rooms.say(rd.ReopenTurn(**rooms.at, **DIRECTOR, side=WHITE, turn=1))


def points(rooms: Rooms, side: Side) -> tuple[int, int]:
    """Points and trous of a side in the open room."""
    count = rooms.state.open.count
    assert count is not None
    score = count.score(side)
    return score.points, score.holes


def with_a_trou(choice: HoleChoice | None, source: DiceSource = DiceSource.READER) -> Rooms:
    """White's 4-2 has made his ten points a bredouille trou, and he has chosen so."""
    rooms = on_turn(HITS_BY_FOUR, Tally(10), Tally(0, 3))
    throw(rooms, Roll(4, 2), source)
    if choice is not None:
        choose(rooms, choice)
    return rooms


@pytest.mark.parametrize("choice", [None, HoleChoice.HOLD, HoleChoice.GO])
def test_dice_put_right_take_the_trou_and_the_choice_made_with_it_back(
    choice: HoleChoice | None,
) -> None:
    rooms = with_a_trou(choice)
    keyed_again(rooms, Roll(5, 2))
    table = rooms.state.open
    assert (table.phase, table.current) == (Phase.MOVE, TurnKey(WHITE, 1))
    assert table.position == HITS_BY_FOUR
    assert (points(rooms, WHITE), points(rooms, RED)) == ((10, 0), (0, 3))
    assert table.count is not None
    assert not table.count.awaits_choice
    (refused,) = choose(rooms, HoleChoice.GO)
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.NO_CHOICE


def test_dice_put_right_give_a_trou_and_its_choice_anew() -> None:
    rooms = on_turn(HITS_BY_FOUR, Tally(10))
    throw(rooms, Roll(5, 2))
    play(rooms, "24/19 24/22")
    keyed_again(rooms, Roll(4, 2))
    gone = choose(rooms, HoleChoice.GO)
    assert [type(event) for event in gone] == [ev.ChoiceMade, ev.PointsMarked]
    assert rooms.state.open.current == TurnKey(WHITE, 2)


def test_nobody_goes_with_dice_nobody_confirmed_but_may_hold() -> None:
    rooms = with_a_trou(None, DiceSource.CONSOLE)
    (refused,) = choose(rooms, HoleChoice.GO)
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.DICE_UNCONFIRMED
    assert isinstance(choose(rooms, HoleChoice.HOLD)[0], ev.ChoiceMade)
    (second,) = choose(rooms, HoleChoice.GO)
    assert isinstance(second, ev.ReadingRefused)
    assert second.why is ev.Refusal.NO_CHOICE


@pytest.mark.parametrize("choice", [HoleChoice.HOLD, HoleChoice.GO])
def test_who_has_moved_wrongly_has_nothing_to_choose_and_holds(choice: HoleChoice) -> None:
    rooms = with_a_trou(None)
    play(rooms, "24/23")
    questioned = rooms.state.open
    assert questioned.phase is Phase.QUESTIONED
    (refused,) = choose(rooms, choice)
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.NO_CHOICE
    assert rooms.state.open == questioned
    held, *_ = play(rooms, "24/22/18")
    assert isinstance(held, ev.ChoiceMade)
    assert held.choice is HoleChoice.HOLD


@pytest.mark.parametrize("choice", [HoleChoice.HOLD, HoleChoice.GO])
def test_a_turn_played_again_asks_for_its_choice_again(choice: HoleChoice) -> None:
    rooms = with_a_trou(choice)
    reopened(rooms)
    assert rooms.state.open == with_a_trou(None).state.open
    made = play(rooms, "24/22/18")
    assert [type(event) for event in made] == [ev.ChoiceMade, ev.PlayMade, ev.PointsMarked]
    assert rooms.state.open.current == TurnKey(RED, 1)
    assert points(rooms, WHITE) == (2, 2)


def test_a_turn_that_bore_off_the_last_checker_is_played_again() -> None:
    rooms = on_turn(TWO_LEFT, Tally(2))
    throw(rooms, Roll(2, 1))
    play(rooms, "2/off 1/off")
    assert (rooms.state.open.position, points(rooms, WHITE)) == (SET, (6, 0))
    assert rooms.state.open.current == TurnKey(WHITE, 2)
    reopened(rooms)
    assert (rooms.state.open.position, points(rooms, WHITE)) == (TWO_LEFT, (6, 0))
    play(rooms, "2/off 1/off")
    assert rooms.state.open.current == TurnKey(WHITE, 2)
    assert points(rooms, WHITE) == (6, 0)


def test_a_throw_that_wins_wins_again_when_its_turn_is_reopened() -> None:
    rooms = on_turn(HITS_BY_FOUR, Tally(8, 11))
    throw(rooms, Roll(4, 2))
    won = rooms.state.open.result
    assert won is not None
    assert won.tally == (12, 0)
    for side in Side:
        rooms.say(rd.ResultAgreed(**rooms.at, room=Room.OPEN, side=side))
    reopened(rooms)
    assert rooms.state.open.result == won
    standing = rooms.state.standing(Room.OPEN)
    assert standing is not None
    assert (standing.number, standing.players) == (2, frozenset())


@pytest.mark.parametrize("confirmed", [False, True])
def test_the_director_puts_dice_right_that_have_won_the_game(confirmed: bool) -> None:
    rooms = on_turn(HITS_BY_FOUR, Tally(8, 11))
    throw(rooms, Roll(4, 2))
    for side in Side if confirmed else ():
        rooms.say(rd.ResultAgreed(**rooms.at, room=Room.OPEN, side=side))
    kinds = [type(event) for event in keyed_again(rooms, Roll(5, 2))]
    assert kinds == [ev.TurnReopened, ev.RollCorrected, ev.RollCounted]
    assert (rooms.state.open.phase, rooms.state.results) == (Phase.MOVE, {})
    assert points(rooms, WHITE) == (8, 11)
    assert isinstance(play(rooms, "24/19 24/22")[0], ev.PlayMade)


def test_dice_that_have_won_by_points_given_to_the_closed_room_stand() -> None:
    rooms = on_turn(HITS_BY_FOUR, Tally(8, 11))
    throw(rooms, Roll(4, 2))
    for side in Side:
        rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=1))
    (refused,) = keyed_again(rooms, Roll(5, 2))
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.ALREADY_RELEASED
    assert rooms.state.open.result is not None


def test_winning_dice_keyed_by_mistake_are_put_right_before_they_count() -> None:
    rooms = on_turn(HITS_BY_FOUR, Tally(8, 11))
    throw(rooms, Roll(4, 2), DiceSource.CONSOLE)
    (refused,) = play(rooms, "24/22/18")
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.DICE_UNCONFIRMED
    keyed_again(rooms, Roll(5, 2))
    assert rooms.state.open.result is None
    assert isinstance(play(rooms, "24/19 24/22")[0], ev.PlayMade)


def test_a_condoned_play_gives_the_opponent_the_points_that_win() -> None:
    rooms = on_turn(FALSELY_HIT, Tally(6, 4), Tally(8, 11))
    throw(rooms, Roll(3, 2), DiceSource.CONSOLE)
    (questioned,) = play(rooms, "24/23 18/16")
    assert isinstance(questioned, ev.PlayQuestioned)
    happened = rooms.say(rd.PlayAccepted(**rooms.at, room=Room.OPEN, side=RED, turn=1))
    kinds = [type(event) for event in happened]
    assert kinds == [ev.RollCounted, ev.PlayCondoned, ev.PointsMarked, ev.GameFinished]
    result = rooms.state.results[1, Room.OPEN]
    assert (result.loser, result.ending, result.tally) == (WHITE, Ending.TROUS, (4, 12))


def test_to_play_wrongly_where_one_could_go_and_be_let_is_to_hold() -> None:
    rooms = with_a_trou(None)
    play(rooms, "24/21 24/23")
    happened = rooms.say(rd.PlayAccepted(**rooms.at, room=Room.OPEN, side=RED, turn=1))
    assert [type(event) for event in happened] == [ev.ChoiceMade, ev.PlayCondoned, ev.PointsMarked]
    assert points(rooms, WHITE) == (2, 2)
    assert rooms.state.open.position.white[21] == 1


def test_a_game_voided_while_a_choice_is_awaited_begins_again_without_points() -> None:
    rooms = with_a_trou(None)
    late = rd.ChoiceAnswered(**rooms.at, room=Room.OPEN, side=WHITE, turn=1, choice=HoleChoice.GO)
    rooms.say(rd.VoidGame(**rooms.at, **DIRECTOR))
    assert (rooms.state.attempt, rooms.state.open.phase) == (2, Phase.OPENING)
    assert rooms.state.open.count is None
    (refused,) = rooms.say(late)
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.STALE


def result_of(rooms: Rooms, room: Room, loser: Side, tally: tuple[int, int]) -> rd.CorrectResult:
    ending: dict[str, Any] = {"ending": Ending.TROUS, "left": 15, "cube": 1}
    return rd.CorrectResult(**rooms.at, **DIRECTOR, **ending, room=room, loser=loser, tally=tally)


def test_the_director_ends_a_game_under_way_by_its_trous() -> None:
    rooms = with_a_trou(None)
    rooms.say(result_of(rooms, Room.OPEN, RED, (12, 7)))
    assert rooms.state.settled(Room.OPEN)
    (refused,) = choose(rooms, HoleChoice.GO)
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.NO_CHOICE
    rooms.say(result_of(rooms, Room.CLOSED, WHITE, (0, 12)))
    assert rooms.state.over
    assert [result.tally for result in rooms.state.results.values()] == [(12, 7), (0, 12)]


@pytest.mark.parametrize("tally", [(11, 7), (12, 12), (7, 12), (0, 0), (12, -1)])
def test_trous_no_game_ends_with_are_refused(tally: tuple[int, int]) -> None:
    rooms = with_a_trou(None)
    with pytest.raises(ScoreRefused, match="tally"):
        rooms.say(result_of(rooms, Room.OPEN, RED, tally))


RED_HITS_BY_FOUR = facing("24:14 5", "24:15")
"""The same for Red: his 4-2 hits in a petit jan."""


def put_right(rooms: Rooms, position: Position, side: Side = RED) -> ev.Event:
    """The director says how the checkers lie before that side's first turn."""
    at: dict[str, Any] = {**rooms.at, **DIRECTOR, "room": Room.OPEN, "side": side, "turn": 1}
    (event,) = rooms.say(rd.CorrectPosition(**at, position=position))
    return event


def with_points() -> Rooms:
    """White has two points and has played his 5-2; Red is to throw."""
    rooms = on_turn(HITS_BY_FOUR, Tally(2), Tally(0, 3))
    throw(rooms, Roll(5, 2))
    play(rooms, "24/19 24/22")
    return rooms


def test_points_stand_and_the_next_throw_is_judged_from_the_checkers_put_right() -> None:
    rooms = with_points()
    before, before_play = rooms.state, len(rooms.history)
    assert isinstance(put_right(rooms, RED_HITS_BY_FOUR), ev.PositionCorrected)
    assert (points(rooms, WHITE), points(rooms, RED)) == ((2, 0), (0, 3))
    at: dict[str, Any] = {**rooms.at, "side": RED, "turn": 1}
    rooms.say(rd.DiceThrown(**at, dice=Roll(4, 2), source=DiceSource.READER))
    assert (points(rooms, WHITE), points(rooms, RED)) == ((2, 0), (4, 3))
    after = TRICTRAC.apply(RED_HITS_BY_FOUR, RED, read_play("24/22/18"))
    made, _ = rooms.say(rd.PlayFinished(**at, room=Room.OPEN, position=after))
    assert isinstance(made, ev.PlayMade)
    assert fold(TRICTRAC, before, rooms.history[before_play:]) == rooms.state


def test_a_turn_played_again_finds_the_checkers_and_points_its_throw_found() -> None:
    rooms = with_points()
    put_right(rooms, RED_HITS_BY_FOUR)
    reopened(rooms)
    assert (rooms.state.open.position, points(rooms, WHITE)) == (HITS_BY_FOUR, (2, 0))
    play(rooms, "24/19 24/22")
    assert rooms.state == with_points().state


@pytest.mark.parametrize(
    "position",
    [
        facing("24:14 13", "24:15"),
        facing("24:14 12", "24:15"),
        facing("24:14 5", "24:14 20"),
        Position((CHECKERS, *(0,) * 25), SET.red),
    ],
    ids=["one on its coin", "on the other coin", "both on one point", "all off"],
)
def test_checkers_are_not_put_where_none_can_lie(position: Position) -> None:
    refused = put_right(with_points(), position)
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.IMPOSSIBLE_POSITION


def test_before_the_first_throw_there_are_no_checkers_to_put_right() -> None:
    rooms = Rooms.seated(TRICTRAC, 1, Temper(), games=1)
    dice, source = Roll(5, 2), DiceSource.READER
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=dice, source=source))
    refused = put_right(rooms, TWO_LEFT, WHITE)
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.NOT_NOW


def test_what_the_log_holds_of_a_corrected_turn_gives_the_same_table() -> None:
    rooms = on_turn(HITS_BY_FOUR, Tally(10))
    before, before_play = rooms.state, len(rooms.history)
    throw(rooms, Roll(4, 2))
    choose(rooms, HoleChoice.GO)
    reopened(rooms)
    choose(rooms, HoleChoice.HOLD)
    keyed_again(rooms, Roll(5, 2))
    play(rooms, "24/19 24/22")
    assert fold(TRICTRAC, before, rooms.history[before_play:]) == rooms.state


def test_a_game_of_counted_holes_has_no_points_to_adjust() -> None:
    rooms = on_turn(HITS_BY_FOUR, Tally())
    order = rd.AdjustScore(**rooms.at, **DIRECTOR, room=Room.OPEN, home=100, away=0)
    with pytest.raises(ScoreRefused, match="none in trictrac: correct the result's tally"):
        rooms.say(order)
