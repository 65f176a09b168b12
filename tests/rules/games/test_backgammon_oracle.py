"""Legal plays beside GNU Backgammon's own generator, as PyPI's gnubg-nn carries it."""

from itertools import chain, islice
from random import Random

import pytest

from rules.games.backgammon_plays import plays_by_position
from rules.position import Counts
from tests.support.backgammon_positions import ROLLS, drawn, wandering

gnubg_nn = pytest.importorskip("gnubg_nn", reason="gnubg-nn is missing: pip install gnubg-nn")

FEW, MANY = 2_000, 20_000


@pytest.mark.parametrize("positions", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_thousands_of_positions_have_gnu_backgammons_legal_plays(positions: int) -> None:
    played, made_up = positions * 3 // 5, positions * 2 // 5
    for position, side in chain(
        islice(wandering(Random(1)), played), islice(drawn(Random(2)), made_up)
    ):
        own, other = position.of(side), position.of(side.opponent)
        board = [list(other[1:]), list(own[1:])]
        for roll in ROLLS:
            found = plays_by_position(own, other, roll.dice)
            theirs = gnubg_nn.moves(board, roll.first, roll.second)
            assert {_key(position) for position in found} == (
                {gnubg_nn.board_from_position_key(key) for key in theirs} or {(other[1:], own[1:])}
            ), (own, other, roll)


def _key(position: int) -> tuple[Counts, Counts]:
    places = tuple(position.to_bytes(52, "little"))
    return places[27:], places[1:26]
