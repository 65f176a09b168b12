"""What is done to a tournament's knockouts over HTTP, by the API and by forms alike.

Orders about knockouts as forms send them: text fields, read into the bodies the API takes.

A tournament's knockouts over the API: planned, drawn, published, ruled on; how they stand.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, cast

from fastapi import APIRouter, Depends

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.knockout.draws import PRESETS
from rules.identities import PersonId
from rules.text import N_
from server.access import Action, Visitor
from server.hall import Hall
from server.store.accounts_db.accounts import folded
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import with_json
from server.web.edge.services import HallDep, PublicOutcomesDep, TournamentDep
from server.web.knockouts import schemas as body
from server.web.knockouts.schemas import (
    KNOCKOUT_ORDERS,
    KnockoutOrderIn,
    KnockoutOut,
    KnockoutPlanIn,
    knockout_out,
)
from server.web.requests.effects import EffectOut, effect_of
from server.web.requests.typed_persons import TypedPersons


async def order_knockout(
    hall: Hall,
    tournament: TournamentProcess,
    order: body.KnockoutOrderIn,
    visitor: Visitor,
    command_id: str,
) -> tuple[ev.Event, ...]:
    """Carry an order out; its events.

    Raises NotAllowed, MatchRefused naming a field, ValuesChanged, NamesKnown for a name that
    several bear, LogUnavailable.
    """
    typed = TypedPersons(hall, (), "same")
    command = _command(tournament, order, typed)
    return await hall.commands.to_stages(
        tournament.tournament, command, visitor, command_id, typed.newcomers
    )


def _command(
    tournament: TournamentProcess, order: body.KnockoutOrderIn, typed: TypedPersons
) -> cmd.KnockoutCommand:
    match order:
        case body.KnockoutPlanIn():
            return _plan(order)
        case body.RemoveIn():
            return cmd.WithdrawKnockout(knockout=order.knockout, reason=order.reason)
        case body.EnterIn():
            _check_each_once(order.players)
            return cmd.EnterKnockout(knockout=order.knockout, players=typed.read(order.players))
        case body.RemoveEntryIn():
            player = PersonId(order.player)
            return cmd.WithdrawKnockoutEntry(knockout=order.knockout, player=player)
        case body.KnockoutDrawIn():
            seen = None if order.seen is None else tuple(map(PersonId, order.seen))
            return cmd.DrawKnockoutRound(knockout=order.knockout, round=order.round, seen=seen)
        case body.KnockoutPublishIn():
            pairs = order.seen
            seen_pairs = (
                None
                if pairs is None
                else tuple((PersonId(white), PersonId(red)) for white, red in pairs)
            )
            return cmd.PublishKnockoutMatches(
                knockout=order.knockout, round=order.round, seen=seen_pairs
            )
        case _:
            return _ruling(tournament, order)


def _ruling(
    tournament: TournamentProcess,
    order: body.RemoveRoundIn
    | body.ResultIn
    | body.RuleIn
    | body.KnockoutLiftIn
    | body.WithdrawPlayerIn
    | body.ReturnPlayerIn
    | body.ResolveIn,
) -> cmd.KnockoutRuling:
    reason = order.reason
    match order:
        case body.RemoveRoundIn():
            return cmd.WithdrawKnockoutRound(
                knockout=order.knockout, round=order.round, reason=reason
            )
        case body.ResultIn():
            return cmd.RuleKnockoutMatch(
                number=order.number,
                decision=ev.KnockoutDecision.RESULT,
                winner=None,
                score=(order.white, order.red),
                reason=reason,
                later=_later(order.later),
                was=_ruled_as(order),
            )
        case body.RuleIn():
            return cmd.RuleKnockoutMatch(
                number=order.number,
                decision=ev.KnockoutDecision(order.decision),
                winner=_side(tournament, order),
                reason=reason,
                later=_later(order.later),
                was=_ruled_as(order),
            )
        case body.KnockoutLiftIn():
            later, was = _later(order.later), _ruled_as(order)
            return cmd.LiftKnockoutRuling(number=order.number, reason=reason, later=later, was=was)
        case body.WithdrawPlayerIn():
            player = PersonId(order.player)
            return cmd.WithdrawKnockoutPlayer(knockout=order.knockout, player=player, reason=reason)
        case body.ReturnPlayerIn():
            player = PersonId(order.player)
            return cmd.ReturnKnockoutPlayer(knockout=order.knockout, player=player, reason=reason)
        case body.ResolveIn():
            return cmd.ResolveKnockoutWinner(
                knockout=order.knockout,
                round=order.round,
                place=order.place,
                later=cmd.Later(order.later),
                reason=reason,
                seen=None if order.seen is None else PersonId(order.seen),
            )


def _check_each_once(names: Sequence[str]) -> None:
    """Raise MatchRefused for a name that is there twice: nobody would know who is meant."""
    seen = set[str]()
    for name in names:
        if folded(name) in seen:
            raise MatchRefused("players", name, N_("each name once"))
        seen.add(folded(name))


def _plan(order: body.KnockoutPlanIn) -> cmd.PlanKnockout:
    preset = PRESETS[order.preset]
    return cmd.PlanKnockout(
        name=order.name,
        draw=preset.draw,
        length=preset.length if order.length is None else order.length,
        last_lengths=order.last_lengths,
        game_name=order.game,
        elsewhere=order.elsewhere,
        clocks=order.clocks,
        clock_minutes=order.clock_minutes,
    )


def _ruled_as(order: body.ResultIn | body.RuleIn | body.KnockoutLiftIn) -> str | None:
    return None if order.was is None else order.was.get(order.number, "")


def _later(later: body.LaterIn | None) -> cmd.Later | None:
    return None if later is None else cmd.Later(later)


def _side(tournament: TournamentProcess, order: body.RuleIn) -> PersonId | None:
    """Who a side of an announced match is; raises MatchRefused for any other match."""
    knockout = tournament.state.of(KNOCKOUT).of_match(order.number)
    announced = None if knockout is None else knockout.announced_as(order.number)
    if announced is None:
        raise MatchRefused("match", order.number, N_("a published match of a knockout"))
    if order.winner is None:
        return None
    return announced.pairing.white if order.winner == "white" else announced.pairing.red


GOES_ON = "goes_on"
"""The field that names a match and the side that goes on from it, such as "12:white"."""


def knockout_order(fields: Mapping[str, str]) -> KnockoutOrderIn:
    """The order of a form; raises pydantic's ValidationError for fields that cannot be.

    Players are typed one a line, `last_lengths` with commas between them.
    """
    plain = {name: value for name, value in fields.items() if value != ""}
    plain.pop("form", None)
    order: dict[str, object] = {**with_json(plain, "seen", "was")}
    if "players" in fields:
        lines = (line.strip() for line in fields["players"].splitlines())
        order["players"] = [line for line in lines if line]
    if "last_lengths" in plain:
        typed = plain["last_lengths"].replace(";", ",").split(",")
        order["last_lengths"] = [each.strip() for each in typed if each.strip()]
    if GOES_ON in plain:
        number, _, side = plain[GOES_ON].partition(":")
        order.pop(GOES_ON)
        order["number"] = number
        if side:
            order["winner"] = side
    kind = KNOCKOUT_ORDERS.get(fields.get("order", ""), KnockoutPlanIn)
    return cast(KnockoutOrderIn, kind.model_validate(order))


router = APIRouter(prefix="/api/t/{tournament}", tags=["operator"])


@router.get("/knockouts")
async def knockouts(
    visitor: Annotated[Visitor, Depends(needs(Action.WATCH))],
    tournament: TournamentDep,
    hall: HallDep,
    outcomes: PublicOutcomesDep,
) -> list[KnockoutOut]:
    """Every knockout of single players, by what the visitor may know of its matches."""
    known = outcomes.points_seen_by(visitor, hall, tournament.tournament)
    names = hall.names()
    every = tournament.state.of(KNOCKOUT).by_number.values()
    return [knockout_out(each, known, names) for each in every]


@router.post("/knockouts")
async def order(
    order: KnockoutOrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EffectOut:
    """Plan, enter, draw, publish or rule; `order` says which."""
    return effect_of(await order_knockout(hall, tournament, order, visitor, command_id))
