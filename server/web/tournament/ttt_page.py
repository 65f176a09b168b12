"""The director's page of a TTT: rules, players, groups, matches, adjudications, removals."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from rules.events import TttEvent
from rules.formats.ttt.state import TttRules
from rules.games.backgammon import BACKGAMMON
from server.access import Action, Visitor, may
from server.accounts.sign_in import Authenticator
from server.console.log_words import log_lines
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.addresses import address_choice
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import AuthenticatorDep, HallDep, TournamentDep
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.shell import Shell, ShellDep
from server.web.requests.ttt import order_ttt, ttt_order
from server.web.tournament.ttt_values import DirectorsTtt

router = APIRouter(prefix="/hall/t/{tournament}/event/ttt", include_in_schema=False)
Scheduling = Annotated[Visitor, Depends(needs(Action.SCHEDULE))]
MatchChosen = Annotated[int, Query(ge=0, le=10**12)]


@router.get("")
async def ttt(
    request: Request,
    visitor: Scheduling,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    authenticator: AuthenticatorDep,
    match: MatchChosen = 0,
) -> Response:
    """How the TTT stands; of one match what can be decided about it."""
    return ttt_page(request, visitor, shell, hall, tournament, authenticator, match)


@router.post("")
async def order(
    request: Request,
    visitor: Scheduling,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    authenticator: AuthenticatorDep,
) -> Response:
    """Carry an order out; refused, its form comes back with why."""
    fields, words = await posted(request), shell.words(request)
    form = fields.get("form", "")
    try:
        if fields.get("order") == "evaluate":
            hall.adjudications.ask_again(tournament.tournament)
        else:
            await order_ttt(hall, tournament, ttt_order(fields), visitor, command_id)
    except REFUSALS as error:
        names = hall.names(words.code, in_full=True)
        why = refused(form or "ttt", fields, error, words, names)
        match = fields.get("match", "")
        number = int(match) if form.startswith("match-") and match.isdecimal() else 0
        return ttt_page(request, visitor, shell, hall, tournament, authenticator, number, why)
    return RedirectResponse(f"/hall/t/{tournament.name}/event/ttt", 303)


def ttt_page(
    request: Request,
    visitor: Visitor,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    authenticator: Authenticator,
    match: int = 0,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    """The page; `match` is the one that is decided about, `why` says what was refused."""
    words = shell.words(request)
    names = hall.names(words.code, in_full=True)
    links = authenticator.links.of_entrants()
    directed = DirectorsTtt(tournament, hall.adjudications, links, names, words)
    log = [each for each in tournament.entries if isinstance(each.event, TttEvent)]
    described = tournament.state.event.described
    return shell.page(
        request,
        "tournament/ttt_desk.html",
        status=why.page_status,
        tournament=str(tournament.name),
        tournaments=[str(each) for each in hall.tournaments.names.values()],
        title=described.title if described else "",
        ttt=directed.view,
        directed=directed,
        rules=directed.state.rules if directed.state.is_set_up else TttRules(),
        chosen=directed.shown(match),
        everybody=[(each.player, each.name) for each in directed.players()],
        choice=address_choice(request),
        may_direct=may(visitor, Action.DIRECT),
        log=list(reversed(log_lines(log, words, BACKGAMMON, names))),
        refused=why,
    )
