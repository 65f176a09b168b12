"""The authorization of every route: who the visitor is, and whether they may do what they ask for.

Some addresses are cookieless: every visitor counts as the public there, signed in or not. Other
servers fetch these pages, or other sites show them in HTML frames. Because the visitor's cookies
are ignored, nothing in the answers can differ from what the public sees (ruling 12), and nothing in
such a frame can act for somebody who is signed in. There is one exception: at these addresses, too,
devices of a closed room and devices of a match's players may not watch (ruling 34). A check
recognizes such a device by its session, or by the table of which the device was the board.

A route names its action with `needs`; `asked_of` returns that action to the tests, which refuse a
route without one. Players of a match may use only those routes about the match that they need for
playing (ruling 34).
"""

import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import quote, urlsplit
from weakref import WeakKeyDictionary

from fastapi import Depends, FastAPI, Request
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import Scope

from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.room import Room
from server.access import (
    IN_CLOSED_ROOM,
    NOWHERE,
    PUBLIC,
    Action,
    NotAllowed,
    Place,
    Reach,
    Role,
    Visitor,
    check_playing,
    may,
    may_somewhere,
    reach,
)
from server.secret_codes import digest_of
from server.web.edge.matches_in_memory import keep_until_answered
from server.web.edge.public_services import MATCH_NUMBER, names_in, public_services_of

COOKIELESS = ("/cards/", "/embed/", "/oembed")
"""Beginnings of the paths of addresses at which every visitor counts as the public.

The server ignores the visitor's cookies at these addresses.
"""


_ASIDE = "yalta.cookies"


def without_cookies(scope: Scope, asked_of: Collection[str]) -> Scope:
    """Return a copy of the ASGI scope of a request or websocket, without its cookies.

    The cookies whose names are in `asked_of` are kept: `cookies_aside` returns them. The
    authorization needs them to recognize devices of players and of a closed room (ruling 34).
    """
    headers, aside = list[tuple[bytes, bytes]](), dict[str, str]()
    for name, value in scope["headers"]:
        if name.lower() != b"cookie":
            headers.append((name, value))
            continue
        for each in value.decode("latin-1").split(";"):
            key, _, text = each.strip().partition("=")
            if key in asked_of:
                aside[key] = text
    return {**scope, "headers": headers, _ASIDE: aside}


def cookies_aside(scope: Scope) -> Mapping[str, str] | None:
    """Return the cookies that `without_cookies` took out of this scope and kept for later checks.

    Return None for the scope of any other request.
    """
    aside: Mapping[str, str] | None = scope.get(_ASIDE)
    return aside


COOKIE = "yalta_session"
"""Name of the cookie with the session's token. It is HttpOnly, so that no script can read it."""
DEVICE_COOKIE = "yalta_device"
"""Name of the cookie that identifies a browser for years.

It is set when the browser first opens a table's code.
"""
BOARD_SOCKETS = ("/boards", "/table/board")
"""Paths of the websockets of boards, and of phones that serve as boards."""
_NUMBER = re.compile(MATCH_NUMBER)
_OWN_PATH = re.compile(r"/(?!/)[^\\]*$")


