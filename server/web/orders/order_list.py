"""Orders: the name, command and body of each, how its form is read and how it is carried out.

The orders of an `OrderList` share an address and the right to use it. The API's route, the forms'
route and the documentation are made from the list. An order whose body differs from its command has
functions of its own, named in its `Order`.
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
    """The effect of an order: the names of its events."""

    events: list[str]


async def ordered(
    hall: Hall, match_id: MatchId, command: Command, visitor: Visitor, command_id: str
) -> EffectOut:
    """Give a command to a match; return the names of its events.

    Raises OrderRefused if the command has no effect.
    """
    happened = await hall.commands.to_match(match_id, command, visitor, command_id)
    return effect_of(effective(happened))


def effective(happened: Happened) -> Happened:
    """Return the events. Raises OrderRefused if they contain a refusal, or if there are none."""
    for event in happened:
        if isinstance(event, ev.ReadingRefused):
            raise OrderRefused(event.why)
    if not happened:
        raise OrderRefused(ev.Refusal.NOT_PLAYING)
    return happened


def effect_of(happened: Happened) -> EffectOut:
    """Return the answer to an order: the names of its events."""
    return EffectOut(events=[type(event).__name__ for event in happened])


Fields = Mapping[str, str]
"""The fields of a posted form."""
MATCH_API = "/api/t/{tournament}/matches/{number}"
TABLE_API = f"{MATCH_API}/tables/{{room}}"
MATCH_PAGE = "/hall/t/{tournament}/matches/{number}"
FORM = "form"
"""The form's field that names the form on its page."""
KNOWN = "known"
"""The field that says whom a typed name means if a person of that name is known already.

Its value is "same" for the known person, or "new" for a new person of the same name.
"""


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of an order, and what the order is about: a tournament, match, room or board.

    `say` translates a text into the sender's language. `messages` handles the messages of PBeM
    knockouts; it is None for all orders that are not about these.
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
"""A function that makes the command from a validated body.

It is a coroutine function if it has to wait for a match.
"""
Read = Callable[[Fields], Mapping[str, object]]
"""A function that gives the fields of a form the names and shapes of the body's fields."""
Carry = Callable[[Sender, Any, str, Sequence[cmd.AddPerson]], Awaitable[tuple[ev.Event, ...]]]
"""A function that carries out a command and returns the events.

Its arguments are the sender, the command, the command's id and the persons to be added.
"""


def as_typed(fields: Fields) -> Mapping[str, object]:
    """Return the fields of a form unchanged, for a form that has the same fields as the body."""
    return fields


@dataclass(frozen=True, slots=True)
class Order:
    """An order; `name` is its name in bodies, forms and addresses.

    `names` are the fields in which persons are typed by name or id, in a form one per line. `empty`
    are the fields for which an empty text in a form has a meaning. `command` is the class of the
    command, None if the order sends no command. `action` is a right that the sender needs besides
    the right to use the address.
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
        """Return the body that a form describes.

        A field that is empty in the form is left out if the body has a default for it. With
        `shared` the form serves several orders, and fields of other orders are ignored. Raises
        pydantic's ValidationError for fields that are not allowed.
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

        Raises NotAllowed, MatchRefused naming a field, ValuesChanged, OrderRefused, LogUnavailable,
        or NamesKnown if several persons have a name.
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
    """Return an order whose body is made from its command; for `special` see `body_of`.

    `carry` carries the order out. `make` makes the command from a body, `read` reads a form into
    the shape of the body; without them, the fields have the same names in form, body and command.
    `prefix` begins the name of the body's class. With `alone` the order has an address of its own,
    and the body does not name the order. `names` has the fields in which persons are typed, each
    with its type.
    """
    called = f"{prefix}{name.title().replace('-', '')}In"
    own = {**(names or {}), **special}
    body = body_of(command, called, "" if alone else name, **own)
    made = make or as_command(command)
    return Order(name, body, carry, made, read, names=tuple(names or ()), command=command)


