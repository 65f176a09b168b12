"""Request bodies that are made from the commands which they ask for.

A body has the fields of its command, with the limits of their types. After validation its fields
hold values of the command's types, so that no code has to copy them one by one.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pydantic
from pydantic import AfterValidator, StringConstraints, create_model

from rules.dice import Roll
from rules.identities import PersonId
from rules.limits import Many, Text, Whole
from rules.position import Position, Side
from rules.room import Room, RoomResult
from server.web.orders import fields as values
from server.web.orders.fields import Body, PositionValues, as_position
from server.web.orders.results import ResultValues, room_result

ORDER = "order"
"""The field of a body or form that names the order, where several orders share an address."""


def _text(limit: Text) -> Any:
    constraints = StringConstraints(
        strip_whitespace=None if limit.new else True,
        min_length=limit.least or None,
        max_length=limit.most,
    )
    return Annotated[str, constraints, *(values.TIDIED_AND_SEEN if limit.new else ())]


def _many(kind: Any, limit: Many) -> Any:
    least = limit.least or None
    return Annotated[value_of(kind), pydantic.Field(min_length=least, max_length=limit.most)]


_VALUES: Mapping[Any, Any] = {
    PersonId: Annotated[values.PersonText, AfterValidator(PersonId)],
    datetime: values.Instant,
    Roll: Annotated[tuple[values.Die, values.Die], AfterValidator(lambda dice: Roll(*dice))],
    Room: values.choice_of(Room),
    Side: values.choice_of(Side),
    RoomResult: Annotated[ResultValues, AfterValidator(room_result)],
    Position: Annotated[PositionValues, AfterValidator(as_position)],
}
"""The type of a body's field, by the type of the command's field from which it is made.

These are the types whose values JSON sends in another form: a time, for example, is sent as a text.
All other types are the same in body and command.
"""


def value_of(kind: Any) -> Any:
    """Return the type that a body's field has for a command's field of type `kind`."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        plain, limit = parts[0], parts[1]
        match limit:
            case Whole():
                return Annotated[int, pydantic.Field(ge=limit.least, le=limit.most)]
            case Text():
                return _text(limit)
            case Many():
                return _many(plain, limit)
        return kind
    if origin in (Union, UnionType):
        return Union[tuple(map(value_of, parts))]  # noqa: UP007 # made, not written
    if origin is tuple:
        return tuple[tuple(each if each is Ellipsis else value_of(each) for each in parts)]  # type: ignore[misc]
    if origin is dict or origin is Mapping:
        return dict[value_of(parts[0]), value_of(parts[1])]  # type: ignore[misc]
    if isinstance(kind, type) and is_dataclass(kind) and kind not in _VALUES:
        return Annotated[_part(kind), AfterValidator(_built(kind))]
    return _VALUES.get(kind, kind)


def _built(kind: Any) -> Callable[[Body], Any]:
    return lambda body: kind(**dict(body))


@cache
def _part(kind: type) -> type[Body]:
    """Return the class of a request's body for values of `kind`, a class used in a command's field.

    The body's field has values of the class returned, where the command's field has values of
    `kind`.
    """
    return body_of(kind, f"{kind.__name__}In")


def body_of(
    command: Any, name: str, /, order: str = "", without: tuple[str, ...] = (), **special: Any
) -> type[Body]:
    """Return a class of bodies that is made from a command's class; `name` is its name.

    `order` is the only value that the body's field `order` may have; if it is empty, the body has
    no such field. `special` has, by name, the types of fields that differ from the command's
    fields, or that the command lacks: each is a type, or a pair of type and default. The command's
    fields in `without` are left out of the body, because they are given elsewhere, such as in the
    address.
    """
    hints = get_type_hints(command, include_extras=True)
    kinds: dict[str, Any] = {ORDER: (Literal[order], ...)} if order else {}
    for each in fields(command):
        if each.name not in (*special, *without):
            kinds[each.name] = (value_of(hints[each.name]), _default(each))
    own = {each.name: each for each in fields(command)}
    for field_name, kind in special.items():
        given = kind if isinstance(kind, tuple) else (kind, _default(own[field_name]))
        kinds[field_name] = given
    body: type[Body] = create_model(name, __base__=Body, __doc__=command.__doc__, **kinds)
    return body


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return ... if field.default_factory is MISSING else field.default_factory()


def is_plain(kind: Any) -> bool:
    """Return True if a form sends a field of this type as plain text, False if it sends JSON."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return is_plain(parts[0])
    if origin in (Union, UnionType):
        return all(is_plain(each) for each in parts if each is not NoneType)
    return not (
        origin in (tuple, list, dict) or (isinstance(kind, type) and issubclass(kind, Body))
    )
