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
    """A board presents itself, every second until it is answered by a WELCOME.

    `point_limit` is the largest number of checkers that the sensors of a point can count, 0 for no
    limit. `first_event` is the number of the oldest event in the journal, `last_event` + 1 if it is
    empty. `last_command` is the number of the last command received in the previous session.
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
    """The server asks for a HELLO, as it has opened the port or the board was silent."""


@dataclass(frozen=True, slots=True)
class Welcome(WireMessage):
    """The server opens a session; the header's ack is the number of the last event it has stored.

    `board_nonce` repeats the nonce of the HELLO. `proof` proves that the server has the board's
    key; it is zeros without a key.
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
    """The board accepts the session; `proof` proves that it has its key, zeros without a key."""

    proof: Proof


@dataclass(frozen=True, slots=True)
class Ack(WireMessage):
    """An acknowledgement without anything else; its number is the `ack` in the frame's header."""


@dataclass(frozen=True, slots=True)
class Nak(WireMessage):
    """A request to repeat at once all frames after the number `ack` in the frame's header."""

    reason: NakReason


@dataclass(frozen=True, slots=True)
class Ping(WireMessage):
    """A request for a sign of life; `sent_ms` is the sender's time in milliseconds."""

    sent_ms: U32


@dataclass(frozen=True, slots=True)
class Pong(WireMessage):
    """The answer to a PING.

    `ping_ms` repeats the PING's `sent_ms`. `received_ms` and `sent_ms` are the times in
    milliseconds at which the PING was received and the PONG was sent, by the clock of the end that
    answers.
    """

    ping_ms: U32
    received_ms: U32
    sent_ms: U32


LinkMessage = Hello | HelloReq | Welcome | Auth | Ack | Nak | Ping | Pong
