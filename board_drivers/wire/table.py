"""The list of all messages, and the conversion between messages and payloads.

docs/wire.md, "Messages", has the same list.
"""

from dataclasses import dataclass
from enum import Enum
from typing import cast

from board_drivers.errors import FieldRefused
from board_drivers.wire.handshake import (
    Ack,
    Auth,
    Hello,
    HelloReq,
    LinkMessage,
    Nak,
    Ping,
    Pong,
    Welcome,
)
from board_drivers.wire.layout import WireMessage, layout_of
from board_drivers.wire.messages import (
    Accept,
    Answer,
    Ask,
    BoardMessage,
    Call,
    Clock,
    Config,
    Confirm,
    Cube,
    DiceShow,
    DiceShown,
    Diff,
    Director,
    Double,
    End,
    Fault,
    GameOver,
    GameStart,
    Hint,
    MoveVerdict,
    Pass,
    Played,
    Ready,
    Refuse,
    Resign,
    Roll,
    RollRequest,
    RollVerdict,
    Score,
    ServerMessage,
    Snapshot,
    Status,
    Take,
    TurnDone,
    Wait,
)

Message = BoardMessage | ServerMessage | Hint | LinkMessage


class Sender(Enum):
    """The end that may send a message."""

    BOARD = "board"
    SERVER = "server"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list of messages: the type code of a message class and who may send it.

    A `numbered` message has a number and is repeated until it is acknowledged.
    """

    code: int
    message: type[WireMessage]
    sender: Sender
    numbered: bool


TABLE = (
    Row(0x01, Hello, Sender.BOARD, False),
    Row(0x02, HelloReq, Sender.SERVER, False),
    Row(0x03, Welcome, Sender.SERVER, False),
    Row(0x04, Auth, Sender.BOARD, False),
    Row(0x05, Ack, Sender.BOTH, False),
    Row(0x06, Nak, Sender.BOTH, False),
    Row(0x07, Ping, Sender.BOTH, False),
    Row(0x08, Pong, Sender.BOTH, False),
    Row(0x09, Fault, Sender.BOTH, True),
    Row(0x10, Snapshot, Sender.BOARD, True),
    Row(0x11, Roll, Sender.BOARD, True),
    Row(0x12, DiceShown, Sender.BOARD, True),
    Row(0x13, Ready, Sender.BOARD, True),
    Row(0x14, TurnDone, Sender.BOARD, True),
    Row(0x15, Double, Sender.BOARD, True),
    Row(0x16, Take, Sender.BOARD, True),
    Row(0x17, Pass, Sender.BOARD, True),
    Row(0x18, Resign, Sender.BOARD, True),
    Row(0x19, Accept, Sender.BOARD, True),
    Row(0x1A, Refuse, Sender.BOARD, True),
    Row(0x1B, Confirm, Sender.BOARD, True),
    Row(0x1C, Answer, Sender.BOARD, True),
    Row(0x1D, Played, Sender.BOARD, True),
    Row(0x1E, End, Sender.BOARD, True),
    Row(0x1F, Call, Sender.BOARD, True),
    Row(0x30, Diff, Sender.BOARD, False),
    Row(0x31, Status, Sender.BOARD, False),
    Row(0x40, Config, Sender.SERVER, True),
    Row(0x41, GameStart, Sender.SERVER, True),
    Row(0x42, Wait, Sender.SERVER, True),
    Row(0x43, RollRequest, Sender.SERVER, True),
    Row(0x44, DiceShow, Sender.SERVER, True),
    Row(0x45, RollVerdict, Sender.SERVER, True),
    Row(0x46, MoveVerdict, Sender.SERVER, True),
    Row(0x47, Ask, Sender.SERVER, True),
    Row(0x48, Cube, Sender.SERVER, True),
    Row(0x49, GameOver, Sender.SERVER, True),
    Row(0x4A, Score, Sender.SERVER, True),
    Row(0x4B, Clock, Sender.SERVER, True),
    Row(0x4C, Director, Sender.SERVER, True),
)
ROWS = {row.code: row for row in TABLE}
CODES: dict[type[WireMessage], int] = {row.message: row.code for row in TABLE}


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A received frame of an unknown type, or with a payload that this version cannot read.

    `why` is the reason.
    """

    code: int
    payload: bytes
    why: str


def pack(message: Message) -> bytes:
    """Return the type byte and the payload of a message; a journal stores these bytes as `raw`."""
    return bytes((CODES[type(message)],)) + layout_of(type(message)).pack(message)


def unpack(code: int, payload: bytes) -> Message | Unreadable:
    """Return the message with this type code and payload; return Unreadable instead of an error."""
    row = ROWS.get(code)
    if row is None:
        return Unreadable(code, payload, f"type {code:#04x} is unknown")
    try:
        return cast(Message, layout_of(row.message).unpack(payload))
    except (FieldRefused, ValueError) as error:
        return Unreadable(code, payload, str(error))
