"""What the board of a match to points is told (docs/wire.md; ruling 17)."""

from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, CubeState, WireRoom
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Ending, Room
from server.boards.translation.table_messages import commands_for
from tests.support.one_table import OneTable


def messages_of(table: OneTable) -> dict[type, wire.ServerMessage]:
    return {type(command): command for command in commands_for(BACKGAMMON, table.state, Room.OPEN)}


def cube(table: OneTable) -> CubeState:
    shown = messages_of(table)[wire.Cube]
    assert isinstance(shown, wire.Cube)
    return shown.state


def test_the_cube_is_away_in_the_crawford_game_and_back_after_it() -> None:
    table = OneTable.seated(BACKGAMMON, 3)
    states = [cube(table)]
    for loser, ending in ((Side.RED, Ending.GAMMON), (Side.WHITE, Ending.RESIGNED)):
        table.say(table.entered(loser, ending))
        states.append(cube(table))
    assert states == [CubeState.CENTRED, CubeState.ABSENT, CubeState.CENTRED]


def test_a_match_to_one_has_no_cube() -> None:
    assert cube(OneTable.seated(BACKGAMMON, 1)) is CubeState.ABSENT


def test_its_table_is_an_open_one_without_a_number_of_games_and_asks_for_a_throw_at_once() -> None:
    config, wait = (
        messages_of(OneTable.seated(BACKGAMMON, 5))[kind] for kind in (wire.Config, wire.Wait)
    )
    assert isinstance(config, wire.Config)
    assert isinstance(wait, wire.Wait)
    assert (config.room, config.games) == (WireRoom.OPEN, 0)
    assert wait.what is Awaited.ROLL
