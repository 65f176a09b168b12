"""The extra's pages in the full hall of the tests."""

from server.access import PUBLIC
from tests.support.all_pages import PageSeen
from tests.support.full_hall import OVER
from tests.support.ids import match_id
from tests.support.served import Served
from yalta_extras.closed_seat import hooks
from yalta_extras.closed_seat.tests.seated_games import seated_game


def prepare(*, engines: bool) -> None:
    """Let simple players answer visitors in the tests of all pages, because the nets take seconds.

    The nets are GNU Backgammon's neural nets.
    """
    hooks.have_nets = lambda: False


QUERIES: dict[str, tuple[str, ...]] = {}


async def pages_of(served: Served) -> list[PageSeen]:
    """Return the pages: the choice of a game, a game being played, and a game that was lost.

    In a hall without a finished match, no game can be played.
    """
    route = "/t/{tournament}/matches/{number}/closed-seat"
    path = f"/t/club/matches/{OVER}/closed-seat"
    begun = ["none"]
    if match_id(OVER) in served.hall.registry:
        begun = [await seated_game(served, OVER, ended=ended) for ended in (False, True)]
    return [
        PageSeen(route, path, PUBLIC),
        *(PageSeen(f"{route}/{{seat_id}}", f"{path}/{seat_id}", PUBLIC) for seat_id in begun),
    ]
