from collections import Counter
from random import Random

import pytest

from players.player import RandomPlayer
from players.sensible_player import SensiblePlayer, winning_chance
from rules.dice import Cube
from rules.games.backgammon import BACKGAMMON
from rules.position import Position, Side
from rules.room import Ending
from tests.support.backgammon_positions import counts
from tests.support.cubeful_games import Played, played


def _sensible_game(seed: int) -> Played:
    return played(SensiblePlayer(Random(seed)), SensiblePlayer(Random(-seed)), Random(seed))


def test_equal_seeds_play_equal_games() -> None:
    assert _sensible_game(4) == _sensible_game(4)
    assert _sensible_game(4) != _sensible_game(5)


@pytest.mark.long
def test_sensible_games_show_takes_passes_resignations_and_gammons() -> None:
    games = [_sensible_game(seed) for seed in range(1, 81)]
    endings = Counter(game.ending for game in games)
    assert endings[Ending.PASS] > 20
    assert endings[Ending.RESIGNED] > 0
    assert endings[Ending.BEAROFF] > 0
    assert endings.keys() & {Ending.GAMMON, Ending.RESIGNED_GAMMON, Ending.BACKGAMMON}
    assert sum(game.cube.value > 1 for game in games) > 10
    assert max(game.cube.value for game in games) <= 64


@pytest.mark.parametrize("number", [10, pytest.param(30, marks=pytest.mark.long)])
def test_a_sensible_player_beats_chance_nearly_always(number: int) -> None:
    won = sum(
        played(
            SensiblePlayer(Random(seed)), RandomPlayer(BACKGAMMON, Random(seed)), Random(seed)
        ).winner
        is Side.WHITE
        for seed in range(number)
    )
    assert won >= number * 9 / 10


def test_a_side_far_ahead_in_the_race_has_the_better_chance() -> None:
    ahead, behind = counts(p1=2, p2=2), counts(p6=8, p5=7)
    assert winning_chance(ahead, behind) > 0.95
    assert winning_chance(behind, ahead) < 0.05


def test_a_single_resignation_is_refused_where_a_gammon_is_certain() -> None:
    lost = Position(counts(p1=1), counts(p18=5, p17=10))
    player = SensiblePlayer(Random(1))
    assert not player.accepts(lost, Side.WHITE, Ending.RESIGNED)
    assert player.accepts(lost, Side.WHITE, Ending.RESIGNED_GAMMON)


def test_nobody_resigns_a_game_that_has_just_begun() -> None:
    player = SensiblePlayer(Random(1))
    assert player.resigns(BACKGAMMON.start(), Side.WHITE, Cube()) is None
