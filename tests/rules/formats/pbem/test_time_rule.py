"""The 75 % rule and reminders of a knockout by messages (rulings 21 and 23)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import commands as knockout_cmd
from rules import events as ev
from rules.commands import pbem_commands as cmd
from rules.errors import MatchRefused
from rules.formats.pbem.deciding import ReportRefused
from rules.formats.pbem.time_rule import Reminder, reminders_due
from rules.identities import PersonId
from tests.rules.formats.pbem.playing import BEGIN, Played, report


def _round_of_four() -> Played:
    """Eight players, four matches: the last one is match 4."""
    played = Played(8)
    played.draw()
    return played


def _week_over(played: Played) -> Played:
    played.finish_round(leave=1)
    played.later(days=7, seconds=1)
    return played


def _rule(played: Played, **other: object) -> ev.PbemTimeRuled:
    ruled, *_ = played.do(cmd.ApplyPbemTimeRule(number=4, **other))  # type: ignore[arg-type]
    assert isinstance(ruled, ev.PbemTimeRuled)
    return ruled


def test_the_week_begins_once_three_quarters_have_a_winner() -> None:
    played = _round_of_four()
    played.finish_round(leave=2)
    assert not played.state.until
    with pytest.raises(MatchRefused, match="three quarters"):
        played.do(cmd.BeginPbemWeek(knockout=1, round=1))
    played.later(days=3)
    played.finish_round(leave=1)
    assert played.state.until == {(1, 1): BEGIN + timedelta(days=10)}
    with pytest.raises(MatchRefused, match="for the first time"):
        played.do(cmd.BeginPbemWeek(knockout=1, round=1))


def test_a_forfeit_counts_among_the_three_quarters() -> None:
    played = _round_of_four()
    played.finish_round(leave=2)
    forfeit = knockout_cmd.RuleKnockoutMatch(
        number=3, decision=ev.KnockoutDecision.FORFEIT, winner=played.pair(3)[1], reason="slow"
    )
    played.order(forfeit)
    played.begin_weeks()
    assert played.match(3).winner == played.pair(3)[1]
    assert played.state.until


@given(st.integers(2, 16))
def test_no_week_begins_before_three_quarters_or_once_all_have_a_winner(count: int) -> None:
    played = Played(count)
    played.draw()
    matches = len(played.state.matches)
    for won in range(1, matches + 1):
        played.finish_round(leave=matches - won)
        begun = bool(played.state.until)
        assert begun is any(4 * each >= 3 * matches for each in range(won + 1) if each < matches)


def test_a_report_within_the_week_counts_and_a_later_one_does_not() -> None:
    played = _round_of_four()
    ann, _ = played.pair(4)
    played.finish_round(leave=1)
    played.later(days=7)
    played.won(4, ann, 2)
    played.later(seconds=1)
    with pytest.raises(ReportRefused, match="before the last week of the round was over"):
        played.start(4, ann)


def test_nothing_is_decided_by_time_before_the_week_is_over() -> None:
    played = _round_of_four()
    played.finish_round(leave=1)
    with pytest.raises(MatchRefused, match="whose last week is over"):
        _rule(played)


def test_a_match_that_is_won_is_not_decided_by_time() -> None:
    played = _round_of_four()
    played.finish_round()
    with pytest.raises(MatchRefused, match="match"):
        _rule(played)


def test_most_points_win_and_no_times_are_asked_for() -> None:
    played = _round_of_four()
    _, ben = played.pair(4)
    played.won(4, ben, 4)
    _week_over(played)
    with pytest.raises(MatchRefused) as refused:
        _rule(played, last_used=(1, 2))
    assert refused.value.field == "last_used"
    ruled = _rule(played)
    assert (ruled.winner, ruled.verdict) == (ben, ev.PbemVerdict.MOST_POINTS)
    match = played.bracket.of_number(4)
    assert match is not None
    assert (match.winner, match.score) == (ben, (0, 4))
    assert match.decision is ev.KnockoutDecision.ADJUDICATION


def test_level_players_are_decided_by_their_time_in_the_last_finished_game() -> None:
    played = _round_of_four()
    ann, ben = played.pair(4)
    played.won(4, ben, 2)
    played.won(4, ann, 2)
    _week_over(played)
    with pytest.raises(MatchRefused, match="minutes of both players"):
        _rule(played)
    ruled = _rule(played, last_used=(90, 40))
    assert (ruled.winner, ruled.verdict) == (ben, ev.PbemVerdict.LAST_GAME)
    assert ruled.used == (90, 40)


def test_as_much_time_in_it_leaves_it_to_the_game_that_is_played() -> None:
    played = _round_of_four()
    ann, ben = played.pair(4)
    played.won(4, ben, 2)
    played.won(4, ann, 2)
    played.start(4, ann)
    _week_over(played)
    ruled = _rule(played, last_used=(90, 90), current_used=(5, 9))
    assert (ruled.winner, ruled.verdict) == (ann, ev.PbemVerdict.CURRENT_GAME)


def test_without_a_finished_game_the_game_that_is_played_decides() -> None:
    played = _round_of_four()
    ann, ben = played.pair(4)
    played.start(4, ann)
    _week_over(played)
    assert _rule(played, current_used=(9, 5)).winner == ben


def test_where_nothing_decides_the_director_does_with_a_reason() -> None:
    played = _week_over(_round_of_four())
    ann, _ = played.pair(4)
    with pytest.raises(MatchRefused, match="chosen by the director with a reason"):
        _rule(played, winner=ann)
    ruled = _rule(played, winner=ann, reason="the other one has left")
    assert ruled.verdict is ev.PbemVerdict.DIRECTOR


def test_where_the_rule_decides_the_director_does_not() -> None:
    played = _round_of_four()
    ann, ben = played.pair(4)
    played.won(4, ben, 4)
    _week_over(played)
    with pytest.raises(MatchRefused, match="the rule decides"):
        _rule(played, winner=ann, reason="a friend")


def test_who_loses_within_the_week_may_be_a_lucky_loser_and_by_the_rule_not() -> None:
    played = Played(9)
    played.draw()
    played.finish_round(leave=1)
    _week_over(played)
    _rule(played, winner=played.pair(4)[0], reason="neither has played")
    losers = [each.lucky_loser for each in played.bracket.rounds[0]]
    by_rule = played.pair(4)[1]
    assert by_rule not in losers
    assert len([each for each in losers if each]) == 3


def test_a_silent_match_is_due_a_reminder_every_three_days() -> None:
    played = _round_of_four()
    reminded = dict.fromkeys(played.state.matches, BEGIN)
    assert not [*reminders_due(played.state, reminded, BEGIN + timedelta(days=2))]
    due = [*reminders_due(played.state, reminded, BEGIN + timedelta(days=3))]
    assert [each.match.number for each in due] == [1, 2, 3, 4]
    again = [*reminders_due(played.state, reminded, BEGIN + timedelta(days=4))]
    assert [each.key for each in again] == [each.key for each in due]
    later = [*reminders_due(played.state, reminded, BEGIN + timedelta(days=6))]
    assert {each.key for each in later}.isdisjoint(each.key for each in due)


def test_a_report_puts_the_reminder_off_and_the_weeks_end_brings_one() -> None:
    played = _round_of_four()
    reminded = dict.fromkeys(played.state.matches, BEGIN)
    played.later(days=2)
    played.start(4, played.pair(4)[0], 99)
    played.finish_round(leave=1)
    assert not [*reminders_due(played.state, reminded, BEGIN + timedelta(days=4))]
    near = [*reminders_due(played.state, reminded, BEGIN + timedelta(days=8))]
    assert {each.kind for each in near} == {Reminder.QUIET, Reminder.LAST_DAYS}
    assert not [*reminders_due(played.state, reminded, BEGIN + timedelta(days=10))]


def test_a_match_with_a_winner_is_due_none() -> None:
    played = _round_of_four()
    played.finish_round()
    reminded = dict.fromkeys(played.state.matches, BEGIN)
    assert not [*reminders_due(played.state, reminded, BEGIN + timedelta(days=9))]


@pytest.mark.parametrize(
    ("plan", "allowed"),
    [
        (knockout_cmd.PlanKnockout(name="Hall", length=5), "played elsewhere"),
        (
            knockout_cmd.PlanKnockout(name="Bracket", length=5, elsewhere=True),
            "each round of it drawn anew",
        ),
    ],
)
def test_messages_are_taken_for_a_knockout_elsewhere_that_is_drawn_anew_each_round(
    plan: knockout_cmd.PlanKnockout, allowed: str
) -> None:
    played = Played(2)
    played.order(plan)
    with pytest.raises(MatchRefused, match=allowed):
        played.do(cmd.OpenPbem(knockout=2))
    with pytest.raises(MatchRefused, match="takes no messages yet"):
        played.do(cmd.OpenPbem(knockout=1))


@pytest.mark.parametrize("field", ["days", "quiet_days"])
def test_terms_that_cannot_be_name_their_field(field: str) -> None:
    played = Played(2)
    another = knockout_cmd.PlanKnockout(
        name="Two", length=5, elsewhere=True, draw=ev.KnockoutDraw.EACH_ROUND
    )
    played.order(another)
    with pytest.raises(MatchRefused) as refused:
        played.do(cmd.OpenPbem(knockout=2, **{field: 0}))
    assert (refused.value.field, refused.value.value) == (field, 0)


@given(st.integers(2, 20), st.integers(0, 2**64))
def test_a_field_of_any_size_is_played_to_its_winner_by_messages(count: int, seed: int) -> None:
    played = Played(count, seed)
    round_ = 1
    while True:
        played.draw(round_)
        for match in played.bracket.rounds[round_ - 1]:
            assert not {*match.players} <= match.lucky or not match.players
        played.finish_round()
        round_ += 1
        if round_ > played.bracket.rounds_in_all:
            break
    assert isinstance(played.bracket.rounds[-1][0].winner, PersonId)


def test_a_report_received_in_time_may_be_accepted_after_the_week() -> None:
    played = _round_of_four()
    ann, _ = played.pair(4)
    played.finish_round(leave=1)
    received = played.now
    played.later(days=9)
    played.do(report(4, 777, ann, 2, received, accepted=True))
    assert played.match(4).points == (2, 0)
