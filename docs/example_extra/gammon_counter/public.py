"""`/gammons`: the gammons of each match that the public follows, and their number below a match."""

from dataclasses import dataclass

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse

from rules.identities import MatchAddress, MatchId
from rules.room import Ending
from server.access import Action
from server.live.snapshot import PublicSnapshot
from server.web.edge.authorization import needs
from server.web.edge.public_services import LiveHubDep, public_services_of
from server.web.shell.shell import Shell, ShellDep

_GAMMONS = {
    *(Ending.GAMMON, Ending.BACKGAMMON),
    *(Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON),
}
router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A match with its gammons and backgammons so far, as the public knows them."""

    address: MatchAddress
    gammons: int


@router.get("/gammons")
async def gammons(request: Request, shell: ShellDep, hub: LiveHubDep) -> HTMLResponse:
    """Every match in memory, the most gammons first."""
    names = hub.names_of(shell.words(request).code)
    counted = [
        CountedMatch(names.match(now.scheduled.match_id), gammons_in(now))
        for now in hub.snapshots()
    ]
    counted.sort(key=lambda each: -each.gammons)
    return shell.page(request, "gammon_counter/gammons.html", counted=counted)


def gammons_in(now: PublicSnapshot) -> int:
    """Return the public results of a match that are gammons or backgammons."""
    return sum(each.ending in _GAMMONS for each in now.results.values())


def gammons_of_match(request: Request, match_id: MatchId) -> Markup:
    """Return the number below the match's page; nothing before the first gammon."""
    services = public_services_of(request)
    now = services.hub.snapshot(match_id)
    if now is None or not (gammons := gammons_in(now)):
        return Markup("")
    shell = Shell(services.language)
    return shell.part(request, "gammon_counter/_of_match.html", gammons=gammons)
