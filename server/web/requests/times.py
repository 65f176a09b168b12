"""What is done to a tournament's hours over HTTP, by the API and by forms alike."""

from rules import commands as cmd
from rules import events as ev
from rules.formats.team_event.forecast import Suggestion
from rules.formats.team_event.stages import EventState
from server.access import Visitor
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.schemas import times as body


async def order_times(
    hall: Hall,
    tournament: TournamentProcess,
    order: body.TimeOrderIn,
    visitor: Visitor,
    command_id: str,
) -> tuple[ev.Event, ...]:
    """Carry an order out; its events.

    Raises NotAllowed, MatchRefused naming a field, ValuesChanged, LogUnavailable.
    """
    command = time_command(order)
    return await hall.commands.to_stages(tournament.tournament, command, visitor, command_id)


def time_command(order: body.TimeOrderIn) -> cmd.TimeCommand:
    """The command of a body."""
    match order:
        case body.PlanIn():
            terms = terms_of(order)
            return cmd.PlanTimetable(
                tables=terms.tables,
                days=terms.days,
                minutes_between=terms.minutes_between,
                games=terms.games,
                at_once=terms.at_once,
                was=None if order.was is None else terms_of(order.was),
            )
        case body.StartsIn():
            return cmd.TimeRounds(
                tuple(
                    cmd.RoundStart(
                        stage=each.stage, round=each.round, starts_at=each.starts_at, was=each.was
                    )
                    for each in order.starts
                )
            )
        case body.LastStartIn():
            return cmd.SetLastStart(
                at=order.at, until=order.until, was=order.was, reason=order.reason
            )
        case body.LiftLastStartIn():
            return cmd.LiftLastStart(was=order.was, reason=order.reason)
        case body.ChangeStagesIn():
            return cmd.ChangeStages(
                tuple(
                    cmd.StageChange(
                        stage=each.stage, games=each.games, meetings=each.meetings, was=each.was
                    )
                    for each in order.stages
                )
            )


def terms_of(asked: body.TermsIn) -> ev.TimetablePlanned:
    """What there is to play in, as it is planned."""
    return ev.TimetablePlanned(
        tables=asked.tables,
        days=tuple(
            ev.PlayingDay(hours=_span(day), breaks=tuple(_span(each) for each in day.breaks))
            for day in asked.days
        ),
        minutes_between=asked.minutes_between,
        games=tuple(
            ev.GameMinutes(game_name=each.game, minutes=each.minutes) for each in asked.games
        ),
        at_once=asked.at_once,
    )


def terms_in(planned: ev.TimetablePlanned) -> body.TermsIn:
    """The same the other way round: as the API tells it and forms send it back."""
    return body.TermsIn(
        tables=planned.tables,
        days=tuple(
            body.DayIn(
                starts=day.hours.starts,
                ends=day.hours.ends,
                breaks=tuple(
                    body.SpanIn(starts=each.starts, ends=each.ends) for each in day.breaks
                ),
            )
            for day in planned.days
        ),
        minutes_between=planned.minutes_between,
        games=tuple(
            body.GameIn(game=each.game_name, minutes=each.minutes) for each in planned.games
        ),
        at_once=planned.at_once,
    )


def stage_changes(suggestion: Suggestion, state: EventState) -> list[body.StageChangeIn]:
    """What a suggestion changes of stages, as it is ordered."""
    plans = {number: stage.plan for number, stage in state.stages.items()}
    return [
        body.StageChangeIn(
            stage=each.stage,
            games=each.games,
            meetings=each.meetings,
            was=(plans[each.stage].games, plans[each.stage].meetings),
        )
        for each in suggestion.stages
    ]


def _span(asked: body.SpanIn) -> ev.Span:
    return ev.Span(starts=asked.starts, ends=asked.ends)
