"""What the public is told of a match at one table: all of it, as it happens (ruling 17)."""

import json
from collections.abc import Sequence

import pytest

from rules import events as ev
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.match_play.protocol import game_score
from rules.match_play.state import results
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.throws import uncounted
from server.live import facts as fx
from server.live.encoding import frame_text
from server.live.public_match import PublicMatch
from server.live.snapshot import PublicPhase
from tests.support.ids import match_id
from tests.support.one_table import DIRECTOR, Habits, OneTable
from tests.support.persons import person_id
from tests.support.stored import NOON

WHITE, RED = Side.WHITE, Side.RED
SCHEDULED = ev.MatchPlayScheduled(
    match_id=match_id(4),
    event="Open",
    white=person_id("Robin"),
    red=person_id("Kim"),
    length=3,
    game_name="backgammon",
)


def public(events: Sequence[ev.Event]) -> PublicMatch:
    match = PublicMatch(BACKGAMMON, SCHEDULED)
    for event in events:
        match.take(event, NOON)
    return match


@pytest.mark.parametrize("seed", range(6))
def test_the_public_sees_the_table_and_the_score_as_they_stand(seed: int) -> None:
    """Dice that nobody has confirmed yet are all that it waits for (ruling 9)."""
    table = OneTable.seated(BACKGAMMON, 3, seed, Habits(order=0.02, by_hand=0.01))
    match, count = public(table.history), len(table.history)
    for _ in range(600):
        if table.state.over:
            break
        table.step()
        for event in table.history[count:]:
            match.take(event, NOON)
        count, now, state = len(table.history), match.snapshot(), table.state
        assert now.games == tuple(map(game_score, results(state)))
        assert now.score == state.score
        assert (now.phase is PublicPhase.OVER) is state.over
        assert now.results == state.results
        if uncounted(state) is None and state.open.result is None and state.open.on_turn:
            assert now.table.position == state.open.position
            assert now.table.cube.value == state.open.cube.value
    assert match.items


def test_a_frame_has_the_players_the_length_the_score_and_no_closed_room() -> None:
    table = OneTable.seated(BACKGAMMON, 3)
    table.say(table.entered(RED, Ending.GAMMON))
    match = public(table.history)
    frame = json.loads(frame_text(match.snapshot(), match.items))
    state = frame["state"]
    assert (state["home"], state["away"]) == ("Robin", "Kim")
    assert (state["games"], state["length"], state["line_ups"]) == (None, 3, None)
    assert (state["points"], state["crawford"]) == ({"home": 2, "away": 0}, True)
    (game,) = state["scored"]
    assert (game["points"], game["white"], game["red"]) == (2, 2, 0)
    over = next(item for item in frame["items"] if item["kind"] == "game-over")
    assert over["closed"] is None
    assert "Director" not in json.dumps(frame)


def test_no_cube_is_shown_in_the_crawford_game_and_one_in_the_game_after_it() -> None:
    table, shown = OneTable.seated(BACKGAMMON, 3), []
    for loser, ending in ((RED, Ending.GAMMON), (WHITE, Ending.RESIGNED), (WHITE, Ending.RESIGNED)):
        match = public(table.history)
        state = json.loads(frame_text(match.snapshot(), ()))["state"]
        shown.append(state["table"]["cube"] is not None)
        table.say(table.entered(loser, ending))
    assert shown == [True, False, True]
    now = match.snapshot()
    assert [now.start_of(game).cubeless for game in (1, 2, 3)] == [False, True, False]


def test_a_voided_crawford_game_is_shown_without_a_cube_again() -> None:
    table = OneTable.seated(BACKGAMMON, 3)
    table.say(table.entered(RED, Ending.GAMMON))
    table.say(table.throw(None, 1, Roll(3, 1)))
    table.say(rd.VoidGame(**table.at, **DIRECTOR))
    now = public(table.history).snapshot()
    assert (now.game, now.attempt, now.table.cubeless) == (2, 2, True)


def test_a_match_that_a_correction_decides_is_over_and_one_it_reopens_goes_on() -> None:
    table = OneTable.seated(BACKGAMMON, 3)
    table.say(table.entered(RED, Ending.GAMMON))
    table.say(table.entered(RED, Ending.RESIGNED))
    match = public(table.history)
    assert match.snapshot().phase is PublicPhase.OVER
    for event in table.say(table.corrected(2, WHITE, Ending.RESIGNED)):
        match.take(event, NOON)
    assert any(isinstance(item.fact, fx.MatchGoesOn) for item in match.items)
    now = match.snapshot()
    assert (now.phase, now.game) == (PublicPhase.PLAYING, 3)
    assert {room for _, room in now.results} == {Room.OPEN}


def test_a_finished_game_can_be_stepped_through() -> None:
    table = OneTable.seated(BACKGAMMON, 3, seed=2, habits=Habits(slip=0.0))
    while table.state.game == 1:
        table.step()
    game = public(table.history).snapshot().public_game(1)
    assert game is not None
    assert game.closed is None
    plays = [event for event in table.history if isinstance(event, ev.PlayMade)]
    assert len([fact for fact in game.open if isinstance(fact, fx.PlayShown)]) >= len(
        [play for play in plays if play.game == 1]
    )
