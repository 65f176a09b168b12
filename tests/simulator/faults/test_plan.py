"""When which fault strikes."""

import re
from pathlib import Path

import pytest

from simulator.faults.plan import (
    ALL_AT_ONCE,
    BY_NAME,
    OUTSIDE,
    RECOVERABLE,
    FaultPlan,
    Moment,
    PlannedFault,
    PlanRefused,
    Strikes,
)


def test_there_are_forty_faults_each_with_its_number() -> None:
    assert sorted(fault.value for fault in PlannedFault) == list(range(1, 41))
    assert BY_NAME["reboot_before_ack"] is PlannedFault.REBOOT_BEFORE_ACK
    assert {fault.value for fault in RECOVERABLE} == {*range(1, 15), 26, 27, 29, 35, 36}


def test_all_at_once_are_all_recoverable_faults_of_lines_boards_and_hands() -> None:
    assert set(ALL_AT_ONCE.chances) == RECOVERABLE - OUTSIDE


def test_a_scripted_fault_strikes_once_with_the_message_and_from_the_event_it_names() -> None:
    strikes = Strikes(FaultPlan.of("unplugged after ROLL at event 12"), seed=1)
    assert not strikes.strikes(PlannedFault.UNPLUGGED, Moment(11, "ROLL"))
    assert not strikes.strikes(PlannedFault.UNPLUGGED, Moment(12, "READY"))
    assert not strikes.strikes(PlannedFault.SILENCE, Moment(13, "ROLL"))
    assert strikes.strikes(PlannedFault.UNPLUGGED, Moment(13, "ROLL"))
    assert not strikes.strikes(PlannedFault.UNPLUGGED, Moment(14, "ROLL"))
    assert strikes.struck == {PlannedFault.UNPLUGGED: 1}


def test_chance_repeats_with_its_seed_and_leaves_other_faults_alone() -> None:
    def struck(*lines: str) -> list[bool]:
        strikes = Strikes(FaultPlan.of(*lines), seed=7)
        for _ in range(200):
            strikes.strikes(PlannedFault.SILENCE, Moment(1))
        return [strikes.strikes(PlannedFault.BIT_FLIP, Moment(1)) for _ in range(200)]

    alone = struck("bit_flip 0.1")
    assert alone == struck("bit_flip 0.1") == struck("bit_flip 0.1", "silence 0.5")
    assert 5 < sum(alone) < 40


def test_after_stop_nothing_strikes() -> None:
    strikes = Strikes(FaultPlan.of("bit_flip 1", "silence at event 1"), seed=1)
    strikes.stop()
    assert not strikes.strikes(PlannedFault.BIT_FLIP, Moment(1))
    assert not strikes.strikes(PlannedFault.SILENCE, Moment(1))


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("bitflip 0.1", "bit_flip, byte_lost_or_added"),
        ("bit_flip 1.5", "a chance of 0 to 1"),
        ("bit_flip 1.2.3", "a chance of 0 to 1"),
        ("silence at noon", "NAME CHANCE or NAME"),
    ],
)
def test_a_line_that_cannot_be_followed_is_named_with_what_is_allowed(
    line: str, allowed: str
) -> None:
    with pytest.raises(PlanRefused, match=allowed) as refused:
        FaultPlan.of(line)
    assert repr(line) in str(refused.value)


@pytest.mark.parametrize("fault", sorted(OUTSIDE, key=str))
def test_what_no_board_or_line_can_bring_about_is_in_no_plan(fault: PlannedFault) -> None:
    with pytest.raises(PlanRefused):
        FaultPlan.of(f"{fault.plan_name} 0.1")


def test_the_page_names_every_fault_by_its_number() -> None:
    page = (Path(__file__).parents[3] / "docs" / "faults.md").read_text()
    named = re.findall(r"^([0-9]+)\. `([a-z_]+)`:", page, re.MULTILINE)
    assert named == [(str(fault.value), fault.plan_name) for fault in PlannedFault]


def test_every_fault_has_a_test_of_its_name_against_the_real_server() -> None:
    tests = (Path(__file__).parents[2] / "end_to_end" / "faults").glob("test_*.py")
    named = re.findall(
        r"def test_([0-9]{2}_[a-z_]+)\(", "".join(each.read_text() for each in tests)
    )
    assert sorted(named) == [f"{fault.value:02}_{fault.plan_name}" for fault in PlannedFault]
