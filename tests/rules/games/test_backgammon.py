from itertools import islice
from random import Random

import pytest

from rules.dice import Roll
from rules.errors import IllegalPlay, InvalidPosition
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game, Outcome, Sensing
from rules.position import Move, Position, Side
from rules.room import Ending
from tests.support.backgammon_positions import counts, wandering

GAME: Game = BACKGAMMON


def test_the_start_has_167_pips_a_side_and_is_a_position_of_the_game() -> None:
    start = GAME.start()
    GAME.check(start)
    assert [start.pip_count(side) for side in Side] == [167, 167]
    assert GAME.outcome(start) is None


def test_a_triangle_held_by_both_sides_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="White's point 8"):
        GAME.check(Position(counts(p8=2, p1=13), counts(p17=2, p2=13)))


def test_two_winners_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="both sides"):
        GAME.check(Position(counts(), counts()))


def test_every_legal_play_applies_and_is_found_again_between_its_positions() -> None:
    for position, side in islice(wandering(Random(3)), 60):
        for roll in (Roll(6, 1), Roll(3, 3)):
            for play in GAME.legal_plays(position, side, roll, 1):
                after = GAME.apply(position, side, play)
                GAME.check(after)
                assert GAME.play_between(position, after, side, roll, 1) == play


def test_no_play_leads_to_a_position_the_roll_does_not_allow() -> None:
    start = GAME.start()
    after = GAME.apply(start, Side.WHITE, (Move(13, 7), Move(8, 7)))
    assert GAME.play_between(start, after, Side.WHITE, Roll(6, 1), 1) == (Move(13, 7), Move(8, 7))
    assert GAME.play_between(start, after, Side.WHITE, Roll(6, 2), 1) is None


def test_a_hit_sends_the_checker_to_its_bar() -> None:
    before = Position(counts(p8=1, p1=14), counts(p22=1, p1=14))
    after = GAME.apply(before, Side.WHITE, (Move(8, 3, hit=True),))
    assert after.red[25] == 1
    assert after.red[22] == 0
    assert after.white[3] == 1


def test_a_play_is_applied_whatever_the_dice() -> None:
    after = GAME.apply(GAME.start(), Side.RED, (Move(24, 14),))
    assert after.red[14] == 1


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Move(12, 8), "no checker on 12"),
        (Move(6, 1), "the opponent holds 1 with 2"),
        (Move(13, 8, hit=True), "hits nothing"),
    ],
)
def test_checkers_that_do_not_allow_a_play_are_named(move: Move, why: str) -> None:
    with pytest.raises(IllegalPlay, match=why):
        GAME.apply(GAME.start(), Side.WHITE, (move,))


def test_an_unmarked_hit_is_refused() -> None:
    before = Position(counts(p8=1, p1=14), counts(p22=1, p1=14))
    with pytest.raises(IllegalPlay, match="hits a checker"):
        GAME.apply(before, Side.WHITE, (Move(8, 3),))


def test_a_loser_who_has_borne_off_a_checker_loses_by_bear_off() -> None:
    position = Position(counts(), counts(bar=1, p1=13))
    assert GAME.outcome(position) == Outcome(Side.RED, Ending.BEAROFF, 14)


def test_a_loser_with_all_fifteen_left_loses_a_gammon() -> None:
    position = Position(counts(p18=1, p1=14), counts())
    assert GAME.outcome(position) == Outcome(Side.WHITE, Ending.GAMMON, 15)


@pytest.mark.parametrize("place", ["p19", "p24", "bar"])
def test_a_checker_in_the_winners_home_or_on_the_bar_makes_a_backgammon(place: str) -> None:
    position = Position(counts(), counts(p1=14, **{place: 1}))
    assert GAME.outcome(position) == Outcome(Side.RED, Ending.BACKGAMMON, 15)


def test_a_play_is_written_as_people_write_it() -> None:
    play = (Move(24, 18, hit=True), Move(18, 13), Move(6, 0))
    assert BACKGAMMON.notation(play) == "24/18*/13 6/off"
    assert BACKGAMMON.notation(()) == ""


def test_a_board_must_read_hits_bar_and_a_cube_up_to_the_tables_last_column() -> None:
    assert BACKGAMMON.senses == Sensing(hits=True, bar=True, cube_limit=64)
