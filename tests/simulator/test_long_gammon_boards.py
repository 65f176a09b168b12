"""Whole matches of long gammon between two simulated boards."""

from functools import cache
from typing import Any

import pytest

from rules import events as ev
from rules.games.long_gammon import LONG_GAMMON
from rules.position import BAR, Side
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.tables.readings import CorrectResult, Doubled, ResignationMade
from rules.tables.state import Phase
from tests.simulator.in_process import TwoRooms
from tests.support.endings import lost

GAMES = [1, pytest.param(4, marks=pytest.mark.long)]
"""Of a match in every run, and in `long`."""


def seated(games: int = 1, timing: int = 1) -> TwoRooms:
    return TwoRooms.seated(seed=12, timing=timing, game=LONG_GAMMON, games=games)


@cache
def played(games: int) -> TwoRooms:
    """A whole match."""
    two_rooms = seated(games)
    two_rooms.play()
    return two_rooms


def in_play() -> TwoRooms:
    """A match whose open room has begun its first game and is about to throw."""
    two_rooms = seated()
    while two_rooms.state.open.phase is not Phase.TO_ACT:
        two_rooms.step()
    return two_rooms


@pytest.mark.parametrize("games", GAMES)
def test_two_boards_play_a_match_of_long_gammon_and_nothing_they_say_is_refused(games: int) -> None:
    two_rooms = played(games)
    results = two_rooms.state.results
    assert set(results) == {(game, room) for game in range(1, games + 1) for room in Room}
    assert [e for e in two_rooms.log if isinstance(e, ev.ReadingRefused | ev.ThrowVoided)] == []
    plays = [e for e in two_rooms.log if isinstance(e, ev.PlayMade)]
    assert not any(move.hit for play in plays for move in play.moves)
    assert not any(play.position.of(side)[BAR] for play in plays for side in Side)
    assert {result.cube for result in results.values()} == {1}


@pytest.mark.parametrize("games", GAMES)
def test_a_seed_repeats_every_result_whatever_the_timing(games: int) -> None:
    assert seated(games, timing=2).play() == played(games).state.results


@pytest.mark.parametrize("games", GAMES)
def test_matches_end_by_oin_mars_and_resignations(games: int) -> None:
    endings = {result.ending for result in played(games).state.results.values()}
    assert {Ending.BEAROFF, Ending.RESIGNED} <= endings <= LONG_GAMMON.endings


def test_a_double_is_refused_where_there_is_no_cube() -> None:
    two_rooms = in_play()
    key = two_rooms.state.open.current
    assert key is not None
    double = Doubled(game=1, attempt=1, room=Room.OPEN, side=key.side, turn=key.turn)
    refused = two_rooms.happen(double)
    assert [e.why for e in refused if isinstance(e, ev.ReadingRefused)] == [ev.Refusal.NO_CUBE]


@pytest.mark.parametrize(
    ("ending", "offered"),
    [(Ending.RESIGNED, True), (Ending.RESIGNED_GAMMON, True), (Ending.RESIGNED_BACKGAMMON, False)],
)
def test_one_resigns_a_single_or_a_mars_never_a_triple(ending: Ending, offered: bool) -> None:
    two_rooms = in_play()
    at: dict[str, Any] = {"game": 1, "attempt": 1, "room": Room.OPEN, "side": Side.WHITE}
    happened = two_rooms.happen(ResignationMade(**at, turn=1, ending=ending))
    assert any(isinstance(e, ev.ResignationOffered) for e in happened) is offered


@pytest.mark.parametrize(
    ("field", "ending", "cube"),
    [("ending", Ending.BACKGAMMON, 1), ("ending", Ending.PASS, 1), ("cube", Ending.GAMMON, 2)],
)
def test_the_director_enters_no_result_long_gammon_cannot_have(
    field: str, ending: Ending, cube: int
) -> None:
    two_rooms = in_play()
    order = CorrectResult(
        game=1,
        attempt=1,
        reason="agreed by both",
        room=Room.OPEN,
        **lost(ending=ending, left=15, cube=cube),
    )
    with pytest.raises(ScoreRefused) as refused:
        two_rooms.happen(order)
    assert refused.value.field == field
