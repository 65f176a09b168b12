"""What an agent tells whoever looks after it; nothing of what is said at the board."""

from dataclasses import dataclass

from board_drivers.link.reports import Suspicion
from board_drivers.wire.values import FaultCode, WireRoom


@dataclass(frozen=True, slots=True)
class PortOpened:
    """The port is open; the board is asked for."""


@dataclass(frozen=True, slots=True)
class PortFailed:
    """The port cannot be opened or used; it is tried again."""

    why: str


@dataclass(frozen=True, slots=True)
class BoardHere:
    """A board is in session at the port."""

    board_id: str
    model: str
    firmware: str


@dataclass(frozen=True, slots=True)
class BoardGone:
    """The board is silent or its cable is gone; the server is told so by the end of its session."""


@dataclass(frozen=True, slots=True)
class BoardTurnedAway:
    """The board's greeting is not accepted; `why` says who can act."""

    why: FaultCode


@dataclass(frozen=True, slots=True)
class BoardDoubted:
    """The line to the board works badly."""

    why: Suspicion


@dataclass(frozen=True, slots=True)
class ServerReached:
    """The server has let the board in; `waiting` events are on their way to it."""

    room: WireRoom
    waiting: int


@dataclass(frozen=True, slots=True)
class ServerAway:
    """The server is not reached; what the board says is kept, `waiting` events by now."""

    why: str
    waiting: int


@dataclass(frozen=True, slots=True)
class ServerRefused:
    """The server does not let the board in; `why` says who can act."""

    why: FaultCode
    waiting: int


@dataclass(frozen=True, slots=True)
class AllStored:
    """The server has stored everything that was kept for it."""


Report = (
    PortOpened
    | PortFailed
    | BoardHere
    | BoardGone
    | BoardTurnedAway
    | BoardDoubted
    | ServerReached
    | ServerAway
    | ServerRefused
    | AllStored
)
