"""Queries and cases over HTTP, by the API and by forms alike."""

from collections.abc import Mapping
from typing import get_args

from pydantic import BaseModel

from rules import commands as cmd
from rules import events as ev
from rules.identities import TournamentId
from server.access import Visitor
from server.hall import Hall
from server.web.edge.form_fields import with_json
from server.web.requests.cases import case_command
from server.web.schemas import rulings as body

_ORDERS: Mapping[str, type[BaseModel]] = {
    get_args(each.model_fields["order"].annotation)[0]: each
    for each in get_args(get_args(body.RulingOrderIn)[0])
}
_TEAM = "team-"


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
    """The order of a form; raises pydantic's ValidationError for fields that cannot be.

    `team-1` … are the teams a case concerns. A form for rulings of every kind has fields that only
    some of them use.
    """
    kind = _ORDERS.get(fields.get("order", ""), body.RaiseQueryIn)
    typed: dict[str, object] = {
        name: value
        for name, value in with_json(fields, "was").items()
        if name in kind.model_fields and fields[name] != ""
    }
    if "teams" in kind.model_fields:
        chosen = (value for name, value in fields.items() if name.startswith(_TEAM))
        typed["teams"] = [value for value in chosen if value]
    return kind.model_validate(typed)  # type: ignore[return-value]


def _command(order: body.RulingOrderIn) -> cmd.QueryCommand | cmd.CaseCommand:
    match order:
        case body.RaiseQueryIn():
            return cmd.RaiseQuery(number=order.number, text=order.text)
        case body.AnswerQueryIn():
            return cmd.AnswerQuery(query=order.query, answer=order.answer)
        case body.QueryPeriodIn():
            return cmd.SetQueryPeriod(minutes=order.minutes, was=order.was)
        case _:
            return case_command(order)
