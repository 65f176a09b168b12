"""A link's events for its user, and its states (docs/wire.md, "States")."""

from dataclasses import dataclass
from enum import Enum

from board_drivers.wire.handshake import Hello
from board_drivers.wire.messages import BoardMessage, Hint, ServerMessage
from board_drivers.wire.table import Unreadable
from board_drivers.wire.values import FaultCode, WireRoom


class LinkState(Enum):
    """States of the server's end of a link."""

    CLOSED = "closed"
    OPENING = "opening"
    SYNC = "sync"
    UP = "up"
    SUSPECT = "suspect"
    DOWN = "down"


class BoardState(Enum):
    """States of the board's end of a link."""

    BOOT = "boot"
    HELLO = "hello"
    AUTH = "auth"
    READY = "ready"


class Suspicion(Enum):
    """Reason why a link is suspect.

    UNACKNOWLEDGED: frames stay unacknowledged. WRONG_RATE: a cable's bytes form no frame. NO_BOARD:
    a connection's far end sent too much without proving itself.
    """

    UNACKNOWLEDGED = "unacknowledged"
    WRONG_RATE = "wrong-rate"
    NO_BOARD = "no-board"


class DownReason(Enum):
    """Reason why a session ended."""

    SILENCE = "silence"
    NEW_HELLO = "new-hello"
    HELLO_REQUESTED = "hello-requested"
    CLOSED = "closed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class BoardIdentified:
    """A board presented itself; it is not yet proven to be that board."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class LinkUp:
    """A session is open and proven.

    No command is left from before: the user sends the present state.
    """

    board_id: str
    journal_id: bytes


@dataclass(frozen=True, slots=True)
class EventReceived:
    """The next event of a board's journal: in order, without gaps, once a connection.

    `raw` is type byte and payload, the same bytes at every transmission. Store it, whatever it
    contains, then call `stored(number)`.
    """

    board_id: str
    journal_id: bytes
    number: int
    message: BoardMessage | Unreadable
    raw: bytes


@dataclass(frozen=True, slots=True)
class HintReceived:
    """An unnumbered hint; it may be lost and never counts."""

    message: Hint


@dataclass(frozen=True, slots=True)
class LinkSuspect:
    """The link works badly or not at all. A technician can look after it."""

    reason: Suspicion


@dataclass(frozen=True, slots=True)
class LinkRecovered:
    """A suspect link makes progress again."""


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The session is over; commands not yet acknowledged are gone."""

    reason: DownReason


@dataclass(frozen=True, slots=True)
class BoardRefused:
    """A board was refused; the class of `code` shows who can act; `detail` as in docs/wire.md."""

    code: FaultCode
    detail: int


@dataclass(frozen=True, slots=True)
class BadTag:
    """A frame without the session's tag was dropped: noise or tampering (once a session)."""


@dataclass(frozen=True, slots=True)
class AllowanceSpent:
    """The far end has sent more than it may without proving itself; what follows is not decoded.

    Close a connection; leave a port unread for a second.
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
    """The board's session is open; `room` is the room that the server has given the board."""

    session: int
    room: WireRoom


@dataclass(frozen=True, slots=True)
class CommandReceived:
    """The next command of the session: in order, without gaps, once.

    `raw` is type byte and payload as they came.
    """

    message: ServerMessage | Unreadable
    raw: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """The server refused the board, which tries again less often."""

    code: FaultCode
    detail: int


BoardLinkEvent = Welcomed | CommandReceived | Refused | LinkDown


@dataclass(slots=True)
class Counters:
    """Counts of received frames and of faults on a link since it was made.

    Each is a number of frames, except `damaged`, the stretches between two zeros that are not a
    frame, and `unread`, the bytes that were not decoded because the far end had sent too many
    before proving its identity.
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
