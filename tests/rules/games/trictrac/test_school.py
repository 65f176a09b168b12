"""Claims and écoles (article 17 of Malfilâtre's Laws of Trictrac; ruling 26)."""

from dataclasses import replace

import pytest

from rules.games.game import HoleChoice
from rules.games.trictrac.score import InvalidMark, Score, Tally, WrongMoment
from rules.games.trictrac.table import (
    Phase,
    TrictracTable,
    choose,
    claim,
    contest,
    judge,
    legal_plays,
    play,
    set_table,
    throw,
)
from rules.position import Side
from tests.support.trictrac_positions import facing, roll

WHITE, RED = Side.WHITE, Side.RED
START = replace(set_table(WHITE, school=True), position=facing("24:13 23 18", "24:14 5"))
"""White's 4-2 is worth four points to White, none to Red."""


def thrown(score: Score | None = None) -> TrictracTable:
    return throw(START if score is None else replace(START, score=score), roll("4-2"))


def points(table: TrictracTable) -> tuple[int, int]:
    """White's and Red's points after White has played and Red has claimed nothing more."""
    if table.phase is Phase.CHOOSE:
        table = choose(table, HoleChoice.HOLD)
    table = judge(claim(play(table, sorted(legal_plays(table))[0]), 0), 0)
    return table.score.of(WHITE).points, table.score.of(RED).points


def test_each_step_waits_for_the_right_player() -> None:
    asked = thrown()
    assert (asked.due(WHITE), asked.due(RED)) == (4, 0)
    assert (asked.phase, asked.awaited) == (Phase.CLAIM, WHITE)
    claimed = claim(asked, 4)
    assert (claimed.phase, claimed.awaited) == (Phase.JUDGE, RED)
    agreed = judge(claimed, 4)
    assert (agreed.phase, agreed.awaited) == (Phase.PLAY, WHITE)
    played = play(agreed, sorted(legal_plays(agreed))[0])
    assert (played.phase, played.awaited) == (Phase.CLAIM, RED)
    done = judge(claim(played, 0), 0)
    assert (done.phase, done.awaited) == (Phase.THROW, RED)
    assert done.score == Score(Tally(4), Tally())


def test_a_right_claim_is_marked() -> None:
    assert points(judge(claim(thrown(), 4), 4)) == (4, 0)


def test_points_forgotten_and_not_noticed_are_lost() -> None:
    assert points(judge(claim(thrown(), 0), 0)) == (0, 0)


def test_points_marked_too_many_and_not_noticed_stand() -> None:
    assert points(judge(claim(thrown(), 8), 8)) == (8, 0)


def test_points_forgotten_go_to_the_opponent_whole() -> None:
    taken = judge(claim(thrown(), 0), 4)
    assert (taken.phase, taken.awaited) == (Phase.CONTEST, WHITE)
    assert points(contest(taken, contested=False)) == (0, 4)


def test_points_marked_too_many_are_taken_off_and_go_to_the_opponent() -> None:
    assert points(contest(judge(claim(thrown(), 10), 4), contested=False)) == (4, 6)


def test_a_false_ecole_that_is_accepted_stands() -> None:
    assert points(contest(judge(claim(thrown(), 4), 0), contested=False)) == (0, 4)


def test_a_false_ecole_that_is_contested_goes_to_the_one_it_was_taken_from() -> None:
    assert points(contest(judge(claim(thrown(), 4), 10), contested=True)) == (10, 0)


def test_contesting_a_right_ecole_doubles_it() -> None:
    assert points(contest(judge(claim(thrown(), 6), 4), contested=True)) == (4, 4)


def test_contesting_the_ecole_of_forgotten_points_does_not_bring_them_back() -> None:
    assert points(contest(judge(claim(thrown(), 0), 4), contested=True)) == (0, 8)


def test_when_both_are_wrong_each_pays_for_his_own_fault() -> None:
    assert points(contest(judge(claim(thrown(), 8), 6), contested=True)) == (6, 4)


def test_an_ecole_is_marked_after_all_other_points_of_the_throw() -> None:
    judged = contest(judge(claim(thrown(), 10), 4), contested=False)
    assert judged.score.of(RED) == Tally()
    assert [late.points for late in judged.late] == [6]


def test_a_claim_that_makes_a_trou_gives_the_choice_and_one_cut_down_does_not() -> None:
    near = Score(Tally(6), Tally())
    assert judge(claim(thrown(near), 6), 6).phase is Phase.CHOOSE
    cut = contest(judge(claim(thrown(near), 6), 4), contested=False)
    assert cut.phase is Phase.PLAY


def test_a_trou_made_of_an_ecole_leaves_no_choice() -> None:
    near = Score(Tally(6), Tally(10))
    judged = contest(judge(claim(thrown(near), 0), 4), contested=False)
    played = judge(claim(play(judged, sorted(legal_plays(judged))[0]), 0), 0)
    assert played.score.of(RED).trous == 2
    assert (played.phase, played.awaited) == (Phase.THROW, RED)


def test_going_leaves_the_ecole_of_that_throw_behind() -> None:
    near = Score(Tally(10), Tally())
    judged = contest(judge(claim(thrown(near), 10), 4), contested=False)
    assert judged.phase is Phase.CHOOSE
    gone = choose(judged, HoleChoice.GO)
    assert gone.score.of(RED) == Tally()
    assert gone.late == ()


def test_the_opponent_claims_what_the_throw_gives_him_and_can_be_sent_to_school() -> None:
    start = replace(START, position=facing("24:13 18 17", "24:10 6 4:2 3:2"))
    agreed = judge(claim(throw(start, roll("3-2")), 0), 0)
    asked = play(agreed, sorted(legal_plays(agreed))[0])
    done = contest(judge(claim(asked, 0), 4), contested=False)
    assert done.score == Score(Tally(4), Tally())
    assert done.awaited is RED


def test_ecoles_can_end_the_game() -> None:
    near = Score(Tally(), Tally(10, 11))
    judged = contest(judge(claim(thrown(near), 0), 4), contested=False)
    over = judge(claim(play(judged, sorted(legal_plays(judged))[0]), 0), 0)
    assert (over.phase, over.winner) == (Phase.OVER, RED)


@pytest.mark.parametrize("points", [-4, 5])
def test_a_claim_is_even_and_not_negative(points: int) -> None:
    with pytest.raises(InvalidMark, match=f"claim: {points}"):
        claim(thrown(), points)
    with pytest.raises(InvalidMark, match=f"right: {points}"):
        judge(claim(thrown(), 4), points)


def test_nobody_claims_judges_or_contests_at_another_moment() -> None:
    with pytest.raises(WrongMoment, match="claim of 4: the table waits for a throw"):
        claim(START, 4)
    with pytest.raises(WrongMoment, match="the table waits for a claim"):
        judge(thrown(), 4)
    with pytest.raises(WrongMoment, match="the table waits for a word on the points"):
        contest(claim(thrown(), 4), contested=True)
