"""The pages of a phone: the page that a table's code opens, and the page of the phone as a board.

Visiting the first page changes nothing, because cameras and messengers open an address before
anybody taps it.
"""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.websockets import WebSocket

from rules.errors import MatchRefused
from server.access import ACCOUNT_ROLES, Action, Visitor
from server.commands.seating import SeatWaits
from server.hall import Hall
from server.people.decide_seats import SeatRefused, place_of
from server.people.sign_in import Authenticator
from server.store.accounts_db.links import Link, LinkSpent
from server.store.accounts_db.seats import PhoneSeat
from server.views.tables.words import board_terms
from server.web.edge.authorization import SigningIn, SignInNeeded, needs, visitor_of
from server.web.edge.cookies import Browser, browser_of, device_of, keep_session, seat_of, token_of
from server.web.edge.public_services import package_service
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.phones.beside import match_result_words
from server.web.phones.sockets import NOT_ALLOWED, SIGNED_OUT, TableSocket, TableSockets, table_info
from server.web.phones.words import phone_terms
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words

AtTable = Annotated[Visitor, Depends(needs(Action.SERVE_TABLE, place_follows=True))]
TableSocketsDep = Annotated[TableSockets, Depends(package_service(TableSockets))]
router = APIRouter(include_in_schema=False)


@router.get("/table")
async def table(
    request: Request, _: SigningIn, shell: ShellDep, hall: HallDep, authenticator: AuthenticatorDep
) -> Response:
    """Show the page on which this phone is a table's board, or why it is not a table's board."""
    seat = seat_of(request, authenticator)
    if seat is None:
        device = browser_of(request).device
        last, offer = hall.seating.last_of(device), hall.seating.offer_of(device)
        ended = last.ended if last else None
        result = _result(hall, last, shell.words(request)) if last else ""
        return shell.page(request, "phones/no_table.html", ended=ended, offer=offer, result=result)
    words = shell.words(request)
    answer = shell.page(
        request,
        "phones/table.html",
        info=table_info(hall, seat, words.code),
        phone_terms=phone_terms(words),
        board_terms=board_terms(words, aids=False),
    )
    policy = answer.headers["content-security-policy"]
    answer.headers["content-security-policy"] = f"{policy}; media-src data:"
    return answer


def _result(hall: Hall, seat: PhoneSeat, words: Words) -> str:
    """Return how the match ended in which the phone had this seat, if it was a match to points.

    Return an empty text for other matches.
    """
    try:
        record = hall.match(seat.match).record
    except MatchRefused:
        return ""
    return match_result_words(record, hall.names(words.code), words)


@router.get("/table/info.json")
async def info(
    request: Request, _: AtTable, shell: ShellDep, hall: HallDep, authenticator: AuthenticatorDep
) -> Response:
    """Return the values that the phone's page shows besides the bytes of the wire.

    The page's websocket sends the same values.
    """
    seat = _own_seat(request, authenticator)
    values = table_info(hall, seat, shell.words(request).code)
    return JSONResponse({"info": values}, headers={"cache-control": "no-store"})


def _own_seat(request: Request, authenticator: Authenticator) -> PhoneSeat:
    seat = seat_of(request, authenticator)
    if seat is None:
        raise SignInNeeded
    return seat


@router.websocket("/table/board")
async def board(
    socket: WebSocket,
    _: SigningIn,
    hall: HallDep,
    authenticator: AuthenticatorDep,
    shell: ShellDep,
    sockets: TableSocketsDep,
) -> None:
    """Serve the websocket of a phone as a board, until either end closes it.

    A refusal closes the websocket with a code, because a browser tells its page nothing else about
    a refused websocket.
    """
    await socket.accept()
    seat = seat_of(socket, authenticator)
    if seat is None:
        signed_in = authenticator.seat_of(token_of(socket)) is not None
        known = not signed_in and hall.seating.last_of(browser_of(socket).device) is not None
        await socket.close(SIGNED_OUT if known else NOT_ALLOWED)
        return
    transport = TableSocket(socket, hall, authenticator, seat, shell.words(socket).code)
    sockets.enter(transport)
    transport.look()
    watching = asyncio.create_task(transport.watch())
    where = f"{socket.client.host}:{socket.client.port}" if socket.client else "websocket"
    try:
        await hall.boards.serve(transport, cable=False, where=where, proven_id=seat.board_id)
    finally:
        watching.cancel()
        sockets.leave(transport)


