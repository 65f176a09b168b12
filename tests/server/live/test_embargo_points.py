"""What is told of a game that counts points: who throws first, marks, hold or go (ruling 12)."""

from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.games.game import HoleChoice, PointMark, SideScore
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import CHECKERS, Position, Side
from rules.room import Ending, Room
from server.live import facts as fx
from server.live.public_table import set_table, table_after
from tests.server.live.by_hand import (
    CLOSED,
    OPEN,
    RED,
    WHITE,
    Match,
    kinds,
    ready,
    released,
    thrown,
)

TALONS = TRICTRAC.start()
RED_OFF = Position(TALONS.white, (CHECKERS, *(0,) * 25))
SIX_FOUR = Roll(6, 4)
NO_POINTS, A_TROU = SideScore(), SideScore(points=2, holes=1, tokens=1, triangle=2)


def decided(side: Side, dice: Roll) -> ev.OpeningDecided:
    return ev.OpeningDecided(game=1, attempt=1, dice=dice, source=DiceSource.CONSOLE, side=side)


def at(room: Room, side: Side, turn: int) -> dict[str, Any]:
    return {"game": 1, "attempt": 1, "room": room, "side": side, "turn": turn}


def played(room: Room, side: Side, turn: int, position: Position = TALONS) -> ev.PlayMade:
    return ev.PlayMade(**at(room, side, turn), moves=(), position=position)


def chosen(room: Room, side: Side, turn: int, choice: HoleChoice) -> ev.ChoiceMade:
    return ev.ChoiceMade(**at(room, side, turn), choice=choice)


def marked(room: Room, side: Side, turn: int, red: SideScore = A_TROU) -> ev.PointsMarked:
    mark = PointMark(side=RED, figure="petit jan filled", ways=2, points=8, rule="article 13")
    return ev.PointsMarked(**at(room, side, turn), marks=(mark,), white=NO_POINTS, red=red)


def finished(room: Room) -> ev.GameFinished:
    where: dict[str, Any] = {"game": 1, "attempt": 1, "room": room, "loser": WHITE}
    return ev.GameFinished(**where, ending=Ending.TROUS, left=15, cube=1, tally=(3, 12))


def opened(embargo: ev.Embargo = ev.Embargo.LOCKSTEP) -> Match:
    """Red throws first and has thrown 6-4 in the open room."""
    match = Match(embargo, TALONS)
    match.happens(decided(RED, Roll(2, 5)), thrown(RED, 1, SIX_FOUR))
    return match


def test_who_throws_first_is_told_with_his_first_dice() -> None:
    match = opened()
    assert match.published == []
    opening, dice = match.happens(released(RED, 1, SIX_FOUR))
    assert opening == fx.OpeningShown(game=1, side=RED, dice=Roll(2, 5))
    assert isinstance(dice, fx.DiceShown)
    assert not dice.opening


@pytest.mark.parametrize("embargo", [ev.Embargo.LOCKSTEP, ev.Embargo.LIVE])
def test_an_opening_that_is_put_right_is_told_once_as_it_is_in_the_end(embargo: ev.Embargo) -> None:
    match = Match(embargo, TALONS)
    tie = ev.OpeningTied(game=1, attempt=1, dice=Roll(3, 3), source=DiceSource.CONSOLE)
    match.happens(decided(RED, Roll(2, 5)), decided(WHITE, Roll(5, 2)), tie)
    match.happens(decided(WHITE, Roll(6, 2)), thrown(WHITE, 1, SIX_FOUR))
    match.happens(released(WHITE, 1, SIX_FOUR))
    assert match.published[0] == fx.OpeningShown(game=1, side=WHITE, dice=Roll(6, 2))
    assert sum(isinstance(fact, fx.OpeningShown) for fact in match.published) == 1


def test_play_choice_and_points_wait_for_the_closed_rooms_play_of_the_turn() -> None:
    match = opened()
    match.happens(released(RED, 1, SIX_FOUR), chosen(OPEN, RED, 1, HoleChoice.HOLD))
    match.happens(played(OPEN, RED, 1), marked(OPEN, RED, 1))
    assert match.kinds() == ["OpeningShown", "DiceShown"]
    published = match.happens(played(CLOSED, RED, 1))
    assert kinds(published) == ["ChoiceShown", "PlayShown", "PointsShown"]
    points = published[-1]
    assert isinstance(points, fx.PointsShown)
    assert points.score == fx.TableScore(white=NO_POINTS, red=A_TROU)


