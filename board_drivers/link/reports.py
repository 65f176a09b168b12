"""What a link reports to the code that uses it, as link events, and the states of a link.

Source: docs/wire.md, "States".
"""

from dataclasses import dataclass
from enum import Enum

from board_drivers.wire.handshake import Hello
from board_drivers.wire.messages import BoardMessage, Hint, ServerMessage
from board_drivers.wire.table import Unreadable
from board_drivers.wire.values import FaultCode, WireRoom


class LinkState(Enum):
    """The state of the server's end of a link."""

    CLOSED = "closed"
    OPENING = "opening"
    SYNC = "sync"
    UP = "up"
    SUSPECT = "suspect"
    DOWN = "down"


class BoardState(Enum):
    """The state of the board's end of a link."""

    BOOT = "boot"
    HELLO = "hello"
    AUTH = "auth"
    READY = "ready"


class Suspicion(Enum):
    """The reason why a link is suspect.

    UNACKNOWLEDGED: the far end does not acknowledge frames. WRONG_RATE: the bytes on a cable form
    no frames, probably because of a wrong baud rate. NO_BOARD: the far end of a connection has sent
    too much without proving that it is a board.
    """

    UNACKNOWLEDGED = "unacknowledged"
    WRONG_RATE = "wrong-rate"
    NO_BOARD = "no-board"


class DownReason(Enum):
    """The reason why a session ended."""

    SILENCE = "silence"
    NEW_HELLO = "new-hello"
    HELLO_REQUESTED = "hello-requested"
    CLOSED = "closed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class BoardIdentified:
    """A board sent a HELLO; it has not proven yet that it is the board it names."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class LinkUp:
    """A session is open, and the board has proven its identity.

    Commands of earlier sessions are dropped: the code that uses the link has to send the present
    state.
    """

    board_id: str
    journal_id: bytes


@dataclass(frozen=True, slots=True)
class EventReceived:
    """The next event of a board's journal was received; events come in order and without gaps.

    During one connection each event is reported once. `raw` is the type byte and payload, the same
    at each transmission. The code that uses the link has to store it, whatever it contains, and
    then call `stored(number)`.
    """

    board_id: str
    journal_id: bytes
    number: int
    message: BoardMessage | Unreadable
    raw: bytes


@dataclass(frozen=True, slots=True)
class HintReceived:
    """An unnumbered hint was received. Hints may be lost and never affect the result."""

    message: Hint


@dataclass(frozen=True, slots=True)
class LinkSuspect:
    """The link works badly or not at all; `why` is the reason. A technician can check it."""

    reason: Suspicion


@dataclass(frozen=True, slots=True)
class LinkRecovered:
    """A suspect link works again."""


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The session ended; commands that were not acknowledged by then are dropped."""

    reason: DownReason


@dataclass(frozen=True, slots=True)
class BoardRefused:
    """A board was refused.

    The range of `code` shows who can act; `detail` is as in docs/wire.md.
    """

    code: FaultCode
    detail: int


@dataclass(frozen=True, slots=True)
class BadTag:
    """A frame with a wrong authentication tag was dropped: it was noise or tampering.

    This is reported once in a session.
    """


@dataclass(frozen=True, slots=True)
class AllowanceSpent:
    """The far end sent more than allowed without proving itself; further bytes are not decoded.

    The code that uses the link should close the transport if it is a connection, and not read it
    for a second if it is a port.
    """


LinkEvent = (
    BoardIdentified
    | LinkUp
    | EventReceived
    | HintReceived
    | LinkSuspect
    | LinkRecovered
    | LinkDown
    | BoardRefused
    | BadTag
    | AllowanceSpent
)


@dataclass(frozen=True, slots=True)
class Welcomed:
    """The board's session is open; `room` is the room in which the server has placed the board."""

    session: int
    room: WireRoom


@dataclass(frozen=True, slots=True)
class CommandReceived:
    """The next command of the session was received; commands come once, in order and without gaps.

    `raw` is the type byte and payload as received.
    """

    message: ServerMessage | Unreadable
    raw: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """The server refused the board, which tries again at longer intervals."""

    code: FaultCode
    detail: int


BoardLinkEvent = Welcomed | CommandReceived | Refused | LinkDown


@dataclass(slots=True)
class Counters:
    """The numbers of received frames and of faults on a link since it was created.

    They count frames, with two exceptions. `damaged` counts stretches between two zero bytes that
    are no frame. `unread` counts bytes that were not decoded, as the far end had sent too many
    bytes before proving its identity.
    """

    frames: int = 0
    damaged: int = 0
    unread: int = 0
    retransmissions: int = 0
    duplicates: int = 0
    gaps: int = 0
    naks: int = 0
    stale_sessions: int = 0
    bad_tags: int = 0
    bad_proofs: int = 0
    wrong_direction: int = 0
    unreadable: int = 0
    hellos: int = 0
    proofs: int = 0
