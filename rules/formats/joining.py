"""A team joins a round robin that is under way: what the director's order makes happen.

Source: ruling 1 and ADR 22. Who may is asked elsewhere.
"""

from collections.abc import Sequence

from rules import events as ev
from rules.commands.late_commands import JoinStage
from rules.errors import MatchRefused
from rules.formats.given import Given, check_among, check_between, check_seen, drawn_stage
from rules.formats.late_team import late_schedule
from rules.formats.round_robin import MOST
from rules.formats.stages import EventState, Stage

ROUNDS_CHANGED = "the next round of %(stage)s has changed"
_A_ROBIN = "a round robin"
_OVER = "a group in which not every team has had a bye already"
_FULL = "a group of fewer than %(most)s teams"


def team_joined(state: EventState, command: JoinStage, given: Given) -> ev.TeamJoined:
    """The event; raises MatchRefused naming the field that cannot be, ValuesChanged."""
    stage = drawn_stage(state, command.stage)
    first = stage.next_round or len(stage.rounds) + 1
    if stage.plan.kind is not ev.StageKind.ROUND_ROBIN:
        raise MatchRefused("stage", command.stage, _A_ROBIN)
    check_between("group", command.group, 1, len(stage.groups))
    group = stage.groups[command.group - 1]
    if len(group) >= MOST:
        raise MatchRefused("group", command.group, _FULL, most=MOST)
    check_among("team", command.team, may_join(state, stage, given.teams))
    check_seen("round", ROUNDS_CHANGED, command.round, first, stage=stage.plan.name)
    own = [
        [each.teams for each in round_.pairings if each.group == command.group]
        for round_ in stage.rounds
    ]
    byes = [[team for team in round_.byes if team in group] for round_ in stage.rounds]
    before, after = own[: first - 1], own[first - 1 :]
    while after and not after[-1]:
        after.pop()
    schedule = late_schedule(
        command.team, group, stage.plan.meetings, before, byes[: first - 1], after
    )
    if not schedule.rounds:
        raise MatchRefused("group", command.group, _OVER)
    return ev.TeamJoined(
        stage=command.stage,
        group=command.group,
        team=command.team,
        round=first,
        rounds=schedule.rounds,
        missed=schedule.missed,
        reason=command.reason,
    )


def may_join(state: EventState, stage: Stage, teams: Sequence[str]) -> list[str]:
    """Who of the teams entered is confirmed and plays in no group of a stage."""
    confirmed = state.entries.confirmed(teams, state.withdrawn)
    return [team for team in confirmed if team not in stage.teams]
