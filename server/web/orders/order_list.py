"""Orders that a route takes: each one's command and body, the reading of its form, its handler.

An order is one value: its name, its command, its body made from that. A list of them shares an
address and an action. The route of the API, the route of the form and the documents are made from
the list; an order with a shape of its own has functions of its own, named in its entry.
"""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Union

from pydantic import BaseModel, Field

from rules import commands as cmd
from rules import events as ev
from rules.checks import check_among
from rules.identities import MatchId
from rules.room import Room
from rules.text import Say
from server.access import Action, Visitor, check_may
from server.hall import Hall
from server.matches.decide import Command, Happened
from server.messages.handling import MessageHandling
from server.tournaments.tournament_process import TournamentProcess
from server.web.edge.form_fields import read_json
from server.web.edge.refusals import OrderRefused
from server.web.orders.bodies import ORDER, body_of, is_plain
from server.web.orders.fields import Body, NewName
from server.web.orders.typed_persons import Known, TypedPersons


class EffectOut(BaseModel):
    """What an order did, by the names of its events."""

    events: list[str]


async def ordered(
    hall: Hall, match_id: MatchId, command: Command, visitor: Visitor, command_id: str
) -> EffectOut:
    """Return the events that the command caused; raises OrderRefused when it had no effect."""
    happened = await hall.commands.to_match(match_id, command, visitor, command_id)
    return effect_of(effective(happened))


def effective(happened: Happened) -> Happened:
    """Return the events; raises OrderRefused if they are only a refusal, or none."""
    for event in happened:
        if isinstance(event, ev.ReadingRefused):
            raise OrderRefused(event.why)
    if not happened:
        raise OrderRefused(ev.Refusal.NOT_PLAYING)
    return happened


def effect_of(happened: Happened) -> EffectOut:
    """Return the answer to an order."""
    return EffectOut(events=[type(event).__name__ for event in happened])


Fields = Mapping[str, str]
"""The fields of a posted form."""
MATCH_API = "/api/t/{tournament}/matches/{number}"
TABLE_API = f"{MATCH_API}/tables/{{room}}"
MATCH_PAGE = "/hall/t/{tournament}/matches/{number}"
FORM = "form"
"""The field that names a form on its page."""
KNOWN = "known"
"""The field that says whether known names mean the known persons."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of an order, and its place: hall, tournament, match, a table's `room`, a board.

    `say` gives a text in the sender's language. `messages` handles the messages of knockouts that
    are played by them, where such an order comes in.
    """

    hall: Hall
    visitor: Visitor
    of_tournament: TournamentProcess | None = None
    match_id: MatchId | None = None
    room: Room | None = None
    board_id: str = ""
    say: Say = str
    messages: MessageHandling | None = None

    @property
    def tournament(self) -> TournamentProcess:
        """The tournament that the order is about."""
        if self.of_tournament is None:
            return self.hall.tournaments.of(self.match)
        return self.of_tournament

    @property
    def match(self) -> MatchId:
        """The match that the order is about."""
        assert self.match_id is not None
        return self.match_id


Make = Callable[[Any, Sender], Any]
"""Makes the command of a validated body; a coroutine if it has to wait for a match."""
Read = Callable[[Fields], Mapping[str, object]]
"""Gives a form's fields the shape of the body, if the two differ."""
Carry = Callable[[Sender, Any, str, Sequence[cmd.AddPerson]], Awaitable[tuple[ev.Event, ...]]]
"""Sends a command with its id to its match, tournament or hall, with the persons to be added."""


def as_typed(fields: Fields) -> Mapping[str, object]:
    """Return the fields of a form that already have the body's shape."""
    return fields


@dataclass(frozen=True, slots=True)
class Order:
    """An order, by its name in bodies, forms and addresses.

    `names` are its fields in which persons are typed by name or id, one a line of a form, `empty`
    those that have a meaning if a form leaves them empty. `command` is the class that it sends,
    None if that is no command; `action` is then the action that its sender must be allowed
    besides that of its address.
    """

    name: str
    body: type[Body]
    carry: Carry
    make: Make
    read: Read = as_typed
    names: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    command: type | None = None
    action: Action | None = None

    def read_form(self, fields: Fields, *, shared: bool = False) -> Body:
        """Return the body of a form.

        Raises pydantic's ValidationError for fields that are not allowed.

        A field left empty counts as missing if the body can do without it. `shared`: the form
        serves several orders, and has fields of the others.
        """
        own = self.body.model_fields
        typed = dict[str, object]()
        for name, value in self.read({**fields}).items():
            known = own.get(name)
            unused = name == FORM or (known is None and shared)
            left_out = value == "" and known and not known.is_required()
            if unused or (left_out and name not in self.empty):
                continue
            typed[name] = self._value(name, value) if isinstance(value, str) else value
        return self.body.model_validate(typed)

    def _value(self, name: str, text: str) -> object:
        if name in self.names:
            return [line.strip() for line in text.splitlines() if line.strip()]
        known = self.body.model_fields.get(name)
        return text if known is None or is_plain(known.annotation) else read_json(text)

    async def give(self, sender: Sender, body: Body, command_id: str) -> tuple[ev.Event, ...]:
        """Carry out what a body asks for, in the sender's name; return the events.

        Raises NotAllowed, MatchRefused naming a field, ValuesChanged, NamesKnown for a name that
        several bear, OrderRefused, LogUnavailable.
        """
        if self.action is not None:
            check_may(sender.visitor, self.action)
        typed = TypedPersons(sender.hall, (), getattr(body, KNOWN, "same"))
        read = {name: typed.read_once(name, getattr(body, name)) for name in self.names}
        made = self.make(body.model_copy(update=read), sender)
        command = await made if inspect.isawaitable(made) else made
        return await self.carry(sender, command, command_id, typed.newcomers)