def test_to_go_in_the_closed_room_is_its_play_of_the_turn() -> None:
    match = opened()
    match.happens(released(RED, 1, SIX_FOUR), played(OPEN, RED, 1), marked(OPEN, RED, 1))
    assert match.happens(chosen(CLOSED, RED, 1, HoleChoice.HOLD)) == ()
    published = match.happens(chosen(CLOSED, RED, 1, HoleChoice.GO))
    assert kinds(published) == ["PlayShown", "PointsShown"]


def test_to_go_sets_all_checkers_anew_and_the_same_side_throws() -> None:
    match = opened()
    match.happens(released(RED, 1, SIX_FOUR), played(CLOSED, RED, 1))
    match.happens(chosen(OPEN, RED, 1, HoleChoice.GO))
    (_, again) = match.happens(marked(OPEN, RED, 1))
    assert again == fx.CheckersSet(game=1, side=RED, turn=1, position=TALONS)
    match.happens(thrown(RED, 2, Roll(3, 1)))
    dice = match.happens(ready(RED, 2), released(RED, 2, Roll(3, 1)))
    assert kinds(dice) == ["DiceShown"]


def test_after_the_last_checker_off_the_table_shows_all_checkers_on_the_talons() -> None:
    match = opened()
    match.happens(released(RED, 1, SIX_FOUR), played(CLOSED, RED, 1))
    match.happens(played(OPEN, RED, 1, RED_OFF), marked(OPEN, RED, 1))
    table = set_table(TRICTRAC)
    for fact in match.published:
        assert isinstance(fact, fx.TableFact)
        table = table_after(table, fact)
    assert (table.position, table.on_turn, table.last_play) == (TALONS, RED, None)
    assert table.score is not None
    assert table.score.red == A_TROU


def test_a_condoned_last_checker_off_without_points_is_set_anew_with_the_next_throw() -> None:
    match = opened()
    match.happens(released(RED, 1, SIX_FOUR), played(CLOSED, RED, 1), played(OPEN, RED, 1, RED_OFF))
    published = match.happens(thrown(RED, 2, Roll(3, 1)))
    assert kinds(published) == ["CheckersSet"]


def test_a_game_won_by_the_throw_is_told_when_the_closed_room_has_played_that_turn() -> None:
    match = opened()
    match.happens(released(RED, 1, SIX_FOUR))
    match.happens(marked(OPEN, RED, 1, SideScore(holes=12)), finished(OPEN))
    published = match.happens(played(CLOSED, RED, 1))
    assert kinds(published) == ["PointsShown", "OpenGameFinished"]
    result = published[-1]
    assert isinstance(result, fx.OpenGameFinished)
    assert result.result.tally == (3, 12)


def test_a_game_resigned_before_its_first_throw_is_told_with_the_dice_it_would_have_had() -> None:
    match = Match(start=TALONS)
    match.happens(decided(RED, Roll(2, 5)))
    where: dict[str, Any] = {"game": 1, "attempt": 1, "room": OPEN, "side": WHITE}
    where["ending"] = Ending.RESIGNED
    match.happens(ev.ResignationOffered(**where), ev.GameResigned(**where), finished(OPEN))
    assert match.published == []
    published = match.happens(released(RED, 1, SIX_FOUR))
    assert kinds(published) == [
        "OpeningShown",
        "ResignationShown",
        "ResignationShown",
        "OpenGameFinished",
    ]


def test_points_of_a_turn_that_is_played_again_are_taken_back_with_it() -> None:
    match = opened()
    match.happens(released(RED, 1, SIX_FOUR), played(CLOSED, RED, 1))
    match.happens(played(OPEN, RED, 1), marked(OPEN, RED, 1))
    match.happens(ev.TurnReopened(**at(OPEN, RED, 1), by="director", reason="played wrong"))
    table = set_table(TRICTRAC)
    for fact in match.published:
        assert isinstance(fact, fx.TableFact)
        table = table_after(table, fact)
    assert table.score == set_table(TRICTRAC).score


def test_both_rooms_steps_of_a_counted_game_are_told_at_its_end() -> None:
    match = opened()
    match.happens(released(RED, 1, SIX_FOUR), chosen(CLOSED, RED, 1, HoleChoice.GO))
    match.happens(marked(CLOSED, RED, 1), released(RED, 2, Roll(3, 1)), played(CLOSED, RED, 2))
    match.happens(finished(CLOSED))
    published = match.happens(finished(OPEN))
    shown = published[-1]
    assert isinstance(shown, fx.ClosedRoomShown)
    assert kinds(shown.steps) == [
        "DiceShown",
        "ChoiceShown",
        "PointsShown",
        "CheckersSet",
        "DiceShown",
        "PlayShown",
    ]
