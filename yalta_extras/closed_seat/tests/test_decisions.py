"""A finished game from the closed room's seat: its dice, the opponent's answers, written plays."""

from random import Random
from typing import Any

import pytest

from players.sensible_player import SensiblePlayer
from rules import events as ev
from rules.dice import Cube, Roll
from rules.duplicate.seed_dice import drawn_roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Position, Side
from rules.room import Ending
from tests.support.recorded_games import (
    dice_of_closed_room,
    recorded_game,
    released,
)
from yalta_extras.closed_seat.decisions import Due, SeatedGame, SeatRefused, begun, decided
from yalta_extras.closed_seat.seat_actions import (
    Act,
    PlayNotAllowed,
    SeatAction,
    position_written,
    reading_of,
)
from yalta_extras.closed_seat.tests.played_games import PLAYERS, played_on, played_out

GAMES: list[Any] = [("backgammon", 3), ("backgammon", 4), ("backgammon", 11), ("long-gammon", 5)]
COUNTED = [pytest.param("trictrac", 5, marks=pytest.mark.long)]


def seated_in(game: str, seed: int, side: Side) -> SeatedGame:
    return begun(recorded_game(game, seed), side, PLAYERS[game], "a game")


@pytest.mark.parametrize(("game", "seed"), GAMES + COUNTED)
@pytest.mark.parametrize("side", Side)
def test_every_turn_has_the_dice_of_the_record_and_behind_it_those_of_the_seed(
    game: str, seed: int, side: Side
) -> None:
    _check_dice(played_out(seated_in(game, seed, side), Random(seed)), game, seed)


@pytest.mark.long
def test_where_points_are_counted_the_first_turns_have_the_dice_of_the_record() -> None:
    seated, rng = seated_in("trictrac", 5, Side.RED), Random(5)
    for _ in range(12):
        seated = played_on(seated, rng)
    _check_dice(seated, "trictrac", 5)


def _check_dice(seated: SeatedGame, game: str, seed: int) -> None:
    recorded, given = seated.recorded, released(seated.events)
    of_closed_room = dice_of_closed_room(game, seed)
    assert given
    for key, dice in given.items():
        if key in recorded.rolled.rolls:
            assert dice == recorded.rolled.rolls[key].dice.dice
            assert dice == of_closed_room.get(key, dice)
        else:
            assert dice == drawn_roll(recorded.seed, 1, recorded.rolled.attempt, key).dice


def test_visitors_who_play_otherwise_get_the_same_dice_at_equal_turns() -> None:
    several = [
        released(played_out(seated_in("backgammon", 4, side), Random(seed)).events)
        for seed in range(4)
        for side in Side
    ]
    known = several[0]
    for given in several:
        shared = known.keys() & given.keys()
        assert {key: given[key] for key in shared} == {key: known[key] for key in shared}
        known = {**known, **given}


def test_no_roll_is_released_before_it_is_asked_for() -> None:
    """The values for the page have the dice up to the turn being played, never those after it."""
    seated, rng = seated_in("backgammon", 3, Side.WHITE), Random(1)
    while seated.due is not Due.OVER:
        turns = [0, 0]
        for event in seated.events:
            if isinstance(event, ev.RollReleased):
                turns[event.side is Side.RED] += 1
        on_turn, begun_turns = seated.table.on_turn, list(seated.table.turns)
        if seated.due in (Due.THROW, Due.DOUBLE, Due.RESIGNATION):
            begun_turns[on_turn is Side.RED] -= 1
        assert turns == begun_turns
        seated = played_on(seated, rng)


def test_at_equal_turns_the_opponent_gives_every_visitor_the_same_answer() -> None:
    first, second = (seated_in("backgammon", 4, Side.RED) for _ in range(2))
    assert first.events == second.events
    assert played_out(first, Random(8)).events == played_out(second, Random(8)).events


def test_events_that_are_kept_give_the_same_game_back() -> None:
    seated = seated_in("backgammon", 11, Side.WHITE)
    for _ in range(5):
        seated = played_on(seated, Random(5))
    assert SeatedGame.of(seated.recorded, seated.side, seated.events) == seated


class Resigning(SensiblePlayer):
    """An opponent who offers to resign before each throw."""

    def resigns(self, position: Position, side: Side, cube: Cube) -> Ending | None:
        return Ending.RESIGNED


def test_a_refused_resignation_is_not_offered_again_in_the_same_turn() -> None:
    rng = Random(0)
    seated = begun(recorded_game("backgammon", 3), Side.WHITE, Resigning, "a game")
    while seated.due is not Due.RESIGNATION:
        seated = played_on(seated, rng, opponent=Resigning)
    refused = reading_of(seated, SeatAction(Act.REFUSE, len(seated.events)))
    after = decided(seated, refused, Resigning, "a game").events[len(seated.events) :]
    assert isinstance(after[0], ev.ResignationRefused)
    turn_over = next(i for i, each in enumerate(after) if isinstance(each, ev.PlayMade))
    assert not any(isinstance(each, ev.ResignationOffered) for each in after[:turn_over])


def test_what_is_not_due_is_refused() -> None:
    seated = seated_in("backgammon", 3, Side.WHITE)
    while seated.due is not Due.PLAY:
        seated = played_on(seated, Random(2))
    for act in (Act.THROW, Act.DOUBLE, Act.TAKE, Act.PASS, Act.HOLD, Act.ACCEPT):
        with pytest.raises(SeatRefused):
            reading_of(seated, SeatAction(act, 0))


@pytest.mark.parametrize("text", ["24/1", "8/7", "no play", "6/off", "25/20"])
def test_a_play_that_the_dice_do_not_allow_is_refused(text: str) -> None:
    seated = seated_in("backgammon", 3, Side.WHITE)
    while seated.due is not Due.PLAY:
        seated = played_on(seated, Random(2))
    with pytest.raises(PlayNotAllowed):
        reading_of(seated, SeatAction(Act.PLAY, 0, text))


@pytest.mark.parametrize("text", ["24/18 13/11", "13/11 24/18"])
def test_a_written_play_is_read_in_any_order(text: str) -> None:
    start = BACKGAMMON.start()
    after = position_written(BACKGAMMON, start, Side.WHITE, Roll(6, 2), 1, text)
    assert after is not None
    assert (after.white[24], after.white[18], after.white[13], after.white[11]) == (1, 1, 4, 1)


def test_a_checker_alone_where_a_move_ends_is_hit_though_no_star_says_so() -> None:
    start = BACKGAMMON.start()
    moved = position_written(BACKGAMMON, start, Side.WHITE, Roll(6, 2), 1, "24/18 13/11")
    assert moved is not None
    after = position_written(BACKGAMMON, moved, Side.RED, Roll(6, 1), 1, "13/7 8/7")
    assert after is not None
    assert after.white[25] == 1
