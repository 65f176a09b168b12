"""A tournament's stages as the API tells them: the director's sums, or what is public."""

from rules.directing.finality import EventStatus
from rules.formats.format import Outcomes
from rules.formats.team_event.forecast import Forecast
from rules.formats.team_event.qualifying import is_in_question
from rules.formats.team_event.stages import EventState, Pairing, Round, Stage
from rules.formats.team_event.standings import Standing, outcome_of, standings
from server.web.schemas.stages import (
    EventOut,
    GroupOut,
    PairingOut,
    RoundOut,
    StageOut,
    StandingOut,
)


def event_out(
    state: EventState,
    outcomes: Outcomes,
    status: EventStatus,
    foreseen: Forecast,
    *,
    drafts: bool,
) -> EventOut:
    """The stages by these outcomes; `drafts`: also rounds that are not published yet."""
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


def _line(line: Standing) -> StandingOut:
    tie_break = line.tie_break
    return StandingOut(
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
