"""When a result is final and an event official (ruling 32)."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from rules.directing.finality import (
    NOT_POSTED,
    MatchFinality,
    QuerySpan,
    ResultStep,
    TournamentPhase,
    finality,
    tournament_status,
)

NOON = datetime(2008, 5, 3, 12, tzinfo=UTC)


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def posted(minutes: int = 0, *, unconfirmed: bool = False) -> ResultStep:
    return ResultStep(at(minutes), changed=True, unconfirmed=unconfirmed)


def confirmed(minutes: int) -> ResultStep:
    return ResultStep(at(minutes), changed=False)


def test_a_result_is_final_thirty_minutes_after_it_was_posted() -> None:
    assert finality([posted()], [], 30, at(29)) == MatchFinality(posted=NOON, until=at(30))
    assert finality([posted()], [], 30, at(30)) == MatchFinality(
        posted=NOON, deadline=at(30), since=at(30)
    )
    assert finality([], [], 30, at(99)) == NOT_POSTED


def test_a_query_stops_the_clock_and_its_answer_lets_the_rest_run() -> None:
    asked = QuerySpan(at(10))
    assert finality([posted()], [asked], 30, at(90)).until is None
    answered = QuerySpan(at(10), at(60))
    assert finality([posted()], [answered], 30, at(61)).until == at(80)
    assert finality([posted()], [answered], 30, at(80)).since == at(80)


def test_two_queries_have_both_to_be_answered() -> None:
    asked = [QuerySpan(at(10), at(40)), QuerySpan(at(20), at(50))]
    assert finality([posted()], asked, 30, at(45)).until is None
    assert finality([posted()], asked, 30, at(55)).until == at(70)


def test_a_changed_result_has_the_whole_period_again() -> None:
    assert finality([posted(), posted(20)], [], 30, at(40)).until == at(50)
    during = finality([posted(), posted(20)], [QuerySpan(at(10), at(25))], 30, at(30))
    assert during.until == at(55)


def test_what_is_unconfirmed_is_not_final_before_it_is_confirmed() -> None:
    waits = [posted(unconfirmed=True)]
    assert finality(waits, [], 30, at(99)) == MatchFinality(posted=NOON)
    assert finality([*waits, confirmed(10)], [], 30, at(20)).until == at(30)
    late = finality([*waits, confirmed(45)], [], 30, at(50))
    assert (late.deadline, late.since) == (at(45), at(45))


def test_a_change_after_the_deadline_starts_no_clock_and_has_to_be_confirmed() -> None:
    changed = [posted(), posted(40, unconfirmed=True)]
    assert finality(changed, [], 30, at(99)) == MatchFinality(posted=NOON, deadline=at(30))
    again = finality([*changed, confirmed(60)], [], 30, at(99))
    assert (again.deadline, again.since) == (at(30), at(60))


moments = st.integers(0, 200)
spans = st.builds(
    lambda raised, lasts: QuerySpan(at(raised), at(raised + lasts)), moments, st.integers(0, 50)
)


@given(st.lists(moments, max_size=3), st.lists(spans, max_size=3), st.integers(0, 60))
def test_a_result_is_never_final_within_the_period_of_a_change_or_while_queried(
    changes: list[int], queries: list[QuerySpan], minutes: int
) -> None:
    steps = [posted(), *map(posted, sorted(changes))]
    end = finality(steps, queries, minutes, at(1000))
    assert end.deadline is not None
    before = [step.at for step in steps if step.at < end.deadline]
    if before:
        assert end.deadline - max(before) >= timedelta(minutes=minutes)
    assert not any(each.answered and each.raised < end.deadline < each.answered for each in queries)
    for minute in range(0, 300, 20):
        now = finality(steps, queries, minutes, at(minute))
        assert (now.since is not None) == (end.deadline <= at(minute))


def test_an_event_is_provisional_until_its_last_match_is_final() -> None:
    first, last = (MatchFinality(posted=NOON, until=at(each)) for each in (30, 50))
    status = tournament_status({1: first, 2: last}, waiting=False)
    assert (status.phase, status.until) == (TournamentPhase.PROVISIONAL, at(50))
    final = MatchFinality(posted=NOON, deadline=at(30), since=at(30))
    assert tournament_status({1: final, 2: last}, waiting=False).until == at(50)
    assert tournament_status({1: final}, waiting=False).since == at(30)


def test_no_countdown_runs_while_a_result_or_a_case_waits_for_somebody() -> None:
    final = MatchFinality(posted=NOON, deadline=at(30), since=at(30))
    waits = MatchFinality(posted=NOON)
    for matches, waiting in (({1: final, 2: waits}, False), ({1: final}, True)):
        status = tournament_status(matches, waiting=waiting)
        assert (status.phase, status.until) == (TournamentPhase.PROVISIONAL, None)
    assert tournament_status({1: final}, waiting=False, settled=at(70)).since == at(70)
