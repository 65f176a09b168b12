"""Who has won a TTT (ruling 20)."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.events import TttEnding
from rules.formats.ttt.deciding import decide
from rules.formats.ttt.standings import Tie, group_table, mini_table, open_tie
from rules.formats.ttt.state import TttState
from rules.identities import PersonId
from tests.rules.formats.ttt.tourneys import BY, SEED, after, drawn_ttt, won
from tests.support.examples import examples

GAMMON, SINGLE = TttEnding.GAMMON, TttEnding.SINGLE


def played(state: TttState, results: dict[tuple[int, int], TttEnding]) -> TttState:
    """Games of the first group: (winner, loser) by their places in the draw."""
    order = state.groups[0]
    for number, ((winner, loser), ending) in enumerate(results.items(), 1):
        state = won(state, number, order[winner], order[loser], ending)
    return state


def three_level() -> TttState:
    """Of four players the first three win once among them, and all beat the fourth."""
    return played(
        drawn_ttt(4),
        {(0, 1): SINGLE, (1, 2): SINGLE, (2, 0): SINGLE} | {(each, 3): GAMMON for each in range(3)},
    )


def test_two_who_tie_for_first_are_told_apart_by_their_own_game() -> None:
    state = played(
        drawn_ttt(4),
        {
            (0, 1): SINGLE,
            (0, 2): SINGLE,
            (3, 0): SINGLE,
            (1, 2): SINGLE,
            (1, 3): SINGLE,
            (2, 3): SINGLE,
        },
    )
    table = group_table(state, 1)
    first, second = state.groups[0][:2]
    assert (table.leaders, table.winner, table.tie) == ((first, second), first, Tie.HEAD_TO_HEAD)
    assert [row.place for row in table.rows] == [1, 2, 3, 3]


def test_three_who_tie_are_told_apart_by_the_games_among_them() -> None:
    state = played(
        drawn_ttt(4),
        {
            (0, 1): GAMMON,
            (1, 2): SINGLE,
            (2, 0): SINGLE,
            (0, 3): SINGLE,
            (1, 3): GAMMON,
            (2, 3): GAMMON,
        },
    )
    table = group_table(state, 1)
    assert table.leaders == state.groups[0][:3]
    assert (table.winner, table.tie) == (state.groups[0][0], Tie.HEAD_TO_HEAD)


def test_three_who_tie_level_among_themselves_play_a_mini_ttt() -> None:
    state = three_level()
    tied = state.groups[0][:3]
    assert group_table(state, 1).tie is Tie.OPEN
    assert open_tie(state, 1) == tied
    state = after(state, cmd.DrawMiniTtt(group=1))
    assert set(state.minis[1].players) == set(tied)
    assert open_tie(state, 1) == ()
    for number, (winner, loser) in enumerate(itertools.combinations(tied, 2), 50):
        state = won(state, number, winner, loser, mini=1)
    table = group_table(state, 1)
    assert (table.winner, table.tie) == (tied[0], Tie.MINI)
    assert [row.place for row in table.rows] == [1, 2, 2, 4]


def test_a_draw_is_taken_back_after_the_mini_ttt_that_rests_on_it() -> None:
    state = after(three_level(), cmd.DrawMiniTtt(group=1))
    with pytest.raises(MatchRefused, match="no mini-TTT rests on"):
        after(state, cmd.WithdrawTttDraw(reason="a wrong result"))
    state = after(state, cmd.WithdrawTttDraw(mini=1, reason="a wrong result"))
    assert open_tie(state, 1) == state.groups[0][:3]


def test_a_mini_ttt_that_ends_level_is_followed_by_another() -> None:
    state = after(three_level(), cmd.DrawMiniTtt(group=1))
    one, two, three = state.groups[0][:3]
    for number, (winner, loser) in enumerate(((one, two), (two, three), (three, one)), 50):
        state = won(state, number, winner, loser, mini=1)
    assert mini_table(state, 1).tie is Tie.OPEN
    state = after(state, cmd.DrawMiniTtt(group=1))
    for number, (winner, loser) in enumerate(((one, two), (three, two), (three, one)), 60):
        state = won(state, number, winner, loser, mini=2)
    assert group_table(state, 1).winner == three


def test_no_mini_ttt_is_drawn_where_none_is_needed() -> None:
    with pytest.raises(MatchRefused, match="group"):
        decide(drawn_ttt(4), cmd.DrawMiniTtt(group=1), SEED, BY)


def played_at_random(chance: random.Random, count: int, missing: int) -> TttState:
    state = drawn_ttt(count)
    games = list(itertools.combinations(state.groups[0], 2))
    chance.shuffle(games)
    for number, game in enumerate(games[missing:], 1):
        winner, loser = chance.sample(game, 2)
        state = won(state, number, winner, loser, chance.choice(list(TttEnding)))
    return state


@examples(40)
@given(st.randoms(use_true_random=False), st.integers(2, 6), st.integers(0, 2))
def test_whatever_is_played_the_table_adds_up(
    chance: random.Random, count: int, missing: int
) -> None:
    state = played_at_random(chance, count, missing)
    table = group_table(state, 1)
    games = len(state.matches)
    ended = [match.result.ending for match in state.matches.values() if match.result]  # type: ignore[union-attr]
    worth = {TttEnding.SINGLE: 15, TttEnding.GAMMON: 25, TttEnding.BACKGAMMON: 35}
    assert sum(row.points for row in table.rows) == sum(worth[each] for each in ended)
    assert sum(row.played for row in table.rows) == 2 * games
    assert table.finished is (missing == 0)
    points = [row.points for row in table.rows]
    assert points == sorted(points, reverse=True)
    assert table.rows[0].place == 1
    if table.winner is not None:
        assert table.winner in table.leaders
        assert [row.player for row in table.rows if row.place == 1] == [table.winner]
    else:
        assert not table.finished or len(table.leaders) > 2


@examples(20)
@given(st.randoms(use_true_random=False))
def test_a_removed_player_leaves_the_others_as_if_he_had_never_been(chance: random.Random) -> None:
    state = played_at_random(chance, 5, 0)
    gone = chance.choice(state.groups[0])
    reduced = group_table(after(state, cmd.RemoveTttPlayer(player=gone, reason="ill")), 1)
    lost = {number for number, match in state.matches.items() if gone in match.pair}
    without = after(state, *(cmd.StrikeTttMatch(match=each, reason="") for each in lost))
    kept = {row.player: row.points for row in group_table(without, 1).rows if row.player != gone}
    assert {row.player: row.points for row in reduced.rows if row.place} == kept
    assert PersonId(gone.text) not in reduced.leaders
