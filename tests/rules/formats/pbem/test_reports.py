"""Reports of a match by messages: which count, which are refused, which wait (ruling 22)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import commands as knockout_cmd
from rules import events as ev
from rules.commands import pbem_commands as cmd
from rules.commands.pbem_commands import Resigned
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.format import FormatGiven
from rules.formats.pbem.deciding import (
    POINTS,
    ReportDoubtful,
    ReportRefused,
    decide,
    points_of,
)
from rules.identities import PersonId
from tests.rules.formats.pbem.playing import BEGIN, Played, match_of_two, report

_CAT = PersonId("Cat")


def test_the_winners_reports_add_up_to_the_match() -> None:
    played, ann, ben = match_of_two()
    played.won(1, ann, 4)
    played.won(1, ben, 2)
    played.won(1, ann, 6)
    assert played.match().points == (10, 2)
    assert played.match().winner == ann
    assert played.bracket.match(1, 1).winner == ann


def test_the_game_after_a_side_has_nine_is_played_without_a_cube_and_only_that_one() -> None:
    played, ann, ben = match_of_two()
    played.won(1, ann, 6)
    played.won(1, ann, 3)
    board = played.start(1, ben)
    with pytest.raises(ReportRefused, match="the Crawford game") as refused:
        played.do(report(1, board, ben, 4, played.now))
    assert (refused.value.field, refused.value.value) == ("points", 4)
    played.do(report(1, board, ben, 2, played.now))
    played.won(1, ben, 4)
    assert played.match().points == (9, 6)


def test_points_no_game_is_worth_are_refused() -> None:
    played, ann, _ben = match_of_two()
    board = played.start(1, ann)
    for points in (5, 7, 9, 10, 191):
        with pytest.raises(ReportRefused, match="1, 2 or 3 points times a cube"):
            played.do(report(1, board, ann, points, played.now))


def test_points_are_those_of_a_single_a_gammon_and_a_backgammon_at_any_cube() -> None:
    cubes = (1, 2, 4, 8, 16, 32, 64)
    assert set(POINTS) == {kind * cube for cube in cubes for kind in (1, 2, 3)}


@pytest.mark.parametrize(
    ("resigned", "cube", "reported", "counted"),
    [
        (Resigned.SOME_OFF, 1, 1, 1),
        (Resigned.NONE_OFF, 1, 1, 2),
        (Resigned.NONE_OFF, 2, 2, 4),
        (Resigned.NONE_OFF, 1, 3, 3),
        (Resigned.FAR_BACK, 1, 1, 3),
        (Resigned.FAR_BACK, 4, 8, 12),
    ],
)
def test_who_resigns_undoubled_loses_a_gammon_at_least_or_a_backgammon(
    resigned: Resigned, cube: int, reported: int, counted: int
) -> None:
    played, ann, _ben = match_of_two()
    board = played.start(1, ann)
    (won,) = played.do(report(1, board, ann, reported, played.now, resigned=resigned, cube=cube))
    assert isinstance(won, ev.PbemBoardWon)
    assert (won.points, won.reported) == (counted, reported)


def test_a_resignation_is_worth_a_kind_of_win_times_its_cube() -> None:
    played, ann, _ben = match_of_two()
    board = played.start(1, ann)
    with pytest.raises(ReportRefused, match="times the cube of 4"):
        played.do(report(1, board, ann, 6, played.now, resigned=Resigned.NONE_OFF, cube=4))


@given(st.sampled_from(POINTS), st.sampled_from(Resigned), st.sampled_from((1, 2, 4, 8, 64)))
def test_no_resignation_counts_less_than_the_server_gave(
    points: int, resigned: Resigned, cube: int
) -> None:
    reported = report(1, 1, _CAT, points, BEGIN, resigned=resigned, cube=cube)
    assert points_of(reported) >= points


def test_a_stranger_reports_nothing_of_a_match() -> None:
    played, ann, _ben = match_of_two()
    with pytest.raises(ReportRefused) as refused:
        played.start(1, _CAT)
    assert (refused.value.field, refused.value.value) == ("match", 1)
    with pytest.raises(ReportRefused, match="a match of yours: 1"):
        played.start(2, ann)


def test_a_board_is_started_once_and_after_the_one_before_it() -> None:
    played, ann, ben = match_of_two()
    played.start(1, ann, 345)
    with pytest.raises(ReportRefused, match="no report has named before"):
        played.start(1, ben, 345)
    with pytest.raises(ReportRefused, match="the winner of board 345 first"):
        played.start(1, ben, 346)


def test_a_board_that_is_won_is_not_started_again_nor_won_while_another_is_played() -> None:
    played, ann, ben = match_of_two()
    board = played.won(1, ann, 2)
    with pytest.raises(ReportRefused, match="no report has named before"):
        played.start(1, ben, board)
    running = played.start(1, ben, 346)
    with pytest.raises(ReportRefused, match=f"the winner of board {running} first"):
        played.do(report(1, 347, ben, 1, played.now))


def test_a_board_of_another_match_is_not_won_in_this_one() -> None:
    played = Played(4)
    played.draw()
    board = played.start(1, played.pair(1)[0])
    winner = played.pair(2)[0]
    with pytest.raises(ReportRefused, match="no report has named before"):
        played.do(report(2, board, winner, 1, played.now))


def test_the_same_result_twice_is_refused_and_counts_once() -> None:
    played, ann, _ben = match_of_two()
    board = played.won(1, ann, 2)
    with pytest.raises(ReportRefused, match="was not reported before"):
        played.do(report(1, board, ann, 2, played.now))
    assert played.match().points == (2, 0)


def test_a_report_that_repeats_the_last_game_of_a_match_is_called_repeated() -> None:
    played, ann, _ben = match_of_two()
    board = played.won(1, ann, 12)
    with pytest.raises(ReportRefused) as refused:
        played.do(report(1, board, ann, 12, played.now))
    assert refused.value.field == "board"


def test_a_report_of_a_match_that_is_won_is_refused() -> None:
    played, ann, ben = match_of_two()
    played.won(1, ann, 12)
    with pytest.raises(ReportRefused, match="match 1 is over"):
        played.start(1, ben)


def test_somebody_who_does_not_play_the_match_wins_none_of_its_boards() -> None:
    played, ann, _ben = match_of_two()
    board = played.start(1, ann)
    with pytest.raises(ReportRefused) as refused:
        played.do(report(1, board, _CAT, 1, played.now, player=ann))
    assert refused.value.field == "id"


@pytest.mark.parametrize(
    ("started", "by_loser", "why"),
    [(True, True, "the winner alone"), (False, False, "never reported as started")],
)
def test_what_is_not_as_the_protocol_has_it_waits_for_the_organiser(
    started: bool, by_loser: bool, why: str
) -> None:
    played, ann, ben = match_of_two()
    if started:
        played.start(1, ann, 7)
    player = ben if by_loser else ann
    with pytest.raises(ReportDoubtful, match=why):
        played.do(report(1, 7, ann, 2, played.now, player=player))
    assert played.match().points == (0, 0)
    played.do(report(1, 7, ann, 2, played.now, player=player, accepted=True))
    assert played.match().points == (2, 0)


def test_another_result_of_the_same_board_waits_and_then_stands_in_its_place() -> None:
    played, ann, ben = match_of_two()
    board = played.won(1, ann, 2)
    other = report(1, board, ben, 4, played.now)
    with pytest.raises(ReportDoubtful, match="reported differently before"):
        played.do(other)
    played.do(report(1, board, ben, 4, played.now, accepted=True))
    assert played.match().points == (0, 4)


def test_the_organiser_puts_a_result_right_or_takes_a_board_out() -> None:
    played, ann, ben = match_of_two()
    board = played.won(1, ann, 12)
    played.do(cmd.CorrectPbemBoard(number=1, board=board, winner=ben, points=2, reason="typed"))
    assert played.match().points == (0, 2)
    assert not played.bracket.match(1, 1).is_decided
    played.do(cmd.CorrectPbemBoard(number=1, board=board, winner=None, points=0, reason="void"))
    assert played.match().points == (0, 0)
    assert played.match().running is None


def test_a_board_that_nobody_has_won_is_worth_no_points() -> None:
    played, ann, _ben = match_of_two()
    board = played.won(1, ann, 2)
    with pytest.raises(MatchRefused, match="points"):
        played.do(cmd.CorrectPbemBoard(number=1, board=board, winner=None, points=2, reason="x"))


def test_matches_go_on_when_their_ruling_is_lifted_and_go_with_their_round() -> None:
    played, ann, _ben = match_of_two()
    forfeit = ev.KnockoutDecision.FORFEIT
    played.order(
        knockout_cmd.RuleKnockoutMatch(number=1, decision=forfeit, winner=ann, reason="he left")
    )
    assert played.match().over
    played.order(knockout_cmd.LiftKnockoutRuling(number=1, reason="he is back"))
    assert not played.match().over
    played.order(knockout_cmd.WithdrawKnockoutRound(knockout=1, round=1, reason="a wrong entry"))
    assert not played.state.matches


def test_a_correction_of_a_board_that_stands_otherwise_by_now_is_refused() -> None:
    played, ann, ben = match_of_two()
    board = played.won(1, ann, 2)
    seen = played.match().boards[board].known_as
    first = cmd.CorrectPbemBoard(
        number=1, board=board, winner=ann, points=4, reason="typed", was=seen
    )
    played.do(first)
    with pytest.raises(ValuesChanged) as changed:
        played.do(replace(first, winner=ben))
    assert (changed.value.was, changed.value.now) == ((ann, "2"), (ann, "4"))
    with pytest.raises(ValuesChanged) as blind:
        decide(played.state, replace(first, winner=ben, was=None), FormatGiven())
    assert (blind.value.was, blind.value.now) == ((), (ann, "4"))


def test_a_correction_after_the_next_round_began_is_a_question_for_the_director() -> None:
    played = Played(4)
    played.draw()
    ann, ben = played.pair(1)
    board = played.won(1, ann, 12)
    played.finish_round()
    played.draw(2)
    assert not played.bracket.questions
    played.do(cmd.CorrectPbemBoard(number=1, board=board, winner=ben, points=12, reason="typed"))
    (question,) = played.bracket.questions
    assert (question.went_on, question.feeder.winner) == (ann, ben)
