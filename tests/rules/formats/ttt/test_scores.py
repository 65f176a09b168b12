"""What games of a TTT are worth: the source's table and its six examples (ruling 19)."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import MatchRefused
from rules.events import TttEnding
from rules.formats.ttt.state import (
    FORFEIT,
    LEAST,
    LOSS,
    MOST,
    WINS,
    Figures,
    Tenths,
    adjudicated,
    points,
)


def figures(wins: str, gammons: str, backgammons: str) -> Figures:
    return Figures(Decimal(wins), Decimal(gammons), Decimal(backgammons))


EXAMPLES = [
    ("0.987", "0.963", "0.123", "2.0795", 26),
    ("0.965", "0.777", "0.002", "1.7615", 23),
    ("0.825", "0.303", "0.003", "1.2185", 17),
    ("0.515", "0.189", "0.005", "0.9515", 15),
    # The source prints 0.876 here: it forgets the half that the losses are worth (ruling 19).
    ("0.876", "0", "0", "0.938", 14),
    # The source prints 0.9100, and then a score of 1.4000 where it is 1.41 (ruling 19).
    ("0.516", "0.146", "0.006", "0.91", 14),
]


@pytest.mark.parametrize(("wins", "gammons", "backgammons", "equity", "score"), EXAMPLES)
def test_the_examples_of_the_source_come_out_as_printed(
    wins: str, gammons: str, backgammons: str, equity: str, score: int
) -> None:
    position = figures(wins, gammons, backgammons)
    assert position.equity == Decimal(equity)
    assert adjudicated(position) == score


def test_the_fifth_example_scores_the_same_with_the_printed_slip_in_its_equity() -> None:
    printed = Decimal("0.876") + Decimal("0.5")
    assert printed == Decimal("1.376")
    assert adjudicated(figures("0.876", "0", "0")) == Tenths(14)


def test_the_sixth_example_is_worth_1_41_before_rounding() -> None:
    assert figures("0.516", "0.146", "0.006").equity + Decimal("0.5") == Decimal("1.41")


@pytest.mark.parametrize(
    ("ending", "worth"),
    [(TttEnding.SINGLE, "1"), (TttEnding.GAMMON, "2"), (TttEnding.BACKGAMMON, "3")],
)
def test_a_win_is_worth_what_the_scoring_table_says(ending: TttEnding, worth: str) -> None:
    assert points(WINS[ending]) == worth


def test_any_loss_is_worth_a_half_and_one_by_time_out_nothing() -> None:
    assert (points(LOSS), points(FORFEIT)) == ("½", "0")


def test_half_a_tenth_is_rounded_up() -> None:
    # Equity 0.75 and a half is 1.25: binary fractions and banker's rounding would both give 1.2.
    assert adjudicated(figures("0.5", "0", "0")) == 13


@pytest.mark.parametrize(("cap", "score"), [(27, 27), (30, 30), (20, 20)])
def test_the_score_is_limited_to_the_cap_of_the_setting(cap: int, score: int) -> None:
    assert adjudicated(figures("1", "1", "1"), Tenths(cap)) == score


def test_the_score_is_at_least_that_of_a_win() -> None:
    assert adjudicated(figures("0", "0", "0")) == LEAST


@pytest.mark.parametrize(
    ("three", "field"),
    [
        (("1.1", "0", "0"), "wins"),
        (("0.5", "0.6", "0"), "gammons"),
        (("0.5", "0.2", "0.3"), "backgammons"),
        (("-0.1", "0", "0"), "wins"),
        (("NaN", "0", "0"), "wins"),
        (("0.1234567", "0", "0"), "wins"),
    ],
)
def test_figures_that_cannot_be_are_refused_by_name(
    three: tuple[str, str, str], field: str
) -> None:
    with pytest.raises(MatchRefused) as refused:
        figures(*three)
    assert refused.value.field == field


MILLIONTHS = st.integers(0, 1_000_000)


@given(MILLIONTHS, MILLIONTHS, MILLIONTHS, st.integers(LEAST, MOST))
def test_a_score_is_the_nearest_tenth_within_its_limits(
    one: int, two: int, three: int, cap: int
) -> None:
    backgammons, gammons, wins = sorted((one, two, three))
    position = Figures.of_millionths(wins, gammons, backgammons)
    exact = Fraction(wins + 2 * gammons + 2 * backgammons + 2_000_000, 200_000)
    nearest = int(exact + Fraction(1, 2))
    assert adjudicated(position, Tenths(cap)) == min(max(nearest, LEAST), cap)
    assert position.millionths == (wins, gammons, backgammons)


@given(st.integers(0, 700))
def test_points_are_written_so_that_they_read_back(score: int) -> None:
    written = points(score)
    if written.endswith("½"):
        assert Fraction(written[:-1] or "0") + Fraction(1, 2) == Fraction(score, 10)
    else:
        assert Fraction(written) == Fraction(score, 10)
