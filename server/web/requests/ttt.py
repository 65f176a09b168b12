"""A TTT over HTTP, by the API and by forms alike."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import assert_never, get_args

from pydantic import BaseModel

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.formats.ttt.deciding import TTT
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.match_files.ids import position_id
from rules.match_play.state import TABLE
from rules.position import Side
from rules.text import N_
from server.access import Visitor
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.requests.typed_persons import TypedPersons
from server.web.schemas import ttt as body

_ORDERS: Mapping[str, type[BaseModel]] = {
    get_args(each.model_fields["order"].annotation)[0]: each
    for union in (body.TttOrderIn, body.TttOwnOrderIn)
    for each in get_args(get_args(union)[0])
}
_HUNDRED = Decimal(100)
_OWN_MATCH = re.compile(r"[a-z0-9-]{1,30}/[1-9][0-9]{0,8}")
AT_A_BOARD = N_("a match to points whose game of backgammon is under way, its positions recorded")
"""What has a last position at a board here."""


async def order_ttt(
    hall: Hall,
    tournament: TournamentProcess,
    order: body.TttOrderIn,
    visitor: Visitor,
    command_id: str,
) -> tuple[ev.Event, ...]:
    """Carry an order of the director's out; its events.

    Raises NotAllowed, NamesKnown, MatchRefused naming a field, ValuesChanged, LogUnavailable.
    """
    newcomers: Sequence[cmd.AddPerson] = ()
    if isinstance(order, body.TttPlayersIn):
        typed = TypedPersons(hall, (), order.known)
        command: cmd.TttCommand = cmd.EnterTttPlayers(players=typed.read(order.players))
        newcomers = typed.newcomers
    elif isinstance(order, body.TttForfeitIn | body.TttPositionIn):
        command = _match_command(await _at_board(hall, order))
    else:
        command = _command(order)
    return await hall.commands.to_desk(
        tournament.tournament, command, visitor, command_id, newcomers
    )


async def order_own(
    hall: Hall,
    tournament: TournamentProcess,
    order: body.TttOwnOrderIn,
    visitor: Visitor,
    command_id: str,
) -> tuple[ev.Event, ...]:
    """Carry out what a player asks for himself; raises as above."""
    player = own_player(hall, tournament, visitor) or PersonId(visitor.by or "nobody")
    command = _own_command(order, player)
    return await hall.commands.to_desk(tournament.tournament, command, visitor, command_id)


def own_player(hall: Hall, tournament: TournamentProcess, visitor: Visitor) -> PersonId | None:
    """Who the visitor is in the TTT of a tournament, None where he is not in it.

    He may be there as a person who turned out to be him.
    """
    if visitor.person is None:
        return None
    merged = hall.persons.merged
    own = merged.get(visitor.person, visitor.person)
    players = tournament.state.of(TTT).players
    return next((each for each in players if merged.get(each, each) == own), None)


def ttt_order(fields: Mapping[str, str]) -> body.TttOrderIn:
    """The order of a director's form; raises pydantic's ValidationError for fields that cannot be.

    Names of players stand one in a line.
    """
    return _order(fields, body.TttRulesIn)  # type: ignore[return-value]


def own_order(fields: Mapping[str, str]) -> body.TttOwnOrderIn:
    """The order of a player's form; raises as above."""
    return _order(fields, body.TttInviteIn)  # type: ignore[return-value]


def _order(fields: Mapping[str, str], default: type[BaseModel]) -> BaseModel:
    kind = _ORDERS.get(fields.get("order", ""), default)
    typed: dict[str, object] = {
        name: value for name, value in fields.items() if name in kind.model_fields and value
    }
    if kind is body.TttPlayersIn:
        lines = fields.get("players", "").splitlines()
        typed["players"] = [line for line in lines if line.strip()]
    return kind.model_validate(typed)


