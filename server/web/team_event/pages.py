"""The director's page of a tournament of teams: its rounds, draws and standings."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from rules import events as ev
from rules.formats.team_event.planning import PRESETS
from rules.formats.team_event.qualifying import (
    is_in_question,
    qualified,
    unconfirmed_before,
)
from rules.games.backgammon import BACKGAMMON
from rules.text import N_
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.views.director.seen_results import directors_finality, hidden_cases
from server.views.log.words import LogLine, log_lines
from server.views.seen_values import seen_values
from server.views.team_event.values import StageValues, last_start_words
from server.views.tournament.words import StatusShown, missing_words, status_shown
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import check_each_once, posted
from server.web.edge.format_pages import FormatPages, PageLink, PlayedPart, Preset
from server.web.edge.services import services_of
from server.web.orders.order_list import FORM, Sender
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.team_event.changes import CHANGES, changes_page, round_meant
from server.web.team_event.changes import router as changes_router
from server.web.team_event.draw_values import (
    DrawValues,
    StageChoices,
    draw_values,
    stage_choices,
)
from server.web.team_event.event_desk import EventDesk, EventDeskDep
from server.web.team_event.orders import STAGE_ORDERS
from server.web.team_event.orders import router as orders_router
from server.web.team_event.public import TEAM_EVENT_SHOWN
from server.web.team_event.public import router as public_router
from server.web.team_event.set_up import SET_UP_ORDERS, set_up_page, ways_of_players
from server.web.team_event.set_up import router as set_up_router
from server.words.translation import Words

router = APIRouter(prefix="/hall/t/{tournament}/tournament", include_in_schema=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    """Values of the page. Mappings are by the number of a stage.

    `stages` come in the order of what is to be done: those in play first, finished ones last.
    `draws` are the draws as made, `drawn` the groups as they are now, with late entries. `ready`
    are the teams that have qualified for a stage, in groups, or None while some are not known;
    `seen_ready` has these teams as JSON, which a form sends back. `waiting` is the number of
    unconfirmed results on which the teams of a stage depend. `in_question` are the stages for
    which, by the present standings, other teams would qualify than those that were drawn into them.

    `presets` and `of_players` are ways to play, for teams and for single players, each with name
    and label. `planned` are the choices for a new stage, `parts` the parts played in other formats.
    """

    tournament: str
    tournaments: Sequence[str]
    described: ev.EventDescribed | None
    last_start: str
    standing: StatusShown
    missing: Sequence[str]
    stages: Sequence[StageValues]
    day_ends: str
    plans: Mapping[int, ev.StagePlanned]
    ready: Mapping[int, ev.Groups | None]
    drawn: Mapping[int, ev.Groups]
    waiting: Mapping[int, int]
    seen_ready: Mapping[int, str]
    in_question: Sequence[int]
    teams: Sequence[str]
    draw: DrawValues
    draws: Mapping[int, ev.StageDrawn | None]
    presets: Sequence[tuple[str, str]]
    of_players: Sequence[tuple[str, str]]
    parts: Sequence[PlayedPart]
    planned: StageChoices
    may_direct: bool
    log: Sequence[LogLine]
    refused: Refused


@router.get("")
async def event(desk: EventDeskDep) -> Response:
    """Show the rounds and standings as they are now, with the forms for what comes next."""
    return event_page(desk)


@router.post("")
async def order(desk: EventDeskDep, command_id: CommandIdDep) -> Response:
    """Carry out an order of one of the tournament's pages.

    A refused form is shown again on its page, with the reason.
    """
    request, words = desk.request, desk.words
    fields = await posted(request)
    chosen = _preset(services_of(request).formats, fields.get("preset", ""))
    try:
        if chosen is not None:
            if chosen.begin is not None:
                await chosen.begin(desk.hall, desk.tournament, desk.visitor, command_id)
            return RedirectResponse(f"{desk.address}{chosen.page}", 303)
        await check_each_once(request)
        sender = Sender(desk.hall, desk.visitor, desk.tournament, say=words.gettext)
        await STAGE_ORDERS.give(sender, STAGE_ORDERS.read_form(fields), command_id)
    except REFUSALS as error:
        names = desk.hall.names(words.code, in_full=True)
        why = refused(fields.get(FORM) or STAGE_ORDERS.form, fields, error, words, names)
        return _page_of(desk, fields, why)
    return RedirectResponse(f"{desk.address}{_after(desk, fields)}", 303)


@router.get("/cross-tables")
async def cross_tables(desk: EventDeskDep) -> Response:
    """Show who met whom in each group, by the results of both rooms."""
    page = desk.page(desk.outcomes())
    return desk.shell.page(
        desk.request,
        "team_event/crossed.html",
        tournament=str(desk.tournament.name),
        tournaments=desk.tournaments,
        stages=[page.stage(each, drafts=True) for each in desk.state.stages.values()],
    )


def _preset(formats: Sequence[FormatPages], name: str) -> Preset | None:
    """Return the way to play called `name`, if another format than the team event offers it.

    Otherwise return None.
    """
    every = (preset for each in formats for preset in each.presets)
    return next((each for each in every if each.name == name), None)


def _page_of(desk: EventDesk, fields: Mapping[str, str], why: Refused) -> Response:
    """Return the page that has the refused form."""
    name = fields.get("order", "")
    if name in SET_UP_ORDERS and (desk.state.stages or name != "stage"):
        return set_up_page(desk, why)
    changes = changes_page(desk, *round_meant(desk, fields), why) if name in CHANGES else None
    return changes or event_page(desk, why)


def _after(desk: EventDesk, fields: Mapping[str, str]) -> str:
    """Return the rest of the address of the page to show after an order."""
    name, stage = fields.get("order", ""), fields.get("stage", "")
    page = "/set-up" if name in SET_UP_ORDERS and name != "stage" else ""
    return f"{page}#stage-{stage}" if stage.isdecimal() else page


def event_page(desk: EventDesk, why: Refused = NOTHING_REFUSED) -> Response:
    """Return the page of the rounds; `why` is the reason for a refusal."""
    words, state, hall = desk.words, desk.state, desk.hall
    tournament, public = desk.tournament, desk.public
    formats, outcomes = services_of(desk.request).formats, desk.outcomes()
    hidden = hidden_cases(hall, tournament, desk.visitor)
    page = desk.page(outcomes)
    day = page.forecast.day
    ready = {each.number: qualified(state, each, outcomes) for each in state.stages.values()}
    stages = [page.stage(each, drafts=True) for each in state.stages.values()]
    final = directors_finality(hall, public, tournament.tournament, outcomes)
    values = EventPage(
        tournament=str(tournament.name),
        tournaments=desk.tournaments,
        described=state.described,
        last_start=last_start_words(state.times.last_start, hall.now(), words),
        standing=status_shown(final.status, words, hall.now()),
        missing=[*missing_words(final.missing, words)],
        stages=sorted(stages, key=lambda each: _turn(each, ready[each.number])),
        day_ends=words.clock(day.astimezone()) if day else "",
        plans={number: each.plan for number, each in state.stages.items()},
        ready=ready,
        drawn={number: each.groups for number, each in state.stages.items()},
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
        draws={number: each.drawn for number, each in state.stages.items()},
        presets=[(each.name, each.label) for each in PRESETS.values()],
        of_players=[*ways_of_players(formats, tournament.state)],
        parts=[part for each in formats for part in each.parts(tournament.state, words)],
        planned=stage_choices(state, tournament.teams, words),
        may_direct=desk.may_direct,
        log=_log(tournament, hidden, words, hall.names(words.code, in_full=True)),
        refused=why,
    )
    return desk.shell.page(
        desk.request, "team_event/tournament.html", values, status=why.page_status
    )


def _turn(stage: StageValues, ready: ev.Groups | None) -> int:
    """Return the key by which stages are sorted on the page.

    It is 0 for a stage that can be drawn or played now, 1 for a later stage, 2 for a finished one.
    """
    if stage.is_finished:
        return 2
    return 1 if stage.in_pairs and not stage.drawn and not ready else 0


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
    (orders_router, router, set_up_router, changes_router, public_router),
    director=PageLink("", N_("Rounds"), always=True),
)
