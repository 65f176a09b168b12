"""The director's page of a tournament, with its stages, draws, rounds, standings and rulings."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from rules import events as ev
from rules.directing.cases import teams_in_open_cases
from rules.formats.team_event.planning import PRESETS
from rules.formats.team_event.qualifying import (
    filled_from,
    is_in_question,
    qualified,
    unconfirmed_before,
)
from rules.formats.team_event.ruling import may_join
from rules.games.backgammon import BACKGAMMON
from rules.scoring.scales import HIGHEST
from rules.text import N_
from server.access import Action, Visitor, may
from server.hall import Hall
from server.live.public_outcomes import PublicOutcomes
from server.tournaments.tournament_process import TournamentProcess
from server.tournaments.tournament_state import TournamentState
from server.values.naming import Names
from server.views.director.seen_results import directors_finality, hidden_cases, outcomes_seen_by
from server.views.log.words import LogLine, log_lines
from server.views.seen_values import seen_values
from server.views.team_event.values import StagePage, StageValues, last_start_words
from server.views.tournament.words import StatusShown, missing_words, stage_name, status_shown
from server.web.edge.authorization import Scheduling
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import check_each_once, posted
from server.web.edge.format_pages import FormatPages, PageLink, PlayedPart, Preset
from server.web.edge.public_services import PublicOutcomesDep
from server.web.edge.services import HallDep, TournamentDep, services_of
from server.web.orders.order_list import FORM, Sender
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.shell import Shell, ShellDep
from server.web.team_event.draw_values import (
    DrawValues,
    StageChoices,
    draw_values,
    stage_choices,
)
from server.web.team_event.orders import STAGE_ORDERS, seen_by_forms
from server.web.team_event.orders import router as orders_router
from server.web.team_event.public import TEAM_EVENT_SHOWN
from server.web.team_event.public import router as public_router
from server.words.translation import Words

router = APIRouter(prefix="/hall/t/{tournament}/tournament", include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    """Values of the page. Mappings are by the number of a stage, `seen` by the name of a form.

    `draws` are the draws as made, `drawn` the groups as they are now, with late entries. `ready`
    are the teams that have qualified for a stage, in groups, or None while some are not known;
    `seen_ready` has the same teams as a form sends them back. `filled` names the later stages whose
    teams come from this stage. `waiting` is the number of unconfirmed results on which the teams of
    a stage depend. `in_question` are the stages for which, by the present standings, other teams
    would qualify than those that were drawn into them. `late` are teams that may still join a
    stage. `seen` has the values that a form was made from, which it sends back.

    `presets` and `of_players` are ways to play, for teams and for single players, each with name
    and label. `planned` are the choices for a new stage, `parts` the parts played in other formats.
    """

    tournament: str
    tournaments: Sequence[str]
    described: ev.EventDescribed | None
    room_places: ev.RoomPlacesSet
    last_start: str
    standing: StatusShown
    missing: Sequence[str]
    stages: Sequence[StageValues]
    day_ends: str
    plans: Mapping[int, ev.StagePlanned]
    ready: Mapping[int, ev.Groups | None]
    drawn: Mapping[int, ev.Groups]
    seen: Mapping[str, str]
    filled: Mapping[int, Sequence[str]]
    waiting: Mapping[int, int]
    seen_ready: Mapping[int, str]
    in_question: Sequence[int]
    teams: Sequence[str]
    draw: DrawValues
    late: Mapping[int, Sequence[str]]
    draws: Mapping[int, ev.StageDrawn | None]
    withdrawn: Sequence[str]
    penalties: Mapping[int, ev.PenaltyGiven]
    walkovers: Mapping[int, ev.WalkoverGiven]
    presets: Sequence[tuple[str, str]]
    of_players: Sequence[tuple[str, str]]
    parts: Sequence[PlayedPart]
    planned: StageChoices
    highest: int
    may_direct: bool
    log: Sequence[LogLine]
    refused: Refused


@router.get("")
async def event(
    request: Request,
    visitor: Scheduling,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    public: PublicOutcomesDep,
) -> Response:
    """Show the tournament as it is now, with the forms for everything that can be done next."""
    return event_page(request, visitor, shell, hall, tournament, public)


@router.post("")
async def order(
    request: Request,
    visitor: Scheduling,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    public: PublicOutcomesDep,
) -> Response:
    """Carry out an order. A refused form is shown again with the reason."""
    fields, words = await posted(request), shell.words(request)
    chosen = _preset(services_of(request).formats, fields.get("preset", ""))
    try:
        if chosen is not None:
            if chosen.begin is not None:
                await chosen.begin(hall, tournament, visitor, command_id)
            return RedirectResponse(f"/hall/t/{tournament.name}/tournament{chosen.page}", 303)
        await check_each_once(request)
        sender = Sender(hall, visitor, tournament, say=words.gettext)
        await STAGE_ORDERS.give(sender, STAGE_ORDERS.read_form(fields), command_id)
    except REFUSALS as error:
        names = hall.names(words.code, in_full=True)
        why = refused(fields.get(FORM) or STAGE_ORDERS.form, fields, error, words, names)
        return event_page(request, visitor, shell, hall, tournament, public, why)
    return RedirectResponse(f"/hall/t/{tournament.name}/tournament{_anchor(fields)}", 303)


def _preset(formats: Sequence[FormatPages], name: str) -> Preset | None:
    """Return the way to play called `name`, if another format than the team event offers it.

    Otherwise return None.
    """
    every = (preset for each in formats for preset in each.presets)
    return next((each for each in every if each.name == name), None)


def _anchor(fields: Mapping[str, str]) -> str:
    stage = fields.get("stage", "")
    return f"#stage-{stage}" if stage.isdecimal() else ""


def event_page(
    request: Request,
    visitor: Visitor,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    public: PublicOutcomes,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    """Return the director's page of a tournament; `why` is the reason for a refusal."""
    words, state = shell.words(request), tournament.state.event
    formats = services_of(request).formats
    outcomes = outcomes_seen_by(visitor, hall, public, tournament.tournament)
    addresses = hall.addresses(tournament.tournament)
    hidden, cases = hidden_cases(hall, tournament, visitor), tournament.state.rulings.cases.cases
    appealed = teams_in_open_cases(case for number, case in cases.items() if number not in hidden)
    foreseen = public.forecast(hall, tournament.tournament, outcomes)
    page = StagePage(state, outcomes, addresses, words, appealed=appealed, forecast=foreseen)
    stages = [page.stage(each, drafts=True) for each in state.stages.values()]
    ready = {each.number: qualified(state, each, outcomes) for each in state.stages.values()}
    final = directors_finality(hall, public, tournament.tournament, outcomes)
    values = EventPage(
        tournament=str(tournament.name),
        tournaments=[str(each) for each in hall.tournaments.names.values()],
        described=state.described,
        room_places=state.places,
        last_start=last_start_words(state.times.last_start, hall.now(), words),
        standing=status_shown(final.status, words, hall.now()),
        missing=[*missing_words(final.missing, words)],
        stages=stages,
        day_ends=words.clock(foreseen.day.astimezone()) if foreseen.day else "",
        plans={number: each.plan for number, each in state.stages.items()},
        ready=ready,
        drawn={number: each.groups for number, each in state.stages.items()},
        seen=seen_by_forms(state),
        filled={
            number: [stage_name(each.plan.name, words) for each in filled_from(state, number)]
            for number in state.stages
        },
        waiting={
            number: unconfirmed_before(state, each, outcomes)
            for number, each in state.stages.items()
        },
        seen_ready={number: seen_values(pairs or ()) for number, pairs in ready.items()},
        in_question=[
            number for number, each in state.stages.items() if is_in_question(state, each, outcomes)
        ],
        teams=[team for team in tournament.teams if team not in state.withdrawn],
        draw=draw_values(state, tournament.teams),
        late={
            number: may_join(state, each, [*tournament.teams])
            for number, each in state.stages.items()
        },
        draws={number: each.drawn for number, each in state.stages.items()},
        withdrawn=[*state.withdrawn],
        penalties=state.penalties,
        walkovers=state.walkovers,
        presets=[(each.name, each.label) for each in PRESETS.values()],
        of_players=[*_ways_of_players(formats, tournament.state)],
        parts=[part for each in formats for part in each.parts(tournament.state, words)],
        planned=stage_choices(state, tournament.teams, words),
        highest=HIGHEST,
        may_direct=may(visitor, Action.DIRECT),
        log=_log(tournament, hidden, words, hall.names(words.code, in_full=True)),
        refused=why,
    )
    return shell.page(request, "team_event/tournament.html", values, status=why.page_status)


def _ways_of_players(
    formats: Sequence[FormatPages], state: TournamentState
) -> Iterator[tuple[str, str]]:
    """Yield the name and label of each way to play that has no stages.

    A way that a tournament can have only once is left out if the tournament has it already.
    """
    for each in formats:
        for preset in each.presets:
            if not (preset.once and each.shown.is_set_up(state)):
                yield preset.name, preset.label


def _log(
    tournament: TournamentProcess, hidden: Collection[int], words: Words, names: Names
) -> list[LogLine]:
    """Return the tournament's log in words, the newest line first.

    Lines about the cases whose numbers are in `hidden` are left out.
    """
    entries = [each for each in tournament.entries if getattr(each.event, "case", 0) not in hidden]
    return log_lines(entries, words, BACKGAMMON, names)[::-1]


TEAM_EVENT_PAGES = FormatPages(
    TEAM_EVENT_SHOWN,
    (orders_router, router, public_router),
    director=PageLink("", N_("Rounds")),
)
