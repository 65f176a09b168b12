"""A round that is shortened for all of its matches (ruling 1)."""

from typing import Any

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.format import FormatGiven
from rules.formats.team_event.deciding import decide
from rules.formats.team_event.stages import TeamEventState
from tests.rules.formats.team_event.rounds import drawn_robin, publish_next

FOUR = ("Lviv", "Kherson", "Poltava", "Odesa")


def robin_of(games: int) -> TeamEventState:
    """One round of four teams is published, with matches 1 and 2."""
    state = drawn_robin(FOUR)
    changed = ev.StageChanged(stage=1, games=games, meetings=1)
    return publish_next(state.after([changed]), 1)


def shortened(state: TeamEventState, games: int, **changes: Any) -> TeamEventState:
    begun = FormatGiven(games_begun=changes.pop("begun", {}))
    read = {"seen": state.stages[1].games_of(1), **changes}
    order = cmd.ShortenRound(stage=1, round=1, games=games, reason="the hall closes", **read)
    return state.after(decide(state, order, begun))


def test_a_round_has_fewer_games_again_and_again_and_other_rounds_have_what_was_planned() -> None:
    state = shortened(robin_of(8), 6, seen=8)
    state = shortened(state, 5, seen=6)
    stage = state.stages[1]
    assert [stage.games_of(number) for number in (1, 2, 3)] == [5, 8, 8]
    assert state.next_roll_set == 17


def test_a_round_that_is_taken_back_is_published_anew_in_its_full_length() -> None:
    state = shortened(robin_of(6), 4)
    back = cmd.WithdrawRound(stage=1, round=1, reason="the wrong one", seen=(1, 2))
    state = publish_next(state.after(decide(state, back, FormatGiven())), 1)
    assert state.stages[1].games_of(1) == 6


@pytest.mark.parametrize(
    ("games", "allowed"), [(8, "4, 5, 6, 7:"), (9, "4, 5, 6, 7:"), (3, "4, 5, 6, 7:")]
)
def test_only_fewer_games_for_which_there_is_a_column_are_a_length(
    games: int, allowed: str
) -> None:
    with pytest.raises(MatchRefused) as refused:
        shortened(robin_of(8), games)
    assert refused.value.field == "games"
    assert allowed in str(refused.value)


def test_matches_of_the_shortest_column_cannot_be_shortened_and_it_is_said_why() -> None:
    with pytest.raises(MatchRefused, match="for fewer than 4 games the VP table has no column"):
        shortened(robin_of(4), 3)


def test_what_has_begun_is_not_cut_off() -> None:
    with pytest.raises(MatchRefused, match="6 or more: that many games have begun in match 2"):
        shortened(robin_of(8), 5, begun={1: 4, 2: 6})
    assert shortened(robin_of(8), 6, begun={1: 4, 2: 6}).stages[1].games_of(1) == 6


def test_a_round_that_is_closed_or_not_published_or_was_shortened_meanwhile_is_refused() -> None:
    state = robin_of(6)
    with pytest.raises(MatchRefused):
        shortened(state.after([ev.RoundClosed(stage=1, round=1)]), 5)
    with pytest.raises(MatchRefused):
        shortened(drawn_robin(FOUR), 5)
    with pytest.raises(ValuesChanged) as changed:
        shortened(shortened(state, 5), 4, seen=6)
    assert changed.value.field == "seen"