def as_command(command: Any) -> Make:
    """Return a function that makes a command from the body's fields."""
    return lambda body, _: command(
        **{name: value for name, value in body if name not in (ORDER, KNOWN)}
    )


def at_table(command: Any) -> Make:
    """Return a function that makes a command from the body's fields and the sender's room."""
    return lambda body, sender: command(room=sender.room, **dict(body))


def as_asked(body: Any, _: Sender) -> Any:
    """Return the body itself, for an order whose handler takes the body instead of a command."""
    return body


def names_up_to(most: int) -> Any:
    """Return the type of a field that takes from one to `most` names of persons."""
    return Annotated[tuple[NewName, ...], Field(min_length=1, max_length=most)]


NAMES_KNOWN = (Known | None, None)
"""Type and default of a body's field `known`: whether typed names mean known persons."""


@dataclass(frozen=True, slots=True)
class SingleOrder:
    """An order with addresses of its own: `api` for programs, and `page` for its form.

    `api` is empty if programs cannot give it. The API's route has the HTTP method `method` and
    answers with `status`; with status 204 it answers without a body.
    """

    order: Order
    api: str
    page: str
    action: Action
    method: str = "POST"
    status: int = 200


@dataclass(frozen=True, slots=True)
class OrderList:
    """Orders that share an address: `api` for programs, and `page` for the page with their forms.

    `api` is empty for orders that are given only on a page. `form` is the name of the orders' form
    on the page, if the form does not send its own name. With `own_forms` each order's form has the
    order's name. With `shared_form` one form serves all orders, and has fields that some of them
    lack.
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
        """The type of a body with any of the orders, distinguished by its field `order`."""
        bodies = tuple(each.body for each in self.orders)
        return Annotated[Union[bodies], Field(discriminator=ORDER)]  # noqa: UP007 # made

    def form_of(self, fields: Fields) -> str:
        """Return the name that the form with these fields has on its page."""
        return fields.get(FORM) or (self.own_forms and fields.get(ORDER)) or self.form

    def read_form(self, fields: Fields) -> Body:
        """Return the body that a form describes.

        Raises pydantic's ValidationError for fields that are not allowed, and MatchRefused for an
        unknown order.
        """
        check_among(ORDER, fields.get(ORDER, ""), self.by_name)
        return self.by_name[fields[ORDER]].read_form(fields, shared=self.shared_form)

    async def give(self, sender: Sender, body: Body, command_id: str) -> tuple[ev.Event, ...]:
        """Carry out what a body asks for, as `Order.give` does; return the events."""
        return await self.by_name[getattr(body, ORDER)].give(sender, body, command_id)


async def to_hall(
    sender: Sender, command: Any, command_id: str, _: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Give an order to the hall as a whole; return the event."""
    return (await sender.hall.commands.to_hall(command, sender.visitor, command_id),)


async def to_stages(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Give an order about a format of the sender's tournament; return the events.

    Such an order plans, draws, publishes or rules. Matches that it publishes are set up.
    `newcomers` are persons to be added to the records.
    """
    tournament = sender.tournament.tournament
    return await sender.hall.commands.to_stages(
        tournament, command, sender.visitor, command_id, newcomers
    )


async def to_desk(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Give the sender's tournament an order by which no match is set up; return the events.

    `newcomers` are persons to be added to the records.
    """
    tournament = sender.tournament.tournament
    return await sender.hall.commands.to_desk(
        tournament, command, sender.visitor, command_id, newcomers
    )


async def to_match(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Give an order to the sender's match; return the events, none if the order changes nothing."""
    return await sender.hall.commands.to_match(
        sender.match, command, sender.visitor, command_id, newcomers
    )


async def to_play(
    sender: Sender, command: Any, command_id: str, newcomers: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    """Give an order to the sender's match; return the events, of which there is at least one.

    Raises OrderRefused if the order has no effect.
    """
    return effective(await to_match(sender, command, command_id, newcomers))
