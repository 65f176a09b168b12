"""From when an order of the director's can be given, said before anybody fills in its form."""

from dataclasses import replace

import pytest

from rules.room import Room
from rules.tables.state import Phase
from server.matches.match_record import MatchRecord
from server.views.director.values import order_wait
from tests.server.views.hall.seen import ENGLISH, Follower, at_tables, opening, with_state

BETWEEN_GAMES = "Between two games: once game 1 is over in both rooms."


def wait(order: str, record: MatchRecord) -> str:
    return order_wait(order, record, ENGLISH)


def opened() -> MatchRecord:
    """White has thrown the opening of game 1; it counts."""
    return at_tables().record.after((opening(),))


def released() -> MatchRecord:
    record = opened()
    assert record.state is not None
    latest = record.state.last_thrown
    assert latest is not None
    rolls = {latest: replace(record.state.rolls[latest], released=True)}
    return with_state(record, rolls=rolls)


@pytest.mark.parametrize("order", ["void-game", "correct-result", "substitute", "tail"])
def test_before_the_line_ups_are_in_it_is_once_they_are(order: str) -> None:
    assert wait(order, Follower().record) == "Once both line-ups are in."


@pytest.mark.parametrize(
    ("order", "before_the_opening", "after_it"),
    [
        ("void-game", "", ""),
        ("correct-result", "Once the opening of game 1 is thrown.", ""),
        ("adjust-score", "Once the opening of game 1 is thrown.", ""),
        ("correct-roll", "Once a roll of game 1 is thrown.", ""),
        ("reopen-turn", "Once a roll of game 1 is thrown.", ""),
        ("correct-position", "Once a turn of game 1 is played.", None),
        ("substitute", "", BETWEEN_GAMES),
        ("tail", "", ""),
    ],
)
def test_an_order_says_what_it_waits_for(
    order: str, before_the_opening: str, after_it: str | None
) -> None:
    assert wait(order, at_tables().record) == before_the_opening
    if after_it is not None:
        assert wait(order, opened()) == after_it


def test_a_roll_that_the_closed_room_has_is_not_corrected() -> None:
    assert wait("correct-roll", released()) == (
        "Once another roll is thrown: the closed room has the latest one."
    )


def test_a_roll_is_found_wrong_once_the_closed_room_has_one() -> None:
    assert wait("wrong-roll", opened()) == "Once the closed room has been given a roll."
    assert wait("wrong-roll", released()) == ""


def test_a_table_that_has_not_stopped_is_not_let_go_on() -> None:
    record = opened()
    assert record.state is not None
    assert wait("release-table", record).startswith("Once a table has stopped")
    stopped = replace(record.state.table(Room.OPEN), stopped=True)
    assert wait("release-table", with_state(record, open=stopped)) == ""


def test_checkers_are_put_right_between_two_turns() -> None:
    record = opened()
    assert record.state is not None
    table = record.state.table(Room.OPEN)
    moving = replace(table, phase=Phase.MOVE, thrown_turns=(1, 0))
    between = replace(table, phase=Phase.TO_ACT, thrown_turns=(1, 0))
    assert wait("correct-position", with_state(record, open=moving)).startswith("Between two")
    assert wait("correct-position", with_state(record, open=between)) == ""
