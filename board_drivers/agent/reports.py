"""Reports of an agent about its port, board and server, and the sentences `yalta board` prints.

Reports contain nothing about the play of a match.
"""

from dataclasses import dataclass
from typing import assert_never

from board_drivers.link.reports import Suspicion
from board_drivers.wire.values import FaultCode, WireRoom


@dataclass(frozen=True, slots=True)
class PortOpened:
    """The port was opened, and the board was asked for a HELLO."""


@dataclass(frozen=True, slots=True)
class PortFailed:
    """The port could not be opened or used; the agent tries again."""

    why: str


@dataclass(frozen=True, slots=True)
class BoardHere:
    """A session with the board at the port was opened."""

    board_id: str
    model: str
    firmware: str


@dataclass(frozen=True, slots=True)
class BoardGone:
    """The board is silent or unplugged.

    The agent then also ends the board's session with the server, so that the server notices it too.
    """


@dataclass(frozen=True, slots=True)
class BoardTurnedAway:
    """The agent refused the board's HELLO.

    `why` is the fault code. Its range shows who can act: the technician for a fault of the link,
    the operator for a fault of the board, a player for a fault of play (see FaultCode).
    """

    why: FaultCode


@dataclass(frozen=True, slots=True)
class BoardDoubted:
    """The link to the board works badly; `why` is the reason."""

    why: Suspicion


@dataclass(frozen=True, slots=True)
class ServerReached:
    """The server admitted the board.

    `waiting` is the number of events that are being sent to it.
    """

    room: WireRoom
    waiting: int


@dataclass(frozen=True, slots=True)
class ServerAway:
    """The server cannot be reached.

    Events are stored meanwhile; `waiting` is their number so far.
    """

    why: str
    waiting: int


@dataclass(frozen=True, slots=True)
class ServerRefused:
    """The server refused the board.

    The range of the fault code `why` shows who can act (see FaultCode).
    """

    why: FaultCode
    waiting: int


@dataclass(frozen=True, slots=True)
class AllStored:
    """The server has stored all events that were waiting for it."""


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


_TURNED_AWAY = {
    FaultCode.VERSION: "uses another version of the wire: install firmware for version 1",
    FaultCode.BAD_PROOF: "has a different key from this command. On this cable it needs none;"
    " else give both the same key",
    FaultCode.BOARD_BEHIND: "lacks what it had sent before: its memory was reset or cleared."
    " Begin a new journal in it, or replace it",
    FaultCode.BOARD_AHEAD: "no longer has what follows on what is kept here; once the server has"
    " stored that, the board is accepted as it is",
    FaultCode.ROOM_SWAPPED: "is labelled for a different room from --room: it is the wrong board,"
    " or the wrong room",
}
_DOUBTED = {
    Suspicion.WRONG_RATE: "Data comes in but cannot be read: --baud has to be the board's rate,"
    " unless that is not a board.",
    Suspicion.UNACKNOWLEDGED: "The board does not respond: check its cable.",
    Suspicion.NO_BOARD: "What is connected there is not a board.",
}
_REFUSED = {
    FaultCode.VERSION: "it uses another version of the wire: use the same version of Yalta",
    FaultCode.UNKNOWN_BOARD: "it knows no board with that name: give it a key there, under Boards",
    FaultCode.BAD_PROOF: "the key is not the one it has for this board: give the board a new key"
    " there, under Boards, and that one to this command",
    FaultCode.BOARD_TWICE: "a board with that name is connected there. If that is an earlier"
    " connection, it ends in a few seconds; else take one of the two away",
    FaultCode.BOARD_AHEAD: "its records lack what this board no longer has: start it with its"
    " newest records",
    FaultCode.BOARD_BEHIND: "it has more from this board than is kept here: plug the board in,"
    " or use the folder that was used before",
    FaultCode.JOURNAL_CHANGED: "it still stores what the board sent before; this will pass",
    FaultCode.ROOM_SWAPPED: "the board is labelled for one room, and its table is in the other:"
    " take it there, or ask for it to be put on a table of its room",
}
_OTHER = "fault {code}, see docs/wire.md"


def topic_of(report: Report) -> str:
    """Return the topic of a report: "port", "board" or "server".

    A report is shown only if it differs from the previous report on its topic.
    """
    match report:
        case PortOpened() | PortFailed():
            return "port"
        case BoardHere() | BoardGone():
            return "board"
        case BoardTurnedAway() | BoardDoubted():
            return "board"
        case _:
            return "server"


def news_of(report: Report) -> object:
    """Return the part of a report that is compared with the previous report on the same topic.

    The number of waiting events is not part of it, so that a growing number is not shown.
    """
    match report:
        case ServerAway():
            return "away", report.why
        case ServerRefused():
            return report.why
        case _:
            return report


def words_of(report: Report) -> str:
    """Return the report in one or two sentences."""
    match report:
        case PortOpened():
            return "The port is open; waiting for its board."
        case PortFailed():
            return f"{_as_sentence(report.why)} Trying again."
        case BoardHere():
            made = ", firmware ".join(filter(None, (report.model, report.firmware)))
            return f"Board {report.board_id} is here{f' ({made})' if made else ''}."
        case BoardGone():
            return "The board is silent or unplugged, and the server knows: check its cable."
        case BoardTurnedAway():
            other = f"is refused with {_OTHER.format(code=report.why.value)}"
            why = _TURNED_AWAY.get(report.why, other)
            return f"The board is not accepted: it {why}."
        case BoardDoubted():
            return _DOUBTED[report.why]
        case ServerReached():
            sending = f"; {_events(report.waiting)} sent to it" if report.waiting else ""
            return f"The server has accepted the board{sending}."
        case ServerAway():
            return f"The server cannot be reached ({report.why}). {_kept(report.waiting)}"
        case ServerRefused():
            why = _REFUSED.get(report.why, _OTHER.format(code=report.why.value))
            return f"The server refuses the board: {why}. {_kept(report.waiting)}"
        case AllStored():
            return "The server has stored all that was kept for it."
        case _:
            assert_never(report)


def _kept(waiting: int) -> str:
    so_far = f" {_events(waiting)} waiting by now." if waiting else ""
    return f"What the board sends is kept here until the server accepts it.{so_far}"


def _events(count: int) -> str:
    return "1 event is" if count == 1 else f"{count} events are"


def _as_sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}."
