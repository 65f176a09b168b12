"""What the director rules about single teams and matches: walkovers, withdrawals, penalties, ties.

Source: rulings 1 and 13. Who may is asked elsewhere.
"""

from typing import assert_never

from rules import events as ev
from rules.commands import stage_commands as cmd
from rules.errors import MatchRefused
from rules.formats.given import RANGE, Given, check_among, check_between, check_seen, drawn_stage
from rules.formats.stages import EventState, Stage
from rules.formats.standings import NOTHING_PLAYED, outcome_of
from rules.scoring.vp import HIGHEST

_MOST_TAKEN = 999
_NO_WALKOVER = "a match without a walkover: take that one back first"
PENALTIES_CHANGED = "the penalties of this stage have changed"
ORDER_CHANGED = "someone else has decided the order"

Ruling = (
    cmd.GiveWalkover
    | cmd.LiftWalkover
    | cmd.WithdrawTeam
    | cmd.ReturnTeam
    | cmd.GivePenalty
    | cmd.LiftPenalty
    | cmd.DecideOrder
)


def ruled(state: EventState, command: Ruling, given: Given) -> ev.StageEvent:
    """The event of a ruling; raises MatchRefused naming the field that cannot be."""
    match command:
        case cmd.GiveWalkover():
            return _walkover(state, command, given)
        case cmd.LiftWalkover():
            check_among("match", command.number, state.walkovers)
            return ev.WalkoverLifted(number=command.number, reason=command.reason)
        case cmd.WithdrawTeam():
            return _team_withdrawn(state, command, given)
        case cmd.ReturnTeam():
            check_among("team", command.team, state.withdrawn)
            return ev.TeamReturned(team=command.team, reason=command.reason)
        case cmd.GivePenalty():
            return _penalty(state, command)
        case cmd.LiftPenalty():
            check_among("penalty", command.penalty, state.penalties)
            return ev.PenaltyLifted(penalty=command.penalty, reason=command.reason)
        case cmd.DecideOrder():
            return _order(state, command)
        case _:
            assert_never(command)


def _walkover(state: EventState, command: cmd.GiveWalkover, given: Given) -> ev.WalkoverGiven:
    stage = state.stage_of(command.number)
    if stage is None:
        raise MatchRefused("match", command.number, "a match of a published round")
    if command.number in state.walkovers:
        raise MatchRefused("match", command.number, _NO_WALKOVER)
    pairing = stage.of_numbers[command.number]
    if given.outcomes.get(command.number, NOTHING_PLAYED).vp is not None:
        raise MatchRefused("match", command.number, "a match that is not finished")
    if not command.absent or not set(command.absent) <= set(pairing.teams):
        raise MatchRefused("absent", ", ".join(command.absent), " | ".join(pairing.teams))
    if command.ruled is not None and not all(0 <= each <= HIGHEST for each in command.ruled):
        raise MatchRefused("ruled", command.ruled, RANGE, least=0, most=HIGHEST)
    return ev.WalkoverGiven(
        number=command.number, absent=command.absent, reason=command.reason, ruled=command.ruled
    )


def _team_withdrawn(state: EventState, command: cmd.WithdrawTeam, given: Given) -> ev.TeamWithdrawn:
    """Before half of its matches in a stage are played, all of those are annulled (ruling 1)."""
    playing = [team for team in given.teams if team not in state.withdrawn]
    check_among("team", command.team, playing)
    annulled = list[int]()
    for stage in state.stages.values():
        every = (each for group in stage.pairings_by_group.values() for each in group)
        own = [pairing for pairing in every if command.team in pairing.teams]
        played = sum(outcome_of(pairing, given.outcomes).vp is not None for pairing in own)
        if own and stage.plan.kind is ev.StageKind.ROUND_ROBIN and 2 * played < len(own):
            annulled.append(stage.number)
    return ev.TeamWithdrawn(team=command.team, annulled=tuple(annulled), reason=command.reason)


def _penalty(state: EventState, command: cmd.GivePenalty) -> ev.PenaltyGiven:
    stage = drawn_stage(state, command.stage)
    check_among("team", command.team, stage.teams)
    for field_name, points in (("vp", command.vp), ("imp", command.imp)):
        check_between(field_name, points, 0, _MOST_TAKEN)
    if not command.vp and not command.imp:
        raise MatchRefused("vp", 0, "1 to %(most)s, of VP or of IMP", most=_MOST_TAKEN)
    check_seen("seen", PENALTIES_CHANGED, command.seen, penalties_in_force(state, command.stage))
    return ev.PenaltyGiven(
        penalty=state.last_penalty + 1,
        stage=command.stage,
        team=command.team,
        vp=command.vp,
        imp=command.imp,
        reason=command.reason,
    )


def penalties_in_force(state: EventState, stage: int) -> tuple[cmd.PenaltyInForce, ...]:
    """The penalties of a stage that are not lifted, in the order in which they were given."""
    return tuple(
        cmd.PenaltyInForce(each.team, each.vp, each.imp)
        for each in state.penalties.values()
        if each.stage == stage
    )


def _order(state: EventState, command: cmd.DecideOrder) -> ev.OrderDecided:
    stage = drawn_stage(state, command.stage)
    check_between("group", command.group, 1, len(stage.groups))
    group = stage.groups[command.group - 1]
    named = set(command.teams)
    if len(named) < 2 or len(named) < len(command.teams) or not named <= set(group):
        raise MatchRefused("teams", ", ".join(command.teams), ", ".join(group))
    check_seen("was", ORDER_CHANGED, command.was, order_in_force(stage, command.group))
    return ev.OrderDecided(
        stage=command.stage, group=command.group, teams=command.teams, reason=command.reason
    )


def order_in_force(stage: Stage, group: int) -> tuple[str, ...]:
    """What the director decided in a group, best first; nothing before that."""
    decided = stage.orders.get(group)
    return () if decided is None else decided.teams
