from random import Random

from players.sensible_player import SensiblePlayer
from rules.position import Side
from rules.room import Ending
from rules.scoring.scales import left_refusals
from simulator.dice_supply import SeededDice
from yalta_extras.study.board import PlayedGame, play_game, shared_throws


def _game(number: int, seed: int) -> PlayedGame:
    players = {side: SensiblePlayer(Random(f"{seed}/{side.value}")) for side in Side}
    return play_game(players, SeededDice("study"), number)


def test_a_sides_turn_has_the_same_dice_however_the_game_goes() -> None:
    for number in range(1, 6):
        one, other = (
            {(throw.side, throw.turn): throw.roll for throw in _game(number, seed).throws}
            for seed in (1, 2)
        )
        common = one.keys() & other.keys()
        assert len(common) > 5
        assert all(one[turn] == other[turn] for turn in common)


def test_every_game_ends_as_the_smp_table_has_it_and_its_throws_follow_each_other() -> None:
    endings = set()
    for number in range(1, 30):
        game = _game(number, 3)
        endings.add(game.ending)
        assert list(left_refusals(game.ending, game.left)) == []
        assert [throw.opening for throw in game.throws] == [True] + [False] * (len(game.throws) - 1)
        for before, after in zip(game.throws, game.throws[1:], strict=False):
            assert (before.after, before.side.opponent) == (after.before, after.side)
        assert game.cube in (game.throws[-1].cube, 2 * game.throws[-1].cube)
    assert Ending.PASS in endings


def test_games_share_their_throws_until_a_play_differs() -> None:
    one, other = _game(1, 1), _game(1, 2)
    shared = shared_throws(one, other)
    assert shared_throws(one, one) == len(one.throws)
    assert 1 <= shared < len(one.throws)
    assert [throw.after for throw in one.throws[: shared - 1]] == [
        throw.after for throw in other.throws[: shared - 1]
    ]
    left, right = one.throws[shared - 1], other.throws[shared - 1]
    assert (left.after, one.throws[shared].cube) != (right.after, other.throws[shared].cube)
