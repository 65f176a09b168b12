"""The functions of this extra that a server calls: its pages, replays, and links to them."""

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from markupsafe import Markup
from starlette.requests import Request

from players.gnubg_nets import nets_installed
from rules.identities import MatchId
from server.settings import Settings
from server.web.edge.page_hooks import PageHooks, PagePart
from server.web.edge.services import Opening, ServerHooks, services_of
from server.web.shell.shell import Shell
from yalta_extras.closed_seat import pages
from yalta_extras.closed_seat.decisions import Opponents
from yalta_extras.closed_seat.extra import EXTRA
from yalta_extras.closed_seat.games import ClosedSeats, games_offered

have_nets: Callable[[], bool] = nets_installed
"""A function that returns True if GNU Backgammon's nets are installed."""


def file_of(settings: Settings) -> Path:
    """Return the path of the file with the visitors' replays.

    The file can be deleted while the server is stopped; the replays are then lost.
    """
    return settings.data_folder / EXTRA.file


@contextlib.asynccontextmanager
async def _services(opening: Opening) -> AsyncIterator[Sequence[object]]:
    opponents = Opponents(with_nets=have_nets())
    seats = ClosedSeats(file_of(opening.settings), opening.hall.now, opponents)
    try:
        yield (seats,)
    finally:
        await seats.close()


def _way_to_it(request: Request, match_id: MatchId) -> Markup:
    """Return a link to the games of a match that can be replayed, empty if there are none."""
    services = services_of(request)
    if not games_offered(services.hall, services.hub, match_id):
        return Markup("")
    base = services.source.names(None).match(match_id).path
    shell = Shell(services.language)
    return shell.part(request, "closed_seat/_play_closed.html", base=base)


HOOKS = ServerHooks(
    services=_services,
    pages=PageHooks(routers=(pages.router,), parts={PagePart.MATCH_LINKS: _way_to_it}),
)
