"""Decisions about the hours of a tournament: the events of each command.

Whether the sender has the right to a command is checked elsewhere.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from rules import events as ev
from rules.checks import check_among, check_between
from rules.commands import tournament_commands as cmd
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.team_event.forecast import LONGEST_DAY
from rules.formats.team_event.planning import MOST_MEETINGS
from rules.formats.team_event.ruling import stage_of
from rules.formats.team_event.stages import TeamEventState
from rules.formats.team_event.timetable import TABLES_OF_A_MATCH, matches_by_round
from rules.scoring.terms import TERMS
from rules.text import N_

MOST_TABLES, MOST_DAYS, MOST_MINUTES = 200, 31, 240
TIMETABLE_CHANGED = N_("the hours and tables have been planned again")
START_CHANGED = N_("the start of round %(round)s of %(stage)s has changed")
STAGE_CHANGED = N_("the games or meetings of %(stage)s have changed")
_IN_ORDER = N_("days in their order, none of them longer than 24 hours")
_BREAKS = N_("breaks within the hours of their day, in their order")
_UNTIL = N_("a time after the last start, 24 hours after it at most")
LAST_START_CHANGED = N_("the time after which no game starts has changed")
_UNPUBLISHED = N_("a stage of which no round is published")


def decide_times(
    state: TeamEventState, command: cmd.TimeCommand, teams: Sequence[str]
) -> tuple[ev.TimeEvent, ...]:
    """Return the events by which a command about a tournament's hours takes effect.

    `teams` are the teams that play. Raises MatchRefused naming the wrong field, and ValuesChanged
    if a value has changed since the sender saw it.
    """
    match command:
        case cmd.PlanTimetable():
            return (_planned(state, command),)
        case cmd.TimeRounds():
            return _timed(state, command, len(teams))
        case cmd.SetLastStart():
            return (_last_start_set(state, command),)
        case cmd.LiftLastStart():
            _check_last_start(state, command.was)
            return (ev.LastStartLifted(reason=command.reason),)
        case cmd.ChangeStages():
            check_between("stages", len(command.stages), 1, len(state.stages))
            return tuple(_stage_changed(state, each) for each in command.stages)


def _planned(state: TeamEventState, command: cmd.PlanTimetable) -> ev.TimetablePlanned:
    bounds = (
        ("tables", command.tables, TABLES_OF_A_MATCH, MOST_TABLES),
        ("days", len(command.days), 1, MOST_DAYS),
        ("minutes_between", command.minutes_between, 0, MOST_MINUTES),
        *(("minutes", each.minutes, 1, MOST_MINUTES) for each in command.games),
    )
    for field, value, least, most in bounds:
        check_between(field, value, least, most)
    for each in command.games:
        check_among("games", each.game_name, TERMS.keys())
    _check_days(command.days)
    planned = ev.TimetablePlanned(
        tables=command.tables,
        days=command.days,
        minutes_between=command.minutes_between,
        games=command.games,
        at_once=command.at_once,
    )
    if command.was != state.times.planned:
        raise ValuesChanged("was", TIMETABLE_CHANGED, command.was, state.times.planned)
    return planned


def _check_days(days: Sequence[ev.PlayingDay]) -> None:
    before: datetime | None = None
    for number, day in enumerate(days, 1):
        length = day.hours.ends - day.hours.starts
        late = before is not None and day.hours.starts < before
        if late or not timedelta(0) < length <= LONGEST_DAY:
            raise MatchRefused("days", number, _IN_ORDER)
        at = day.hours.starts
        for each in day.breaks:
            if not at <= each.starts < each.ends <= day.hours.ends:
                raise MatchRefused("breaks", number, _BREAKS)
            at = each.ends
        before = day.hours.ends


def _timed(state: TeamEventState, command: cmd.TimeRounds, teams: int) -> tuple[ev.TimeEvent, ...]:
    """Return an event for each start of a round that the command changes.

    Starts that are announced already are left out. `teams` is the number of teams that play.
    """
    if not command.starts:
        raise MatchRefused("starts", 0, N_("at least one"))
    happened = list[ev.TimeEvent]()
    for each in command.starts:
        stage = stage_of(state, each.stage)
        check_between("round", each.round, 1, len(matches_by_round(stage, teams)))
        now = state.times.starts.get((each.stage, each.round))
        if each.was != now:
            named = {"round": each.round, "stage": stage.plan.name}
            raise ValuesChanged("was", START_CHANGED, each.was, now, **named)
        place = {"stage": each.stage, "round": each.round}
        if each.starts_at is None and now is not None:
            happened.append(ev.RoundTimeLifted(**place))
        if each.starts_at is not None and each.starts_at != now:
            happened.append(ev.RoundTimed(starts_at=each.starts_at, **place))
    if not happened:
        raise MatchRefused("starts", len(command.starts), N_("starts that are not announced yet"))
    return tuple(happened)


def _last_start_set(state: TeamEventState, command: cmd.SetLastStart) -> ev.LastStartSet:
    _check_last_start(state, command.was)
    if not timedelta(0) < command.until - command.at <= LONGEST_DAY:
        raise MatchRefused("until", command.until, _UNTIL)
    return ev.LastStartSet(at=command.at, until=command.until, reason=command.reason)


def _check_last_start(state: TeamEventState, was: datetime | None) -> None:
    order = state.times.last_start
    now = None if order is None else order.at
    if was != now:
        raise ValuesChanged("was", LAST_START_CHANGED, was, now)


def _stage_changed(state: TeamEventState, command: cmd.StageChange) -> ev.StageChanged:
    stage = stage_of(state, command.stage)
    plan = stage.plan
    if stage.published:
        raise MatchRefused("stage", command.stage, _UNPUBLISHED)
    check_among("games", command.games, TERMS[plan.game_name].lengths)
    check_between("meetings", command.meetings, 1, MOST_MEETINGS)
    now = plan.games, plan.meetings
    if command.was != now:
        was, is_now = (f"{games} × {meetings}" for games, meetings in (command.was, now))
        raise ValuesChanged("was", STAGE_CHANGED, was, is_now, stage=plan.name)
    return ev.StageChanged(stage=command.stage, games=command.games, meetings=command.meetings)