_UNSTORED = {"cache-control": "no-store", "referrer-policy": "same-origin"}
seat_router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SIGN_IN))])


@seat_router.get("/seat/{code}")
async def ask(
    request: Request, code: str, shell: ShellDep, hall: HallDep, authenticator: AuthenticatorDep
) -> Response:
    """Show to which table the code belongs; ask if this phone is to be the table's board."""
    browser = browser_of(request)
    try:
        link = hall.seating.code(code)
        hall.seating.check(link, browser.device, visitor_of(request))
    except LinkSpent:
        if seat_of(request, authenticator) is not None:
            return RedirectResponse("/table", 303, _UNSTORED)
        return shell.page(request, "phones/code_spent.html", status=410)
    except (SeatRefused, MatchRefused) as refused:
        return _refused(request, shell, refused)
    return _question(request, shell, hall, link, browser)


@seat_router.post("/seat/{code}")
async def take(
    request: Request, code: str, shell: ShellDep, hall: HallDep, authenticator: AuthenticatorDep
) -> Response:
    """Make this phone the table's board; if another board is in use, ask for permission first."""
    browser, token = browser_of(request), token_of(request)
    opened = list[str]()
    device = device_of(request)

    def sign_in(seat_id: int) -> None:
        opened.append(
            authenticator.sessions.open(seat_id=seat_id, address=device.address, device=device.name)
        )

    try:
        await hall.seating.take(code, browser.device, visitor_of(request), sign_in)
    except SeatWaits:
        answer: Response = RedirectResponse(f"/seat/{code}", 303, _UNSTORED)
        browser.keep(answer, request)
        return answer
    except LinkSpent:
        return shell.page(request, "phones/code_spent.html", status=410)
    except (SeatRefused, MatchRefused) as refused:
        return _refused(request, shell, refused)
    return await _seated(request, authenticator, browser, token, opened[-1])


async def _seated(
    request: Request, authenticator: Authenticator, browser: Browser, before: str, session: str
) -> Response:
    """Return a redirect to `/table` that signs the phone in as the table's board.

    `session` is the token of the new session. `before` is the token of the browser's earlier
    session, which is signed out. The browser gets its lasting cookie if it has none.
    """
    await authenticator.sign_out(before)
    answer = RedirectResponse("/table", 303, _UNSTORED)
    keep_session(answer, request, authenticator, session)
    browser.keep(answer, request)
    return answer


def _question(request: Request, shell: Shell, hall: Hall, link: Link, browser: Browser) -> Response:
    match_id, room = place_of(link)
    waiting = hall.seating.requests.at(match_id, room)
    own = waiting is not None and waiting.device == browser.device
    names = hall.names(shell.words(request).code)
    record = hall.match(match_id).record
    answer = shell.page(
        request,
        "phones/take_seat.html",
        table=names.match(match_id),
        room=room,
        one_table=len(record.rooms) == 1,
        opponents=[names.by(team) for team in record.teams],
        waits=own and waiting is not None and not waiting.admitted,
        admitted=own and waiting is not None and waiting.admitted,
        signs_out=visitor_of(request).role in ACCOUNT_ROLES,
    )
    answer.headers["referrer-policy"] = "same-origin"
    browser.keep(answer, request)
    return answer


def _refused(request: Request, shell: Shell, refused: SeatRefused | MatchRefused) -> Response:
    why = refused.why if isinstance(refused, SeatRefused) else None
    return shell.page(request, "phones/seat_refused.html", status=409, why=why)
