"""A TTT over HTTP, by the API and by forms alike.

A TTT over the API: how it stands, the director's orders, a player's own (rulings 18 to 20).
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, assert_never, get_args

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.events import TttEnding
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.state import Forfeit, Played
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.match_files.ids import position_id
from rules.match_play.state import TABLE
from rules.position import Side
from rules.text import N_
from server.access import Action, Visitor
from server.hall import Hall
from server.results.ttt_values import TttMatchShown, TttTable, TttView
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.requests.effects import EffectOut, effect_of
from server.web.requests.typed_persons import TypedPersons
from server.web.ttt import schemas as body
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for

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


router = APIRouter(prefix="/api/t/{tournament}/ttt", tags=["TTT"])


@router.get("", dependencies=[Depends(needs(Action.WATCH))])
async def ttt(tournament: TournamentDep, hall: HallDep) -> body.TttOut:
    """Rules, groups, standings and matches."""
    words = words_for(SOURCE_LANGUAGE)
    view = TttView(tournament.state.of(TTT), hall.names(), words)
    return body.TttOut(
        rules=[
            body.TttRulesOut(
                version=each.version,
                cap=_decimal_out(each.cap),
                removal_at=each.removal_at,
                move_hours=each.move_hours,
                text=each.text,
            )
            for each in view.state.versions
        ],
        seed=view.state.seed.hex(),
        groups=[_group(each) for each in view.tables],
        matches=[_match_out(each) for each in view.matches],
    )


@router.post("")
async def order(
    order: body.TttOrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EffectOut:
    """Set up, enter players, draw, enter matches and results, adjudicate …; `order` says which."""
    return effect_of(await order_ttt(hall, tournament, order, visitor, command_id))


@router.post("/own")
async def own(
    order: body.TttOwnOrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.PLAY_TTT))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EffectOut:
    """Invite, accept or report, as one of its players."""
    return effect_of(await order_own(hall, tournament, order, visitor, command_id))


def _group(table: TttTable) -> body.TttGroupOut:
    return body.TttGroupOut(
        group=table.group,
        mini=table.mini,
        finished=table.table.finished,
        winner=table.table.winner.text if table.table.winner else "",
        tie=table.table.tie.value,
        rows=[
            body.TttRowOut(
                place=line.row.place,
                player=line.player,
                name=line.name,
                points=_decimal_out(line.row.points),
                played=line.row.played,
                single=line.row.wins[TttEnding.SINGLE],
                gammon=line.row.wins[TttEnding.GAMMON],
                backgammon=line.row.wins[TttEnding.BACKGAMMON],
                forfeit_wins=line.row.forfeit_wins,
                losses=line.row.losses,
                forfeits=line.row.forfeits,
                provisional=line.row.provisional,
            )
            for line in table.lines
        ],
    )


def _match_out(shown: TttMatchShown) -> body.TttMatchOut:
    match, result = shown.match, shown.match.result
    ending, winner, version = "", "", 0
    if isinstance(result, Played):
        ending, winner, version = result.ending.value, result.winner.text, result.version
    elif isinstance(result, Forfeit):
        ending, version = result.how.value, result.version
        winner = match.other(result.loser).text
    figured = result.adjudication if isinstance(result, Forfeit) else None
    three = figured.figures if figured else None
    return body.TttMatchOut(
        match=match.number,
        mini=match.mini,
        inviter=match.inviter.text,
        invited=match.invited.text,
        standing=shown.standing.value,
        ending=ending,
        winner=winner,
        points=shown.scores and (_decimal_out(shown.scores[0]), _decimal_out(shown.scores[1])),
        settled=shown.settled,
        in_doubt=match.in_doubt,
        version=version,
        position=result.position if isinstance(result, Forfeit) else "",
        figures=three and (str(three.wins), str(three.gammons), str(three.backgammons)),
        engine=" ".join(filter(None, (figured.engine, figured.software))) if figured else "",
    )


def _decimal_out(tenths: int) -> str:
    """Points for programs: "11.5"."""
    return f"{tenths // 10}.{tenths % 10}"
