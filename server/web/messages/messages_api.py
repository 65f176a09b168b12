"""Messages over the API: sent by whoever plays, seen and decided by the organiser."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from server.access import Action, Visitor
from server.messages.handling import Status
from server.messages.received import Received, message_digest, without_token
from server.store.accounts_db.board_keys import typed_code
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MessagesDep, TournamentDep
from server.web.requests.messages import order_messages
from server.web.schemas.messages import (
    KeptMessageOut,
    MessageAnswerOut,
    MessageIn,
    MessageOrderIn,
)

router = APIRouter(prefix="/api/t/{tournament}/messages")
Scheduling = Annotated[Visitor, Depends(needs(Action.SCHEDULE))]
_STATUS = {
    Status.COUNTED: 200,
    Status.WAITING: 202,
    Status.REFUSED: 409,
    Status.NOT_PROVEN: 403,
    Status.TOO_MANY: 429,
}
_NEWEST = 200


@router.post(
    "",
    tags=["public"],
    dependencies=[Depends(needs(Action.SEND_MESSAGE))],
    responses={409: {"model": MessageAnswerOut}},
)
async def send(
    message: MessageIn,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
    messages: MessagesDep,
    response: Response,
) -> MessageAnswerOut:
    """Send a message of a knockout that is played by messages, as one would by mail.

    200: it counts. 202: it waits for the organiser. 409: it cannot be, and the answer says why.
    403: no good token. 429: too many; send it again later.
    """
    token = typed_code(message.token)
    received = Received(
        tournament=tournament.tournament,
        address=message.address,
        subject=message.subject,
        text=without_token(message.text),
        token=token,
        digest=message_digest("api", tournament.tournament.text, token, command_id),
        at=hall.now(),
        by_mail=False,
    )
    answered = await messages.take(received)
    response.status_code = _STATUS[answered.status]
    return MessageAnswerOut(status=answered.status.value, answer=answered.text)


@router.get("", tags=["operator"])
async def kept(
    visitor: Scheduling, tournament: TournamentDep, hall: HallDep
) -> list[KeptMessageOut]:
    """The newest messages with their answers, the last one first."""
    records = hall.pbem_records
    every = await asyncio.to_thread(records.messages, tournament.tournament, _NEWEST)
    return [
        KeptMessageOut(
            number=each.number,
            at=each.at,
            by_mail=each.by_mail,
            address=each.address,
            player=None if each.person is None else each.person.text,
            subject=each.subject,
            text=each.text,
            state=each.state.value,
            answer=each.answer,
        )
        for each in every
    ]


@router.post("/orders", status_code=204, tags=["operator"])
async def order(
    order: MessageOrderIn,
    visitor: Scheduling,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
    messages: MessagesDep,
) -> None:
    """Start a knockout by messages, enter players, decide what waits; `order` says which."""
    await order_messages(hall, messages, tournament, order, visitor, command_id)
