"""What is wrong with a board, for the technician; told in words by server.console.alarm_words."""

from dataclasses import dataclass

from board_drivers.link.reports import Suspicion
from board_drivers.wire.values import FaultCode
from rules.position import Side
from rules.room import Room


@dataclass(frozen=True, slots=True)
class LinkDoubted:
    """The link's frames do not come through as they should."""

    why: Suspicion


@dataclass(frozen=True, slots=True)
class LinkRefused:
    """The server will not speak with the board."""

    why: FaultCode


@dataclass(frozen=True, slots=True)
class OtherRoom:
    """The board or its port is `labelled` for one room, and its `table` stands in the other."""

    labelled: Room
    table: Room


@dataclass(frozen=True, slots=True)
class OtherDice:
    """The display shows other dice than were sent: the table is stopped."""


@dataclass(frozen=True, slots=True)
class PlaceDiffers:
    """On a side's own point, 0 borne off and 25 the bar, lie `sensed` checkers, not `known`.

    `side` is None where the board sees no colour: then they are both sides', on White's point.
    """

    side: Side | None
    place: int
    sensed: int
    known: int


@dataclass(frozen=True, slots=True)
class OtherCheckers:
    """Other checkers lie there than the match has."""

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
    """The board came back with another memory while its table plays: it is held (ruling 28)."""


@dataclass(frozen=True, slots=True)
class BatteryLow:
    """So many per cent are left; `holds`: no new game begins there before it is let go on."""

    percent: int
    holds: bool


@dataclass(frozen=True, slots=True)
class NothingStored:
    """What the board said cannot be stored: it waits, or is to be said again on another link."""

    why: str


@dataclass(frozen=True, slots=True)
class ReportedTooLate:
    """A board that was replaced at its table has said what counts at no table."""


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
    """A fault of the server's own ended a port's or connection's service; it begins anew."""

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
