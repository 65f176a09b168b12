"""Rounds in the hours there are: nothing overlaps, nothing waits without need, advice holds."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.commands import tournament_commands as cmd
from rules.commands.stage_commands import PlanStages
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.team_event.forecast import LONGEST_DAY, TimetableChoice, suggestions
from rules.formats.team_event.planning import PRESETS, stages_planned
from rules.formats.team_event.stages import TeamEventState
from rules.formats.team_event.timetable import Timetable, needs_of, timetable
from rules.formats.team_event.timing import decide_times
from tests.rules.formats.team_event.rounds import drawn_robin, publish_next

TEN = datetime(2026, 10, 3, 10, tzinfo=UTC)
THREE = ("Lviv", "Kherson", "Poltava")


def hours(first: float, last: float, *breaks: tuple[float, float], day: int = 0) -> ev.PlayingDay:
    """A day's hours, counted from ten o'clock."""
    start = TEN + timedelta(days=day)

    def span(begin: float, end: float) -> ev.Span:
        return ev.Span(starts=start + timedelta(hours=begin), ends=start + timedelta(hours=end))

    return ev.PlayingDay(hours=span(first, last), breaks=tuple(span(*each) for each in breaks))


def terms(*days: ev.PlayingDay, tables: int = 2, at_once: bool = False) -> ev.TimetablePlanned:
    games = (
        ev.GameMinutes(game_name="backgammon", minutes=15),
        ev.GameMinutes(game_name="long-gammon", minutes=15),
    )
    return ev.TimetablePlanned(
        tables=tables, days=days, minutes_between=10, games=games, at_once=at_once
    )


def of_2008() -> TeamEventState:
    stages = PRESETS["yalta-2008"].stages(1, str, 1)
    return TeamEventState().after(stages_planned(TeamEventState(), PlanStages(stages)))


def planned(state: TeamEventState, teams: int, there: ev.TimetablePlanned) -> Timetable:
    return timetable(needs_of(state, teams, there), there)


def places(made: Timetable) -> list[tuple[int, int]]:
    return [(each.stage, each.round) for each in made.rounds]


def test_the_event_of_2008_for_three_teams_at_two_tables_takes_twelve_hours() -> None:
    made = planned(of_2008(), 3, terms(hours(0, 12)))
    assert made.fits
    assert made.ends == TEN + timedelta(hours=12)
    robins = [(1, number) for number in (1, 2, 3)] + [(2, number) for number in range(1, 7)]
    assert places(made) == [*robins, (3, 1)]


def test_of_ten_hours_the_last_round_and_the_final_are_left_over() -> None:
    made = planned(of_2008(), 3, terms(hours(0, 10)))
    assert not made.fits
    assert made.left_over == ((2, 6), (3, 1))


def test_it_is_said_what_else_would_fit_into_ten_hours() -> None:
    found = suggestions(of_2008(), 3, terms(hours(0, 10)))
    assert [each.choice for each in found] == [
        TimetableChoice.FEWER_MEETINGS,
        TimetableChoice.AT_ONCE,
        TimetableChoice.LONGER_DAY,
    ]
    fewer, at_once, longer = found
    assert fewer.stages == (ev.StageChanged(stage=2, games=4, meetings=1),)
    assert (at_once.terms.tables, at_once.terms.at_once) == (4, True)
    assert longer.terms.days[0].hours.ends == TEN + timedelta(hours=12)


def test_where_no_single_change_helps_all_stages_are_cut_down_together() -> None:
    (*_, last) = suggestions(of_2008(), 3, terms(hours(0, 10, (3, 4))))
    assert last.choice is TimetableChoice.ALL_SHORTER
    assert {each.stage: (each.games, each.meetings) for each in last.stages} == {
        2: (4, 1),
        3: (4, 1),
    }


def test_matches_beyond_the_tables_are_played_in_waves() -> None:
    state = drawn_robin([f"team {number}" for number in range(8)])
    made = planned(state, 8, terms(hours(0, 24), tables=5))
    assert {each.waves for each in made.rounds} == {2}
    first, second = made.rounds[:2]
    assert first.ends - first.starts == timedelta(minutes=60 + 10 + 60)
    assert second.starts == first.ends + timedelta(minutes=10)


def test_a_match_is_not_begun_that_would_run_into_a_break() -> None:
    made = planned(drawn_robin(THREE), 3, terms(hours(0, 10, (1.5, 2))))
    assert [each.starts - TEN for each in made.rounds] == [
        timedelta(0),
        timedelta(hours=2),
        timedelta(hours=3, minutes=10),
    ]


def test_a_match_longer_than_any_hours_has_no_place() -> None:
    made = planned(drawn_robin(THREE), 3, terms(hours(0, 0.5), hours(0, 0.5, day=1)))
    assert (made.rounds, made.ends) == ((), None)
    assert len(made.left_over) == 3


def test_what_is_closed_is_not_planned_again() -> None:
    state = publish_next(drawn_robin(THREE), 1).after([ev.RoundClosed(stage=1, round=1)])
    assert places(planned(state, 3, terms(hours(0, 24)))) == [(1, 2), (1, 3)]


def test_nothing_is_planned_for_hours_that_are_over() -> None:
    there = terms(hours(0, 5), hours(0, 5, day=1))
    now = TEN + timedelta(hours=4, minutes=30)
    made = timetable(needs_of(drawn_robin(THREE), 3, there), there, now)
    assert made.rounds[0].starts == TEN + timedelta(days=1)


_days = st.lists(st.tuples(st.integers(1, 20), st.integers(0, 3)), min_size=1, max_size=3).map(
    lambda days: [
        hours(0, length, *([(length / 3, length / 2)] if broken else []), day=number)
        for number, (length, broken) in enumerate(days)
    ]
)


@given(days=_days, teams=st.integers(2, 12), tables=st.integers(2, 14), at_once=st.booleans())
def test_no_table_and_no_team_is_in_two_matches_at_a_time(
    days: Sequence[ev.PlayingDay], teams: int, tables: int, at_once: bool
) -> None:
    state, there = of_2008(), terms(*days, tables=tables, at_once=at_once)
    made = planned(state, teams, there)
    for each in made.rounds:
        begun = [one for one in made.rounds if one.starts <= each.starts < one.ends]
        assert len({one.stage for one in begun}) == len(begun)
        assert sum(one.matches for one in begun if one.waves == 1) <= tables // 2
        in_hours = [day.hours.starts <= each.starts < each.ends <= day.hours.ends for day in days]
        assert any(in_hours) or each.waves > 1
    every = {
        (need.stage, number) for need in needs_of(state, teams, there) for number, _ in need.rounds
    }
    assert sorted([*places(made), *made.left_over]) == sorted(every)


@given(days=_days, teams=st.integers(2, 8), tables=st.integers(2, 8))
def test_after_what_is_suggested_everything_fits(
    days: Sequence[ev.PlayingDay], teams: int, tables: int
) -> None:
    state, there = of_2008(), terms(*days, tables=tables)
    for each in suggestions(state, teams, there):
        made = planned(state.after(each.stages), teams, each.terms)
        assert made.fits
        assert each.terms.days[-1].hours.ends - each.terms.days[-1].hours.starts <= LONGEST_DAY
        assert made.ends == each.ends


def decided(state: TeamEventState, command: cmd.TimeCommand) -> TeamEventState:
    return state.after(decide_times(state, command, THREE))


def start(round_: int, at: datetime | None, was: datetime | None = None) -> cmd.TimeRounds:
    return cmd.TimeRounds((cmd.RoundStart(stage=1, round=round_, starts_at=at, was=was),))


def test_a_start_is_announced_moved_and_taken_back() -> None:
    state = decided(drawn_robin(THREE), start(1, TEN))
    later = TEN + timedelta(hours=1)
    state = decided(state, start(1, later, TEN))
    assert state.times.starts == {(1, 1): later}
    assert decided(state, start(1, None, later)).times.starts == {}


def test_a_start_that_is_announced_so_already_is_not_announced_again() -> None:
    state = decided(drawn_robin(THREE), start(1, TEN))
    with pytest.raises(MatchRefused, match="allowed: starts that are not announced yet"):
        decided(state, start(1, TEN, TEN))


def test_a_stage_that_is_taken_out_takes_the_starts_of_its_rounds_along() -> None:
    state = decided(of_2008(), start(1, TEN))
    final = cmd.TimeRounds((cmd.RoundStart(stage=3, round=1, starts_at=TEN),))
    state = decided(state, final).after([ev.StageWithdrawn(stage=3)])
    assert state.times.starts == {(1, 1): TEN}


def test_once_all_hours_are_over_every_round_is_left_over() -> None:
    there = terms(hours(0, 12))
    needs = needs_of(of_2008(), 3, there)
    made = timetable(needs, there, now=TEN + timedelta(days=1))
    assert made.rounds == ()
    assert made.left_over == tuple((need.stage, each) for need in needs for each, _ in need.rounds)


def test_a_start_that_another_has_moved_is_not_moved_again_unseen() -> None:
    state = decided(drawn_robin(THREE), start(1, TEN))
    with pytest.raises(ValuesChanged) as changed:
        decided(state, start(1, TEN + timedelta(hours=2)))
    assert (changed.value.was, changed.value.now) == (None, TEN)


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (start(4, TEN), "round"),
        (cmd.TimeRounds(()), "starts"),
        (cmd.TimeRounds((cmd.RoundStart(stage=7, round=1, starts_at=TEN),)), "stage"),
    ],
)
def test_a_round_there_is_not_has_no_start(command: cmd.TimeRounds, field: str) -> None:
    with pytest.raises(MatchRefused) as refused:
        decided(drawn_robin(THREE), command)
    assert refused.value.field == field


def plan(*days: ev.PlayingDay, tables: int = 2, between: int = 10) -> cmd.PlanTimetable:
    return cmd.PlanTimetable(tables=tables, days=days, minutes_between=between, games=())


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (plan(hours(0, 5), tables=1), "tables"),
        (plan(hours(0, 5), between=241), "minutes_between"),
        (plan(), "days"),
        (plan(hours(5, 0)), "days"),
        (plan(hours(0, 25)), "days"),
        (plan(hours(0, 5, day=1), hours(0, 5)), "days"),
        (plan(hours(0, 5, (4, 6))), "breaks"),
        (plan(hours(0, 5, (2, 3), (1, 1.5))), "breaks"),
    ],
)
def test_hours_that_cannot_be_are_refused_by_field(command: cmd.PlanTimetable, field: str) -> None:
    with pytest.raises(MatchRefused) as refused:
        decided(TeamEventState(), command)
    assert refused.value.field == field


def test_hours_that_another_has_planned_are_not_planned_over_unseen() -> None:
    state = decided(TeamEventState(), plan(hours(0, 5)))
    with pytest.raises(ValuesChanged):
        decided(state, plan(hours(0, 6)))


def changed(games: int, meetings: int, was: tuple[int, int] = (4, 1)) -> cmd.ChangeStages:
    return cmd.ChangeStages((cmd.StageChange(stage=1, games=games, meetings=meetings, was=was),))


def test_a_stage_of_which_no_round_is_published_gets_other_games_and_meetings() -> None:
    state = decided(drawn_robin(THREE), changed(6, 2))
    assert (state.stages[1].plan.games, len(state.stages[1].rounds)) == (6, 6)


def test_a_published_stage_keeps_its_games() -> None:
    with pytest.raises(MatchRefused) as refused:
        decided(publish_next(drawn_robin(THREE), 1), changed(6, 1))
    assert refused.value.field == "stage"


@pytest.mark.parametrize(("games", "meetings", "field"), [(9, 1, "games"), (4, 5, "meetings")])
def test_a_stage_gets_no_length_the_table_does_not_know(
    games: int, meetings: int, field: str
) -> None:
    with pytest.raises(MatchRefused) as refused:
        decided(drawn_robin(THREE), changed(games, meetings))
    assert refused.value.field == field


def test_a_stage_that_another_has_changed_is_not_changed_again_unseen() -> None:
    with pytest.raises(ValuesChanged):
        decided(drawn_robin(THREE), changed(6, 1, was=(5, 1)))
