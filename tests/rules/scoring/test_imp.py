"""The IMP table value by value (ruling 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.scoring.scales import ScoreRefused, Smp, imp, scoring_table

# Transcribed as the upper ends of "no IMP" and of the steps 1 to 23; step 24 has none.
UPPER_ENDS = [
    *(0, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590),
    *(740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990),
]
TENS = st.integers(-3000, 3000).map(lambda tens: Smp(10 * tens))


@pytest.mark.parametrize("step", range(25))
def test_every_value_of_a_step_is_worth_that_step(step: int) -> None:
    lowest = UPPER_ENDS[step - 1] + 10 if step else 0
    highest = UPPER_ENDS[step] if step < 24 else 30_000
    assert {imp(Smp(points)) for points in range(lowest, highest + 1, 10)} == {step}


def test_the_printed_upper_ends_leave_no_gap() -> None:
    printed = [row["to"] for row in scoring_table("imp")]
    assert printed == [*(str(end) for end in UPPER_ENDS[1:]), ""]


def test_the_printed_steps_are_numbered_one_to_twenty_four() -> None:
    assert [row["imp"] for row in scoring_table("imp")] == [str(step) for step in range(1, 25)]


def test_a_value_between_the_tens_is_refused() -> None:
    with pytest.raises(ScoreRefused, match="a multiple of 10"):
        imp(Smp(45))


@given(TENS)
def test_imp_of_a_difference_is_antisymmetric(points: Smp) -> None:
    assert imp(Smp(-points)) == -imp(points)


@given(TENS, TENS)
def test_imp_is_monotone(one: Smp, other: Smp) -> None:
    assert imp(min(one, other)) <= imp(max(one, other))