async def _at_board(
    hall: Hall, order: body.TttForfeitIn | body.TttPositionIn
) -> body.TttForfeitIn | body.TttPositionIn:
    """The order with the position that lies at a board of ours, where it names that match."""
    if not _OWN_MATCH.fullmatch(order.position):
        return order
    match_id = hall.names().match_meant(order.position)
    async with hall.registry.held(match_id):
        record = hall.match(match_id).record
        scheduled, state = record.scheduled, record.state
        if not isinstance(scheduled, ev.MatchPlayScheduled) or state is None:
            raise MatchRefused("position", order.position, AT_A_BOARD)
        table, side = state.table(TABLE), state.table(TABLE).on_turn
        lies_there = table.recorded and table.result is None
        if side is None or not lies_there or record.game.name != BACKGAMMON.name:
            raise MatchRefused("position", order.position, AT_A_BOARD)
        player = scheduled.white if side is Side.WHITE else scheduled.red
        fields = {"position": position_id(table.position, side), "who": player.text}
    return order.model_copy(update=fields)


def _command(order: body.TttOrderIn) -> cmd.TttCommand:
    match order:
        case body.TttRulesIn():
            return cmd.SetTttRules(
                cap=int(order.cap * 10),
                removal_at=order.removal_at,
                move_hours=order.move_hours,
                text=order.text,
                was=order.was,
            )
        case body.TttTakeOutIn():
            return cmd.TakeOutTttPlayer(player=PersonId(order.player))
        case body.TttDrawIn():
            return cmd.DrawTtt(groups=order.groups, seen=order.seen)
        case body.TttWithdrawDrawIn():
            return cmd.WithdrawTttDraw(mini=order.mini, reason=order.reason)
        case body.TttMiniIn():
            return cmd.DrawMiniTtt(group=order.group)
        case body.TttRemoveIn():
            return cmd.RemoveTttPlayer(player=PersonId(order.player), reason=order.reason)
        case body.TttReturnIn():
            return cmd.ReturnTttPlayer(player=PersonId(order.player), reason=order.reason)
        case body.TttPlayersIn():
            raise TypeError("names are read together with those who are known")
        case _:
            return _match_command(order)


def _match_command(
    order: body.TttMatchIn
    | body.TttStrikeIn
    | body.TttResultIn
    | body.TttForfeitIn
    | body.TttPositionIn
    | body.TttFiguresIn,
) -> cmd.TttCommand:
    match order:
        case body.TttMatchIn():
            return cmd.StartTttMatch(
                match=order.match,
                inviter=PersonId(order.inviter),
                invited=PersonId(order.invited),
                mini=order.mini,
            )
        case body.TttStrikeIn():
            return cmd.StrikeTttMatch(match=order.match, reason=order.reason)
        case body.TttResultIn():
            return cmd.EnterTttResult(
                match=order.match,
                winner=PersonId(order.winner),
                ending=ev.TttEnding(order.ending),
                reason=order.reason,
                was=order.was,
            )
        case body.TttForfeitIn():
            return cmd.ForfeitTttGame(
                match=order.match,
                loser=PersonId(order.loser),
                how=ev.TttForfeit(order.how),
                position=order.position,
                who=PersonId(order.who) if order.who else None,
                reason=order.reason,
                was=order.was,
            )
        case body.TttPositionIn():
            return cmd.GiveTttPosition(
                match=order.match,
                position=order.position,
                who=PersonId(order.who) if order.who else None,
            )
        case body.TttFiguresIn():
            return cmd.AdjudicateTttGame(
                match=order.match,
                wins=order.wins / _HUNDRED,
                gammons=order.gammons / _HUNDRED,
                backgammons=order.backgammons / _HUNDRED,
            )
        case _:
            assert_never(order)


def _own_command(order: body.TttOwnOrderIn, player: PersonId) -> cmd.TttPlayerCommand:
    match order:
        case body.TttInviteIn():
            return cmd.InviteTttOpponent(inviter=player, invited=PersonId(order.opponent))
        case body.TttAcceptIn():
            return cmd.AcceptTttInvitation(
                inviter=PersonId(order.opponent), invited=player, match=order.match
            )
        case body.TttReportIn():
            return cmd.ReportTttResult(
                match=order.match,
                player=player,
                winner=PersonId(order.winner),
                ending=ev.TttEnding(order.ending),
            )
        case _:
            assert_never(order)
