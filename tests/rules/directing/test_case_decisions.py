"""What may be written into the case book when (rulings 23 and 32)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.commands import case_commands as cmd
from rules.commands.case_commands import CaseStage
from rules.directing.cases import CaseBook, CaseFacts, decide, teams_under_appeal
from rules.errors import MatchRefused, ValuesChanged

BY = "olena"
NOON = datetime(2008, 5, 3, 12, tzinfo=UTC)
TEAMS = ("Lviv", "Kherson")
OPENED = cmd.OpenCase(teams=("Lviv",), facts="the clock stood still")
WARNED = cmd.RuleCase(case=1, ruling=ev.CaseRuling.WARNING, text="warned", appeal_minutes=30)
APPEALED = cmd.LodgeAppeal(case=1, team="Lviv", text="it did not")
HEARD = cmd.DecideAppeal(case=1, text="it did")
CLOSED = cmd.CloseCase(case=1)
REOPENED = cmd.ReopenCase(case=1, reason="a witness")


def facts(minutes: int = 0) -> CaseFacts:
    return CaseFacts(NOON + timedelta(minutes=minutes), TEAMS)


def after(*commands: cmd.CaseCommand, minutes: int = 0) -> CaseBook:
    book = CaseBook()
    for command in commands:
        book = book.after(decide(book, command, facts(minutes), BY))
    return book


@given(
    st.lists(
        st.tuples(st.sampled_from([WARNED, APPEALED, HEARD, CLOSED, REOPENED]), st.integers(0, 20))
    )
)
def test_no_order_of_steps_closes_a_case_that_may_be_appealed_or_whose_appeal_is_open(
    steps: list[tuple[cmd.CaseCommand, int]],
) -> None:
    book, minutes = after(OPENED), 0
    for command, later in steps:
        minutes += later
        before = book.cases[1]
        try:
            book = book.after(decide(book, command, facts(minutes), BY))
        except MatchRefused:
            continue
        case = book.cases[1]
        if case.stage is CaseStage.CLOSED:
            assert before.stage in (CaseStage.RULED, CaseStage.DECIDED)
            assert before.ruled is not None
            assert before.ruled.appeal_until is not None
            late = facts(minutes).now > before.ruled.appeal_until
            assert late or before.stage is CaseStage.DECIDED
        assert bool(teams_under_appeal([case])) == (case.stage is not CaseStage.CLOSED)


def test_an_appeal_is_lodged_in_time_or_not_at_all() -> None:
    book = after(OPENED, WARNED)
    assert decide(book, APPEALED, facts(30), BY)
    with pytest.raises(MatchRefused, match="may still be appealed"):
        decide(book, APPEALED, facts(31), BY)
    final = after(OPENED, cmd.RuleCase(case=1, ruling=ev.CaseRuling.NONE, text="nothing"))
    with pytest.raises(MatchRefused, match="may still be appealed"):
        decide(final, APPEALED, facts(), BY)


def test_a_step_made_from_an_earlier_stage_is_refused_and_shows_both() -> None:
    book = after(OPENED, WARNED, APPEALED)
    old = cmd.CloseCase(case=1, seen=CaseStage.RULED)
    with pytest.raises(ValuesChanged) as refused:
        decide(book, old, facts(60), BY)
    assert (refused.value.was, refused.value.now) == (CaseStage.RULED, CaseStage.APPEALED)


def test_a_case_follows_a_team_to_its_new_name() -> None:
    changed = ev.TeamChanged(team="Lviv", name="Львів", players=(), by="")
    assert after(OPENED).after([changed]).cases[1].teams == ("Львів",)
