"""What may be written into the case book when (rulings 23 and 32)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.commands import case_commands as cmd
from rules.commands.case_commands import CaseStage
from rules.directing.cases import CaseBook, CaseFacts, decide, ruling_seen, teams_in_open_cases
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.format import MatchOutcome

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


def decided(book: CaseBook, command: cmd.CaseCommand, minutes: int = 0) -> tuple[ev.Event, ...]:
    """The events of what is asked by somebody who has read the case as it is."""
    case = book.cases.get(getattr(command, "case", 0))
    read: dict[str, Any] = {} if case is None else {"seen": case.stage}
    if case is not None and isinstance(command, cmd.RuleCase):
        read["was"] = ruling_seen(case)
    return decide(book, replace(command, **read), facts(minutes), BY)


def after(*commands: cmd.CaseCommand, minutes: int = 0) -> CaseBook:
    book = CaseBook()
    for command in commands:
        book = book.after(decided(book, command, minutes))
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
            book = book.after(decided(book, command, minutes))
        except MatchRefused:
            continue
        case = book.cases[1]
        if case.stage is CaseStage.CLOSED:
            assert before.stage in (CaseStage.RULED, CaseStage.DECIDED)
            assert before.ruled is not None
            assert before.ruled.appeal_until is not None
            late = facts(minutes).now > before.ruled.appeal_until
            assert late or before.stage is CaseStage.DECIDED
        assert bool(teams_in_open_cases([case])) == (case.stage is not CaseStage.CLOSED)


def test_an_appeal_is_lodged_in_time_or_not_at_all() -> None:
    book = after(OPENED, WARNED)
    assert decided(book, APPEALED, 30)
    with pytest.raises(MatchRefused, match="may still be appealed"):
        decided(book, APPEALED, 31)
    final = after(OPENED, cmd.RuleCase(case=1, ruling=ev.CaseRuling.NONE, text="nothing"))
    with pytest.raises(MatchRefused, match="may still be appealed"):
        decided(final, APPEALED)


def test_a_step_made_from_an_earlier_stage_is_refused_and_shows_both() -> None:
    book = after(OPENED, WARNED, APPEALED)
    old = cmd.CloseCase(case=1, seen=CaseStage.RULED)
    with pytest.raises(ValuesChanged) as refused:
        decide(book, old, facts(60), BY)
    assert (refused.value.was, refused.value.now) == (CaseStage.RULED, CaseStage.APPEALED)


def test_a_step_of_somebody_who_says_not_what_was_seen_is_refused() -> None:
    with pytest.raises(ValuesChanged) as refused:
        decide(after(OPENED), WARNED, facts(), BY)
    assert (refused.value.field, refused.value.was) == ("seen", None)


def test_a_case_follows_a_team_to_its_new_name() -> None:
    changed = ev.TeamChanged(team="Lviv", name="Львів", players=(), by="")
    assert after(OPENED).after([changed]).cases[1].teams == ("Львів",)


def test_a_ruling_names_a_match_there_is_or_none() -> None:
    book = after(OPENED)
    there = replace(facts(), outcomes={3: MatchOutcome()})
    ruling = replace(WARNED, number=4, seen=CaseStage.OPEN)
    with pytest.raises(MatchRefused, match="number: 4 is not possible; allowed: 3"):
        decide(book, ruling, there, BY)
    (written,) = decide(book, replace(ruling, number=3), there, BY)
    assert isinstance(written, ev.CaseRuled)
    assert written.number == 3
