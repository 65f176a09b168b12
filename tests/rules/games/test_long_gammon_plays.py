"""Long gammon's plays, case by case; every case names the sentence of ruling 16 it tries.

Points are the mover's own; the opponent's own point q is the mover's q + 12 or q - 12, so that its
head is the mover's 12.
"""

from dataclasses import dataclass
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Roll
from rules.games.long_gammon import LONG_GAMMON, opposite, plays_by_position, unpacked
from rules.position import OFF, Counts, Position, Side, read_play
from tests.support.examples import examples
from tests.support.long_gammon_positions import ALL_ON_HEAD, lying, played_games
from tests.support.reference_long_gammon import final_tables, walled

HEAD_RULE = "ruling 16: one checker off the head a turn"
FIRST_TURN = "ruling 16: two on a first turn with 3-3, 4-4, 6-6, one not playing the whole roll"
CLOSED = "ruling 16: no hitting; a point with one enemy checker is closed"
ALL_DICE = "ruling 16 with the federations' rules: both dice if possible, else the higher"
BEARING_OFF = "ruling 16 with the federations' rules: off once all fifteen are home"
BLOCK = "ruling 16: no block of six at the end of a turn without an enemy checker ahead of it"


@dataclass(frozen=True)
class Case:
    """All legal plays of a roll; the opponent is on its head where nothing else is said."""

    name: str
    rule: str
    own: str
    roll: tuple[int, int]
    plays: set[str]
    other: str = ALL_ON_HEAD
    turn: int = 9


