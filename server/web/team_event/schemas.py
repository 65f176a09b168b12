"""A tournament's stages as the API tells them: the director's sums, or what is public."""

from datetime import datetime

from pydantic import BaseModel

from rules.directing.finality import TournamentStatus
from rules.formats.format import Outcomes
from rules.formats.team_event.forecast import Forecast
from rules.formats.team_event.qualifying import is_in_question
from rules.formats.team_event.stages import EventState, Pairing, Round, Stage
from rules.formats.team_event.standings import TeamStanding, outcome_of, standings


class TeamStandingOut(BaseModel):
    """A line of a group's table; `vp` are exact to two decimals, `shared` where nothing separates.

    `tie_break` says by what a team stands ahead of `over` with as many VP.
    """

    place: int
    team: str
    played: int
    won: int
    level: int
    lost: int
    byes: int
    walkovers: int
    vp: float
    vp_penalty: int
    imp: tuple[int, int]
    imp_penalty: int
    smp: tuple[int, int]
    shared: bool
    withdrawn: bool
    tie_break: str | None
    over: list[str]


class PairingOut(BaseModel):
    """Two teams of a round; `number` is their match's, None before the round is published.

    `vp` are None until every game of the match is over; `walkover` names who did not come.
    `ends_at` is when it will about be over, while it is under way.
    """

    group: int
    home: str
    away: str
    number: int | None
    imp: tuple[int, int]
    vp: tuple[int, int] | None
    walkover: list[str]
    ends_at: datetime | None


class RoundOut(BaseModel):
    """A round of a stage; `starts_at` is None where nobody has said when.

    `ends_at` is when it will about be over, while it is under way. `games` is how many its matches
    have in each room, fewer than the stage's where it was shortened.
    """

    round: int
    games: int
    starts_at: datetime | None
    ends_at: datetime | None
    published: bool
    closed: bool
    pairings: list[PairingOut]
    byes: list[str]


class GroupOut(BaseModel):
    """A group of a stage, best first."""

    group: int
    standings: list[TeamStandingOut]


class StageOut(BaseModel):
    """A stage; `in_question`: by the standings others would be in it than those who were drawn.

    To the public it is told once a round of the stage is published.
    """

    stage: int
    name: str
    kind: str
    game: str
    games: int
    seed: str
    in_question: bool
    groups: list[GroupOut]
    rounds: list[RoundOut]


class EventOut(BaseModel):
    """A tournament's stages as they stand.

    `status` is planned, running, provisional or official: `until` when it becomes official as
    things stand, `since` when it has, both UTC (ruling 32). `day_ends_at` is when today's last
    match will about be over, None where nothing is played or planned.
    """

    title: str
    place: str
    dates: str
    status: str
    until: datetime | None
    since: datetime | None
    day_ends_at: datetime | None
    stages: list[StageOut]


def event_out(
    state: EventState,
    outcomes: Outcomes,
    status: TournamentStatus,
    foreseen: Forecast,
    *,
    drafts: bool,
) -> EventOut:
    """Return the stages by these outcomes; `drafts`: also rounds that are not published yet."""
    described = state.described
    return EventOut(
        title=described.title if described else "",
        place=described.place if described else "",
        dates=described.dates if described else "",
        status=status.phase.value,
        until=status.until,
        since=status.since,
        day_ends_at=foreseen.day,
        stages=[_stage(state, each, outcomes, foreseen, drafts) for each in state.stages.values()],
    )


def _stage(
    state: EventState, stage: Stage, outcomes: Outcomes, foreseen: Forecast, drafts: bool
) -> StageOut:
    plan = stage.plan
    return StageOut(
        stage=stage.number,
        name=plan.name,
        kind=plan.kind.value,
        game=plan.game_name,
        games=plan.games,
        seed=stage.drawn.seed.hex() if stage.drawn else "",
        in_question=(drafts or bool(stage.published)) and is_in_question(state, stage, outcomes),
        groups=[
            GroupOut(
                group=group,
                standings=[_line(each) for each in standings(state, stage, group, outcomes)],
            )
            for group in range(1, len(stage.groups) + 1)
        ],
        rounds=[
            _round(state, stage, each, outcomes, foreseen)
            for each in stage.rounds
            if drafts or each.published
        ],
    )


def _line(line: TeamStanding) -> TeamStandingOut:
    tie_break = line.tie_break
    return TeamStandingOut(
        place=line.place,
        team=line.team,
        played=line.played,
        won=line.won,
        level=line.level,
        lost=line.lost,
        byes=line.byes,
        walkovers=line.walkovers,
        vp=round(float(line.vp), 2),
        vp_penalty=line.vp_penalty,
        imp=line.imp,
        imp_penalty=line.imp_penalty,
        smp=line.smp,
        shared=line.shared,
        withdrawn=line.withdrawn,
        tie_break=tie_break.by.value if tie_break else None,
        over=list(tie_break.over) if tie_break else [],
    )


def _round(
    state: EventState, stage: Stage, each: Round, outcomes: Outcomes, foreseen: Forecast
) -> RoundOut:
    return RoundOut(
        round=each.number,
        games=stage.games_of(each.number),
        starts_at=state.times.starts.get((stage.number, each.number)),
        ends_at=foreseen.rounds.get((stage.number, each.number)),
        published=each.published,
        closed=each.closed,
        pairings=[_pairing(state, pairing, outcomes, foreseen) for pairing in each.pairings],
        byes=list(each.byes),
    )


def _pairing(
    state: EventState, pairing: Pairing, outcomes: Outcomes, foreseen: Forecast
) -> PairingOut:
    number = pairing.number
    outcome = outcome_of(pairing, outcomes)
    given = state.walkovers.get(number) if number is not None else None
    missing = given.absent if given else (pairing.missed,) if pairing.missed else ()
    return PairingOut(
        group=pairing.group,
        home=pairing.home,
        away=pairing.away,
        number=number,
        imp=outcome.imp,
        vp=outcome.vp,
        walkover=list(missing),
        ends_at=foreseen.matches.get(number) if number is not None else None,
    )
