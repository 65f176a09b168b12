"""What holds in every game of Trictrac, tried on games by chance and positions by chance."""

from itertools import combinations_with_replacement, islice, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Roll
from rules.games.trictrac.figures import Figure
from rules.games.trictrac.jans import marks_of
from rules.games.trictrac.movement import (
    JANS,
    check,
    closed_to_stops,
    full_jan,
    missing,
    plays_by_position,
)
from rules.games.trictrac.score import LAST_TROU, NO_SCORE, TROU
from rules.games.trictrac.table import Phase, TrictracTable
from rules.position import BAR, CHECKERS, PLACES, Counts, Position, Side
from tests.support.examples import examples
from tests.support.reference_trictrac import final_counts
from tests.support.trictrac_positions import random_game

ROLLS = [Roll(*dice) for dice in combinations_with_replacement(range(1, 7), 2)]


seeds = st.integers(0, 2**32)


def games(seed: int, number: int, holding: float = 0.8) -> list[list[TrictracTable]]:
    rng = Random(seed)
    return [list(random_game(rng, holding)) for _ in range(number)]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Checkers wherever they can lie: crowded, so that blocks and coins come up, or round a jan."""
    white, red = [0] * PLACES, [0] * PLACES
    for counts, facing in ((white, red), (red, white)):
        jan = draw(st.sampled_from([None, *JANS]))
        start, reach = draw(st.integers(1, 24)), draw(st.integers(2, 24))
        free = [
            place
            for place in range(1, 25)
            if not facing[BAR - place] and place != 12 and max(start - reach, 1) <= place <= start
        ] or [0]
        lacking = draw(st.sampled_from([0, 1, 1, 1, 2]))
        if jan is not None and not any(facing[BAR - point] for point in jan.points):
            for point in [*jan.points, *jan.points][lacking:]:
                counts[point] += 1
        for _ in range(CHECKERS - sum(counts)):
            counts[draw(st.sampled_from(free))] += 1
        if counts[13] == 1:
            counts[13], counts[0] = 0, counts[0] + 1
    return Position(tuple(white), tuple(red))


def plays(position: Position, roll: Roll) -> set[Counts]:
    return set(plays_by_position(position, Side.WHITE, roll))


@examples(400)
@given(positions(), st.sampled_from(ROLLS))
def test_plays_are_those_found_by_trying_everything(position: Position, roll: Roll) -> None:
    check(position)
    expected = final_counts(position.white, position.red, roll.first, roll.second)
    assert plays(position, roll) == expected


@examples(4)
@given(seeds)
def test_plays_of_played_games_are_those_found_by_trying_everything(seed: int) -> None:
    tables = [table for game in games(seed, 1) for table in game if table.phase is Phase.PLAY]
    for table in islice(tables, 0, None, 3):
        assert table.roll is not None
        own = table.position.of(table.thrower)
        other = table.position.of(table.thrower.opponent)
        found = plays_by_position(table.position, table.thrower, table.roll)
        assert set(found) == final_counts(own, other, table.roll.first, table.roll.second)


@given(positions(), st.sampled_from(ROLLS))
def test_no_play_stops_on_a_forbidden_point_or_a_held_one_or_halves_the_coin(
    position: Position, roll: Roll
) -> None:
    closed = closed_to_stops(position.red)
    for after in plays(position, roll):
        assert sum(after) == CHECKERS
        assert after[13] != 1
        for point in range(1, BAR):
            if after[point] > position.white[point]:
                assert point not in closed
                assert not position.red[BAR - point]


@given(positions(), st.sampled_from(ROLLS), st.integers(1, 4))
def test_the_mirrored_position_gives_the_same_plays_and_marks(
    position: Position, roll: Roll, number: int
) -> None:
    mirrored = Position(position.red, position.white)
    assert plays_by_position(position, Side.WHITE, roll) == plays_by_position(
        mirrored, Side.RED, roll
    )
    results = [
        [
            (mark.figure, mark.side is side, mark.points, mark.ways, mark.target)
            for mark in marks_of(where, side, dice, number)
        ]
        for where, side in ((position, Side.WHITE), (mirrored, Side.RED))
        for dice in (roll, Roll(roll.second, roll.first))
    ]
    assert all(each == results[0] for each in results)


@given(positions(), st.sampled_from(ROLLS))
def test_ways_are_at_most_three_and_two_on_a_double(position: Position, roll: Roll) -> None:
    for mark in marks_of(position, Side.WHITE, roll, 9):
        assert 1 <= len(mark.ways) <= (2 if roll.is_double else 3)
        assert mark.points % 2 == 0


@given(positions(), st.sampled_from(ROLLS))
def test_a_marked_jan_is_full_after_every_legal_play(position: Position, roll: Roll) -> None:
    figures = {mark.figure for mark in marks_of(position, Side.WHITE, roll, 9)}
    held = full_jan(position.white)
    conserved = {figure for figure in figures if figure.name.endswith("CONSERVED")}
    filled = {figure for figure in figures if figure.name.endswith("FILLED")}
    for after in plays(position, roll):
        if conserved:
            assert held is not None
            assert not missing(after, held)
        assert bool(conserved or filled) == (full_jan(after) is not None)
        assert (Figure.LAST_OFF in figures) == (after[0] == CHECKERS)


@given(positions(), st.sampled_from(ROLLS))
def test_no_checker_is_hit_truly_and_falsely(position: Position, roll: Roll) -> None:
    targets = [
        mark.target for mark in marks_of(position, Side.WHITE, roll, 9) if "HIT" in mark.figure.name
    ]
    assert len(targets) == len(set(targets))
    assert all(position.red[BAR - (target or 0)] == 1 for target in targets)


@given(st.lists(st.tuples(st.sampled_from(Side), st.integers(0, 20).map(lambda n: 2 * n))))
def test_points_are_neither_lost_nor_made_from_nothing(steps: list[tuple[Side, int]]) -> None:
    score, marked, spent = NO_SCORE, dict.fromkeys(Side, 0), dict.fromkeys(Side, 0)
    pegs = dict.fromkeys(Side, 0)
    for side, points in steps:
        score, marking = score.marked(side, points)
        marked[side] += marking.points
        spent[side] += TROU * len(marking.trous)
        spent[side.opponent] += marking.wiped
        pegs[side] += sum(2 if bredouille else 1 for bredouille in marking.trous)
        for each in Side:
            tally = score.of(each)
            assert tally.trous == min(pegs[each], LAST_TROU)
            if score.winner is None:
                assert tally.points == marked[each] - spent[each]
                assert 0 <= tally.points < TROU


@examples(12)
@given(seeds)
def test_games_by_chance_keep_their_checkers_and_end_with_twelve_trous(seed: int) -> None:
    for game in games(seed, 1):
        for table in game:
            check(table.position)
        assert game[-1].winner is not None
        assert game[-1].score.of(game[-1].winner).trous == LAST_TROU
        assert all(table.winner is None for table in game[:-1])


@examples(8)
@given(seeds)
def test_every_point_of_a_game_comes_from_a_figure_of_its_throw(seed: int) -> None:
    for game in games(seed, 1):
        for before, after in pairwise(game):
            if before.phase is Phase.PLAY and after.phase is Phase.THROW:
                for side in Side:
                    points = [each.points for each in after.markings if each.side is side]
                    assert sum(points) == before.due(side)


@pytest.mark.parametrize("holding", [0.0, 1.0])
@examples(4)
@given(seed=seeds)
def test_games_end_whether_players_always_hold_or_always_go(holding: float, seed: int) -> None:
    for game in games(seed, 1, holding):
        assert game[-1].phase is Phase.OVER
