"""What may be played and what may not, by positions made by hand.

movement.csv: a sentence; the article of Malfilâtre's Laws of Trictrac it rests on (24: the ruling);
the mover's checkers and the opponent's, each by own points, those not named being off; the dice;
plays that are allowed and plays that are not, "-" for playing nothing.
"""

import csv
from pathlib import Path

import pytest

from rules.errors import IllegalPlay, InvalidPosition
from rules.games.game import Game
from rules.games.trictrac.as_game import TRICTRAC
from rules.games.trictrac.movement import GRAND_JAN, PETIT_JAN, can_still_fill
from rules.position import Move, Position, Side, read_play
from tests.support.trictrac_positions import facing, men, roll

GAME: Game = TRICTRAC

with (Path(__file__).parent / "movement.csv").open(encoding="utf-8", newline="") as table:
    CASES = list(csv.DictReader(table))


def plays(text: str) -> list[str]:
    return [play.strip() for play in text.split("|")] if text else []


def after(position: Position, play: str) -> Position:
    return GAME.apply(position, Side.WHITE, read_play(play.replace("-", "")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_the_throw_allows_just_what_the_laws_allow(case: dict[str, str]) -> None:
    position = facing(case["own"], case["other"])
    GAME.check(position)
    dice = roll(case["dice"])
    legal = GAME.legal_plays(position, Side.WHITE, dice, 1)
    ends = {GAME.apply(position, Side.WHITE, play) for play in legal}
    for play in plays(case["allowed"]):
        assert after(position, play) in ends, play
        assert GAME.play_between(position, after(position, play), Side.WHITE, dice, 1) in legal
    for play in plays(case["refused"]):
        assert after(position, play) not in ends, play


def test_all_checkers_start_on_the_talons_and_no_position_ends_the_game() -> None:
    start = GAME.start()
    GAME.check(start)
    assert start == facing("24:15", "24:15")
    assert GAME.outcome(start) is None
    assert GAME.outcome(facing("0:15", "24:15")) is None


@pytest.mark.parametrize(
    ("own", "other", "complaint"),
    [
        ("24:14 13", "24:15", "one checker on its coin"),
        ("24:13 12:2", "24:15", "on the other coin"),
        ("24:14 1", "24:15", "White's point 1"),
        ("25:1 24:14", "24:15", "on the bar"),
    ],
)
def test_a_position_trictrac_cannot_have_is_refused(own: str, other: str, complaint: str) -> None:
    with pytest.raises(InvalidPosition, match=complaint):
        GAME.check(facing(own, other))


def test_a_move_of_no_checker_and_a_hit_are_refused() -> None:
    with pytest.raises(IllegalPlay, match="no checker on 20"):
        GAME.apply(GAME.start(), Side.RED, (Move(20, 18),))
    with pytest.raises(IllegalPlay, match="no hit"):
        GAME.apply(GAME.start(), Side.RED, (Move(24, 18, hit=True),))


def test_the_last_checker_goes_off_by_its_own_number_and_nothing_more_is_played() -> None:
    left = facing("6", "10:15")
    assert GAME.legal_plays(left, Side.WHITE, roll("6-1"), 40) == {(Move(6, 0),)}


def test_a_changed_opponent_is_no_play() -> None:
    start = GAME.start()
    after_both = facing("24:13 23 18", "24:14 23")
    assert GAME.play_between(start, after_both, Side.WHITE, roll("6-1"), 1) is None


def test_a_play_is_written_as_everywhere() -> None:
    assert GAME.notation((Move(24, 18), Move(24, 23))) == "24/18 24/23"
    assert GAME.notation((Move(19, 13), Move(13, 8))) == "19/8"
    assert GAME.notation(()) == ""


def test_a_jan_can_be_filled_while_enough_checkers_have_not_passed_its_points() -> None:
    assert can_still_fill(men("24:15"), PETIT_JAN)
    assert not can_still_fill(men("24:1 23:14"), PETIT_JAN)
    assert can_still_fill(men("24:2 20:10 19:3"), PETIT_JAN) is False
    assert can_still_fill(men("24:1 23:14"), GRAND_JAN)
    assert can_still_fill(men("18:2 17:2 16:2 15:2 14:2 13:2 1:3"), GRAND_JAN)
    assert not can_still_fill(men("24:11 12:4"), GRAND_JAN)
