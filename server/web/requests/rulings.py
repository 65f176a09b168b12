"""Queries over HTTP, by the API and by forms alike."""

from collections.abc import Mapping
from typing import get_args

from pydantic import BaseModel

from rules import commands as cmd
from rules import events as ev
from rules.identities import TournamentId
from server.access import Visitor
from server.hall import Hall
from server.web.schemas import rulings as body

_ORDERS: Mapping[str, type[BaseModel]] = {
    get_args(each.model_fields["order"].annotation)[0]: each
    for each in get_args(get_args(body.RulingOrderIn)[0])
}


async def order_ruling(
    hall: Hall,
    tournament: TournamentId,
    order: body.RulingOrderIn,
    visitor: Visitor,
    command_id: str,
) -> tuple[ev.Event, ...]:
    """Carry an order out; its events. Raises NotAllowed, MatchRefused naming a field."""
    command = _command(order)
    return await hall.commands.to_rulings(tournament, command, visitor, command_id)


def ruling_order(fields: Mapping[str, str]) -> body.RulingOrderIn:
    """The order of a form; raises pydantic's ValidationError for fields that cannot be."""
    typed = {name: value for name, value in fields.items() if name != "form" and value != ""}
    kind = _ORDERS.get(fields.get("order", ""), body.RaiseQueryIn)
    return kind.model_validate(typed)  # type: ignore[return-value]


def _command(order: body.RulingOrderIn) -> cmd.QueryCommand:
    match order:
        case body.RaiseQueryIn():
            return cmd.RaiseQuery(number=order.number, text=order.text)
        case body.AnswerQueryIn():
            return cmd.AnswerQuery(query=order.query, answer=order.answer)
        case body.QueryPeriodIn():
            return cmd.SetQueryPeriod(minutes=order.minutes)
