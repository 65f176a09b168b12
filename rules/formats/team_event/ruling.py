"""The director's decisions about teams, matches and rounds: the events of the commands.

The decisions are walkovers, withdrawals, penalties and ties (rulings 1 and 13), a round shortened
for all its matches (ruling 1, ADR 20), a team that joins a round robin under way (ruling 1, ADR
22), and the withdrawal of an entry that has played nothing (ruling 29). Whether the sender has the
right to a command is checked elsewhere.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import assert_never

from rules import events as ev
from rules.checks import RANGE, check_among, check_between, check_seen
from rules.commands import stage_commands as cmd
from rules.commands.stage_commands import JoinStage, ShortenRound, WithdrawEntry
from rules.errors import MatchRefused
from rules.formats.draw import MOST
from rules.formats.format import NOTHING_PLAYED, FormatGiven
from rules.formats.team_event.late_team import late_schedule
from rules.formats.team_event.stages import Round, Stage, TeamEventState
from rules.formats.team_event.standings import outcome_of
from rules.scoring.scales import HIGHEST, MATCH_LENGTHS
from rules.text import N_


def stage_of(state: TeamEventState, number: int) -> Stage:
    """Return the stage with that number. Raises MatchRefused if there is none."""
    check_among("stage", number, state.stages.keys())
    return state.stages[number]


def drawn_stage(state: TeamEventState, number: int) -> Stage:
    """Return the stage with that number.

    Raises MatchRefused if there is none or it is not drawn.
    """
    stage = stage_of(state, number)
    if stage.drawn is None:
        raise MatchRefused("stage", number, N_("a stage that is drawn"))
    return stage


def round_of(state: TeamEventState, stage_number: int, number: int) -> tuple[Stage, Round]:
    """Return a round of a drawn stage, together with the stage.

    Raises MatchRefused if there is no such stage or round, or if the stage is not drawn.
    """
    stage = drawn_stage(state, stage_number)
    check_between("round", number, 1, len(stage.rounds))
    return stage, stage.rounds[number - 1]


def published_round(state: TeamEventState, stage_number: int, number: int) -> tuple[Stage, Round]:
    """Return a published round together with its stage.

    Raises MatchRefused if there is no such round, or if it is not published.
    """
    stage, round_ = round_of(state, stage_number, number)
    if not round_.published:
        published = ", ".join(map(str, sorted(stage.published))) or N_("none yet")
        raise MatchRefused("round", number, published)
    return stage, round_


_MOST_TAKEN = 999
_NO_WALKOVER = N_("a match without a walkover: take that one back first")
PENALTIES_CHANGED = N_("the penalties of this stage have changed")
ORDER_CHANGED = N_("someone else has decided the order")

Ruling = (
    cmd.GiveWalkover
    | cmd.LiftWalkover
    | cmd.WithdrawTeam
    | cmd.ReturnTeam
    | cmd.GivePenalty
    | cmd.LiftPenalty
    | cmd.DecideOrder
)


def ruled(state: TeamEventState, command: Ruling, given: FormatGiven) -> ev.StageEvent:
    """Return the event by which a director's decision takes effect.

    `given` has what the decision needs besides this state, such as outcomes of matches and the time
    (see FormatGiven). Raises MatchRefused naming the wrong field, and ValuesChanged if a value has
    changed since the sender saw it.
    """
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


def _walkover(
    state: TeamEventState, command: cmd.GiveWalkover, given: FormatGiven
) -> ev.WalkoverGiven:
    stage = state.stage_of(command.number)
    if stage is None:
        raise MatchRefused("match", command.number, N_("a match of a published round"))
    if command.number in state.walkovers:
        raise MatchRefused("match", command.number, _NO_WALKOVER)
    pairing = stage.of_numbers[command.number]
    if given.outcomes.get(command.number, NOTHING_PLAYED).vp is not None:
        raise MatchRefused("match", command.number, N_("a match that is not finished"))
    if not command.absent or not set(command.absent) <= set(pairing.teams):
        raise MatchRefused("absent", ", ".join(command.absent), " | ".join(pairing.teams))
    if command.ruled is not None and not all(0 <= each <= HIGHEST for each in command.ruled):
        raise MatchRefused("ruled", command.ruled, RANGE, least=0, most=HIGHEST)
    return ev.WalkoverGiven(
        number=command.number, absent=command.absent, reason=command.reason, ruled=command.ruled
    )


def _team_withdrawn(
    state: TeamEventState, command: cmd.WithdrawTeam, given: FormatGiven
) -> ev.TeamWithdrawn:
    """Return the event by which a team withdraws.

    If fewer than half of the team's matches in a round robin are played, all its matches in that
    round robin are annulled (ruling 1). The event names the stages in which this is so.
    """
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


def _penalty(state: TeamEventState, command: cmd.GivePenalty) -> ev.PenaltyGiven:
    stage = drawn_stage(state, command.stage)
    check_among("team", command.team, stage.teams)
    for field_name, points in (("vp", command.vp), ("imp", command.imp)):
        check_between(field_name, points, 0, _MOST_TAKEN)
    if not command.vp and not command.imp:
        raise MatchRefused("vp", 0, N_("1 to %(most)s, of VP or of IMP"), most=_MOST_TAKEN)
    check_seen("seen", PENALTIES_CHANGED, command.seen, penalties_in_force(state, command.stage))
    return ev.PenaltyGiven(
        penalty=state.last_penalty + 1,
        stage=command.stage,
        team=command.team,
        vp=command.vp,
        imp=command.imp,
        reason=command.reason,
    )


def penalties_in_force(state: TeamEventState, stage: int) -> tuple[cmd.PenaltyInForce, ...]:
    """Return the penalties of a stage that were not lifted, in the order they were given."""
    return tuple(
        cmd.PenaltyInForce(each.team, each.vp, each.imp)
        for each in state.penalties.values()
        if each.stage == stage
    )


def _order(state: TeamEventState, command: cmd.DecideOrder) -> ev.OrderDecided:
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
    """Return the director's order of the teams of a group, best first; empty if there is none."""
    decided = stage.orders.get(group)
    return () if decided is None else decided.teams


