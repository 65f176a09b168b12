"""The stored form of events: a kind, a version and canonical JSON, written and read back.

Canonical JSON has sorted keys, no blanks and is in UTF-8. So the same event always has the same
bytes, and the ledger's hash can be computed again from an export. A field with a default may be
added to an event later; earlier payloads are then read with that default.

Single values are stored in these forms, from which exactly the same values are read back. Bytes are
lower-case hexadecimal; an enum member is its value; a roll is "31", in the order in which the dice
were read; persons and tournaments are their ids; a match is "0123456789ab/3"; a move is "24/18", or
"13/7*" with a hit; a position is 26 hexadecimal counts of White's checkers, a stroke, and 26 of
Red's; an instant is "2008-10-03T10:00:00+00:00", in UTC to the second. Files on disk have these
forms for good; the test data in tests/golden/events pin them.
"""

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, cast, get_args, get_origin, get_type_hints

from rules.dice import Roll
from rules.events import Event
from rules.identities import MatchId, PersonId, TournamentId, TournamentName
from rules.position import Move, Position

_MOVE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})(\*?)")
_HEX = re.compile(r"(?:[0-9a-f]{2})*")
_POSITION = re.compile(r"([0-9a-f]{26})/([0-9a-f]{26})")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", re.ASCII)
_text = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class Form:
    """How values of one type are stored: `write` returns canonical JSON, `read` takes parsed JSON.

    `read` raises ValueError for everything that `write` never produces. `write` returns text and
    not values for a JSON encoder, because that is faster: players wait while most events are
    written.
    """

    write: Callable[[Any], str]
    read: Callable[[Any], object]


@cache
def form_of(kind: Any) -> Form:
    """Return the form in which values of a type are stored; `kind` is the type of an event's field.

    Raises TypeError for a type that has no stored form.
    """
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, UnionType):
        return _optional(kind)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(kind)
    raise TypeError(f"no stored form for {kind}: add one to {__name__}")


def _exactly(kind: type, write: Callable[[Any], str]) -> Form:
    def read(value: object) -> object:
        if type(value) is not kind:
            raise ValueError(f"{value!r} is not {kind.__name__}")
        return value

    return Form(write, read)


def _enum(kind: type[Enum]) -> Form:
    texts = {member.name: json.dumps(member.value, ensure_ascii=False) for member in kind}
    return Form(lambda member: texts[member.name], kind)


def _optional(union: UnionType) -> Form:
    kinds = [kind for kind in get_args(union) if kind is not NoneType]
    if len(kinds) != 1 or NoneType not in get_args(union):
        raise TypeError(f"no stored form for {union}: only one type or None")
    form = form_of(kinds[0])
    return Form(
        lambda value: "null" if value is None else form.write(value),
        lambda value: None if value is None else form.read(value),
    )


def _tuple(kinds: tuple[Any, ...]) -> Form:
    repeated = len(kinds) == 2 and kinds[1] is Ellipsis
    forms = [form_of(kind) for kind in kinds if kind is not Ellipsis]

    def each(values: Any) -> list[Form]:
        if type(values) not in (list, tuple):
            raise ValueError(f"{values!r} is not a list")
        if not repeated and len(values) != len(forms):
            raise ValueError(f"{values!r} has {len(values)} values, expected {len(forms)}")
        return forms * len(values) if repeated else forms

    def write(values: Any) -> str:
        texts = [form.write(one) for form, one in zip(each(values), values, strict=True)]
        return f"[{','.join(texts)}]"

    return Form(
        write,
        lambda values: tuple(
            form.read(one) for form, one in zip(each(values), values, strict=True)
        ),
    )


def _record(kind: type) -> Form:
    """Return the form of a dataclass: a JSON object with its fields as members.

    A field that has a default value need not be there when the object is read.
    """
    hints = get_type_hints(kind)
    forms = {field.name: form_of(hints[field.name]) for field in fields(kind)}
    needed = {
        field.name
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    }

    def read(stored: Any) -> object:
        if type(stored) is not dict:
            raise ValueError(f"{stored!r} is not an object")
        if unknown := stored.keys() - forms.keys():
            raise ValueError(f"field {min(unknown)!r} is unknown to this program")
        if missing := needed - stored.keys():
            raise ValueError(f"field {min(missing)!r} is missing")
        return kind(**{name: _read_field(name, forms[name], stored[name]) for name in stored})

    parts = [(f"{_text(name)}:", name, forms[name].write) for name in sorted(forms)]

    def write(record: object) -> str:
        written = [key + form_write(getattr(record, name)) for key, name, form_write in parts]
        return f"{{{','.join(written)}}}"

    return Form(write, read)