class SignInNeeded(Exception):
    """Nobody is signed in, and what was asked for is not public. The visitor can sign in."""


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Return the visitor who sent a request or opened a socket, found by the session's cookie.

    Without a valid session the visitor is the public. A device that was a board in a closed room is
    the visitor IN_CLOSED_ROOM.
    """
    return _visitor(connection, connection.cookies)


def _visitor(connection: HTTPConnection, cookies: Mapping[str, str]) -> Visitor:
    visitors, token = public_services_of(connection).visitors, cookies.get(COOKIE)
    if visitors is None:
        return PUBLIC
    known = None if token is None else visitors.visitor(token)
    if known is not None:
        return known
    device = cookies.get(DEVICE_COOKIE)
    if device and visitors.is_in_closed_room(digest_of(device)):
        return IN_CLOSED_ROOM
    return PUBLIC


def is_watcher(app: FastAPI, scope: Scope) -> bool:
    """Return True if a websocket belongs to the public: not to a board or a signed-in visitor.

    `scope` is the websocket's ASGI scope.
    """
    if scope["path"] in BOARD_SOCKETS:
        return False
    return visitor_of(HTTPConnection({**scope, "app": app})).role is Role.PUBLIC


@dataclass(frozen=True, slots=True)
class Asked:
    """The action that a route requires, and what the route checks itself.

    The right to an action can be limited to a match, team or room, which the route's path or the
    body of the request names. With `place_follows` the route itself checks what the body names.
    With `to_players` the route may also be used by players of its match.
    """

    action: Action
    place_follows: bool
    to_players: bool = False


_ASKED: WeakKeyDictionary[object, Asked] = WeakKeyDictionary()


def needs(
    action: Action, *, place_follows: bool = False, to_players: bool = False
) -> Callable[[HTTPConnection], Awaitable[Visitor]]:
    """Return a dependency that opens a route only to visitors with the right to `action`.

    The right can be limited to a match, room or team. The path names them: `tournament` and
    `number` the match, `room` the room, `team` the team. With `place_follows` some of them are
    named by the request's body, and the route has to call `check`. With `to_players` the route
    itself decides what it shows to people who play in the match; without it they are refused. The
    route's match, or the match of the visitor's link, stays in memory until the route has ended.
    The dependency raises SignInNeeded, NotAllowed or PlaysInMatch.
    """

    async def authorized(connection: HTTPConnection) -> Visitor:
        place, known = _place_of(connection), visitor_of(connection)
        aside = cookies_aside(connection.scope)
        visitor = known if aside is None else _visitor(connection, aside)
        allowed = may_somewhere(visitor, action) if place_follows else may(visitor, action, place)
        if not allowed:
            _refuse(visitor, action)
        visitors = public_services_of(connection).visitors
        if place.match is not None and visitor.person is not None and visitors is not None:
            if not to_players:
                check_playing(visitor, action, visitors.players(place.match))
            if _shows_open_room(action, place):
                as_public = action is Action.WATCH
                visitors.open_room_shown(visitor, place.match, as_public=as_public)
        match = place.match or visitor.match
        if match is not None:
            await keep_until_answered(connection, match)
        return known

    _ASKED[authorized] = Asked(action, place_follows, to_players)
    return authorized


def _shows_open_room(action: Action, place: Place) -> bool:
    if action is Action.SEE_TABLE:
        return place.room is Room.OPEN
    return action in (Action.WATCH, Action.SEE_BOTH_ROOMS, Action.SEE_VIDEO_TIMES)


def check(visitor: Visitor, action: Action, place: Place = NOWHERE) -> None:
    """Raise SignInNeeded or NotAllowed unless the visitor has the right to an action.

    `place` is the match, team or room in which the visitor needs it.
    """
    if not may(visitor, action, place):
        _refuse(visitor, action)


def asked_of(dependency: object) -> Asked | None:
    """Return what a dependency made by `needs` requires, or None for any other dependency."""
    return _ASKED.get(dependency)


Anybody = Annotated[Visitor, Depends(needs(Action.SEE_PUBLIC))]
"""The visitor of a route that is open to everybody."""
Scheduling = Annotated[Visitor, Depends(needs(Action.SCHEDULE))]
Directing = Annotated[Visitor, Depends(needs(Action.DIRECT))]
SeatingBoards = Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))]
GivingLinks = Annotated[Visitor, Depends(needs(Action.GIVE_LINKS))]
EnteringTeams = Annotated[Visitor, Depends(needs(Action.ENTER_TEAM))]
Watching = Annotated[Visitor, Depends(needs(Action.WATCH))]
SeeingBothRooms = Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS))]
RunningAccounts = Annotated[Visitor, Depends(needs(Action.RUN_ACCOUNTS))]
KeepingPersons = Annotated[Visitor, Depends(needs(Action.KEEP_PERSONS))]
EnteringPaper = Annotated[Visitor, Depends(needs(Action.ENTER_PAPER))]
SigningIn = Annotated[Visitor, Depends(needs(Action.SIGN_IN))]
SeeingConsole = Annotated[Visitor, Depends(needs(Action.SEE_CONSOLE))]
"""A visitor with the right SEE_CONSOLE; a route with this parameter refuses all others.

