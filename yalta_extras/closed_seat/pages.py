"""The pages on which a visitor replays a game: its choice, the replay itself, its result.

If no game of a match can be replayed, every address answers as if the match were unknown.
"""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import RedirectResponse, Response

from rules.duplicate.closed_seat import RecordedGame
from rules.identities import MatchId
from rules.position import Side
from server.access import Action
from server.live.hub import LiveHub
from server.live.snapshot import PublicSnapshot
from server.web.edge.authorization import needs
from server.web.edge.public_services import LiveHubDep, MatchIdDep, names_in, package_service
from server.web.edge.services import HallDep
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words
from yalta_extras.closed_seat.decisions import SeatRefused
from yalta_extras.closed_seat.games import ClosedSeats, Sitting, TooMany, games_offered, played
from yalta_extras.closed_seat.seat_actions import LONGEST_PLAY, Act, PlayNotAllowed, SeatAction
from yalta_extras.closed_seat.tables import SeatsFull, SeatsUnavailable
from yalta_extras.closed_seat.values import ended_game, seat_values

router = APIRouter(
    include_in_schema=False,
    prefix="/t/{tournament}/matches/{number}/closed-seat",
    dependencies=[Depends(needs(Action.PLAY_CLOSED_SEAT))],
)
COOKIE = "yalta_closed_seat"
"""The name of the cookie with the id of the replay that a browser last began in a match.

The browser sends it only to that match's pages for replays.
"""
_KEPT_FOR = 14 * 24 * 3600
_UNSTORED = {"cache-control": "no-store"}
_SeatId = Annotated[str, "an id that one visitor knows"]


class Offered:
    """The games of the requested match that can be replayed, and the address of their pages.

    A request for a match without such games raises MatchRefused, as if the match were unknown.
    """

    def __init__(
        self,
        request: Request,
        seats: ClosedSeats,
        match_id: MatchId,
        games: Mapping[int, RecordedGame],
        now: PublicSnapshot,
    ) -> None:
        self.match_id, self.games, self.now = match_id, games, now
        self.seats = seats
        self.path = f"{names_in(request).match(match_id).path}/closed-seat"
        self.by = request.client.host if request.client else ""

    async def sitting(self, seat_id: str, hub: LiveHub) -> Sitting:
        """Return the visitor's replay with that id; raises MatchRefused if there is none."""
        sitting = await self.seats.sitting(seat_id, self.match_id, self.games)
        if sitting is None:
            raise hub.unknown(self.match_id)
        return sitting


ClosedSeatsDep = Annotated[ClosedSeats, Depends(package_service(ClosedSeats))]


async def _offered(
    request: Request, match_id: MatchIdDep, hall: HallDep, hub: LiveHubDep, seats: ClosedSeatsDep
) -> Offered:
    now, games = hub.snapshot(match_id), games_offered(hall, hub, match_id)
    if not games or now is None:
        raise hub.unknown(match_id)
    return Offered(request, seats, match_id, games, now)


OfferedDep = Annotated[Offered, Depends(_offered)]


@router.get("")
async def choose(
    request: Request, offered: OfferedDep, hub: LiveHubDep, shell: ShellDep
) -> Response:
    """Show the games that can be replayed, and the replay that this browser has begun."""
    return await _choice(request, offered, shell)


