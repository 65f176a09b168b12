from rules.games.trictrac.score import NO_SCORE, Score, Tally
from rules.position import Side
from tests.support.trictrac_positions import facing
from yalta_extras.lesson.texts import drawn, in_words, standing

WHITE, RED = Side.WHITE, Side.RED


def test_a_table_is_drawn_with_both_sides_numbers_stacks_and_tokens() -> None:
    score = Score(Tally(8), Tally(10))
    assert drawn(facing("24:9 18:2 13:4", "24:12 20:3"), score, WHITE) == (
        "Red      24  23  22  21  20  19   18  17  16  15  14  13",
        "White     1   2   3   4   5   6    7   8   9  10  11  12",
        "       ┌────────────────────────┬────────────────────────┐",
        "       │  ●               ●     │                        │",
        "       │  ●               ●     │                        │",
        "       │  ●               ●     │                        │",
        "       │  ●                     │                        │",
        "       │ 12                     │                        │",
        "       │                        │                     ▲▲ │",
        "       │                        │ ▲▲                     │",
        "       │  9                     │                        │",
        "       │  ○                     │                      ○ │",
        "       │  ○                     │                      ○ │",
        "       │  ○                     │  ○                   ○ │",
        "       │  ○                     │  ○                   ○ │",
        "       └────────────────────────┴────────────────────────┘",
        "Red       1   2   3   4   5   6    7   8   9  10  11  12",
        "White    24  23  22  21  20  19   18  17  16  15  14  13",
    )


def test_each_side_is_drawn_from_its_own_seat() -> None:
    position = facing("24:9 18:2 13:4", "24:12 20:3")
    turned = drawn(position, NO_SCORE, RED)
    assert turned[0].startswith("White    24")
    assert turned[-1].startswith("Red      24")
    assert turned[14].split("│")[1].split() == ["●", "●"]


def test_a_position_in_words_has_each_sides_own_points_and_what_is_off() -> None:
    assert in_words(facing("24:9 18:2 13:2", "6:15"), RED) == (
        "Red (you): 15 on 6.",
        "White: 9 on the talon 24, 2 on 18, 2 on the coin 13, 2 off.",
    )


def test_the_score_tells_points_tokens_trous_and_bredouille() -> None:
    score = Score(Tally(4, 3, unbroken=False), Tally(6, 1))
    position = facing("24:15", "24:15")
    assert standing(position, score, WHITE, plain=False) == (
        "Red          6 points  bredouille   1 trous ▮···········   0 off",
        "White (you)  4 points               3 trous ▮▮▮·········   0 off",
    )
    assert standing(position, score, WHITE, plain=True) == (
        "Red: 6 points (2 tokens on triangle 6), bredouille; 1 trous.",
        "White (you): 4 points (1 token on triangle 4); 3 trous.",
    )
