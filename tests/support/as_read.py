"""Orders of somebody who has just read how things stand: they say what is there.

What an order says itself stays as it is.
"""

from dataclasses import replace

from rules import commands as cmd
from rules.formats.format import PointOutcomes
from rules.formats.knockout.state import Knockouts
from rules.formats.team_event.ruling import order_in_force, penalties_in_force
from rules.formats.team_event.stages import TeamEventState


def stages_read(
    command: cmd.StageCommand | cmd.JoinStage, state: TeamEventState
) -> cmd.StageCommand | cmd.JoinStage:
    """An order about stages; as it is where its stage or round is not there."""
    match command:
        case cmd.DescribeEvent(was=None):
            return replace(command, was=state.described_as)
        case cmd.SetRoomPlaces(was=None):
            return replace(command, was=(state.places.open_room, state.places.closed_room))
        case cmd.GivePenalty(seen=None):
            return replace(command, seen=penalties_in_force(state, command.stage))
        case cmd.WithdrawDraw() | cmd.WithdrawRound() | cmd.ShortenRound() | cmd.DecideOrder():
            return _of_stage_read(command, state)
        case _:
            return command


def _of_stage_read(
    command: cmd.WithdrawDraw | cmd.WithdrawRound | cmd.ShortenRound | cmd.DecideOrder,
    state: TeamEventState,
) -> cmd.StageCommand:
    stage = state.stages.get(command.stage)
    match command:
        case cmd.WithdrawDraw(seen=None) if stage is not None:
            return replace(command, seen=stage.groups)
        case cmd.WithdrawRound(seen=None) if stage is not None and command.round in stage.published:
            pairings = stage.published[command.round].pairings
            return replace(command, seen=tuple(each.number for each in pairings))
        case cmd.ShortenRound(seen=None) if stage is not None:
            return replace(command, seen=stage.games_of(command.round))
        case cmd.DecideOrder(was=None) if stage is not None:
            return replace(command, was=order_in_force(stage, command.group))
        case _:
            return command


def knockouts_read(
    command: cmd.KnockoutCommand, knockouts: Knockouts, outcomes: PointOutcomes
) -> cmd.KnockoutCommand:
    """An order about knockouts; as it is where its knockout or match is not there."""
    match command:
        case cmd.DrawKnockoutRound(seen=None):
            drawn = knockouts.by_number.get(command.knockout)
            return command if drawn is None else replace(command, seen=drawn.entrants)
        case cmd.PublishKnockoutMatches(seen=None):
            announced = knockouts.by_number.get(command.knockout)
            if announced is None:
                return command
            bracket = announced.bracket(outcomes)
            return replace(command, seen=bracket.pairs_ready(command.round))
        case cmd.RuleKnockoutMatch(was=None) | cmd.LiftKnockoutRuling(was=None):
            played_in = knockouts.of_match(command.number)
            if played_in is None:
                return command
            return replace(command, was=played_in.ruled_as(command.number))
        case _:
            return command
