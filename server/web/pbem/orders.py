"""What the organiser of a knockout by messages orders, by the API and by forms alike.

Messages over the API: sent by whoever plays, seen and decided by the organiser.
"""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Response

from rules import commands as knockout_cmd
from rules.commands import pbem_commands as cmd
from rules.errors import MatchRefused
from rules.events import KnockoutDraw, KnockoutPlanned
from rules.formats.pbem.deciding import PBEM
from rules.formats.pbem.state import PbemMatch
from rules.identities import PersonId
from rules.text import N_
from server.access import Action, Visitor, check_may
from server.hall import Hall
from server.messages.entrants import MessageRefused
from server.messages.handling import MessageHandling, Status
from server.messages.received import Received, message_digest, without_token
from server.store.accounts_db.board_keys import typed_code
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MessagesDep, TournamentDep
from server.web.pbem import schemas as body
from server.web.pbem.schemas import KeptMessageOut, MessageAnswerOut, MessageIn, MessageOrderIn


async def order_messages(
    hall: Hall,
    messages: MessageHandling,
    tournament: TournamentProcess,
    order: body.MessageOrder,
    visitor: Visitor,
    command_id: str,
) -> None:
    """Carry an order out; returns once it is durable.

    Raises NotAllowed, FieldRefused naming a field, LogUnavailable, AccountsUnavailable.
    """
    match order:
        case body.PbemStartIn():
            await _start(hall, tournament, order, visitor, command_id)
        case body.EnterByHandIn():
            player = None if order.player is None else PersonId(order.player)
            await messages.enter(tournament, order.id, order.address, visitor, player)
        case body.TokenIn():
            await messages.new_token(tournament, PersonId(order.player))
        case body.AcceptIn():
            check_may(visitor, Action.DIRECT)
            await messages.settle(tournament, order.message, visitor)
        case body.RejectIn():
            check_may(visitor, Action.DIRECT)
            await messages.settle(tournament, order.message, visitor, order.reason)
        case body.SentIn():
            records = hall.pbem_records
            if not await asyncio.to_thread(records.sent, tournament.tournament, order.mail):
                raise MessageRefused("mail", order.mail, N_("a mail that is not sent yet"))
        case _:
            command = _ruling(hall, tournament, order, visitor)
            await tournament.handle(command, visitor, command_id)
            messages.kept()


async def _start(
    hall: Hall,
    tournament: TournamentProcess,
    order: body.PbemStartIn,
    visitor: Visitor,
    command_id: str,
) -> None:
    plan = knockout_cmd.PlanKnockout(
        name=order.name, length=order.length, draw=KnockoutDraw.EACH_ROUND, elsewhere=True
    )
    (planned,) = await hall.commands.to_stages(tournament.tournament, plan, visitor, command_id)
    assert isinstance(planned, KnockoutPlanned)
    opening = cmd.OpenPbem(knockout=planned.knockout, days=order.days, quiet_days=order.quiet_days)
    if planned.knockout not in tournament.state.of(PBEM).opened:
        await tournament.handle(opening, visitor)


def _ruling(
    hall: Hall,
    tournament: TournamentProcess,
    order: body.BoardResultIn | body.CorrectBoardIn | body.TimeRuleIn,
    visitor: Visitor,
) -> cmd.PbemCommand:
    match = tournament.state.of(PBEM).matches.get(order.number)
    if match is None:
        known = ", ".join(map(str, tournament.state.of(PBEM).matches)) or "–"
        raise MatchRefused("number", order.number, known)
    winner = _side(match, order.winner)
    match order:
        case body.BoardResultIn():
            assert winner is not None
            return cmd.ReportPbemWin(
                number=order.number,
                board=order.board,
                player=winner,
                winner=winner,
                points=order.points,
                at=hall.now().replace(microsecond=0),
                accepted=True,
            )
        case body.CorrectBoardIn():
            return cmd.CorrectPbemBoard(
                number=order.number,
                board=order.board,
                winner=winner,
                points=order.points,
                reason=order.reason,
                was=None if order.was is None else order.was.get(order.board, ""),
            )
        case body.TimeRuleIn():
            return cmd.ApplyPbemTimeRule(
                number=order.number,
                last_used=_both(order.last_white, order.last_red),
                current_used=_both(order.current_white, order.current_red),
                winner=winner,
                reason=order.reason,
            )


def _side(match: PbemMatch, side: str | None) -> PersonId | None:
    return None if side is None else match.players[0 if side == "white" else 1]


def _both(first: int | None, second: int | None) -> tuple[int, ...]:
    return tuple(each for each in (first, second) if each is not None)


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
