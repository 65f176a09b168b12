"""Every report arrives exactly once and in order, whatever happens to line, board and server."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_drivers.link.reports import BoardState, LinkState
from board_drivers.wire.table import pack
from tests.board_drivers.link.rig import KEY, Noise, Rig, event
from tests.support.examples import examples

noises = st.builds(
    Noise,
    flip=st.sampled_from([0.0, 0.0005, 0.003]),
    loss=st.sampled_from([0.0, 0.0005, 0.003]),
    twice=st.sampled_from([0.0, 0.1, 0.5]),
)
seeds = st.integers(1, 2**32)
USUAL = ["report", "report", "report", "order", "order", "wait"]
happenings = st.sampled_from([*USUAL, "pause", "cut", "mend", "reboot", "restart"])
bad_lines = given(noises, seeds, st.booleans(), st.sampled_from([1, 7, 1000]))
commits = st.sampled_from([0.0, 0.03, 0.3])
stories = given(noises, seeds, st.booleans(), commits, st.lists(happenings, max_size=40))


def settle(rig: Rig) -> None:
    rig.cut, rig.noise = False, Noise()
    rig.run(6.0)
    assert rig.server.state is LinkState.UP
    assert rig.board.state is BoardState.READY


def expected(count: int) -> list[tuple[int, bytes]]:
    return [(number, pack(event(number))) for number in range(1, count + 1)]


@pytest.mark.examples
def test_a_bad_line_delivers_every_report_and_command_once_and_in_order() -> None:
    examples(80)(bad_lines(check_delivery))()


def check_delivery(noise: Noise, seed: int, keyed: bool, chunk: int) -> None:
    rig = Rig(noise, seed, KEY if keyed else None, cable=not keyed, chunk=chunk)
    for number in range(1, 31):
        rig.report(number)
        rig.order(number)
        rig.run(0.05)
        assert rig.got == rig.sent[: len(rig.got)]
    settle(rig)
    assert rig.stored == expected(30)
    assert rig.got == rig.sent
    assert rig.journal.stored == 30


@pytest.mark.examples
def test_reboots_restarts_and_cut_cables_lose_double_and_change_nothing() -> None:
    examples(160)(stories(check_story))()


def check_story(
    noise: Noise, seed: int, keyed: bool, commit_after: float, story: list[str]
) -> None:
    rig = Rig(noise, seed, KEY if keyed else None, not keyed, commit_after=commit_after)
    reports = orders = 0
    for happening in story:
        if happening == "report":
            reports += 1
            rig.report(reports)
        elif happening == "order":
            orders += 1
            rig.order(orders)
        elif happening == "wait":
            rig.run(0.1)
        elif happening == "pause":
            rig.run(3.5)
        elif happening == "reboot":
            rig.start_board()
        elif happening == "restart":
            rig.start_server()
        else:
            rig.cut = happening == "cut"
        rig.run(0.02)
        assert rig.stored == expected(len(rig.stored))
        assert rig.got == rig.sent[: len(rig.got)]
    settle(rig)
    assert rig.stored == expected(reports)
    assert rig.got == rig.sent
