from collections import Counter

import pytest

from rules.dice import Roll
from rules.match_files.mat_reader import GameRolls, rolls_of
from rules.position import Side
from simulator.dice_supply import SeededDice, TranscribedDice

TWO_GAMES = """ 5 point match

 Game 1
 Compass : 0                        Rudder : 0
  1)                             52: 13/8 13/11
  2) 33: 8/5 8/5 6/3 6/3         61: 13/7 8/7
  3)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Compass : 1                        Rudder : 0
  1) 42: 8/4 6/4                 66: 24/18 24/18 13/7 13/7
  2) 31: 8/5 6/5                  Doubles => 2
  3)  Drops                      Wins 1 point
"""


@pytest.fixture
def messages() -> list[str]:
    return []


@pytest.fixture
def transcribed(messages: list[str]) -> TranscribedDice:
    return TranscribedDice("two.mat", rolls_of(TWO_GAMES), SeededDice(9), messages.append)


def test_the_same_key_has_the_same_dice_and_another_seed_has_others() -> None:
    def some(seed: int) -> list[Roll]:
        dice = SeededDice(seed)
        return [dice.roll(1, 1, side, turn) for side in Side for turn in range(1, 30)]

    assert some(1) == some(1)
    assert some(1) != some(2)


def test_every_part_of_the_key_matters() -> None:
    def series(game: int, attempt: int, side: Side) -> tuple[Roll, ...]:
        return tuple(SeededDice(1).roll(game, attempt, side, turn) for turn in range(1, 30))

    keys = [(game, attempt, side) for game in (1, 2) for attempt in (1, 2) for side in Side]
    openings = tuple(SeededDice(1).opening(1, 1, throw) for throw in range(1, 30))
    assert len({openings, *(series(*key) for key in keys)}) == len(keys) + 1


def test_seeded_dice_are_fair() -> None:
    dice = SeededDice(2)
    seen = Counter(dice.roll(game, 1, Side.RED, k) for game in range(1, 100) for k in range(1, 73))
    assert len(seen) == 36
    assert all(130 < count < 275 for count in seen.values())


def test_transcribed_dice_are_thrown_side_by_side_in_order(
    transcribed: TranscribedDice, messages: list[str]
) -> None:
    assert transcribed.opening(1, 1, 1) == Roll(2, 5)
    assert transcribed.roll(1, 1, Side.WHITE, 1).same_dice(Roll(3, 3))
    assert transcribed.roll(1, 1, Side.RED, 2).same_dice(Roll(6, 1))
    assert transcribed.opening(2, 1, 1) == Roll(4, 2)
    assert transcribed.roll(2, 1, Side.WHITE, 2).same_dice(Roll(3, 1))
    assert transcribed.roll(2, 1, Side.RED, 1).same_dice(Roll(6, 6))
    assert messages == []


def test_when_a_sides_rolls_are_used_up_the_seeded_dice_go_on_and_it_is_said_once(
    transcribed: TranscribedDice, messages: list[str]
) -> None:
    seeded = SeededDice(9)
    for turn in (2, 3, 4):
        assert transcribed.roll(1, 1, Side.WHITE, turn) == seeded.roll(1, 1, Side.WHITE, turn)
    assert transcribed.opening(3, 1, 1) == seeded.opening(3, 1, 1)
    assert transcribed.roll(3, 1, Side.RED, 1) == seeded.roll(3, 1, Side.RED, 1)
    assert messages == [
        "two.mat: White's rolls of game 1 are used up after turn 1; the seeded dice go on",
        "two.mat: game 3 is not in the file, which has 2; the seeded dice go on",
    ]


def test_a_voided_game_has_new_dice(transcribed: TranscribedDice, messages: list[str]) -> None:
    seeded = SeededDice(9)
    assert transcribed.opening(1, 2, 1) == seeded.opening(1, 2, 1)
    assert transcribed.roll(1, 2, Side.RED, 2) == seeded.roll(1, 2, Side.RED, 2)
    assert messages == ["two.mat: game 1 was voided and needs new dice; the seeded dice go on"]


def test_a_game_that_begins_with_a_double_or_nothing_is_seeded(messages: list[str]) -> None:
    games = [GameRolls((Roll(3, 3),), (Roll(2, 1),), Side.WHITE), GameRolls((), (), None)]
    dice = TranscribedDice("odd.mat", games, SeededDice(9), messages.append)
    assert dice.opening(1, 1, 2) == SeededDice(9).opening(1, 1, 2)
    assert dice.roll(1, 1, Side.RED, 1) == SeededDice(9).roll(1, 1, Side.RED, 1)
    assert dice.opening(2, 1, 1) == SeededDice(9).opening(2, 1, 1)
    assert messages == [
        "odd.mat: game 1 has no opening roll; the seeded dice go on",
        "odd.mat: game 2 has no opening roll; the seeded dice go on",
    ]
