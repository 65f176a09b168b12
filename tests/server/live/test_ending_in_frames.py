"""The winner, the ending and the victory points in a match's feed."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import GAMES
from rules.room import Ending
from server.live.encoding import frame_text
from server.live.public_match import PublicMatch
from tests.server.live.by_hand import BEGUN, CLOSED, OPEN, RED, WHITE, finished, public_match
from tests.server.live.following import whole_match
from tests.support.ids import NAMES, match_id
from tests.support.one_table import Habits, OneTable
from tests.support.persons import person_id
from tests.support.stored import NOON


def states(events: Sequence[ev.Event], game: str = "backgammon") -> Iterator[dict[str, Any]]:
    """The state in the feed after each of the match's events, the first of which sets it up."""
    scheduled = events[0]
    assert isinstance(scheduled, ev.MatchScheduled | ev.MatchPlayScheduled)
    match = PublicMatch(GAMES[game], scheduled)
    for event in events[1:]:
        match.take(event, NOON)
        yield json.loads(frame_text(match.snapshot(), [], NAMES))["state"]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_winner_is_told_when_the_match_is_over_and_not_before(seed: int) -> None:
    told = list(states(whole_match(seed)))
    for state in told:
        over = state["phase"] == "over"
        assert (state["winner"] is not None, state["ending"] is not None) == (over, over)
        complete = len(state["results"]) == 2 * state["games"]
        assert (state["vp"] is not None) is complete
    last = told[-1]
    home, away = last["imp"]["home"], last["imp"]["away"]
    assert last["winner"] == ("home" if home > away else "away" if away > home else "draw")
    assert last["ending"]["by"] == abs(home - away)
    assert last["vp"]["home"] + last["vp"]["away"] == 30
    if last["winner"] != "draw":
        assert last["ending"]["text"].startswith(f"{last[last['winner']]} wins by ")


def test_a_counted_match_has_a_winner_and_no_victory_points() -> None:
    last = list(states(whole_match(1, GAMES["trictrac"], games=1), "trictrac"))[-1]
    assert last["vp"] is None
    assert last["winner"] in ("home", "away", "draw")
    assert (last["ending"]["led_from"], last["ending"]["worth_most"]) == (None, [])


def test_a_match_at_one_table_has_its_winner_in_points() -> None:
    table = OneTable.seated(BACKGAMMON, 3, 1, Habits())
    while not table.state.over:
        table.step()
    scheduled = ev.MatchPlayScheduled(
        match_id=match_id(4),
        event="Open",
        white=person_id("Robin"),
        red=person_id("Kim"),
        length=3,
        game_name="backgammon",
    )
    last = list(states([scheduled, *table.history]))[-1]
    assert last["vp"] is None
    assert last["points"][last["winner"]] >= 3


def test_an_open_result_that_is_kept_back_changes_nothing_in_the_feed() -> None:
    """While the closed room plays, the feed is the same whoever has won in the open room."""
    frames = set[str]()
    for loser, ending in ((RED, Ending.BEAROFF), (WHITE, Ending.GAMMON)):
        match = public_match(*BEGUN, finished(OPEN, loser, ending))
        frames.add(frame_text(match.snapshot(), match.items, NAMES, match.published_at))
    assert len(frames) == 1
    told = public_match(*BEGUN, finished(OPEN, RED), finished(CLOSED, RED))
    state = json.loads(frame_text(told.snapshot(), [], NAMES))["state"]
    assert (state["winner"], state["ending"], state["vp"]) == (None, None, None)