GAMES_CHANGED = N_("the number of games in round %(round)s has changed")
_OPEN = N_("a round that is not closed")
_LENGTHS = N_(
    "%(lengths)s: fewer games than now, and a number for which the VP table has a column, because "
    "standings are by VP"
)
_NO_LENGTH = N_(
    "a round of longer matches: for fewer than %(games)s games the VP table has no column, and"
    " standings rest on VP"
)
_PLAYED = N_("%(played)s or more: that many games have begun in match %(matches)s")


def round_shortened(
    state: TeamEventState, command: ShortenRound, given: FormatGiven
) -> ev.RoundShortened:
    """Return the event that shortens all matches of a round.

    Raises MatchRefused naming the wrong field, and ValuesChanged if the number of games has changed
    since the sender saw it.
    """
    stage, round_ = published_round(state, command.stage, command.round)
    if round_.closed:
        raise MatchRefused("round", command.round, _OPEN)
    now = stage.games_of(command.round)
    check_seen("seen", GAMES_CHANGED, command.seen, now, round=command.round)
    lengths = shorter_lengths(stage, command.round)
    if not lengths:
        raise MatchRefused("games", command.games, _NO_LENGTH, games=now)
    if command.games not in lengths:
        named = ", ".join(map(str, lengths))
        raise MatchRefused("games", command.games, _LENGTHS, lengths=named)
    numbers = [each.number for each in round_.pairings if each.number is not None]
    played = {number: given.games_begun.get(number, 0) for number in numbers}
    most = max(played.values(), default=0)
    if command.games < most:
        matches = ", ".join(str(number) for number, games in played.items() if games == most)
        raise MatchRefused("games", command.games, _PLAYED, played=most, matches=matches)
    return ev.RoundShortened(
        stage=command.stage, round=command.round, games=command.games, reason=command.reason
    )


def shorter_lengths(stage: Stage, number: int) -> tuple[int, ...]:
    """Return the games per room to which the matches of round `number` of a stage can be shortened.

    These are the smaller numbers of games for which the VP scoring table has a column.
    """
    return tuple(games for games in MATCH_LENGTHS if games < stage.games_of(number))


ROUNDS_CHANGED = N_("the next round of %(stage)s has changed")
_A_ROBIN = N_("a round robin")
_OVER = N_("a group in which not every team has had a bye already")
_FULL = N_("a group of fewer than %(most)s teams")


def team_joined(state: TeamEventState, command: JoinStage, given: FormatGiven) -> ev.TeamJoined:
    """Return the event by which a team joins a round robin under way.

    Raises MatchRefused naming the wrong field, and ValuesChanged if the next round has changed
    since the sender saw it.
    """
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


def may_join(state: TeamEventState, stage: Stage, teams: Sequence[str]) -> list[str]:
    """Return the confirmed teams, of all `teams` entered, that are in no group of the stage."""
    confirmed = state.entries.confirmed(teams, state.withdrawn)
    return [team for team in confirmed if team not in stage.teams]


_IN_A_MATCH = N_("a team without matches; it has these: %(matches)s")
_IN_A_DRAW = N_("a team in no draw; it is drawn into %(stage)s")


def entry_withdrawn(
    state: TeamEventState,
    teams: Collection[str],
    matches: Iterable[int],
    command: WithdrawEntry,
    by: str,
) -> ev.EntryWithdrawn:
    """Return the event that withdraws a team's entry.

    `teams` are all entered teams in order of registration, and `matches` the numbers of the matches
    set up with the team. Raises MatchRefused if the team is not entered, is drawn, or has a match.
    """
    check_among("team", command.team, teams)
    numbers = ", ".join(map(str, sorted(matches)))
    if numbers:
        raise MatchRefused("team", command.team, _IN_A_MATCH, matches=numbers)
    for stage in state.stages.values():
        if command.team in stage.teams:
            raise MatchRefused("team", command.team, _IN_A_DRAW, stage=stage.plan.name)
    number = state.entries.numbers(teams)[command.team]
    return ev.EntryWithdrawn(team=command.team, entry=number, by=by, reason=command.reason)
