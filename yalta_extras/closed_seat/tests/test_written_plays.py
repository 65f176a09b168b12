"""A visitor's play as typed: where it leads, or that it cannot be."""

import pytest

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.position import Side
from yalta_extras.closed_seat.seat_actions import position_written


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (BACKGAMMON, "13/10 6/5"),
        (BACKGAMMON, "13/9"),
        (LONG_GAMMON, "24/20"),
        (LONG_GAMMON, "head/20"),
    ],
)
def test_a_play_that_the_dice_allow_leads_to_where_it_says(game: Game, text: str) -> None:
    assert position_written(game, game.start(), Side.WHITE, Roll(3, 1), 1, text) is not None


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (BACKGAMMON, "somewhere"),
        (BACKGAMMON, "12/9 6/5"),
        (BACKGAMMON, "24/14"),
        (LONG_GAMMON, "24/19"),
        (LONG_GAMMON, "23/20 24/23"),
        (LONG_GAMMON, "24/12"),
    ],
)
def test_a_play_that_cannot_be_leads_nowhere(game: Game, text: str) -> None:
    assert position_written(game, game.start(), Side.WHITE, Roll(3, 1), 1, text) is None
