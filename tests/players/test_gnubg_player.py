from collections.abc import Iterator
from random import Random

import pytest

from players.gnubg_nets import GnubgNets, NetsUnavailable
from players.gnubg_player import GnubgPlayer
from players.sensible_player import SensiblePlayer
from rules.dice import Cube, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Position, Side, write_play
from rules.room import Ending
from tests.support.backgammon_positions import counts
from tests.support.cubeful_games import Played, played
from tests.support.needs import NETS

pytestmark = NETS


@pytest.fixture(scope="module")
def nets() -> Iterator[GnubgNets]:
    with GnubgNets() as started:
        yield started


def test_the_nets_open_as_everybody_does(nets: GnubgNets) -> None:
    player = GnubgPlayer(nets, Random(1))
    openings = {Roll(3, 1): "8/5 6/5", Roll(4, 2): "8/4 6/4", Roll(6, 1): "13/7 8/7"}
    for roll, play in openings.items():
        for side in Side:
            assert write_play(player.choose_play(BACKGAMMON.start(), side, roll, 1)) == play


def test_the_start_is_no_double_and_an_easy_take(nets: GnubgNets) -> None:
    player = GnubgPlayer(nets, Random(1))
    assert not player.wants_to_double(BACKGAMMON.start(), Side.WHITE, Cube())
    assert player.takes(BACKGAMMON.start(), Side.RED, Cube())


def test_a_race_far_ahead_is_a_double_and_a_pass(nets: GnubgNets) -> None:
    race = Position(counts(p6=5, p5=5, p4=3), counts(p6=8, p5=7))
    player = GnubgPlayer(nets, Random(1))
    assert player.wants_to_double(race, Side.WHITE, Cube())
    assert not player.takes(race, Side.RED, Cube())


def test_a_lost_game_is_given_up_for_what_it_is_worth(nets: GnubgNets) -> None:
    player = GnubgPlayer(nets, Random(1))
    single = Position(counts(p1=1), counts(p6=8, p5=6))
    gammon = Position(counts(p1=2), counts(p18=8, p17=7))
    assert player.resigns(single, Side.RED, Cube()) is Ending.RESIGNED
    assert player.resigns(gammon, Side.RED, Cube()) is Ending.RESIGNED_GAMMON
    assert not player.accepts(gammon, Side.WHITE, Ending.RESIGNED)
    assert player.accepts(gammon, Side.WHITE, Ending.RESIGNED_GAMMON)
    assert player.resigns(BACKGAMMON.start(), Side.WHITE, Cube()) is None


def _played(nets: GnubgNets, seed: int, noise: float) -> Played:
    noisy, sensible = GnubgPlayer(nets, Random(seed), noise), SensiblePlayer(Random(seed))
    return played(noisy, sensible, Random(seed))


def test_equal_seeds_play_equal_games(nets: GnubgNets) -> None:
    for noise in (0.0, 1.0):
        assert _played(nets, 5, noise) == _played(nets, 5, noise)


@pytest.mark.long
def test_noise_weakens_a_player(nets: GnubgNets) -> None:
    won = {
        noise: sum(_played(nets, seed, noise).winner is Side.WHITE for seed in range(40))
        for noise in (0.0, 1.0)
    }
    assert won[0.0] > won[1.0]


def test_a_closed_worker_says_that_it_has_stopped() -> None:
    nets = GnubgNets()
    nets.close()
    with pytest.raises(NetsUnavailable, match="stopped"):
        nets.chances([])
