"""What the organiser of a knockout by messages orders, by the API and by forms alike."""

import asyncio

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
from server.messages.handling import MessageHandling
from server.tournament.tournament_process import TournamentProcess
from server.web.schemas import messages as body


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
        case body.StartIn():
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
    order: body.StartIn,
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
                by=visitor.by,
            )
        case body.TimeRuleIn():
            return cmd.ApplyPbemTimeRule(
                number=order.number,
                last_used=_both(order.last_white, order.last_red),
                current_used=_both(order.current_white, order.current_red),
                winner=winner,
                reason=order.reason,
                by=visitor.by,
            )


def _side(match: PbemMatch, side: str | None) -> PersonId | None:
    return None if side is None else match.players[0 if side == "white" else 1]


def _both(first: int | None, second: int | None) -> tuple[int, ...]:
    return tuple(each for each in (first, second) if each is not None)
