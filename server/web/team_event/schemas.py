"""Answers of the API about a tournament's stages, for the director and for the public."""

from datetime import datetime

from pydantic import BaseModel

from rules.directing.finality import TournamentStatus
from rules.formats.format import Outcomes
from rules.formats.team_event.forecast import Forecast
from rules.formats.team_event.qualifying import is_in_question
from rules.formats.team_event.stages import Pairing, Round, Stage, TeamEventState
from rules.formats.team_event.standings import TeamStanding, outcome_of, standings


class TeamStandingOut(BaseModel):
    """A team's line in the standings of a group. `vp` is rounded to two decimals.

    `shared` is true if nothing separates the team from another one at its place. `tie_break` is the
    criterion by which the team is ahead of the teams `over`, which have equal VP.
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
    """Two teams paired in a round. `number` is the number of their match.

    `number` is null before the round is published. `vp` is null until every game of the match is
    over. `walkover` has the teams that did not come. `ends_at` is the expected end of the match
    while it is under way.
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
    """A round of a stage. `starts_at` is null if no start was announced.

    `ends_at` is the expected end while the round is under way. `games` is the number of games in
    each room, fewer than the stage has if the round was shortened.
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
    """A group of a stage, with the best team first."""

    group: int
    standings: list[TeamStandingOut]


class StageOut(BaseModel):
    """A stage.

    `in_question` is true if, by the present standings, other teams would qualify for the stage than
    those that were drawn into it.

    For the public, `in_question` is false until a round of the stage has been published.
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
    """A tournament's stages as they stand now.

    `status` is planned, running, provisional or official. `until` is the time at which the event
    will become official as things stand, `since` the time at which it did, both in UTC (ruling 32).
    `day_ends_at` is the expected end of today's last match, null if nothing is played or planned.
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
    state: TeamEventState,
    outcomes: Outcomes,
    status: TournamentStatus,
    foreseen: Forecast,
    *,
    drafts: bool,
) -> EventOut:
    """Return the stages in the form of the API; `outcomes` are the results that count.

    With `drafts`, rounds that are not published yet are included.
    """
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
    state: TeamEventState, stage: Stage, outcomes: Outcomes, foreseen: Forecast, drafts: bool
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
    state: TeamEventState, stage: Stage, each: Round, outcomes: Outcomes, foreseen: Forecast
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
    state: TeamEventState, pairing: Pairing, outcomes: Outcomes, foreseen: Forecast
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