The types from Scheduling to SigningIn do the same for the rights that are named in them.
"""


def add_authorization(app: FastAPI, page: Callable[[Request, NotAllowed], Response]) -> None:
    """Make the application answer refused visitors: 401, 403 or a redirect to the sign-in page.

    `page` makes the page for people who may not see the page they asked for.
    """

    async def not_allowed(connection: Request, error: Exception) -> Response:
        if isinstance(error, NotAllowed) and expects_page(connection):
            return page(connection, error)
        return _answer(403, str(error))

    app.add_exception_handler(SignInNeeded, _signed_out)
    app.add_exception_handler(NotAllowed, not_allowed)


def expects_page(connection: HTTPConnection) -> bool:
    """Return True if the request is for a page that a person reads, not for data for a program."""
    if connection.scope["type"] != "http" or connection.url.path.startswith("/api/"):
        return False
    return "text/html" in connection.headers.get("accept", "")


def own_path(requested: str | None) -> str:
    """Return `requested` if it is a path of this server, or else "/"."""
    path = requested or "/"
    # Browsers read a backslash as a slash, and text after two slashes as another server.
    return path if path.isprintable() and _OWN_PATH.match(path) else "/"


def came_from(connection: HTTPConnection) -> str:
    """Return the path of the page from which a form was sent, by the browser's Referer header.

    Return "/" if the header names a page of another server or is missing.
    """
    page = urlsplit(connection.headers.get("referer", ""))
    return own_path(page.path) if page.netloc == connection.url.netloc else "/"


def _place_of(connection: HTTPConnection) -> Place:
    named: dict[str, Any] = connection.path_params
    room = named.get("room")
    return Place(
        match=_match_named(connection, named),
        room=Room(room) if room in {each.value for each in Room} else None,
        team=named.get("team"),
    )


def _match_named(connection: HTTPConnection, named: Mapping[str, Any]) -> MatchId | None:
    """Return the match that a route's path names, None for a path without a match.

    `named` are the parameters of the path. Raises MatchRefused if the number is not written as in
    `MATCH_NUMBER`: otherwise the route could read it as another match than the one for which the
    right was checked.
    """
    if "tournament" not in named or "number" not in named:
        return None
    number = str(named["number"])
    if not _NUMBER.fullmatch(number):
        raise MatchRefused("match", number, "a number in figures, such as 12")
    return names_in(connection).match_named(str(named["tournament"]), int(number))


def _refuse(visitor: Visitor, action: Action) -> None:
    if visitor.role is Role.PUBLIC and reach(visitor.role, action) is Reach.NO:
        raise SignInNeeded
    raise NotAllowed(visitor, action)


async def _signed_out(connection: Request, _: Exception) -> Response:
    if expects_page(connection):
        asked = connection.url.path + (f"?{connection.url.query}" if connection.url.query else "")
        back = asked if connection.method in ("GET", "HEAD") else came_from(connection)
        return RedirectResponse(f"/sign-in?next={quote(back, safe='/')}", 303, _UNSTORED)
    return _answer(401, "sign in first, at /sign-in or by POST /api/session")


_UNSTORED = {"cache-control": "no-store"}


def _answer(status: int, detail: str) -> Response:
    """Return a refusal as JSON, which can also answer the handshake of a refused websocket."""
    return JSONResponse({"detail": detail}, status, _UNSTORED)
