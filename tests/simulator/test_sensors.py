"""Whole matches at boards that do not sense everything: inferred, and asked where that fails."""

from functools import cache

import pytest

from board_drivers.wire import messages as wire
from rules import events as ev
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.room import Room
from simulator.display import SensorKind, SensorSet
from tests.simulator.in_process import TwoRooms

DEAD = {
    "backgammon": sum(1 << point for point in range(2, 14)),
    "long-gammon": sum(1 << point for point in range(3, 7)),
    "trictrac": sum(1 << point for point in range(13, 25)),
}
"""So many dead points that players are asked again and again."""
ALL_GAMES = [
    name if name == "backgammon" else pytest.param(name, marks=pytest.mark.long) for name in DEAD
]


def seated(game: Game, sensors: SensorSet, seed: int = 4) -> TwoRooms:
    return TwoRooms.seated(
        seed, 1, game=game, sensors=sensors, games=1, game_name=game.name, tail_drawn=True
    )


@cache
def played_exactly(name: str) -> TwoRooms:
    exact = seated(GAMES[name], SensorSet())
    exact.play()
    return exact


def plays(two_rooms: TwoRooms) -> list[ev.PlayMade]:
    made = [e for e in two_rooms.log if isinstance(e, ev.PlayMade)]
    return sorted(made, key=lambda e: (e.room.value, e.game, e.turn, e.side.value))


def the_same_game_is_played(name: str, kind: SensorKind, broken: int = 0) -> TwoRooms:
    sensed = seated(GAMES[name], SensorSet(kind, broken))
    exact = played_exactly(name)
    assert sensed.play() == exact.state.results
    assert plays(sensed) == plays(exact)
    assert not [e for e in sensed.log if isinstance(e, ev.PlayQuestioned | ev.ReadingRefused)]
    return sensed


@pytest.mark.parametrize("kind", [SensorKind.SATURATING, SensorKind.COLOUR_BLIND])
def test_a_game_goes_the_same_way_whatever_the_boards_can_sense(kind: SensorKind) -> None:
    the_same_game_is_played("backgammon", kind)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_bezmas_boards_play_as_exact_ones_do(name: str) -> None:
    the_same_game_is_played(name, SensorKind.BEZMA)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_with_dead_points_players_say_which_play_it_was(name: str) -> None:
    dim = the_same_game_is_played(name, SensorKind.SATURATING, DEAD[name])
    asked = [e for e in dim.log if isinstance(e, ev.PlayAsked)]
    assert {e.room for e in asked} == set(Room)
    assert max(len(e.plays) for e in asked) > 4


def test_a_board_says_its_broken_sensors_with_every_position() -> None:
    two_rooms = seated(GAMES["backgammon"], SensorSet(SensorKind.BEZMA, 1 << 6))
    while not (done := [m for q in two_rooms.unheard.values() for _, m in q if _is_done(m)]):
        two_rooms.step()
    (message,) = done
    assert isinstance(message, wire.TurnDone)
    assert message.fault_mask == 1 << 6 | 1 << 0
    assert message.position.white[6] == 0
    assert not any(message.position.red)


def _is_done(message: wire.BoardMessage) -> bool:
    return isinstance(message, wire.TurnDone)
