"""Faults of boards, for the technician, and faults on ports and addresses, for the operator.

A fault on a port or address is one that occurs while no board is in session there. The texts that
describe faults are in server.views.boards.words. Anybody on the network may connect and be refused
any number of times, so the number of stored alarms is limited: there is one alarm with a count for
each place and kind of fault, and only the latest addresses are stored. Serial ports have a limit of
their own, so that attempts from the network never displace an alarm about a cable.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

from board_drivers.link.reports import Suspicion
from board_drivers.wire.values import FaultCode
from rules.position import Side
from rules.room import Room


@dataclass(frozen=True, slots=True)
class LinkDoubted:
    """The frames of a board or port arrive damaged or incomplete."""

    why: Suspicion


@dataclass(frozen=True, slots=True)
class LinkRefused:
    """The server refuses a link on which a board wants to connect."""

    why: FaultCode


@dataclass(frozen=True, slots=True)
class OtherRoom:
    """The board or its port is `labelled` for one room, and its `table` is in the other."""

    labelled: Room
    table: Room


@dataclass(frozen=True, slots=True)
class OtherDice:
    """The board's display shows other dice than it was sent, so play at the table stops."""


@dataclass(frozen=True, slots=True)
class PlaceDiffers:
    """A place with `sensed` checkers on the board, where the match has `known` checkers.

    `place` is the number of a point, counted from the home of `side`; 0 is off and 25 the bar. If
    `side` is None, the board cannot tell the colours: both counts then include the checkers of both
    sides, and `place` is counted from White's home.
    """

    side: Side | None
    place: int
    sensed: int
    known: int


@dataclass(frozen=True, slots=True)
class OtherCheckers:
    """The checkers on the board differ from those of the match."""

    places: tuple[PlaceDiffers, ...]


@dataclass(frozen=True, slots=True)
class DiceInDoubt:
    """The keyed dice do not allow the play that was made, but other dice do (ruling 9)."""


@dataclass(frozen=True, slots=True)
class SensorsFaulty:
    """The board has sensors that are stuck or dead; plays on these points are inferred.

    `points` are the points by White's numbers; 25 is the bar.
    """

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NewJournal:
    """The board connected again during its match with another journal than before.

    An operator has to admit it (ruling 28).
    """


@dataclass(frozen=True, slots=True)
class BatteryLow:
    """The battery has `percent` per cent left.

    If `holds` is True, no new game begins at the board's table until an operator admits the board.
    """

    percent: int
    holds: bool


@dataclass(frozen=True, slots=True)
class NothingStored:
    """The board's messages cannot be stored.

    They wait, or the board sends them again on a new link.
    """

    why: str


@dataclass(frozen=True, slots=True)
class ReportedTooLate:
    """A board that was replaced at its table has sent a message that has no effect at any table."""


@dataclass(frozen=True, slots=True)
class UnsignedFrames:
    """A frame without its session's signature arrived: noise, or somebody else on the line."""


@dataclass(frozen=True, slots=True)
class PortHeld:
    """Another process has opened the serial port. `holder` names the process, or is empty."""

    holder: str


@dataclass(frozen=True, slots=True)
class PortForbidden:
    """The account that runs the server may not open the serial port."""


@dataclass(frozen=True, slots=True)
class PortNotOpened:
    """The serial port cannot be opened."""

    why: str


@dataclass(frozen=True, slots=True)
class FolderUnreadable:
    """The folder of serial ports cannot be read."""

    why: str


@dataclass(frozen=True, slots=True)
class ServingFailed:
    """A fault of the server interrupted the service of a port or connection.

    The service starts again.
    """

    why: str


BoardAlarm = (
    LinkDoubted
    | LinkRefused
    | OtherRoom
    | OtherDice
    | OtherCheckers
    | DiceInDoubt
    | SensorsFaulty
    | NewJournal
    | BatteryLow
    | NothingStored
    | ReportedTooLate
    | UnsignedFrames
    | PortHeld
    | PortForbidden
    | PortNotOpened
    | FolderUnreadable
    | ServingFailed
)


MOST_PORTS, MOST_ADDRESSES = 32, 16
"""The number of alarms that are stored about ports and about addresses (our choice)."""
MOST_NAMES = 4
"""The number of boards that one alarm names; an agent may serve several (our choice)."""

DISMISSED_FOR = timedelta(minutes=10)
"""How long a fault must be absent before its dismissed alarm can be shown again (our choice)."""

Kind = type | Enum


@dataclass(frozen=True, slots=True)
class LinkAlarm:
    """One kind of fault at one port or address.

    `number` identifies the alarm while the server runs. `cable` is True for a serial port. `boards`
    are the ids that the far ends claimed without proof, the latest last. The fault has occurred
    `count` times, from `since` to `latest`, in UTC. `dismissed` is True if the operator has hidden
    the alarm.
    """

    number: int
    where: str
    cable: bool
    alarm: BoardAlarm
    boards: tuple[str, ...]
    count: int
    since: datetime
    latest: datetime
    dismissed: bool = False


