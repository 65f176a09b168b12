"""A match with fewer games than it was set up with, because its round was shortened (ruling 1)."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.machine import shorten
from rules.duplicate.state import MatchState, fold
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.state import Phase
from tests.support.examples import examples
from tests.support.rooms import Rooms, Temper, initial


def cut(rooms: Rooms, games: int) -> MatchState:
    shortened = ev.MatchShortened(games=games, reason="the hall closes")
    decision = shorten(BACKGAMMON, rooms.state, shortened)
    rooms.state = decision.state
    rooms.history.extend(decision.events)
    return decision.state


def seated(games: int) -> Rooms:
    return Rooms.seated(BACKGAMMON, 1, Temper(), games=games)


def keep(rooms: Rooms, room: Room, loser: Side, left: int) -> None:
    result: dict[str, Any] = {"loser": loser, "ending": Ending.BEAROFF, "left": left, "cube": 1}
    rooms.say(rd.EnterResult(**rooms.at, room=room, **result))


games_kept = st.lists(
    st.tuples(st.sampled_from(Side), st.sampled_from(Side), st.integers(1, 14)),
    min_size=4,
    max_size=8,
)


@examples(30)
@given(games_kept, st.integers(0, 8))
def test_a_shortened_match_ends_as_one_set_up_with_fewer_games_and_the_same_results(
    results: list[tuple[Side, Side, int]], cut_after: int
) -> None:
    games = len(results)
    short, planned = seated(8), seated(games)
    for number, (open_loser, closed_loser, left) in enumerate(results, 1):
        if number == cut_after + 1 and games < 8:
            cut(short, games)
        for rooms in (short, planned):
            keep(rooms, Room.CLOSED, closed_loser, left)
            keep(rooms, Room.OPEN, open_loser, left)
    if games < 8 and cut_after >= games:
        assert (short.state.game, short.state.over) == (games + 1, False)
        cut(short, games)
    assert short.state.over
    assert fold(BACKGAMMON, initial(BACKGAMMON, games=8), short.history) == short.state
    assert short.state.game == planned.state.game == games
    assert short.state.results == planned.state.results
    assert short.state.standings == planned.state.standings
    assert short.state.attempts == planned.state.attempts
    for room in Room:
        assert short.state.table(room).phase is Phase.FINISHED
        assert short.state.table(room).result == planned.state.table(room).result


def test_a_game_that_was_thrown_in_meanwhile_is_gone_with_its_dice() -> None:
    rooms = seated(6)
    for _ in range(5):
        keep(rooms, Room.OPEN, Side.RED, 3)
        keep(rooms, Room.CLOSED, Side.RED, 3)
    opening = rd.DiceThrown(
        **rooms.at, side=None, turn=1, dice=Roll(5, 3), source=DiceSource.CONSOLE
    )
    rooms.say(opening)
    assert rooms.state.game_under_way
    state = cut(rooms, 5)
    assert state.over
    assert not state.rolls
    assert not state.game_under_way
    assert {game for game, _ in state.results} == {1, 2, 3, 4, 5}


def test_a_match_whose_last_game_is_still_played_goes_on_to_its_end() -> None:
    rooms = seated(6)
    for _ in range(4):
        keep(rooms, Room.OPEN, Side.RED, 3)
        keep(rooms, Room.CLOSED, Side.RED, 3)
    keep(rooms, Room.OPEN, Side.RED, 3)
    assert not cut(rooms, 5).over
    keep(rooms, Room.CLOSED, Side.WHITE, 3)
    assert rooms.state.over
    assert rooms.state.game == 5
