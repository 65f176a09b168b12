"""A turn's order: marks, hold or go, play, the opponent's marks, the next throw."""

from dataclasses import replace

import pytest

from rules.errors import IllegalPlay
from rules.games.game import HoleChoice
from rules.games.trictrac.score import Score, Tally, WrongMoment
from rules.games.trictrac.table import (
    SET,
    Phase,
    TrictracTable,
    choose,
    legal_plays,
    play,
    set_table,
    throw,
)
from rules.position import Side, read_play
from tests.support.trictrac_positions import facing, roll

WHITE, RED = Side.WHITE, Side.RED
HITS_FOUR = facing("24:15", "24:14 5")
"""White's 4 hits in a petit jan: four points."""
FALSELY = facing("24:13 18 17", "24:10 6 4:2 3:2")
"""White's 3-2 hits falsely: four points for Red."""


def table(position: object = SET, **score: Tally) -> TrictracTable:
    whole = Score(**score)
    return replace(set_table(WHITE), position=position, score=whole)  # type: ignore[arg-type]


def test_a_throw_is_marked_before_it_is_played_and_then_it_is_the_opponents_turn() -> None:
    thrown = throw(table(HITS_FOUR), roll("4-2"))
    assert (thrown.phase, thrown.awaited) == (Phase.PLAY, WHITE)
    assert thrown.score.of(WHITE) == Tally(4)
    assert thrown.due(WHITE) == 4
    played = play(thrown, read_play("24/22/18"))
    assert (played.phase, played.awaited) == (Phase.THROW, RED)
    assert (played.roll, played.marks) == (None, ())
    assert [marking.points for marking in played.markings] == [4]


def test_the_opponents_points_are_marked_after_the_play() -> None:
    thrown = throw(table(FALSELY), roll("3-2"))
    assert thrown.score.of(RED) == Tally()
    played = play(thrown, sorted(legal_plays(thrown))[0])
    assert played.score.of(RED) == Tally(4)


def test_an_illegal_play_and_a_play_out_of_turn_are_refused() -> None:
    thrown = throw(table(), roll("6-1"))
    with pytest.raises(IllegalPlay, match="not allowed by 6-1"):
        play(thrown, read_play("24/18 24/20"))
    with pytest.raises(WrongMoment, match="the table waits for a throw"):
        play(table(), ())
    with pytest.raises(WrongMoment, match="the table waits for a play"):
        throw(thrown, roll("6-1"))
    with pytest.raises(WrongMoment, match="the table waits for a play"):
        choose(thrown, HoleChoice.HOLD)
    assert legal_plays(table()) == frozenset()


def test_any_order_of_a_legal_play_will_do() -> None:
    thrown = throw(table(), roll("6-1"))
    assert (
        play(thrown, read_play("24/23 24/18")).position
        == play(thrown, read_play("24/18 24/23")).position
    )


def test_who_wins_a_trou_by_his_own_throw_chooses() -> None:
    thrown = throw(table(HITS_FOUR, white=Tally(10), red=Tally(6)), roll("4-2"))
    assert thrown.phase is Phase.CHOOSE
    held = choose(thrown, HoleChoice.HOLD)
    assert held.phase is Phase.PLAY
    assert held.score == Score(Tally(2, 2), Tally())


def test_going_clears_points_sets_the_checkers_and_the_leaver_throws() -> None:
    thrown = throw(table(HITS_FOUR, white=Tally(10), red=Tally(6, 3)), roll("4-2"))
    gone = choose(thrown, HoleChoice.GO)
    assert gone.position == SET
    assert gone.score == Score(Tally(0, 2), Tally(0, 3))
    assert (gone.phase, gone.awaited, gone.throws) == (Phase.THROW, WHITE, (0, 0))


def test_going_takes_the_opponents_points_of_that_throw_with_it() -> None:
    both = facing("24:14 18", "24:9 14 11:2 10:2 4")
    thrown = throw(table(both, white=Tally(10)), roll("4-3"))
    assert thrown.due(RED) == 2
    assert choose(thrown, HoleChoice.GO).score.of(RED) == Tally()
    held = choose(thrown, HoleChoice.HOLD)
    assert play(held, sorted(legal_plays(held))[0]).score.of(RED) == Tally(2)


def test_a_trou_from_the_opponents_throw_leaves_no_choice() -> None:
    thrown = throw(table(FALSELY, red=Tally(10), white=Tally(6)), roll("3-2"))
    assert thrown.phase is Phase.PLAY
    played = play(thrown, sorted(legal_plays(thrown))[0])
    assert played.score == Score(Tally(), Tally(2, 2))
    assert (played.phase, played.awaited) == (Phase.THROW, RED)


def test_the_last_checker_off_sets_the_checkers_keeps_points_and_throws_again() -> None:
    thrown = throw(table(facing("2 1", "10:15"), white=Tally(2), red=Tally(4, 1)), roll("2-1"))
    assert thrown.score.of(WHITE) == Tally(6)
    played = play(thrown, read_play("2/off 1/off"))
    assert (played.position, played.phase, played.awaited) == (SET, Phase.THROW, WHITE)
    assert played.score.of(RED).points == 4
    assert played.throws == (0, 0)


def test_bearing_off_can_win_a_trou_and_then_one_may_go() -> None:
    thrown = throw(table(facing("2 1", "10:15"), white=Tally(8)), roll("2-1"))
    assert thrown.phase is Phase.CHOOSE
    assert choose(thrown, HoleChoice.GO).score.of(WHITE) == Tally(0, 2)


def test_the_twelfth_trou_ends_the_game_at_once_by_ones_own_throw() -> None:
    over = throw(table(HITS_FOUR, white=Tally(8, 11, unbroken=False)), roll("4-2"))
    assert (over.phase, over.winner, over.awaited) == (Phase.OVER, WHITE, None)
    with pytest.raises(WrongMoment, match="the game is over"):
        throw(over, roll("6-1"))


def test_the_twelfth_trou_ends_the_game_by_the_opponents_throw_too() -> None:
    thrown = throw(table(FALSELY, red=Tally(8, 11)), roll("3-2"))
    played = play(thrown, sorted(legal_plays(thrown))[0])
    assert (played.phase, played.winner) == (Phase.OVER, RED)


def test_nothing_playable_is_played_as_nothing() -> None:
    thrown = throw(table(facing("18:15", "24:13 13:2")), roll("6-6"))
    assert legal_plays(thrown) == {()}
    assert play(thrown, ()).score.of(RED) == Tally(4)


def test_throws_are_counted_since_the_checkers_were_set() -> None:
    first = throw(table(), roll("6-1"))
    assert first.throws == (1, 0)
    second = throw(play(first, read_play("24/18 24/23")), roll("6-5"))
    assert second.throws == (1, 1)


def test_the_jan_de_trois_coups_counts_a_sides_own_throws() -> None:
    now = table()
    for dice, played in [("1-2", "24/23 24/22"), ("6-1", "24/18 24/23")]:
        now = play(throw(now, roll(dice)), read_play(played))
    now = play(throw(now, roll("3-5")), read_play("24/21 24/19"))
    now = play(throw(now, roll("6-1")), sorted(legal_plays(throw(now, roll("6-1"))))[0])
    third = throw(now, roll("6-4"))
    assert third.throws[0] == 3
    assert [mark.figure.value for mark in third.marks][:1] == ["jan de trois coups"]
