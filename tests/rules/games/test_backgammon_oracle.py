"""Legal plays beside GNU Backgammon's own generator, as PyPI's gnubg-nn carries it."""

from itertools import chain, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.backgammon_plays import plays_by_position
from rules.position import Counts
from tests.support.backgammon_positions import ROLLS, drawn, wandering
from tests.support.examples import examples

gnubg_nn = pytest.importorskip("gnubg_nn", reason="gnubg-nn is missing: pip install gnubg-nn")


seeds = st.integers(0, 2**32)


@examples(40)
@given(seeds)
def test_positions_by_chance_have_gnu_backgammons_legal_plays(seed: int) -> None:
    compare(seed)


def compare(seed: int) -> None:
    """Forty positions, played and made up."""
    played, made_up = wandering(Random(seed)), drawn(Random(seed))
    for position, side in chain(islice(played, seed % 3, 72, 3), islice(made_up, 16)):
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
