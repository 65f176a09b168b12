"""A round robin that is drawn and published, for tests of standings."""

from collections.abc import Sequence

from rules import events as ev
from rules.commands import stage_commands as cmd
from rules.formats.format import FormatGiven, MatchOutcome
from rules.formats.team_event.deciding import decide
from rules.formats.team_event.stages import TeamEventState
from rules.games.backgammon import BACKGAMMON
from rules.scoring.scales import Imp, vp

THREE = ("Lviv", "Kherson", "Poltava")
SEED = bytes(16)


def robin(name: str = "Backgammon", *, meetings: int = 1, groups: int = 1) -> cmd.StagePlan:
    return cmd.StagePlan(
        name=name,
        kind=ev.StageKind.ROUND_ROBIN,
        game_name=BACKGAMMON.name,
        games=4,
        meetings=meetings,
        groups=groups,
    )


def drawn_robin(teams: Sequence[str], *, meetings: int = 1) -> TeamEventState:
    state = TeamEventState()
    state = state.after(decide(state, cmd.PlanStages((robin(meetings=meetings),)), FormatGiven()))
    given = FormatGiven(teams=teams, seed=SEED)
    return state.after(decide(state, cmd.DrawStage(stage=1), given))


def publish_next(
    state: TeamEventState, stage: int, given: FormatGiven | None = None
) -> TeamEventState:
    number = state.stages[stage].next_round
    assert number is not None
    playable = state.playable(state.stages[stage].rounds[number - 1].pairings)
    pairs = tuple(each.teams for each in playable)
    command = cmd.PublishRound(stage=stage, round=number, seen=pairs)
    free = given or FormatGiven(
        next_number=state.last_number + 1, next_roll_set=state.next_roll_set
    )
    return state.after(decide(state, command, free))


def published(state: TeamEventState, stage: int = 1) -> TeamEventState:
    """With every round of a stage published."""
    while state.stages[stage].next_round is not None:
        state = publish_next(state, stage)
    return state


def outcome(home: int, away: int, games: int = 4) -> MatchOutcome:
    """A finished match by its sums of IMP."""
    points = vp(Imp(home - away), games)
    return MatchOutcome(
        imp=(home, away), smp=(home * 40, away * 40), vp=(points.home, points.away), games=2 * games
    )