def _read_field(name: str, form: Form, stored: object) -> object:
    try:
        return form.read(stored)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _match(pattern: re.Pattern[str], stored: object, what: str) -> re.Match[str]:
    found = pattern.fullmatch(stored) if isinstance(stored, str) else None
    if found is None:
        raise ValueError(f"{stored!r} is not {what}")
    return found


def _read_bytes(stored: object) -> bytes:
    return bytes.fromhex(_match(_HEX, stored, "hexadecimal")[0])


def _identity(read: Callable[[str], object]) -> Form:
    """Return the form of a type whose values are stored as the text that `str` makes of them.

    `read` makes the value from the text again.
    """

    def checked(stored: object) -> object:
        if not isinstance(stored, str):
            raise ValueError(f"{stored!r} is no identity")
        return read(stored)

    return Form(lambda identity: _text(str(identity)), checked)


def _read_roll(stored: object) -> Roll:
    first, second = _match(re.compile("([1-6])([1-6])"), stored, "two dice").groups()
    return Roll(int(first), int(second))


def _write_move(move: Move) -> str:
    return f'"{move.origin}/{move.target}{"*" if move.hit else ""}"'


def _read_move(stored: object) -> Move:
    origin, target, hit = _match(_MOVE, stored, "a move").groups()
    return Move(int(origin), int(target), bool(hit))


def _write_position(position: Position) -> str:
    sides = (position.white, position.red)
    return f'"{"/".join("".join([format(count, "x") for count in counts]) for counts in sides)}"'


def _read_position(stored: object) -> Position:
    white, red = _match(_POSITION, stored, "a position").groups()
    return Position(tuple(int(count, 16) for count in white), tuple(int(c, 16) for c in red))


def _write_instant(instant: datetime) -> str:
    if instant.microsecond or instant.tzinfo is None:
        raise ValueError(f"{instant} is no instant to the second")
    return f'"{instant.astimezone(UTC).isoformat()}"'


def _read_instant(stored: object) -> datetime:
    instant = datetime.fromisoformat(_match(_INSTANT, stored, "an instant in UTC")[0])
    return instant.astimezone(UTC)


_PLAIN: dict[Any, Form] = {
    datetime: Form(_write_instant, _read_instant),
    str: _exactly(str, _text),
    int: _exactly(int, int.__repr__),
    bool: _exactly(bool, lambda value: "true" if value else "false"),
    bytes: Form(lambda value: f'"{value.hex()}"', _read_bytes),
    PersonId: _identity(PersonId),
    TournamentId: _identity(TournamentId),
    TournamentName: _identity(TournamentName),
    MatchId: _identity(MatchId.read),
    Roll: Form(lambda roll: f'"{roll.first}{roll.second}"', _read_roll),
    Move: Form(_write_move, _read_move),
    Position: Form(_write_position, _read_position),
}


VERSION = 1
"""The version of the form in which events are written now.

The version must become 2 with the first change of the form that is more than an added field with a
default.
"""


class EncodedEvent(NamedTuple):
    """An event as stored: the name of its class, the version of its form, and its JSON."""

    kind: str
    version: int
    payload: bytes


class EventUnreadable(Exception):
    """A stored event cannot be read by this program.

    The operator can start the version of Yalta that wrote the event, or a later one. `sequence` is
    the event's number in its stream, 0 while that is unknown.
    """

    def __init__(self, kind: str, version: int, why: str) -> None:
        super().__init__(
            f"stored event {kind!r}, version {version}: {why}. It was written by a later Yalta or"
            " damaged since: start the version that wrote it, or restore a backup"
        )
        self.kind = kind
        self.version = version
        self.sequence = 0


def encode(event: Event) -> EncodedEvent:
    """Return the stored form of an event. Raises ValueError for text that is not Unicode."""
    kind = type(event).__name__
    return EncodedEvent(kind, VERSION, _FORMS[kind].write(event).encode())


def decode(kind: str, version: int, payload: bytes) -> Event:
    """Return the event that was stored as `kind`, `version` and `payload`.

    Raises EventUnreadable if this program cannot read it.
    """
    if kind not in _FORMS:
        raise EventUnreadable(kind, version, "this program knows no such kind")
    if version != VERSION:
        raise EventUnreadable(kind, version, f"this program reads version {VERSION}")
    try:
        return cast(Event, _FORMS[kind].read(json.loads(payload)))
    except Exception as error:  # reading a damaged payload can raise any error
        raise EventUnreadable(kind, version, str(error)) from error


_FORMS: dict[str, Form] = {event.__name__: form_of(event) for event in get_args(Event)}
