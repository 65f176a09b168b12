"""Orders of the organiser of a PBeM knockout, and the API that takes players' messages.

The orders come from the API and from forms. The API also lists messages for the organiser.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel, Field, StringConstraints

from rules import commands as knockout_cmd
from rules import events as ev
from rules.commands import AddPerson
from rules.commands import pbem_commands as cmd
from rules.errors import MatchRefused
from rules.events import KnockoutDraw, KnockoutPlanned
from rules.formats.pbem.deciding import PBEM
from rules.formats.pbem.subject_lines import LONGEST
from rules.formats.pbem.time_rule import MOST_MINUTES
from rules.identities import PersonId
from rules.limits import FromNought, MatchLength
from rules.position import Side
from rules.text import N_
from server.access import Action
from server.messages.entrants import MessageRefused
from server.messages.handling import MessageHandling, Status
from server.messages.received import MOST_TEXT, Received, message_digest, without_token
from server.secret_codes import typed_code
from server.web.edge.authorization import Scheduling, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import check_keys_once
from server.web.edge.services import HallDep, MessagesDep, TournamentDep
from server.web.orders.bodies import body_of, value_of
from server.web.orders.fields import Body, NewName, Number, PersonText, Reason, SideName
from server.web.orders.order_list import Order, OrderList, Sender, as_asked, order

Address = Annotated[str, StringConstraints(strip_whitespace=True, max_length=254)]


class MessageIn(Body):
    """A message about a knockout. `subject` says what the sender asks for; people read `text`.

    `token` is the proof of who the sender is. A person who asks to be entered has no token yet and
    gives the `address` to which the token is sent.
    """

    subject: Annotated[str, StringConstraints(max_length=2 * LONGEST)]
    token: Annotated[str, StringConstraints(max_length=40)] = ""
    address: Address = ""
    text: Annotated[str, StringConstraints(max_length=MOST_TEXT)] = ""


class MessageAnswerOut(BaseModel):
    """The status of a message, and the answer to its sender."""

    status: Literal["counted", "waiting", "refused", "not proven", "too many"]
    answer: str


class KeptMessageOut(BaseModel):
    """A message as it is stored, with its answer."""

    number: int
    at: datetime
    by_mail: bool
    address: str
    player: str | None
    subject: str
    text: str
    state: Literal["counted", "refused", "waiting", "accepted", "rejected"]
    answer: str


_Newcomers = Sequence[AddPerson]
_Happened = tuple[ev.Event, ...]
_Seen = Annotated[dict[Number, Annotated[str, Field(max_length=60)]], Field(max_length=1000)]
_Minutes = Annotated[int, Field(ge=0, le=MOST_MINUTES)]
_StartIn = body_of(
    cmd.OpenPbem,
    "PbemStartIn",
    "start",
    without=("knockout",),
    name=(NewName, ...),
    length=(value_of(MatchLength), 10),
)


class EnterByHandIn(Body):
    """Enter a new player, or give an address to a `player` who is entered already.

    `id` is the id by which messages name the player.
    """

    order: Literal["enter"]
    id: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20)]
    address: Annotated[Address, StringConstraints(min_length=1)]
    player: PersonText | None = None


class TokenIn(Body):
    """Send a player a new token."""

    order: Literal["token"]
    player: PersonText


class AcceptIn(Body):
    """Accept a waiting message."""

    order: Literal["accept"]
    message: Number


class RejectIn(Body):
    """Reject a waiting message; its sender is told the reason."""

    order: Literal["reject"]
    message: Number
    reason: Reason


class BoardResultIn(Body):
    """Enter a board's result that nobody reported.

    A board is a game of a PBeM knockout's match; `board` is its number.
    """

    order: Literal["result"]
    number: Number
    board: Number
    winner: SideName
    points: Number


class TimeRuleIn(Body):
    """Decide a match by the 75 % rule.

    The rule decides a match that is unfinished when the round's last week is over: for the player
    with more points, else with less time used (ruling 23). The minutes are those used by each
    player: `last_…` in the game that ended last, `current_…` in the game being played. Minutes that
    the decision does not need may be left out. `winner` is the director's choice if the minutes
    decide nothing.
    """

    order: Literal["time"]
    number: Number
    last_white: _Minutes | None = None
    last_red: _Minutes | None = None
    current_white: _Minutes | None = None
    current_red: _Minutes | None = None
    winner: SideName | None = None
    reason: Annotated[str, StringConstraints(max_length=500)] = ""


class SentIn(Body):
    """Mark a mail as sent by hand."""

    order: Literal["sent"]
    mail: Number


def _handling(sender: Sender) -> MessageHandling:
    assert sender.messages is not None
    return sender.messages


async def _start(sender: Sender, body: Any, command_id: str, _: _Newcomers) -> _Happened:
    """Plan the knockout and begin to accept messages for it; return the event."""
    tournament, visitor = sender.tournament, sender.visitor
    plan = knockout_cmd.PlanKnockout(
        name=body.name, length=body.length, draw=KnockoutDraw.EACH_ROUND, elsewhere=True
    )
    commands = sender.hall.commands
    (planned,) = await commands.to_stages(tournament.tournament, plan, visitor, command_id)
    assert isinstance(planned, KnockoutPlanned)
    opening = cmd.OpenPbem(knockout=planned.knockout, days=body.days, quiet_days=body.quiet_days)
    if planned.knockout not in tournament.state.of(PBEM).opened:
        await tournament.handle(opening, visitor)
    return (planned,)


async def _enter(sender: Sender, body: EnterByHandIn, _: str, __: _Newcomers) -> _Happened:
    player = None if body.player is None else PersonId(body.player)
    messages, tournament = _handling(sender), sender.tournament
    await messages.enter(tournament, body.id, body.address, sender.visitor, player)
    return ()


async def _new_token(sender: Sender, body: TokenIn, _: str, __: _Newcomers) -> _Happened:
    await _handling(sender).new_token(sender.tournament, PersonId(body.player))
    return ()


async def _settle(sender: Sender, body: AcceptIn | RejectIn, _: str, __: _Newcomers) -> _Happened:
    reason = body.reason if isinstance(body, RejectIn) else ""
    await _handling(sender).settle(sender.tournament, body.message, sender.visitor, reason)
    return ()


async def _sent(sender: Sender, body: SentIn, _: str, __: _Newcomers) -> _Happened:
    records, tournament = sender.hall.pbem_records, sender.tournament.tournament
    if not await asyncio.to_thread(records.sent, tournament, body.mail):
        raise MessageRefused("mail", body.mail, N_("a mail that is not sent yet"))
    return ()


async def _rule(
    sender: Sender, command: cmd.PbemCommand, command_id: str, _: _Newcomers
) -> _Happened:
    """Carry out a command about a match, and have its players informed; return the events."""
    happened = await sender.tournament.handle(command, sender.visitor, command_id)
    _handling(sender).kept()
    return happened


def _result(body: BoardResultIn, sender: Sender) -> cmd.ReportPbemWin:
    winner = _player(sender, body.number, body.winner)
    assert winner is not None
    return cmd.ReportPbemWin(
        number=body.number,
        board=body.board,
        player=winner,
        winner=winner,
        points=body.points,
        at=sender.hall.now().replace(microsecond=0),
        accepted=True,
    )


def _correction(body: Any, sender: Sender) -> cmd.CorrectPbemBoard:
    return cmd.CorrectPbemBoard(
        number=body.number,
        board=body.board,
        winner=_player(sender, body.number, body.winner),
        points=body.points,
        reason=body.reason,
        was=None if body.was is None else body.was.get(body.board, ""),
    )


def _time_rule(body: TimeRuleIn, sender: Sender) -> cmd.ApplyPbemTimeRule:
    return cmd.ApplyPbemTimeRule(
        number=body.number,
        last_used=_both(body.last_white, body.last_red),
        current_used=_both(body.current_white, body.current_red),
        winner=_player(sender, body.number, body.winner),
        reason=body.reason,
    )


def _player(sender: Sender, number: int, side: Side | str | None) -> PersonId | None:
    """Return the player of a side of a match, or None if `side` is empty.

    Raises MatchRefused if the match is not announced.
    """
    matches = sender.tournament.state.of(PBEM).matches
    if number not in matches:
        raise MatchRefused("number", number, ", ".join(map(str, matches)) or "–")
    white, red = matches[number].players
    return None if side is None else white if Side(side) is Side.WHITE else red


def _both(first: int | None, second: int | None) -> tuple[int, ...]:
    return tuple(each for each in (first, second) if each is not None)


MESSAGE_ORDERS = OrderList(
    "/api/t/{tournament}/messages/orders",
    "/hall/t/{tournament}/tournament/messages",
    Action.SCHEDULE,
    (
        Order("start", _StartIn, _start, as_asked),
        Order("enter", EnterByHandIn, _enter, as_asked),
        Order("token", TokenIn, _new_token, as_asked),
        Order("accept", AcceptIn, _settle, as_asked, action=Action.DIRECT),
        Order("reject", RejectIn, _settle, as_asked, action=Action.DIRECT),
        Order("result", BoardResultIn, _rule, _result),
        order(
            "correct",
            cmd.CorrectPbemBoard,
            _rule,
            prefix="Pbem",
            make=_correction,
            winner=(value_of(Side | None), None),
            points=(value_of(FromNought), 0),
            was=(_Seen | None, None),
        ),
        Order("time", TimeRuleIn, _rule, _time_rule),
        Order("sent", SentIn, _sent, as_asked),
    ),
    form="start",
)


router = APIRouter(prefix="/api/t/{tournament}/messages")
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
    """Send a message about a PBeM knockout, as one could by mail.

    200: the message counts. 202: it waits for the organiser's decision. 409: it is refused, and the
    answer says why. 403: the token is not valid. 429: too many messages; send it again later.
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
    """List the newest 200 messages with their answers, the newest first."""
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


@router.post(
    "/orders",
    name="order",
    status_code=204,
    tags=["operator"],
    dependencies=[Depends(check_keys_once)],
)
async def give(
    order: MESSAGE_ORDERS.body,  # type: ignore[name-defined] # made from the list
    visitor: Scheduling,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
    messages: MessagesDep,
) -> None:
    """Start a PBeM knockout, enter players, decide on waiting messages; `order` says which."""
    sender = Sender(hall, visitor, tournament, messages=messages)
    await MESSAGE_ORDERS.give(sender, order, command_id)