class LinkAlarms:
    """The present alarms; `now` returns the time in UTC.

    `listeners` are called when an alarm is added or removed, but not when a fault is repeated.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._now = now
        self._given = 0
        self._alarms: dict[tuple[str, Kind], LinkAlarm] = {}

    def all(self) -> list[LinkAlarm]:
        """Return every alarm that was not dismissed, the oldest first."""
        shown = (each for each in self._alarms.values() if not each.dismissed)
        return sorted(shown, key=lambda each: each.number)

    def of_board(self, board_id: str) -> BoardAlarm | None:
        """Return the latest alarm about a far end that claimed this board id, or None."""
        about = [each for each in self._alarms.values() if board_id in each.boards]
        return max(about, key=lambda each: each.latest).alarm if about else None

    def add(self, where: str, alarm: BoardAlarm, *, cable: bool, board_id: str = "") -> None:
        """Add an alarm about a port or address, or count the fault once more in the present alarm.

        The alarm keeps the latest fault of its kind. `board_id` is the id that the far end claimed,
        or empty if it has sent none.
        """
        kind, now = (where, kind_of(alarm)), self._now()
        known = self._alarms.get(kind)
        if known is None or (known.dismissed and _is_news(known, board_id, now)):
            self._begin(kind, alarm, cable, board_id)
            return
        boards = _named(known.boards, board_id)
        self._alarms[kind] = replace(
            known, alarm=alarm, boards=boards, count=known.count + 1, latest=now
        )

    def _begin(self, kind: tuple[str, Kind], alarm: BoardAlarm, cable: bool, board_id: str) -> None:
        self._alarms.pop(kind, None)
        self._make_room(cable)
        self._given += 1
        now = self._now()
        boards = _named((), board_id)
        self._alarms[kind] = LinkAlarm(self._given, kind[0], cable, alarm, boards, 1, now, now)
        self.tell()

    def board_is_in(self, board_id: str, where: str) -> None:
        """Remove the alarms about a board and its port once the board is in session at that place.

        An alarm about a second board that claims the same id elsewhere remains.
        """
        known = self._alarms
        self._alarms = {
            kind: still
            for kind, alarm in known.items()
            if (still := _without(alarm, board_id, where)) is not None
        }
        if self._alarms != known:
            self.tell()

    def event_stored(self, board_id: str) -> None:
        """Remove the alarm that the board's messages are not stored, since one is stored now."""
        for kind in [kind for kind in self._alarms if kind[1] is NothingStored]:
            if board_id in self._alarms[kind].boards:
                del self._alarms[kind]
                self.tell()

    def end(self, where: str, *kinds: Kind) -> None:
        """Remove the alarms of these kinds at a port or address.

        If no kind is named, all alarms there are removed.
        """
        ended = [
            kind for kind in self._alarms if kind[0] == where and (not kinds or kind[1] in kinds)
        ]
        for kind in ended:
            del self._alarms[kind]
        if ended:
            self.tell()

    def dismiss(self, number: int) -> bool:
        """Hide the alarm with this number while its fault lasts; return False if there is none."""
        for kind, alarm in self._alarms.items():
            if alarm.number == number and not alarm.dismissed:
                self._alarms[kind] = replace(alarm, dismissed=True)
                self.tell()
                return True
        return False

    def _make_room(self, cable: bool) -> None:
        alike = [kind for kind, alarm in self._alarms.items() if alarm.cable is cable]
        if len(alike) >= (MOST_PORTS if cable else MOST_ADDRESSES):
            del self._alarms[min(alike, key=lambda kind: self._alarms[kind].latest)]

    def tell(self) -> None:
        """Call the listeners. This is done whenever an alarm is added or removed."""
        for listener in self.listeners:
            listener()


def kind_of(alarm: BoardAlarm) -> Kind:
    """Return the kind of the alarm; faults of one kind at one place are shown as one alarm.

    The kind is the code of a refusal or doubt, and otherwise the type of the fault.
    """
    return alarm.why if isinstance(alarm, LinkRefused | LinkDoubted) else type(alarm)


def _named(boards: tuple[str, ...], board_id: str) -> tuple[str, ...]:
    others = tuple(each for each in boards if each != board_id)
    return (*others, board_id)[-MOST_NAMES:] if board_id else boards


def _is_news(dismissed: LinkAlarm, board_id: str, now: datetime) -> bool:
    another = bool(board_id) and board_id not in dismissed.boards
    return another or now - dismissed.latest > DISMISSED_FOR


def _without(alarm: LinkAlarm, board_id: str, where: str) -> LinkAlarm | None:
    """Return what remains of the alarm once the board is in session at its place, or None.

    A fault of the server stays until it is dismissed, and so does a phone's late message. An alarm
    that nothing is stored stays until something is stored. Boards connect again at once after each
    of these three faults, so a new session does not show that the fault is over.
    """
    if isinstance(alarm.alarm, ServingFailed | NothingStored | ReportedTooLate):
        return alarm
    here = alarm.where == where
    if here and (alarm.cable or not alarm.boards):
        return None
    double = kind_of(alarm.alarm) is FaultCode.BOARD_TWICE and not here
    if board_id not in alarm.boards or double:
        return alarm
    boards = tuple(each for each in alarm.boards if each != board_id)
    return replace(alarm, boards=boards) if boards else None
