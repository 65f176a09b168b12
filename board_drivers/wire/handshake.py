"""The messages that open and keep a session (docs/wire.md, "Handshake")."""

from dataclasses import dataclass
from typing import Annotated

from board_drivers.wire.layout import (
    U8,
    U32,
    Abilities,
    Nonce,
    Proof,
    SessionNumber,
    Text,
    WireMessage,
)
from board_drivers.wire.values import NakReason, ResetCause, WireRoom


@dataclass(frozen=True, slots=True)
class Hello(WireMessage):
    """A board presents itself, every second until it is welcomed.

    `point_limit`: checkers a point can count, 0 = any height. `first_event`: oldest event number
    still in the journal (`last_event` + 1 when it is empty). `last_command`: of the last session.
    """

    protocol_min: U8
    protocol_max: U8
    capabilities: Abilities
    point_limit: U8
    room: WireRoom
    reset_cause: ResetCause
    first_event: U32
    last_event: U32
    last_command: U32
    uptime_ms: U32
    boot_id: U32
    journal_id: Nonce
    nonce: Nonce
    board_id: Annotated[str, Text(32)]
    model: Annotated[str, Text(32)]
    firmware: Annotated[str, Text(16)]


@dataclass(frozen=True, slots=True)
class HelloReq(WireMessage):
    """The server asks for a HELLO: it opened the port, or the board was silent."""


@dataclass(frozen=True, slots=True)
class Welcome(WireMessage):
    """The server opens a session; the header's ack is the last event it stored.

    `board_nonce` is the HELLO's; `proof` proves that the server has the board's key, zeros without
    one.
    """

    protocol: U8
    session: SessionNumber
    room: WireRoom
    clock_ms: U32
    board_nonce: Nonce
    server_nonce: Nonce
    proof: Proof


@dataclass(frozen=True, slots=True)
class Auth(WireMessage):
    """The board accepts the session; `proof` proves that it has its key, zeros without one."""

    proof: Proof


@dataclass(frozen=True, slots=True)
class Ack(WireMessage):
    """An acknowledgement without anything else, by the header's ack."""


@dataclass(frozen=True, slots=True)
class Nak(WireMessage):
    """A request for every frame after the header's ack again, at once."""

    reason: NakReason


@dataclass(frozen=True, slots=True)
class Ping(WireMessage):
    """A request for a sign of life; `sent_ms`: when it left."""

    sent_ms: U32


@dataclass(frozen=True, slots=True)
class Pong(WireMessage):
    """The answer to a PING: its `sent_ms`, and when it came and was answered by the other clock."""

    ping_ms: U32
    received_ms: U32
    sent_ms: U32


LinkMessage = Hello | HelloReq | Welcome | Auth | Ack | Nak | Ping | Pong
