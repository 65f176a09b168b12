"""Faults of a board, for the technician; put in words by server.views.boards.words.

Also here: faults on a port or at an address where no board is in session: for the operator.

Anybody on the network may connect and be refused any number of times, so what is kept is bounded:
one alarm for each place and kind, with a count, and of addresses only the latest ones. Cables have
a bound of their own, so that no stranger's attempts displace an alarm about a cable.
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
    """The link's frames arrive damaged or incomplete."""

    why: Suspicion


@dataclass(frozen=True, slots=True)
class LinkRefused:
    """The server refuses the board's link."""

    why: FaultCode


@dataclass(frozen=True, slots=True)
class OtherRoom:
    """The board or its port is `labelled` for one room, and its `table` is in the other."""

    labelled: Room
    table: Room


@dataclass(frozen=True, slots=True)
class OtherDice:
    """The display shows other dice than were sent: the table is stopped."""


@dataclass(frozen=True, slots=True)
class PlaceDiffers:
    """A side's own point with `sensed` checkers instead of `known`; 0 is borne off, 25 the bar.

    `side` is None if the board sees no colour: the counts are then both sides', on White's
    point.
    """

    side: Side | None
    place: int
    sensed: int
    known: int


@dataclass(frozen=True, slots=True)
class OtherCheckers:
    """The checkers sensed differ from those of the match."""

    places: tuple[PlaceDiffers, ...]


@dataclass(frozen=True, slots=True)
class DiceInDoubt:
    """The dice keyed do not allow the play that was made, and others do (ruling 9)."""


@dataclass(frozen=True, slots=True)
class SensorsFaulty:
    """Places where sensors are stuck or dead: White's points, 25 the bar; plays are inferred."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NewJournal:
    """The board returned with another journal while its table plays: it is held (ruling 28)."""


@dataclass(frozen=True, slots=True)
class BatteryLow:
    """The battery has `percent` per cent left; `holds`: it has to be let in to begin a new game."""

    percent: int
    holds: bool


@dataclass(frozen=True, slots=True)
class NothingStored:
    """The board's messages cannot be stored: they wait, or have to be sent on another link."""

    why: str


@dataclass(frozen=True, slots=True)
class ReportedTooLate:
    """A board that was replaced at its table has sent what counts at no table."""


@dataclass(frozen=True, slots=True)
class UnsignedFrames:
    """A frame without its session's signature came: noise, or somebody else on the connection."""


@dataclass(frozen=True, slots=True)
class PortHeld:
    """Another process has the serial port open: `holder` names it, empty if unknown."""

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
    """A fault of the server ended a port's or connection's service, which is started anew."""

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
"""Alarms kept of cables and of addresses (ours)."""
MOST_NAMES = 4
"""Boards named by one alarm: an agent may act for several at one address (ours)."""

DISMISSED_FOR = timedelta(minutes=10)
"""A dismissed alarm is shown again when it recurs after such a time without it (ours)."""

Kind = type | Enum


@dataclass(frozen=True, slots=True)
class LinkAlarm:
    """One kind of fault at one port or address.

    `number` identifies it while the server runs. `boards` are the ids that the far ends gave
    themselves, unproven, the latest last. It occurred `count` times from `since` to `latest`, in
    UTC. `dismissed`: the operator wants to see it no more while it lasts.
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
    """The present alarms; `now` is the time in UTC.

    `listeners` are called when an alarm comes or goes, not when one is repeated.
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
        """Return the latest alarm about a far end that gave itself this id; None for none."""
        about = [each for each in self._alarms.values() if board_id in each.boards]
        return max(about, key=lambda each: each.latest).alarm if about else None

    def add(self, where: str, alarm: BoardAlarm, *, cable: bool, board_id: str = "") -> None:
        """Add a fault at a port or address, or count it once more if it is known; keep the latest.

        `board_id` is the far end's own id, empty if it has sent none.
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
        """End alarms about a board, and about its cable, once it is in session there.

        An alarm about a second board with that id elsewhere remains.
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
        """End the alarm that a board's frames are not stored."""
        for kind in [kind for kind in self._alarms if kind[1] is NothingStored]:
            if board_id in self._alarms[kind].boards:
                del self._alarms[kind]
                self.tell()

    def end(self, where: str, *kinds: Kind) -> None:
        """End alarms of these kinds there, or all of them if none is named."""
        ended = [
            kind for kind in self._alarms if kind[0] == where and (not kinds or kind[1] in kinds)
        ]
        for kind in ended:
            del self._alarms[kind]
        if ended:
            self.tell()

    def dismiss(self, number: int) -> bool:
        """Hide an alarm while it lasts; return False if there is none of that number."""
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
        """Call the listeners: an alarm has come or gone."""
        for listener in self.listeners:
            listener()


def kind_of(alarm: BoardAlarm) -> Kind:
    """Return the key by which alarms are shown as one: the refusal's code, else the type."""
    return alarm.why if isinstance(alarm, LinkRefused | LinkDoubted) else type(alarm)


def _named(boards: tuple[str, ...], board_id: str) -> tuple[str, ...]:
    others = tuple(each for each in boards if each != board_id)
    return (*others, board_id)[-MOST_NAMES:] if board_id else boards


def _is_news(dismissed: LinkAlarm, board_id: str, now: datetime) -> bool:
    another = bool(board_id) and board_id not in dismissed.boards
    return another or now - dismissed.latest > DISMISSED_FOR


def _without(alarm: LinkAlarm, board_id: str, where: str) -> LinkAlarm | None:
    """Return the alarm's remaining part once that board is in session at its place.

    A fault of the server stays until it is dismissed, and so does a phone's late message; an alarm
    that nothing is stored stays until something is. Boards return after each at once.
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
