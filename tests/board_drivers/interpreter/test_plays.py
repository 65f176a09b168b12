"""Which play it was, by what sensors of each kind show (rulings 9 and 10)."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_drivers.interpreter.lying import lying_position
from board_drivers.interpreter.sensors import (
    Sensed,
    Sensors,
    ThrownTurn,
    is_incomplete,
    plays_shown,
    rolls_shown,
)
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.position import Move, Position, Side
from tests.support.backgammon_positions import counts, wandering
from tests.support.examples import examples

START = BACKGAMMON.start()
BEZMA = Sensors(BACKGAMMON, point_limit=5, colour=False, masked=1)
ROLLS = st.builds(Roll, st.integers(1, 6), st.integers(1, 6))


def thrown(dice: Roll, before: Position = START, side: Side = Side.WHITE) -> ThrownTurn:
    return ThrownTurn(before, side, dice, 2)


def moved(*moves: tuple[int, int], before: Position = START, side: Side = Side.WHITE) -> Position:
    """The position after moves that hit nothing, whatever the dice."""
    return BACKGAMMON.apply(before, side, tuple(Move(*each) for each in moves))


@examples(25)
@given(
    name=st.sampled_from(sorted(GAMES)),
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 40),
    limit=st.sampled_from([0, 2, 5]),
    colour=st.booleans(),
    masked=st.integers(0, 2**26 - 1).map(lambda bits: bits & 0x0210041),
)
def test_the_play_that_was_made_is_always_among_those_shown(
    name: str, seed: int, plies: int, limit: int, colour: bool, masked: int
) -> None:
    rng, game = Random(seed), GAMES[name]
    sensors = Sensors(game, limit, colour, masked)
    turn, after = _after(game, rng, plies)
    shown = [
        game.apply(turn.before, turn.side, play)
        for play in plays_shown(sensors, turn, sensors.sense(after))
    ]
    assert after in shown
    assert len(set(shown)) == len(shown)
    assert all(sensors.sense(each) == sensors.sense(after) for each in shown)
    if sensors.are_exact:
        assert shown == [after]


def _after(game: Game, rng: Random, plies: int) -> tuple[ThrownTurn, Position]:
    position, side = game.start(), Side.WHITE
    for ply in range(plies + 1):
        turn = ThrownTurn(position, side, Roll(rng.randint(1, 6), rng.randint(1, 6)), ply // 2 + 1)
        plays = sorted(game.legal_plays(position, side, turn.dice, turn.number))
        after = game.apply(position, side, rng.choice(plays))
        if game.outcome(after) is not None or min(after.left(each) for each in Side) == 0:
            break
        position, side = after, side.opponent
    return turn, after


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_same_triangle_has_a_number_of_either_side(name: str) -> None:
    game = GAMES[name]
    assert {game.facing(game.facing(point)) == point for point in range(1, 25)} == {True}
    assert sorted(map(game.facing, range(1, 25))) == list(range(1, 25))


def test_a_board_that_sees_no_colour_has_one_count_a_triangle_and_a_bar_and_two_trays() -> None:
    position = Position(counts(p6=5, p8=3, bar=1), counts(p6=4, p13=5, bar=2))
    sensed = Sensors(BACKGAMMON, colour=False).sense(position)
    both = {0: 6, 6: 5, 8: 3, 12: 5, 19: 4, 25: 3}
    assert sensed.white == tuple(both.get(place, 0) for place in range(26))
    assert sensed.red == (4, *[0] * 25)


def test_plays_that_differ_only_on_dead_points_are_all_shown() -> None:
    before = Position(counts(p6=5, p5=3, p4=3, p3=2), counts(p6=5, p8=3, p13=5))
    turn = thrown(Roll(2, 1), before)
    blind = Sensors(BACKGAMMON, masked=1 << 5 | 1 << 4 | 1 << 3)
    after = moved((6, 4), (5, 4), before=before)
    shown = plays_shown(blind, turn, blind.sense(after))
    assert shown == ((Move(6, 4), Move(5, 4)), (Move(6, 4), Move(4, 3)))
    exact = Sensors(BACKGAMMON)
    assert plays_shown(exact, turn, exact.sense(after)) == shown[:1]


def test_an_illegal_play_is_no_play_and_known_as_it_lies() -> None:
    turn, lying = thrown(Roll(4, 2)), moved((8, 4), (6, 3))
    sensed = BEZMA.sense(lying)
    assert plays_shown(BEZMA, turn, sensed) == ()
    assert lying_position(BEZMA, turn, sensed) == lying
    assert rolls_shown(BACKGAMMON, turn, lying) == (Roll(4, 3), Roll(5, 2))
    assert not is_incomplete(BACKGAMMON, turn, lying)


@examples(25)
@given(seed=st.integers(0, 10**6), dice=ROLLS, keyed=ROLLS)
def test_dice_keyed_wrong_are_among_those_that_allow_the_movement(
    seed: int, dice: Roll, keyed: Roll
) -> None:
    position, side = next(islice(wandering(Random(seed)), seed % 60, None))
    plays = sorted(BACKGAMMON.legal_plays(position, side, dice))
    after = BACKGAMMON.apply(position, side, Random(seed).choice(plays))
    turn = thrown(keyed, position, side)
    rolls = rolls_shown(BACKGAMMON, turn, after)
    expected = after != position and not dice.same_dice(keyed)
    assert any(dice.same_dice(each) for each in rolls) == expected
    sensed = BEZMA.sense(after)
    lying = lying_position(BEZMA, turn, sensed)
    assert lying is None or BEZMA.show(sensed, lying)


@examples(40)
@given(seed=st.integers(0, 10**6), dice=ROLLS, data=st.data())
def test_a_play_with_its_last_moves_missing_is_incomplete_and_a_whole_one_is_not(
    seed: int, dice: Roll, data: st.DataObject
) -> None:
    position, side = next(islice(wandering(Random(seed)), seed % 60, None))
    turn = thrown(dice, position, side)
    plays = sorted(BACKGAMMON.legal_plays(position, side, dice))
    whole = {BACKGAMMON.apply(position, side, each) for each in plays}
    play = Random(seed).choice(plays)
    if play:
        made = play[: data.draw(st.integers(0, len(play) - 1))]
        lying = BACKGAMMON.apply(position, side, made)
        assert is_incomplete(BACKGAMMON, turn, lying) is (lying not in whole)
    assert not is_incomplete(BACKGAMMON, turn, BACKGAMMON.apply(position, side, play))


def test_what_a_legal_play_leaves_is_whole_though_it_is_on_the_way_to_another() -> None:
    white = (3, 6, 5, 1, *(0,) * 22)
    before = Position(white, (0, 4, 2, 2, 1, 0, 4, 0, 0, 1, 0, 0, 1, *(0,) * 13))
    turn = thrown(Roll(1, 3), before)
    borne_off = BACKGAMMON.apply(before, Side.WHITE, (Move(3, 2), Move(2, 0)))
    assert borne_off == BACKGAMMON.apply(before, Side.WHITE, (Move(3, 0),))
    assert not is_incomplete(BACKGAMMON, turn, borne_off)


def test_checkers_in_the_hand_or_on_two_points_are_no_position() -> None:
    turn = thrown(Roll(3, 1))
    for sensors in (Sensors(BACKGAMMON), Sensors(BACKGAMMON, point_limit=5)):
        white, red = sensors.sense(START)
        missing, doubled = list(white), list(white)
        missing[8] -= 1
        doubled[7] += 1
        for sensed in (Sensed(tuple(missing), red), Sensed(tuple(doubled), red)):
            assert plays_shown(sensors, turn, sensed) == ()
            assert lying_position(sensors, turn, sensed) is None
    shared = Position(START.white, (0, 1, *START.red[2:24], 1, 0))
    assert lying_position(Sensors(BACKGAMMON), turn, Sensors(BACKGAMMON).sense(shared)) is None


def test_where_two_illegal_positions_are_as_likely_neither_is_taken() -> None:
    before = Position(counts(p6=7, p8=6, p13=2), counts(p6=5, p8=3, p13=5, p24=2))
    turn, dim = thrown(Roll(6, 4), before), Sensors(BACKGAMMON, point_limit=5)
    onto_eight, onto_six = (moved((13, to), before=before) for to in (8, 6))
    assert dim.sense(onto_eight) == dim.sense(onto_six)
    assert lying_position(dim, turn, dim.sense(onto_eight)) is None
