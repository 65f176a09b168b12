"""What boards are told of a match that is over because its round was shortened (ruling 1)."""

import pytest

from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited
from rules import events as ev
from rules.duplicate.machine import shorten
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from server.boards.translation.table_messages import commands_for
from tests.support.rooms import Rooms, Temper


@pytest.mark.parametrize("room", Room)
@pytest.mark.parametrize("steps", [0, 6])
def test_a_board_shows_the_last_game_that_counts_and_that_the_match_is_over(
    room: Room, steps: int
) -> None:
    rooms = Rooms.seated(BACKGAMMON, 3, Temper(resign=0.3, mischief=0.0), games=6)
    while rooms.state.game < 5:
        rooms.step()
    for _ in range(steps):
        rooms.step()
    assert rooms.state.game == 5
    assert rooms.state.game_under_way == bool(steps)
    state = shorten(BACKGAMMON, rooms.state, ev.MatchShortened(games=4, reason="late")).state
    commands = commands_for(BACKGAMMON, state, room)
    assert {each.game for each in commands if isinstance(each, wire.TurnMessage)} == {4}
    (wait,) = [each for each in commands if isinstance(each, wire.Wait)]
    assert wait.what is Awaited.MATCH_OVER
    assert [each.games for each in commands if isinstance(each, wire.Config)] == [4]
    assert any(isinstance(each, wire.GameOver) for each in commands)
    assert not any(isinstance(each, wire.DiceShow | wire.RollRequest) for each in commands)
