"""Rows of who may order what in a tournament, and the formats that have them."""

from typing import get_args

from rules import commands as cmd
from rules import events as ev
from rules.formats.known_formats import FORMATS, NOTHING_SET_UP
from server.tournaments.decide import ORDERS
from server.tournaments.formats import FORMATS_AT_WORK


def test_every_command_of_a_tournament_has_its_row() -> None:
    assert set(get_args(cmd.TournamentCommand)) == ORDERS.keys()


def test_every_format_is_at_work() -> None:
    assert [each.rules for each in FORMATS_AT_WORK] == [*FORMATS]


def test_a_tournament_begins_with_no_format_set_up() -> None:
    assert not any(each.is_set_up for each in NOTHING_SET_UP.values())


def test_formats_fold_events_that_are_stored() -> None:
    stored = set(get_args(ev.Event))
    for each in FORMATS:
        assert set(get_args(each.events)) <= stored
