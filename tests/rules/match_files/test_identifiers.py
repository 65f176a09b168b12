from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.match_files.ids import (
    InvalidIdentifier,
    TableState,
    match_id,
    position_id,
    position_of_id,
    state_of_ids,
    state_of_xgid,
    xgid,
)
from rules.match_play.state import MatchScore
from rules.position import Side
from rules.room import Ending
from tests.support.backgammon_positions import wandering

START = TableState(BACKGAMMON.start(), Side.RED, MatchScore(0))
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def test_the_starting_position_has_its_well_known_identifiers() -> None:
    assert position_id(START.position, Side.RED) == "4HPwATDgc/ABMA"
    assert xgid(START) == START_XGID
    assert state_of_xgid(START_XGID) == START


def test_the_manuals_match_id_says_what_the_manual_says() -> None:
    state = state_of_ids("4HPwATDgc/ABMA", "QYkqASAAIAAA")
    assert (state.cube, state.owner, state.on_roll) == (2, Side.WHITE, Side.RED)
    assert state.roll is not None
    assert state.roll.same_dice(Roll(5, 2))
    assert (state.score.length, state.score.white, state.score.red) == (9, 2, 4)


def test_every_position_is_read_back_for_either_side() -> None:
    for position, side in islice(wandering(Random(5)), 500):
        for to_act in Side:
            assert position_of_id(position_id(position, to_act), to_act) == position
        state = TableState(position, side, MatchScore(7, 3, 5), 4, Side.WHITE, Roll(6, 2))
        assert state_of_xgid(xgid(state)) == state
        assert state_of_ids(position_id(position, side), match_id(state)) == state


@pytest.mark.parametrize(
    "state",
    [
        replace(START, doubled=True, score=MatchScore(5)),
        replace(START, resignation=Ending.RESIGNED_GAMMON, score=MatchScore(5)),
        replace(START, score=MatchScore(5, 4, 2, crawford=True)),
    ],
)
def test_who_must_act_is_read_back(state: TableState) -> None:
    assert state_of_ids(position_id(state.position, state.to_act), match_id(state)) == state


def test_a_double_on_the_table_is_read_back_from_an_xgid() -> None:
    state = replace(START, doubled=True)
    assert state.to_act is Side.WHITE
    assert state_of_xgid(xgid(state)) == state


@pytest.mark.parametrize("text", ["", "4HPwATDgc/ABM", "4HPwATDgc/AB!A", "//////////////"])
def test_a_text_that_is_no_position_id_is_refused(text: str) -> None:
    with pytest.raises(InvalidIdentifier):
        position_of_id(text, Side.RED)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("-b----E", "-b----Z", "'Z' at place 6"),
        ("-b----E", "b----E", "25 places"),
        ("-b----E", "-O----E", "more than fifteen"),
        (":0:0:1:00", ":0:2:1:00", "cube owner '2'"),
        (":0:0:1:00", ":0:0:0:00", "turn '0'"),
        (":0:0:1:00", ":0:0:1:71", "dice '71'"),
        (":0:0:0:0:10", ":0:0:0:x:10", "match length 'x'"),
        (":0:10", "", "8 fields"),
    ],
)
def test_a_text_that_is_no_xgid_is_refused_by_field(old: str, new: str, why: str) -> None:
    with pytest.raises(InvalidIdentifier, match=why):
        state_of_xgid(START_XGID.replace(old, new))


@pytest.mark.parametrize(
    ("match", "why"), [("QQkoASAAIAAA", "dice 0 and 2"), ("YYkqASAAIAAA", "cube owner 2")]
)
def test_a_match_id_that_cannot_be_is_refused_by_field(match: str, why: str) -> None:
    with pytest.raises(InvalidIdentifier, match=why):
        state_of_ids("4HPwATDgc/ABMA", match)


def test_a_score_that_does_not_fit_a_match_id_is_refused() -> None:
    with pytest.raises(InvalidIdentifier, match="allowed: 0 to 32767"):
        match_id(replace(START, score=MatchScore(40_000)))
