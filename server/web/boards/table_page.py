"""The page of a phone that is a table's board, its info and its socket."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from server.access import Action, Visitor
from server.accounts.sign_in import Authenticator
from server.store.accounts_db.seats import Seat
from server.web.boards.phone_terms import phone_terms
from server.web.boards.table_info import table_info
from server.web.boards.table_socket import NOT_ALLOWED, SIGNED_OUT, TableSocket, TableSockets
from server.web.edge.authorization import SignInNeeded, needs
from server.web.edge.cookies import browser_of, seat_of, token_of
from server.web.edge.services import AuthenticatorDep, HallDep, room_service
from server.web.pages.board_terms import board_terms
from server.web.pages.shell import ShellDep

Whoever = Annotated[Visitor, Depends(needs(Action.SIGN_IN))]
AtTable = Annotated[Visitor, Depends(needs(Action.SERVE_TABLE, place_follows=True))]
TableSocketsDep = Annotated[TableSockets, Depends(room_service(TableSockets))]
router = APIRouter(include_in_schema=False)


@router.get("/table")
async def table(
    request: Request, _: Whoever, shell: ShellDep, hall: HallDep, authenticator: AuthenticatorDep
) -> Response:
    """The page of the phone that asks; of one that is no table's board, why it is none."""
    seat = seat_of(request, authenticator)
    if seat is None:
        device = browser_of(request).device
        last, offer = hall.seating.last_of(device), hall.seating.offer_of(device)
        ended = last.ended if last else None
        return shell.page(request, "phone/no_table.html", ended=ended, offer=offer)
    words = shell.words(request)
    return shell.page(
        request,
        "phone/table.html",
        info=table_info(hall, seat, words.code),
        phone_terms=phone_terms(words),
        board_terms=board_terms(words, aids=False),
    )


@router.get("/table/info.json")
async def info(
    request: Request, _: AtTable, shell: ShellDep, hall: HallDep, authenticator: AuthenticatorDep
) -> Response:
    """What the phone's page shows beside the wire, as its socket tells it."""
    seat = _own_seat(request, authenticator)
    values = table_info(hall, seat, shell.words(request).code)
    return JSONResponse({"info": values}, headers={"cache-control": "no-store"})


def _own_seat(request: Request, authenticator: Authenticator) -> Seat:
    seat = seat_of(request, authenticator)
    if seat is None:
        raise SignInNeeded
    return seat


@router.websocket("/table/board")
async def board(
    socket: WebSocket,
    _: Whoever,
    hall: HallDep,
    authenticator: AuthenticatorDep,
    shell: ShellDep,
    sockets: TableSocketsDep,
) -> None:
    """The phone's wire, until either end closes it.

    A browser is told by the close code why it is not served: it sees no other answer to a socket.
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
