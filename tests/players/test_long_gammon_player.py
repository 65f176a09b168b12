from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest

from players.long_gammon_player import LongGammonPlayer
from players.player import Player, RandomPlayer
from rules.dice import Cube, Roll
from rules.games.long_gammon import LONG_GAMMON
from rules.position import Position, Side
from rules.room import Ending
from tests.support.long_gammon_positions import lying


@dataclass(frozen=True)
class Finished:
    """A game between players: who won, how, and every position on the way."""

    winner: Side
    ending: Ending
    positions: Sequence[Position]


def play(white: Player, red: Player, rng: Random) -> Finished:
    """One game with the dice of `rng`; every play is one of the legal ones."""
    seats, turns = {Side.WHITE: white, Side.RED: red}, dict.fromkeys(Side, 0)
    positions, side = [LONG_GAMMON.start()], rng.choice(list(Side))
    while (outcome := LONG_GAMMON.outcome(positions[-1])) is None:
        turns[side] += 1
        roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
        chosen = seats[side].choose_play(positions[-1], side, roll, turns[side])
        assert chosen in LONG_GAMMON.legal_plays(positions[-1], side, roll, turns[side])
        positions.append(LONG_GAMMON.apply(positions[-1], side, chosen))
        side = side.opponent
    return Finished(outcome.loser.opponent, outcome.ending, positions)


@pytest.mark.parametrize("number", [8, pytest.param(30, marks=pytest.mark.long)])
def test_the_player_beats_chance_nearly_always_and_often_by_mars(number: int) -> None:
    games = [
        play(LongGammonPlayer(Random(seed)), RandomPlayer(LONG_GAMMON, Random(seed)), Random(seed))
        for seed in range(number)
    ]
    won = [game for game in games if game.winner is Side.WHITE]
    assert len(won) >= number * 5 / 6
    assert sum(game.ending is Ending.GAMMON for game in won) >= number / 10


def test_equal_seeds_play_equal_games() -> None:
    first, again = (
        play(LongGammonPlayer(Random(4)), LongGammonPlayer(Random(5)), Random(6)) for _ in range(2)
    )
    assert first == again


def test_a_lost_race_is_given_up_as_much_as_it_is_lost() -> None:
    mars = Position(lying("24:5 13:10"), lying("1:2"))
    oin = Position(lying("6:10 5:3 4"), lying("1:2"))
    assert _offers(mars) == {None, Ending.RESIGNED_GAMMON}
    assert _offers(oin) == {None, Ending.RESIGNED}


def _offers(position: Position) -> set[Ending | None]:
    players = (LongGammonPlayer(Random(seed)) for seed in range(20))
    return {player.resigns(position, Side.WHITE, Cube()) for player in players}


def test_nobody_resigns_a_game_that_has_just_begun() -> None:
    assert LongGammonPlayer(Random(1)).resigns(LONG_GAMMON.start(), Side.WHITE, Cube()) is None


def test_a_single_is_not_enough_where_a_mars_is_certain() -> None:
    position = Position(lying("24:5 13:10"), lying("1:2"))
    player = LongGammonPlayer(Random(1))
    assert not player.accepts(position, Side.RED, Ending.RESIGNED)
    assert player.accepts(position, Side.RED, Ending.RESIGNED_GAMMON)


def test_there_is_no_cube_to_offer() -> None:
    player = LongGammonPlayer(Random(1))
    assert not player.wants_to_double(LONG_GAMMON.start(), Side.WHITE, Cube())
