"""The broadcaster's pages, which show the time up to which video of an open room may be shown.

The pages reveal how far the open room is ahead of what the public knows, and only broadcasters may
learn this (ADR 3). The pages are therefore closed to everybody else, to a broadcaster who plays in
the match (ruling 34), and in a browser that has been the board of a closed room. The delay that a
broadcaster has set for the stream is stored in the page's address only.
"""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse

from rules.identities import MatchId
from rules.room import Room
from server.access import Action, OnClosedDevice, Sight, Visitor
from server.hall import Hall
from server.web.edge.addresses import address_choice
from server.web.edge.authorization import needs
from server.web.edge.cookies import browser_of
from server.web.edge.public_services import LiveHubDep, MatchIdDep, package_service
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.shell.shell import ShellDep
from yalta_extras.broadcast.safe_video import VideoBook, VideoTimes

LONGEST_DELAY = 3600
"""The longest stream delay that the page accepts, in seconds."""
_UNSTORED = {"cache-control": "no-store"}
Delay = Annotated[
    int, Query(ge=0, le=LONGEST_DELAY, description="The delay set for the stream, in seconds.")
]
Broadcaster = Annotated[Visitor, Depends(needs(Action.SEE_VIDEO_TIMES))]


async def _not_on_closed_device(
    connection: HTTPConnection, visitor: Broadcaster, authenticator: AuthenticatorDep
) -> None:
    seats = authenticator.process.stores.seats.of_device(browser_of(connection).device)
    if any(seat.room is Room.CLOSED for seat in seats):
        raise OnClosedDevice(visitor, Action.SEE_VIDEO_TIMES)


VideoBookDep = Annotated[VideoBook, Depends(package_service(VideoBook))]
router = APIRouter(include_in_schema=False, dependencies=[Depends(_not_on_closed_device)])


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in the list of those that can be broadcast.

    `path` is the address of its page for broadcasters, `label` its name; `home` and `away` are the
    names of the opponents.
    """

    path: str
    label: str
    home: str
    away: str


@router.get("/broadcast")
async def broadcast(
    request: Request,
    visitor: Broadcaster,
    shell: ShellDep,
    hall: HallDep,
    hub: LiveHubDep,
) -> HTMLResponse:
    """Show the matches that are not over, without those in which the broadcaster plays."""
    names = hub.names_of(shell.words(request).code)
    listed = list[Listed]()
    for now in hub.in_play():
        if hall.sight(visitor, now.scheduled.match_id) is Sight.BY_ROLE:
            address, of = names.match(now.scheduled.match_id), now.opponents
            listed.append(Listed(address.path, address.label, names.by(of.home), names.by(of.away)))
    return shell.page(request, "broadcast/matches.html", matches=listed)


@router.get("/broadcast/t/{tournament}/matches/{number}")
async def match(
    request: Request,
    visitor: Broadcaster,
    shell: ShellDep,
    hall: HallDep,
    hub: LiveHubDep,
    match_id: MatchIdDep,
    book: VideoBookDep,
    delay: Delay = 0,
) -> HTMLResponse:
    """Show the latest time up to which video of a match may be broadcast, and its games' times.

    `delay` is the delay that the broadcaster has set for the stream, in seconds.
    """
    now, words = hub.snapshot(match_id), shell.words(request)
    if now is None:
        raise hub.unknown(match_id)
    names = hub.names_of(words.code)
    address, of = names.match(match_id), now.opponents
    return shell.page(
        request,
        "broadcast/match.html",
        address=address,
        home=names.by(of.home),
        away=names.by(of.away),
        delay=delay,
        longest_delay=LONGEST_DELAY,
        times=await _times_now(book, match_id, hall),
        overlay=f"{address_choice(request).base}{address.path}/overlay",
    )


@router.get("/broadcast/t/{tournament}/matches/{number}/times.json")
async def times(
    visitor: Broadcaster, hall: HallDep, match_id: MatchIdDep, hub: LiveHubDep, book: VideoBookDep
) -> JSONResponse:
    """Return the times on a match's page for broadcasters, as JSON.

    The page's script asks for them every second.
    """
    if hub.snapshot(match_id) is None:
        raise hub.unknown(match_id)
    return JSONResponse(await _times_now(book, match_id, hall), headers=_UNSTORED)


async def _times_now(book: VideoBook, match_id: MatchId, hall: Hall) -> dict[str, Any]:
    safe, now = await book.safe_video(match_id), hall.now()
    return times_out(safe.times(now), now)


def times_out(times: VideoTimes, now: datetime) -> dict[str, Any]:
    """Return a match's times at `now` as values for JSON.

    Clock times are in the server's time zone, spans in seconds.
    """
    return {
        "now": _text(now),
        "begun": times.begun,
        "up_to": None if times.up_to is None else _text(times.up_to),
        "up_to_clock": None if times.up_to is None else f"{times.up_to.astimezone():%H:%M:%S}",
        "needed": math.ceil(times.needed(now).total_seconds()),
        "longest": math.ceil(times.longest.total_seconds()),
        "games": [
            {
                "game": each.game,
                "attempt": each.attempt,
                "began": f"{each.began.astimezone():%H:%M:%S}",
                "over": f"{each.over.astimezone():%H:%M:%S}" if each.over else None,
                "from_start": _span(each.began - times.games[0].began),
            }
            for each in times.games
        ],
    }


def _text(moment: datetime) -> str:
    return moment.isoformat()


def _span(span: timedelta) -> str:
    """Return a span of time in the form 1:02:03, as in lists of chapters on video sites."""
    minutes, seconds = divmod(int(span.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