@router.post("")
async def begin(
    request: Request,
    offered: OfferedDep,
    hub: LiveHubDep,
    shell: ShellDep,
    game: Annotated[int, Form()],
    side: Annotated[Side, Form()],
) -> Response:
    """Begin a replay of game number `game` on `side`, and redirect to it."""
    recorded = offered.games.get(game)
    if recorded is None:
        raise hub.unknown(offered.match_id)
    try:
        place = played(offered.match_id, recorded)
        sitting = await offered.seats.begin(place, recorded, side, offered.by)
    except (TooMany, SeatsFull, SeatsUnavailable) as error:
        return await _choice(request, offered, shell, error)
    answer = _to(f"{offered.path}/{sitting.seat_id}")
    answer.set_cookie(
        COOKIE,
        sitting.seat_id,
        max_age=_KEPT_FOR,
        path=offered.path,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


@router.get("/{seat_id}")
async def seat(
    request: Request, seat_id: _SeatId, offered: OfferedDep, hub: LiveHubDep, shell: ShellDep
) -> Response:
    """Show a replay in its present state."""
    try:
        sitting = await offered.sitting(seat_id, hub)
    except (TooMany, SeatsUnavailable) as error:
        return await _choice(request, offered, shell, error)
    return await _page(request, offered, sitting, shell)


@router.post("/{seat_id}")
async def decide(
    request: Request,
    seat_id: _SeatId,
    offered: OfferedDep,
    hub: LiveHubDep,
    shell: ShellDep,
    act: Annotated[Act, Form()],
    seen: Annotated[int, Form()],
    play: Annotated[str, Form(max_length=LONGEST_PLAY)] = "",
) -> Response:
    """Carry out a visitor's decision and redirect to the replay; if refused, the page says why.

    `seen` is the number of events that the visitor's page showed, `play` the written play.
    """
    try:
        sitting = await offered.sitting(seat_id, hub)
        try:
            await offered.seats.decide(sitting, SeatAction(act, seen, play), offered.by)
        except (SeatRefused, TooMany) as error:
            return await _page(request, offered, sitting, shell, error)
    except (TooMany, SeatsUnavailable) as error:
        return await _choice(request, offered, shell, error)
    return _to(f"{offered.path}/{seat_id}")


@router.post("/{seat_id}/leave")
async def leave(
    request: Request, seat_id: _SeatId, offered: OfferedDep, hub: LiveHubDep, shell: ShellDep
) -> Response:
    """Delete a replay that is not over, and redirect to the choice of games."""
    try:
        await offered.seats.give_up(await offered.sitting(seat_id, hub))
    except (TooMany, SeatsUnavailable) as error:
        return await _choice(request, offered, shell, error)
    answer = _to(offered.path)
    answer.delete_cookie(COOKIE, path=offered.path, httponly=True, samesite="lax")
    return answer


async def _choice(
    request: Request, offered: Offered, shell: Shell, error: Exception | None = None
) -> Response:
    words = shell.words(request)
    begun = None
    if error is None and (known := request.cookies.get(COOKIE, "")):
        try:
            begun = await offered.seats.sitting(known, offered.match_id, offered.games)
        except (TooMany, SeatsUnavailable) as unavailable:
            error = unavailable
    return shell.page(
        request,
        "closed_seat/choice.html",
        status=200 if error is None else 503,
        now=offered.now,
        people=names_in(request, words.code),
        path=offered.path,
        games=sorted(offered.games),
        left_out=sorted(set(range(1, _games(offered) + 1)) - set(offered.games)),
        begun=begun if begun is not None and begun.result is None else None,
        error=None if error is None else _why(error, words),
    )


def _games(offered: Offered) -> int:
    return max(game for game, _ in offered.now.results)


async def _page(
    request: Request,
    offered: Offered,
    sitting: Sitting,
    shell: Shell,
    error: Exception | None = None,
) -> Response:
    words, now = shell.words(request), offered.now
    people = names_in(request, words.code)
    ended = None
    if sitting.result is not None:
        everybody = await offered.seats.results(sitting.played)
        ended = ended_game(sitting, now, everybody, words, people)
    return shell.page(
        request,
        "closed_seat/seat.html",
        seat_values(sitting, now, words, people),
        status=200 if error is None else 409,
        now=now,
        people=people,
        path=offered.path,
        error=None if error is None else _why(error, words),
        ended=ended,
    )


def _why(error: Exception, words: Words) -> str:
    """Return the reason of an error in words, and what the visitor can do now."""
    if isinstance(error, PlayNotAllowed):
        return words.gettext("The dice do not allow this play. Enter it again.")
    if isinstance(error, SeatRefused):
        return words.gettext("That cannot be done now.")
    if isinstance(error, SeatsUnavailable):
        return words.gettext("Games cannot be saved right now. Try again later.")
    return words.gettext("Too many games are being played here right now. Try again in a minute.")


def _to(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303, _UNSTORED)
