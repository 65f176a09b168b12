"""The conversion of a message's fields to bytes and back, by the annotations of its class.

The module also defines the kinds of fields (docs/wire.md, "Fields").
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import IntEnum, IntFlag
from struct import Struct
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from board_drivers.errors import FieldRefused
from board_drivers.wire.values import Capability, FaultCode

ADDED = "added"
"""The annotation of a field that a minor version added at the end of the payload.

If the field is missing in a payload, its default value is used.
"""
POINTS = 26
"""The number of counts of one side: 0 for borne off, 1-24 for its own points, 25 for the bar."""


@dataclass(frozen=True, slots=True)
class PointCounts:
    """The checkers of both sides as sensed, by each side's own point numbers.

    `white[6]` is the count at White's 6-point, index 0 is borne off, and 25 is the bar. Each count
    is 0 to 15. The sum of a side's counts need not be fifteen, as a board reports what it senses.
    Raises FieldRefused.
    """

    white: tuple[int, ...]
    red: tuple[int, ...]

    def __post_init__(self) -> None:
        for side, counts in (("white", self.white), ("red", self.red)):
            if len(counts) != POINTS or not all(0 <= count <= 15 for count in counts):
                raise FieldRefused(side, counts, "26 counts of 0 to 15")


Candidate = tuple[tuple[int, int], ...]
"""A play as up to four (from, to) moves on the mover's own points; 25 is the bar, 0 is off."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A kind of field with a fixed size: its struct code, its check and its conversions.

    `pack` and `unpack` convert a field's value to the value that Python's struct module uses, and
    back.
    """

    code: str
    allowed: str
    fits: Callable[[Any], bool]
    pack: Callable[[Any], Any]
    unpack: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Text:
    """A text field at the end of the payload: a length byte, then at most `size` bytes of UTF-8."""

    size: int

    def fits(self, value: object) -> bool:
        """Return True if `value` is a text that is not too long."""
        return isinstance(value, str) and len(value.encode()) <= self.size

    @property
    def allowed(self) -> str:
        """The allowed values in words, for an error message."""
        return f"text of at most {self.size} bytes"


def _same(value: Any) -> Any:
    return value


def whole(code: str, low: int, high: int) -> Fixed:
    """Return the kind of field for an unsigned integer from `low` to `high`.

    `code` is its code in Python's struct module.
    """
    return Fixed(code, f"{low} to {high}", lambda value: low <= value <= high, _same, _same)


def opaque(size: int) -> Fixed:
    """Return the kind of field for exactly `size` bytes."""
    return Fixed(f"{size}s", f"{size} bytes", lambda value: len(value) == size, bytes, bytes)


def enumerated(code: str, names: type[IntEnum] | type[IntFlag]) -> Fixed:
    """Return the kind of field for the number of a member of `names`.

    `code` is its code in Python's struct module. Numbers without a name are refused; unknown bits
    of flags are kept.
    """
    known: dict[int, IntEnum | IntFlag] = {int(name): name for name in names}

    def named(number: int) -> IntEnum | IntFlag:
        return known.get(number) or names(number)

    return Fixed(code, f"a {names.__name__}", lambda value: isinstance(value, names), int, named)


def _pack_counts(position: PointCounts) -> bytes:
    counts = position.white + position.red
    return bytes(counts[i] | counts[i + 1] << 4 for i in range(0, 2 * POINTS, 2))


def _unpack_counts(packed: bytes) -> PointCounts:
    counts = tuple(count for byte in packed for count in (byte & 0x0F, byte >> 4))
    return PointCounts(counts[:POINTS], counts[POINTS:])


def _is_candidates(value: tuple[Candidate, ...]) -> bool:
    return len(value) <= 4 and all(
        1 <= len(play) <= 4 and all(1 <= start <= 25 and 0 <= end <= 24 for start, end in play)
        for play in value
    )


def _pack_candidates(plays: tuple[Candidate, ...]) -> bytes:
    packed = (bytes(point for move in play for point in move) for play in plays)
    return b"".join(play.ljust(8, b"\x00") for play in packed).ljust(32, b"\x00")


def _unpack_candidates(packed: bytes) -> tuple[Candidate, ...]:
    moves = [(packed[i], packed[i + 1]) for i in range(0, 32, 2)]
    plays = [tuple(move for move in moves[i : i + 4] if move[0]) for i in range(0, 16, 4)]
    return tuple(play for play in plays if play)


COUNTS = Fixed(
    "26s",
    "a PointCounts",
    lambda value: isinstance(value, PointCounts),
    _pack_counts,
    _unpack_counts,
)
CANDIDATES = Fixed(
    "32s", "up to four plays of one to four moves", _is_candidates, _pack_candidates,
    _unpack_candidates,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WireMessage:
    """The base class of messages. Creating a message checks its fields; raises FieldRefused."""

    def __post_init__(self) -> None:
        layout_of(type(self)).check(self)


class Layout:
    """The layout of the payload of one message class: its fixed fields in order, then its texts."""

    def __init__(self, message: type[WireMessage]) -> None:
        hints = get_type_hints(message, include_extras=True)
        kinds: list[tuple[str, Fixed | Text]]
        kinds = [(field.name, _kind(hints[field.name])) for field in fields(message)]
        self.fixed = [(name, kind) for name, kind in kinds if isinstance(kind, Fixed)]
        self.texts = [(name, kind) for name, kind in kinds if isinstance(kind, Text)]
        if kinds != [*self.fixed, *self.texts]:
            raise TypeError(f"{message.__name__}: texts must follow the fixed fields")
        self._struct = Struct("<" + "".join(kind.code for _, kind in self.fixed))
        self._message = message
        self._kinds = kinds
        self._ends = self._shorter_ends({name for name in hints if ADDED in get_args(hints[name])})

    def _shorter_ends(self, added: set[str]) -> dict[int, bytes]:
        """Return the bytes that complete the shorter payloads of earlier versions.

        `added` are the names of the fields that later versions have added. The keys are the sizes
        of the shorter payloads.
        """
        defaults = {each.name: each.default for each in fields(self._message)}
        size, end, ends = self._struct.size, b"", dict[int, bytes]()
        for name, kind in reversed(self.fixed):
            if name not in added:
                break
            end = Struct("<" + kind.code).pack(kind.pack(defaults[name])) + end
            ends[size - len(end)] = end
        return ends

    @property
    def smallest(self) -> int:
        """The size of the payload in bytes if all texts are empty."""
        return self._struct.size + len(self.texts)

    @property
    def largest(self) -> int:
        """The size of the payload in bytes if all texts have their greatest length."""
        return self.smallest + sum(kind.size for _, kind in self.texts)

    def check(self, message: WireMessage) -> None:
        """Raise FieldRefused for the first field of a message with a value that does not fit."""
        for name, kind in self._kinds:
            value = getattr(message, name)
            try:
                fits = kind.fits(value)
            except (TypeError, ValueError):
                fits = False
            if not fits:
                raise FieldRefused(f"{type(message).__name__}.{name}", value, kind.allowed)

    def pack(self, message: WireMessage) -> bytes:
        """Return the payload of a message."""
        values = [kind.pack(getattr(message, name)) for name, kind in self.fixed]
        payload = self._struct.pack(*values)
        for name, _ in self.texts:
            text = getattr(message, name).encode()
            payload += bytes((len(text),)) + text
        return payload

    def unpack(self, payload: bytes) -> WireMessage:
        """Return the message in a payload; bytes after the known fields are ignored.

        Fields at the end that were added in a later version than the payload's can be missing.
        Raises FieldRefused, or ValueError for bytes that end too early or are not UTF-8.
        """
        payload += self._ends.get(len(payload), b"")
        if len(payload) < self.smallest:
            raise ValueError(f"{len(payload)} bytes where {self.smallest} are needed")
        raw = self._struct.unpack_from(payload)
        values = [kind.unpack(value) for (_, kind), value in zip(self.fixed, raw, strict=True)]
        at = self._struct.size
        for _ in self.texts:
            end = at + 1 + payload[at] if at < len(payload) else len(payload) + 1
            if end > len(payload):
                raise ValueError("a text runs past the payload's end")
            values.append(payload[at + 1 : end].decode())
            at = end
        return self._message(*values)


_LAYOUTS: dict[type[WireMessage], Layout] = {}


def layout_of(message: type[WireMessage]) -> Layout:
    """Return the layout of a message class."""
    layout = _LAYOUTS.get(message)
    if layout is None:
        layout = _LAYOUTS[message] = Layout(message)
    return layout


def _kind(hint: Any) -> Fixed | Text:
    if get_origin(hint) is Annotated:
        for note in get_args(hint)[1:]:
            if isinstance(note, Fixed | Text):
                return note
        hint = get_args(hint)[0]
    if isinstance(hint, type) and issubclass(hint, IntEnum | IntFlag):
        return enumerated("B", hint)
    raise TypeError(f"no wire form for {hint!r}")


U8 = Annotated[int, whole("B", 0, 0xFF)]
GameNumber = Annotated[int, whole("B", 1, 0xFF)]
"""The number of a kind of game, such as backgammon or Trictrac, as listed in docs/wire.md."""
U16 = Annotated[int, whole("H", 0, 0xFFFF)]
U32 = Annotated[int, whole("I", 0, 0xFFFFFFFF)]
Ordinal = Annotated[int, whole("B", 1, 0xFF)]
Turn = Annotated[int, whole("H", 1, 0xFFFF)]
SessionNumber = Annotated[int, whole("H", 1, 0xFFFF)]
Die = Annotated[int, whole("B", 1, 6)]
ReadDie = Annotated[int, whole("B", 0, 6)]
Percent = Annotated[int, whole("B", 0, 100)]
YesNo = Annotated[int, whole("B", 0, 1)]
Checkers = Annotated[int, whole("B", 0, 15)]
Point = Annotated[int, whole("B", 0, 25)]
Nonce = Annotated[bytes, opaque(8)]
Proof = Annotated[bytes, opaque(16)]
Counts = Annotated[PointCounts, COUNTS]
Plays = Annotated[tuple[Candidate, ...], CANDIDATES]
Code = Annotated[FaultCode, enumerated("H", FaultCode)]
Abilities = Annotated[Capability, enumerated("I", Capability)]
