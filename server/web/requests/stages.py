"""What is done to a tournament's stages over HTTP, by the API and by forms alike."""

from collections.abc import Sequence
from typing import assert_never

from rules import commands as cmd
from rules import events as ev
from rules.formats.team_event.planning import PRESETS, Say
from server.access import Visitor
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.schemas import stages as body


async def order_stages(
    hall: Hall,
    tournament: TournamentProcess,
    order: body.StageOrderIn,
    visitor: Visitor,
    command_id: str,
    say: Say = str,
) -> tuple[ev.Event, ...]:
    """Carry an order out; its events. `say` gives names of a preset's stages in a language.

    Raises NotAllowed, MatchRefused naming a field, ValuesChanged, LogUnavailable.
    """
    first = tournament.state.event.last_stage + 1
    command = stage_command(order, first, say)
    return await hall.commands.to_stages(tournament.tournament, command, visitor, command_id)


def stage_command(order: body.StageOrderIn, first: int, say: Say) -> cmd.StageCommand:
    """The command of a body; `first` is the number that the next planned stage gets."""
    match order:
        case body.DescribeIn():
            return cmd.DescribeEvent(
                title=order.title, place=order.place, dates=order.dates, was=order.was
            )
        case body.PlacesIn():
            places = order.open_room, order.closed_room
            return cmd.SetRoomPlaces(open_room=places[0], closed_room=places[1], was=order.was)
        case body.PresetIn():
            return cmd.PlanStages(PRESETS[order.preset].planned(first, say, order.groups))
        case body.StageIn():
            return cmd.PlanStages((_plan(order),))
        case body.WithdrawStageIn():
            return cmd.WithdrawStage(order.stage)
        case body.DrawIn():
            return _draw(order)
        case body.WithdrawDrawIn():
            return cmd.WithdrawDraw(stage=order.stage, reason=order.reason, seen=order.seen)
        case body.PublishIn():
            return cmd.PublishRound(stage=order.stage, round=order.round, seen=tuple(order.seen))
        case body.WithdrawRoundIn():
            place = {"stage": order.stage, "round": order.round}
            return cmd.WithdrawRound(reason=order.reason, seen=order.seen, **place)
        case body.CloseIn():
            return cmd.CloseRound(stage=order.stage, round=order.round)
        case body.ReopenIn():
            return cmd.ReopenRound(stage=order.stage, round=order.round, reason=order.reason)
        case body.ExtraGamesIn():
            return cmd.SetExtraGames(stage=order.stage, group=order.group)
        case body.JoinIn():
            place = {"stage": order.stage, "group": order.group, "round": order.round}
            return cmd.JoinStage(team=order.team, reason=order.reason, **place)
        case body.ShortenIn():
            place = {"stage": order.stage, "round": order.round, "games": order.games}
            return cmd.ShortenRound(reason=order.reason, seen=order.seen, **place)
        case _:
            return _ruling(order)


def _ruling(
    order: body.WalkoverIn
    | body.LiftWalkoverIn
    | body.WithdrawTeamIn
    | body.ReturnTeamIn
    | body.PenaltyIn
    | body.LiftPenaltyIn
    | body.DecideOrderIn
    | body.KeepQualifiedIn,
) -> cmd.StageCommand:
    reason = order.reason
    match order:
        case body.WalkoverIn():
            absent, ruled = tuple(order.absent), order.ruled
            return cmd.GiveWalkover(number=order.number, absent=absent, ruled=ruled, reason=reason)
        case body.LiftWalkoverIn():
            return cmd.LiftWalkover(number=order.number, reason=reason)
        case body.WithdrawTeamIn():
            return cmd.WithdrawTeam(team=order.team, reason=reason)
        case body.ReturnTeamIn():
            return cmd.ReturnTeam(team=order.team, reason=reason)
        case body.PenaltyIn():
            taken = {"vp": order.vp, "imp": order.imp}
            seen = _penalties(order.seen)
            return cmd.GivePenalty(
                stage=order.stage, team=order.team, reason=reason, seen=seen, **taken
            )
        case body.LiftPenaltyIn():
            return cmd.LiftPenalty(penalty=order.penalty, reason=reason)
        case body.DecideOrderIn():
            place = {"stage": order.stage, "group": order.group}
            return cmd.DecideOrder(teams=order.teams, reason=reason, was=order.was, **place)
        case body.KeepQualifiedIn():
            return cmd.KeepQualified(stage=order.stage, seen=_pairs(order.seen), reason=reason)
        case _:
            assert_never(order)


def _penalties(
    seen: Sequence[body.PenaltyInForceIn] | None,
) -> tuple[cmd.PenaltyInForce, ...] | None:
    if seen is None:
        return None
    return tuple(cmd.PenaltyInForce(each.team, each.vp, each.imp) for each in seen)


def _pairs(seen: Sequence[tuple[str, str]]) -> ev.Groups:
    return tuple(tuple(pair) for pair in seen)


def _plan(order: body.StageIn) -> cmd.StagePlan:
    return cmd.StagePlan(
        name=order.name,
        kind=ev.StageKind(order.kind),
        game_name=order.game,
        games=order.games,
        meetings=order.meetings,
        groups=order.groups,
        slots=tuple(
            ev.Slot(stage=each.stage, group=each.group, place=each.place) for each in order.slots
        ),
        max_lead=order.max_lead,
        tail_drawn=order.tail == "drawn",
        embargo=order.embargo,
        clocks=order.clocks,
        clock_minutes=order.clock_minutes,
    )


def _draw(order: body.DrawIn) -> cmd.DrawStage:
    return cmd.DrawStage(
        stage=order.stage,
        absent=order.absent,
        pots=order.pots,
        clubs=tuple((each.team, each.club) for each in order.clubs),
    )
