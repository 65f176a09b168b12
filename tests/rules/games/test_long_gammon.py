import pytest

from rules.dice import Roll
from rules.errors import IllegalPlay, InvalidPosition
from rules.games.game import Game, Outcome, Sensing
from rules.games.long_gammon import LONG_GAMMON
from rules.position import Move, Position, Side
from rules.room import Ending
from tests.support.long_gammon_positions import ALL_ON_HEAD, lying

GAME: Game = LONG_GAMMON


def test_all_fifteen_of_either_side_start_on_its_own_head() -> None:
    start = GAME.start()
    assert start == Position(lying(ALL_ON_HEAD), lying(ALL_ON_HEAD))
    assert start.pip_count(Side.WHITE) == start.pip_count(Side.RED) == 360
    GAME.check(start)


def test_a_side_s_head_is_its_opponent_s_twelve() -> None:
    with pytest.raises(InvalidPosition, match="White's point 12 holds checkers of both sides"):
        GAME.check(Position(lying("24:14 12"), lying(ALL_ON_HEAD)))


def test_nothing_lies_on_the_bar_and_only_one_side_has_finished() -> None:
    with pytest.raises(InvalidPosition, match="red: 2 on the bar"):
        GAME.check(Position(lying(ALL_ON_HEAD), lying("24:13 25:2")))
    with pytest.raises(InvalidPosition, match="both sides have borne off"):
        GAME.check(Position(lying(""), lying("")))


@pytest.mark.parametrize(
    ("loser", "ending", "left"),
    [("6:14", Ending.BEAROFF, 14), ("1", Ending.BEAROFF, 1), ("24 3:14", Ending.GAMMON, 15)],
    ids=["oin", "oin_with_one_left", "mars"],
)
def test_a_loser_with_a_checker_off_has_lost_oin_else_mars(
    loser: str, ending: Ending, left: int
) -> None:
    position = Position(lying(loser), lying(""))
    assert GAME.outcome(position) == Outcome(Side.WHITE, ending, left)
    assert GAME.outcome(Position(lying(""), lying(loser))) == Outcome(Side.RED, ending, left)


def test_the_game_goes_on_while_both_have_checkers_left() -> None:
    assert GAME.outcome(Position(lying("1"), lying("1"))) is None


def test_a_game_cannot_end_as_a_backgammon_or_by_a_refused_double() -> None:
    """Ruling 14: Triple never, cube off."""
    assert GAME.endings == {Ending.BEAROFF, Ending.GAMMON, Ending.RESIGNED, Ending.RESIGNED_GAMMON}


def test_a_play_that_the_checkers_do_not_allow_is_refused() -> None:
    position = Position(lying("24:14 10"), lying("24:14 20"))
    with pytest.raises(IllegalPlay, match="no checker on 11"):
        GAME.apply(position, Side.WHITE, (Move(11, 9),))
    with pytest.raises(IllegalPlay, match="no checker on 25"):
        GAME.apply(position, Side.WHITE, (Move(25, 24),))
    with pytest.raises(IllegalPlay, match="the opponent holds 8"):
        GAME.apply(position, Side.WHITE, (Move(10, 8),))
    with pytest.raises(IllegalPlay, match="nothing is hit"):
        GAME.apply(position, Side.WHITE, (Move(10, 9, hit=True),))


def test_a_movement_of_the_other_side_s_checkers_is_no_play() -> None:
    before = Position(lying("24:15"), lying("24:14 20"))
    after = GAME.apply(before, Side.RED, (Move(20, 19),))
    assert GAME.play_between(before, after, Side.RED, Roll(1, 1), 4) is None
    assert GAME.play_between(before, after, Side.WHITE, Roll(2, 1), 4) is None


def test_a_play_is_written_with_the_head_by_name() -> None:
    play = (Move(24, 20), Move(20, 18), Move(8, 5), Move(3, 0))
    assert GAME.notation(play) == "head/18 8/5 3/off"
    assert GAME.notation(()) == ""


def test_a_board_needs_no_colours_bar_or_cube() -> None:
    assert GAME.senses == Sensing(hits=False, bar=False, cube_limit=0)
