"""The page on which a tournament of teams is set up: title, rooms, stages, and teams that leave."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from rules import events as ev
from rules.formats.team_event.qualifying import filled_from
from rules.formats.team_event.ruling import may_join
from server.tournaments.tournament_state import TournamentState
from server.views.team_event.values import StageValues
from server.views.tournament.words import stage_name
from server.web.edge.format_pages import FormatPages
from server.web.edge.services import services_of
from server.web.shell.form_errors import NOTHING_REFUSED, Refused
from server.web.team_event.draw_values import StageChoices, stage_choices
from server.web.team_event.event_desk import EventDesk, EventDeskDep
from server.web.team_event.orders import seen_by_forms

router = APIRouter(prefix="/hall/t/{tournament}/tournament/set-up", include_in_schema=False)

SET_UP_ORDERS = frozenset(
    {
        *("describe", "places", "stage", "withdraw-stage", "withdraw-draw", "join"),
        *("penalty", "lift-penalty", "decide-order", "withdraw-team", "return-team"),
    }
)
"""The orders whose forms are on this page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpPage:
    """Values of the page. Mappings are by the number of a stage, `seen` by the name of a form.

    `filled` names the later stages whose teams come from this stage. `late` are teams that may
    still join a stage. `seen` has the values that a form was made from, which the form sends back.
    `of_players` are ways to play for single players, each with name and label. `planned` are the
    choices for a new stage.
    """

    tournament: str
    tournaments: Sequence[str]
    described: ev.EventDescribed | None
    room_places: ev.RoomPlacesSet
    stages: Sequence[StageValues]
    seen: Mapping[str, str]
    filled: Mapping[int, Sequence[str]]
    teams: Sequence[str]
    late: Mapping[int, Sequence[str]]
    withdrawn: Sequence[str]
    penalties: Mapping[int, ev.PenaltyGiven]
    of_players: Sequence[tuple[str, str]]
    planned: StageChoices
    may_direct: bool
    refused: Refused


@router.get("")
async def set_up(desk: EventDeskDep) -> Response:
    """Show the tournament's title and rooms, its stages, and the forms that change them."""
    return set_up_page(desk)


def set_up_page(desk: EventDesk, why: Refused = NOTHING_REFUSED) -> Response:
    """Return the page; `why` is the reason for a refusal."""
    state, words, teams = desk.state, desk.words, desk.tournament.teams
    page = desk.page(desk.outcomes())
    values = SetUpPage(
        tournament=str(desk.tournament.name),
        tournaments=desk.tournaments,
        described=state.described,
        room_places=state.places,
        stages=[page.stage(each, drafts=True) for each in state.stages.values()],
        seen=seen_by_forms(state),
        filled={
            number: [stage_name(each.plan.name, words) for each in filled_from(state, number)]
            for number in state.stages
        },
        teams=[team for team in teams if team not in state.withdrawn],
        late={number: may_join(state, each, [*teams]) for number, each in state.stages.items()},
        withdrawn=[*state.withdrawn],
        penalties=state.penalties,
        of_players=[*ways_of_players(services_of(desk.request).formats, desk.tournament.state)],
        planned=stage_choices(state, teams, words),
        may_direct=desk.may_direct,
        refused=why,
    )
    return desk.shell.page(desk.request, "team_event/setup.html", values, status=why.page_status)


def ways_of_players(
    formats: Sequence[FormatPages], state: TournamentState
) -> Iterator[tuple[str, str]]:
    """Yield the name and label of each way to play that has no stages.

    A way that a tournament can have only once is left out if the tournament has it already.
    """
    for each in formats:
        for preset in each.presets:
            if not (preset.once and each.shown.is_set_up(state)):
                yield preset.name, preset.label
