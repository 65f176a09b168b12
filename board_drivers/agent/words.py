"""What `yalta board` says of its port, its board and its server, in plain words."""

from typing import assert_never

from board_drivers.agent import reports
from board_drivers.link.reports import Suspicion
from board_drivers.wire.values import FaultCode

_TURNED_AWAY = {
    FaultCode.VERSION: "speaks another version of the wire: give it firmware that speaks version 1",
    FaultCode.BAD_PROOF: "has another key than this command. On this cable it needs none; else give"
    " both the same",
    FaultCode.BOARD_BEHIND: "lacks what it had said before: its memory was put back or cleared."
    " Begin a new journal in it, or replace it",
    FaultCode.BOARD_AHEAD: "no longer has what follows on what is kept here; once the server has"
    " stored that, the board is taken as it is",
    FaultCode.ROOM_SWAPPED: "is labelled for another room than --room says: it is the wrong board,"
    " or the wrong room",
}
_DOUBTED = {
    Suspicion.WRONG_RATE: "Bytes come in but no readable frame: --baud has to be the board's rate;"
    " or that is no board.",
    Suspicion.UNACKNOWLEDGED: "The board answers nothing it is told: check its cable.",
    Suspicion.NO_BOARD: "What speaks there is no board.",
}
_REFUSED = {
    FaultCode.VERSION: "it speaks another version of the wire: use the same version of Yalta",
    FaultCode.UNKNOWN_BOARD: "it knows no board of that name: give it a key there, under Boards",
    FaultCode.BAD_PROOF: "the key is not the one it has for this board: give the board a new key"
    " there, under Boards, and that one to this command",
    FaultCode.BOARD_TWICE: "a board of that name is connected there. If that is a connection of"
    " before, it ends in a few seconds; else take one of the two away",
    FaultCode.BOARD_AHEAD: "its records lack what this board no longer has: start it with its"
    " newest records",
    FaultCode.BOARD_BEHIND: "it has heard more of this board than is kept here: plug the board in,"
    " or use the folder that was used before",
    FaultCode.JOURNAL_CHANGED: "it still stores what the board said before; it passes",
    FaultCode.ROOM_SWAPPED: "the board is labelled for one room, and its table stands in the other:"
    " take it there, or have it put on a table of its room",
}
_OTHER = "fault {code}, see docs/wire.md"


def topic_of(report: reports.Report) -> str:
    """What a report is about: one that says the same as the one before on its topic is no news."""
    match report:
        case reports.PortOpened() | reports.PortFailed():
            return "port"
        case reports.BoardHere() | reports.BoardGone():
            return "board"
        case reports.BoardTurnedAway() | reports.BoardDoubted():
            return "board"
        case _:
            return "server"


def news_of(report: reports.Report) -> object:
    """What makes a report differ from the one before; a growing number of events does not."""
    match report:
        case reports.ServerAway():
            return "away", report.why
        case reports.ServerRefused():
            return report.why
        case _:
            return report


def words_of(report: reports.Report) -> str:
    """The report as a sentence or two."""
    match report:
        case reports.PortOpened():
            return "The port is open; its board is asked for."
        case reports.PortFailed():
            return f"{_as_sentence(report.why)} It is tried again."
        case reports.BoardHere():
            made = ", firmware ".join(filter(None, (report.model, report.firmware)))
            return f"Board {report.board_id} is here{f' ({made})' if made else ''}."
        case reports.BoardGone():
            return "The board is silent or unplugged, and the server is told so: look at its cable."
        case reports.BoardTurnedAway():
            other = f"is refused with {_OTHER.format(code=report.why.value)}"
            why = _TURNED_AWAY.get(report.why, other)
            return f"The board is not taken: it {why}."
        case reports.BoardDoubted():
            return _DOUBTED[report.why]
        case reports.ServerReached():
            sending = f"; {_events(report.waiting)} sent to it" if report.waiting else ""
            return f"The server has let the board in{sending}."
        case reports.ServerAway():
            return f"The server is not reached ({report.why}). {_kept(report.waiting)}"
        case reports.ServerRefused():
            why = _REFUSED.get(report.why, _OTHER.format(code=report.why.value))
            return f"The server refuses the board: {why}. {_kept(report.waiting)}"
        case reports.AllStored():
            return "The server has stored all that was kept for it."
        case _:
            assert_never(report)


def _kept(waiting: int) -> str:
    so_far = f" {_events(waiting)} waiting by now." if waiting else ""
    return f"What the board says is kept here until the server takes it.{so_far}"


def _events(count: int) -> str:
    return "1 event is" if count == 1 else f"{count} events are"


def _as_sentence(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}."
