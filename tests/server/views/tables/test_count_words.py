"""What is counted at a Trictrac table, in the words of each language."""

from typing import Any

import pytest

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.game import HoleChoice, PointMark, SideScore
from rules.games.trictrac.as_game import TRICTRAC
from rules.games.trictrac.figures import TARIFF, Figure
from rules.position import Move, Side
from server.live import facts as fx
from server.live.public_table import set_table, table_after
from server.views.match.public import counted_words, latest_words, move_lines
from server.views.tables.words import choice_words, holes_words, mark_words, score_words
from server.words.languages import LANGUAGES
from server.words.translation import words_for

ENGLISH = words_for("en")
WHITE, RED = Side.WHITE, Side.RED
NONE = SideScore()


def mark(figure: Figure, points: int, ways: int = 1, side: Side = WHITE) -> PointMark:
    rule = TARIFF[figure].rule
    return PointMark(side=side, figure=figure.value, ways=ways, points=points, rule=rule)


def turn(side: Side, number: int) -> dict[str, Any]:
    return {"game": 1, "side": side, "turn": number}


FILLED = mark(Figure.PETIT_JAN_FILLED, 8, 2)
UNPLAYABLE = mark(Figure.UNPLAYABLE, 4, 2, RED)
TENTH = fx.TableScore(white=SideScore(points=10, tokens=1, triangle=12), red=NONE)
WON = fx.TableScore(
    white=SideScore(points=6, holes=2, tokens=1, triangle=6),
    red=SideScore(points=4, tokens=2, triangle=4),
)
FACTS = (
    fx.OpeningShown(game=1, side=WHITE, dice=Roll(5, 3)),
    fx.DiceShown(**turn(WHITE, 1), dice=Roll(6, 4), opening=False),
    fx.ChoiceShown(**turn(WHITE, 1), choice=HoleChoice.HOLD),
    fx.PlayShown(
        **turn(WHITE, 1),
        moves=(Move(24, 18), Move(24, 20)),
        position=TRICTRAC.start(),
        condoned=False,
    ),
    fx.PointsShown(**turn(WHITE, 1), marks=(FILLED, UNPLAYABLE), score=WON),
)


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        (FILLED, "marks 8 points: petit jan filled, 2 ways"),
        (mark(Figure.COIN_BEATEN, 4), "marks 4 points: battre le coin"),
        (mark(Figure.UNPLAYABLE, 2), "marks 2 points: unplayable number"),
        (UNPLAYABLE, "marks 4 points: unplayable number, both dice"),
    ],
)
def test_a_mark_says_points_figure_and_ways(marked: PointMark, text: str) -> None:
    assert mark_words(marked, ENGLISH) == text


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_no_figure_is_left_in_english(language: str) -> None:
    words = words_for(language)
    for figure in Figure:
        text = mark_words(mark(figure, 4, 2), words)
        assert words.gettext(figure.value) in text
        assert figure.value not in text
        assert "points" not in text
    assert holes_words(2, 5, words) != holes_words(2, 5, ENGLISH)
    for choice in HoleChoice:
        assert choice_words(choice, words) != choice_words(choice, ENGLISH)


@pytest.mark.parametrize(
    ("score", "white", "red"),
    [
        (fx.TableScore(white=NONE, red=NONE), "0 trous, 0 points", "0 trous, 0 points"),
        (TENTH, "0 trous, 10 points, bredouille", "0 trous, 0 points"),
        (WON, "2 trous, 6 points", "0 trous, 4 points, bredouille"),
    ],
)
def test_a_score_says_who_can_win_bredouille(score: fx.TableScore, white: str, red: str) -> None:
    assert score_words(score, WHITE, ENGLISH) == white
    assert score_words(score, RED, ENGLISH) == red


def test_a_turn_is_one_line_with_choice_play_and_every_mark_with_its_rule() -> None:
    opening, line = move_lines(FACTS, TRICTRAC, ENGLISH)
    assert (opening.turn, opening.text) == (0, "starts (5:3)")
    assert (line.turn, line.text) == (1, "6-4, holds (tenir): 24/18 24/20")
    assert line.until == len(FACTS)
    assert [(each.side, each.text, each.rule) for each in line.marks] == [
        (WHITE, mark_words(FILLED, ENGLISH), FILLED.rule),
        (RED, mark_words(UNPLAYABLE, ENGLISH), UNPLAYABLE.rule),
        (WHITE, "wins 2 trous: 2 of 12", ""),
    ]


def test_the_latest_line_sums_up_the_points_of_either_side() -> None:
    lines = move_lines(FACTS, TRICTRAC, ENGLISH)
    text = latest_words(lines, ENGLISH)
    assert text == "White 6-4, holds (tenir): 24/18 24/20 · White +8 · Red +4"


def test_trous_of_a_turn_that_was_taken_back_are_won_anew() -> None:
    again = fx.TurnTakenBack(**turn(WHITE, 1), position=TRICTRAC.start())
    lines = move_lines((*FACTS, again, *FACTS[-2:]), TRICTRAC, ENGLISH)
    assert [each.text for each in lines[-1].marks][-1] == "wins 2 trous: 2 of 12"


def test_the_score_stands_beside_the_board_only_where_points_are_counted() -> None:
    table = set_table(TRICTRAC)
    for fact in FACTS:
        table = table_after(table, fact)
    assert counted_words(table, ENGLISH) == (
        "White: 2 trous, 6 points · Red: 0 trous, 4 points, bredouille"
    )
    assert counted_words(set_table(BACKGAMMON), ENGLISH) == ""