CASES = (
    Case("one checker leaves the head", HEAD_RULE, "24:15", (6, 5), {"head/13"}, turn=1),
    Case(
        "with another checker afield the head gives one or none",
        HEAD_RULE,
        "24:14 13",
        (6, 5),
        {"head/18 13/8", "13/7 head/19", "head/13", "13/2"},
        turn=2,
    ),
    Case("a double takes one off the head", HEAD_RULE, "24:15", (6, 6), {"head/18"}, turn=2),
    Case(
        "three threes by the head's checker, one by the other",
        HEAD_RULE,
        "24:14 18",
        (3, 3),
        {"head/15 18/15"},
        turn=2,
    ),
    Case("the first turn's 6-6", FIRST_TURN, "24:15", (6, 6), {"head/18(2)"}, turn=1),
    Case("the first turn's 4-4", FIRST_TURN, "24:15", (4, 4), {"head/16(2)"}, turn=1),
    Case(
        "the first turn's 3-3",
        FIRST_TURN,
        "24:15",
        (3, 3),
        {"head/18(2)", "head/15 head/21"},
        turn=1,
    ),
    Case("no second with 5-5", FIRST_TURN, "24:15", (5, 5), {"head/4"}, turn=1),
    Case("no second with 2-2", FIRST_TURN, "24:15", (2, 2), {"head/16"}, turn=1),
    Case("no second with 1-1", FIRST_TURN, "24:15", (1, 1), {"head/20"}, turn=1),
    Case("no second without a double", FIRST_TURN, "24:15", (6, 3), {"head/15"}, turn=1),
    Case(
        "no second for 5-5 even where one plays two fives only",
        FIRST_TURN,
        "24:15",
        (5, 5),
        {"head/14"},
        "24:14 21",
        turn=1,
    ),
    Case(
        "no second where one can play the whole roll",
        FIRST_TURN,
        "24:15",
        (4, 4),
        {"head/8"},
        "23:15",
        turn=1,
    ),
    Case(
        "one enemy checker closes a point",
        CLOSED,
        "24:14 10",
        (2, 1),
        {"head/22 10/9", "head/21", "10/7"},
        "24:14 20",
    ),
    Case(
        "a checker may not even touch a closed point on its way",
        CLOSED,
        "24:14 10",
        (2, 1),
        {"head/21"},
        "24:13 21 20",
    ),
    Case("nothing can move", CLOSED, "10:15", (2, 1), {""}, "21:8 20:7"),
    Case("both dice though one order only", ALL_DICE, "10 2:14", (2, 1), {"10/7"}, "20:15"),
    Case("either but not both", ALL_DICE, "20", (2, 1), {"20/18"}, "5:15"),
    Case("the lower alone", ALL_DICE, "20", (2, 1), {"20/19"}, "6:8 5:7"),
    Case("three of a double's four", ALL_DICE, "20", (2, 2), {"20/14"}),
    Case("not off while one is out", BEARING_OFF, "8 3:14", (3, 1), {"8/4", "8/5 3/2"}),
    Case(
        "off with the second die once the first has brought the last home",
        BEARING_OFF,
        "7 3:14",
        (3, 1),
        {"7/6 3/off", "7/3", "7/4 3/2"},
    ),
    Case(
        "a larger die bears off from the highest point",
        BEARING_OFF,
        "4 2:14",
        (6, 5),
        {"4/off 2/off"},
    ),
    Case(
        "with a checker on a higher point that one moves",
        BEARING_OFF,
        "6 3",
        (4, 3),
        {"6/2 3/off", "6/off"},
    ),
    Case("bearing off is no duty", BEARING_OFF, "3 2", (2, 1), {"3/1 2/1", "3/off"}),
    Case("no smaller one off while a higher one is stuck", BEARING_OFF, "6 2", (5, 5), {""}, "13"),
    Case("the last two go", BEARING_OFF, "1:2", (6, 6), {"1/off(2)"}),
    Case(
        "where both dice would leave a block the one that does not is played",
        BLOCK,
        "12 5 4 3 2 1:10",
        (5, 1),
        {"12/11", "5/4", "4/3", "3/2", "2/1"},
        "22:13 21 19",
    ),
    Case(
        "where every move would leave a block none is made",
        BLOCK,
        "17 12 5 4 3 2 1:9",
        (6, 6),
        {""},
        "23:13 22 19",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=[case.name.replace(" ", "_") for case in CASES])
def test_a_roll_has_just_the_plays_its_rule_allows(case: Case) -> None:
    position = Position(lying(case.own), lying(case.other))
    LONG_GAMMON.check(position)
    plays = LONG_GAMMON.legal_plays(position, Side.WHITE, Roll(*case.roll), case.turn)
    assert {LONG_GAMMON.notation(play) for play in plays} == case.plays, case.rule


BLOCKS = (
    ("six_in_a_row_with_nobody_ahead", "24:9 13 10 9 8 7 6", "24:15", "13/11 24/23", False),
    ("six_with_one_enemy_ahead", "24:9 13 10 9 8 7 6", "24:14 4", "13/11 24/23", True),
    ("enemies_behind_do_not_help", "24:9 8 5 4 3 2 1", "24:14 22", "8/6 24/23", False),
    ("one_ahead_by_half_a_round_helps", "23:9 8 5 4 3 2 1", "24:14 12", "8/6 23/22", True),
    ("five_in_a_row_are_no_block", "24:10 11 9 8 7 6", "24:15", "11/10 24/22", True),
    ("a_gap_makes_no_block", "24:9 13 10 9 8 7 5", "24:15", "13/11 24/23", True),
    ("a_block_over_our_one_and_head", "24:9 23:2 8 3 2 1", "24:15", "23/22 8/6", False),
    ("the_same_with_an_enemy_ahead", "24:9 23:2 8 3 2 1", "24:14 9", "23/22 8/6", True),
    ("the_same_with_an_enemy_behind", "24:9 23:2 8 3 2 1", "24:14 17", "23/22 8/6", False),
    ("over_their_last_point_and_head", "16:2 14 13 12 11 10 1:8", "8:15", "16/15 10/8", True),
    ("their_whole_home_is_always_one", "24:9 20 17 16 15 14 13", "24:15", "20/18 24/23", False),
    ("each_block_needs_one_ahead", "23 21 20 19 18 17 9 8 7 6 5 4 1:3", "24:14 12", "23/22 9/7",
     False),
    ("one_ahead_of_the_first_is_ahead_of_all", "23 21 20 19 18 17 9 8 7 6 5 4 1:3", "24:13 12 4",
     "23/22 9/7", True),
    ("seven_in_a_row_with_nobody_ahead", "24:8 13 11 9 8 7 6 5", "24:15", "11/10 13/11", False),
    ("a_block_in_the_middle_of_a_turn", "13 10 9 8 7 6 24:9", "24:15", "13/11 11/10", True),
)  # fmt: skip


@pytest.mark.parametrize(
    ("own", "other", "moves", "legal"), [row[1:] for row in BLOCKS], ids=[row[0] for row in BLOCKS]
)
def test_a_block_may_stand_after_a_turn_only_with_an_enemy_ahead_of_it(
    own: str, other: str, moves: str, legal: bool
) -> None:
    LONG_GAMMON.check(Position(lying(own), lying(other)))
    after = list(lying(own))
    for move in read_play(moves):
        after[move.origin] -= 1
        after[move.target] += 1
    found = plays_by_position(lying(own), lying(other), Roll(2, 1), 9)
    assert (tuple(after) in {unpacked(position) for position in found}) is legal, BLOCK


def test_a_block_that_stands_already_is_kept_while_its_enemy_is_ahead() -> None:
    own, other = lying("24:9 11 10 9 8 7 6"), lying("24:14 4")
    found = plays_by_position(own, other, Roll(2, 1), 9)
    assert any(unpacked(after)[6:12] == (1,) * 6 for after in found)


def test_red_plays_by_its_own_numbers_what_white_plays_by_white_s() -> None:
    for position, side, roll, turn in played_games(Random(3), 2):
        mirrored = Position(position.red, position.white)
        assert LONG_GAMMON.legal_plays(position, side, roll, turn) == LONG_GAMMON.legal_plays(
            mirrored, side.opponent, roll, turn
        )


seeds = st.integers(0, 2**32)


@examples(12)
@given(seeds)
def test_legal_plays_equal_those_found_by_trying_everything(seed: int) -> None:
    for position, side, roll, turn in played_games(Random(seed), 2):
        own, other = position.of(side), position.of(side.opponent)
        found = plays_by_position(own, other, roll, turn)
        expected = final_tables(own, other, roll.dice, turn)
        assert {unpacked(after) for after in found} == expected, (own, other, roll, turn)


@examples(12)
@given(seeds)
def test_every_play_can_be_made_and_is_found_between_its_positions(seed: int) -> None:
    throws = played_games(Random(seed), 2)
    for position, side, roll, turn in islice(throws, seed % 8, None, 8):
        for play in LONG_GAMMON.legal_plays(position, side, roll, turn):
            after = LONG_GAMMON.apply(position, side, play)
            LONG_GAMMON.check(after)
            assert LONG_GAMMON.play_between(position, after, side, roll, turn) == play


@examples(12)
@given(seeds)
def test_no_play_breaks_the_head_rule_takes_a_held_point_or_leaves_a_block(seed: int) -> None:
    for position, side, roll, turn in played_games(Random(seed), 2):
        own, other = position.of(side), position.of(side.opponent)
        enemy = {opposite(point) for point in range(1, 25) if other[point]}
        for play in LONG_GAMMON.legal_plays(position, side, roll, turn):
            off_head = sum(move.origin == 24 for move in play)
            assert off_head <= 1 + (turn == 1 and roll.dice in _TWICE)
            assert not any(_held_by(other, move.target) for move in play)
            after = LONG_GAMMON.apply(position, side, play).of(side)
            assert sum(after) == sum(own) == 15
            assert not play or not walled(after, enemy)


_TWICE = ((3,) * 4, (4,) * 4, (6,) * 4)


def _held_by(other: Counts, target: int) -> bool:
    return target != OFF and other[opposite(target)] > 0
