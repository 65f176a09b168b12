"""What is ordered at the desk of a tournament, by the forms of its page.

Who plays, who waits, who has come and what is kept of an entry (ADR 19). A team may be named as it
was called before.
"""

from typing import Annotated, Any

from pydantic import BeforeValidator

from rules import commands as cmd
from server.access import Action
from server.web.edge.typed_values import typed_amount
from server.web.orders.bodies import body_of, value_of
from server.web.orders.order_list import (
    Fields,
    Order,
    OrderList,
    Sender,
    as_command,
    order,
    to_desk,
)
from server.web.schemas.entries import Amount
from server.web.schemas.fields import Name

_PLAYER = "player-"
_TypedAmount = Annotated[Amount, BeforeValidator(typed_amount)]
"""Typed as 1500 or 12.50, kept in hundredths."""
_TermsIn = body_of(cmd.DeskTerms, "TermsIn", "terms", was=(value_of(cmd.DeskTerms), ...))
_EntryIn = body_of(
    cmd.EntryForm,
    "EntryIn",
    "entry",
    team=(Name, ...),
    due=_TypedAmount,
    paid=_TypedAmount,
    was=(value_of(cmd.EntryForm), ...),
)


def _terms(body: Any, _: Sender) -> cmd.SetDeskTerms:
    return cmd.SetDeskTerms(cmd.DeskTerms(limit=body.limit, currency=body.currency), body.was)


def _entry(body: Any, sender: Sender) -> cmd.ChangeEntry:
    named = ("club", "pot", "due", "paid", "note")
    form = cmd.EntryForm(**{name: getattr(body, name) for name in named})
    return cmd.ChangeEntry(_team(body, sender), form, body.was)


def _roster(body: Any, sender: Sender) -> cmd.SetRoster:
    return cmd.SetRoster(
        team=_team(body, sender), game_name=body.game, players=body.players, was=body.was
    )


def _team(body: Any, sender: Sender) -> str:
    return sender.tournament.state.name_now(body.team)


def _of_its_team(name: str, command: Any) -> Order:
    make = as_command(command)

    def of_its_team(body: Any, sender: Sender) -> Any:
        return make(body.model_copy(update={"team": _team(body, sender)}), sender)

    return order(name, command, to_desk, make=of_its_team)


def _with_players(fields: Fields) -> dict[str, object]:
    """A form whose fields `player-1` … are who plays a game, by their ids."""
    players = [value for name, value in fields.items() if name.startswith(_PLAYER)]
    plain = {name: value for name, value in fields.items() if not name.startswith(_PLAYER)}
    return {**plain, "players": players}


DESK_ORDERS = OrderList(
    "",
    "/hall/t/{tournament}/event/entries",
    Action.ENTER_TEAM,
    (
        Order("terms", _TermsIn, to_desk, _terms),
        _of_its_team("confirm", cmd.ConfirmEntry),
        _of_its_team("wait", cmd.PutToWait),
        _of_its_team("attendance", cmd.SetAttendance),
        Order("entry", _EntryIn, to_desk, _entry, empty=("note",)),
        order(
            "roster",
            cmd.SetRoster,
            to_desk,
            make=_roster,
            read=_with_players,
            without=("game_name",),
            game=(Name, ...),
        ),
    ),
    form="desk",
    shared_form=True,
    own_forms=True,
)
