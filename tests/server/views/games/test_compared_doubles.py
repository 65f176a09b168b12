"""Watchers, the open room's player and the closed room's at the doubles of a game."""

import pytest

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Play, Side
from server.live import facts as fx
from server.live.public_table import PublicGame, without_watchers
from server.views.games.public import ComparedDouble, compared_doubles
from server.words.translation import words_for
from tests.server.live.by_hand import FIVE_THREE, MADE, RAN, RED, START, WHITE

ENGLISH = words_for("en")
WATCHED = fx.WatchersAnswered(game=1, side=RED, turn=1, takes=12, passes=5)


def dice(side: Side, turn: int, roll: Roll = FIVE_THREE) -> fx.DiceShown:
    return fx.DiceShown(game=1, side=side, turn=turn, dice=roll, opening=False)


def first_play(moves: Play) -> fx.PlayShown:
    position = BACKGAMMON.apply(START, WHITE, moves)
    return fx.PlayShown(game=1, side=WHITE, turn=1, moves=moves, position=position, condoned=False)


def cube(step: fx.CubeStep, turn: int = 1) -> fx.CubeActed:
    return fx.CubeActed(game=1, side=RED, turn=turn, step=step, cube=2)


OFFERED, TAKEN, PASSED = (cube(step) for step in fx.CubeStep)
BEGUN = dice(WHITE, 1), first_play(MADE)
IN_OPEN = *BEGUN, OFFERED, WATCHED, TAKEN


def compared(
    opened: tuple[fx.TableFact, ...], closed: tuple[fx.TableFact, ...] | None = None
) -> list[ComparedDouble]:
    public = PublicGame(game=1, attempt=1, open=opened, closed=closed)
    return compared_doubles(public, ENGLISH)


def test_while_the_game_is_played_watchers_and_the_open_room_stand_alone() -> None:
    (double,) = compared(IN_OPEN)
    assert double == ComparedDouble(
        side=RED, cube=2, takes=12, passes=5, open="White takes", taken=True, newest=True
    )
    (double,) = compared((*IN_OPEN, dice(RED, 1)))
    assert not double.newest


@pytest.mark.parametrize(
    ("closed", "text"),
    [
        ((*BEGUN, OFFERED, TAKEN, dice(RED, 1)), "White takes"),
        ((*BEGUN, OFFERED, PASSED), "White passes"),
        ((*BEGUN, OFFERED), "Red doubles to 2"),
        ((*BEGUN, dice(RED, 1), cube(fx.CubeStep.OFFERED, 2)), "no double at this turn"),
        (BEGUN, "the game was over by then"),
    ],
)
def test_the_closed_room_joins_them_with_what_it_did_at_that_turn(
    closed: tuple[fx.TableFact, ...], text: str
) -> None:
    (double,) = compared(IN_OPEN, closed)
    assert (double.closed, double.parted) == (text, False)


def test_it_is_said_where_the_closed_room_had_another_position() -> None:
    (double,) = compared(IN_OPEN, (dice(WHITE, 1), first_play(RAN), OFFERED, PASSED))
    assert double.parted


def test_a_double_that_nobody_answered_and_one_without_an_answer_are_none() -> None:
    assert not compared((*BEGUN, OFFERED, TAKEN))
    assert not compared((*BEGUN, OFFERED))


def test_a_double_behind_dice_that_are_played_again_goes_with_them() -> None:
    back = fx.TurnTakenBack(game=1, side=WHITE, turn=1, position=START)
    assert not compared((*IN_OPEN, back))
    (again,) = compared((*IN_OPEN, back, first_play(RAN), OFFERED, WATCHED, PASSED))
    assert again.open == "White passes"


def test_players_are_shown_the_game_without_what_watchers_answered() -> None:
    public = without_watchers(PublicGame(game=1, attempt=1, open=IN_OPEN, closed=BEGUN))
    assert public.open == (*BEGUN, OFFERED, TAKEN)