def order(
    name: str,
    command: Any,
    carry: Carry,
    *,
    prefix: str = "",
    alone: bool = False,
    make: Make | None = None,
    read: Read = as_typed,
    names: Mapping[str, Any] | None = None,
    **special: Any,
) -> Order:
    """Return the order whose body is made from its command; see `body_of` for `special`.

    `alone`: its address is its own, so that its body need not name the order. `names` are the types
    of the fields in which persons are typed, by field.
    """
    called = f"{prefix}{name.title().replace('-', '')}In"
    own = {**(names or {}), **special}
    body = body_of(command, called, "" if alone else name, **own)
    made = make or as_command(command)
    return Order(name, body, carry, made, read, names=tuple(names or ()), command=command)


def as_command(command: Any) -> Make:
    """Return the maker of a command whose fields are those of its body."""
    return lambda body, _: command(
        **{name: value for name, value in body if name not in (ORDER, KNOWN)}
    )


def at_table(command: Any) -> Make:
    """Return the maker of a command from its body's fields, at the table of the sender's room."""
    return lambda body, sender: command(room=sender.room, **dict(body))


def as_asked(body: Any, _: Sender) -> Any:
    """Return a body as it is, for the handler of the order."""
    return body


def names_up_to(most: int) -> Any:
    """Return the type of a field that takes from one to `most` names of persons."""
    return Annotated[tuple[NewName, ...], Field(min_length=1, max_length=most)]


NAMES_KNOWN = (Known | None, None)
"""Type and default of the field that says whether known names mean the known persons."""


@dataclass(frozen=True, slots=True)
class SingleOrder:
    """An order with addresses of its own: `api` of the API, empty for none, `page` of its form.

    The API takes it by `method` and answers with `status`, of 204 with nothing else.
    """

    order: Order
    api: str
    page: str
    action: Action
    method: str = "POST"
    status: int = 200


@dataclass(frozen=True, slots=True)
class OrderList:
    """Orders that share an address: `api` of the API, `page` of the page with their forms.

    Orders given at the desk alone have no `api`.

    `form` is the name of their form on its page unless it gives one itself; with `own_forms` each
    has a form of the order's name. `shared_form`: one form serves them all, so that it has fields
    which some of them lack.
    """

    api: str
    page: str
    action: Action
    orders: tuple[Order, ...]
    form: str
    shared_form: bool = False
    own_forms: bool = False
    by_name: Mapping[str, Order] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {each.name: each for each in self.orders})

    @property
    def body(self) -> Any:
        """Type of the body of any order, distinguished by its field `order`."""
        bodies = tuple(each.body for each in self.orders)
        return Annotated[Union[bodies], Field(discriminator=ORDER)]  # noqa: UP007 # made

    def form_of(self, fields: Fields) -> str:
        """Return the name on its page of the form with these fields."""
        return fields.get(FORM) or (self.own_forms and fields.get(ORDER)) or self.form

    def read_form(self, fields: Fields) -> Body:
        """Return the body of a form.

        Raises pydantic's ValidationError for fields that are not allowed, MatchRefused for an
        unknown order.
        """
        check_among(ORDER, fields.get(ORDER, ""), self.by_name)
        return self.by_name[fields[ORDER]].read_form(fields, shared=self.shared_form)

    async def give(self, sender: Sender, body: Body, command_id: str) -> tuple[ev.Event, ...]:
        """Carry out what a body asks for, as Order.give does."""
        return await self.by_name[getattr(body, ORDER)].give(sender, body, command_id)


async def to_hall(
    sender: Sender, command: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Give an order to the hall as a whole."""
    return (await sender.hall.commands.to_hall(command, sender.visitor, command_id),)


async def to_stages(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Pass an order to a format that sets up its own matches; return the events."""
    tournament = sender.tournament.tournament
    return await sender.hall.commands.to_stages(
        tournament, command, sender.visitor, command_id, newcomers
    )


async def to_desk(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Pass an order that concerns no match at a table to its tournament; return the events."""
    tournament = sender.tournament.tournament
    return await sender.hall.commands.to_desk(
        tournament, command, sender.visitor, command_id, newcomers
    )


async def to_rulings(
    sender: Sender, command: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Pass an order on queries or cases to the tournament's rulings; return the events."""
    tournament = sender.tournament.tournament
    return await sender.hall.commands.to_rulings(tournament, command, sender.visitor, command_id)


async def to_match(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Pass an order to a match; return the events, none if the order changes nothing."""
    return await sender.hall.commands.to_match(
        sender.match, command, sender.visitor, command_id, newcomers
    )


async def to_play(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Pass an order to the play of a match; return the events.

    Raises OrderRefused if the order has no effect.
    """
    return effective(await to_match(sender, command, command_id, newcomers))
