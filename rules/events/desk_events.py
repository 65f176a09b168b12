"""Events of the desk: entries, hours, announcements, and notes to one room of a match.

Entries in a tournament: waiting or confirmed, present, club and pot, and the players of each game.

Teams have the name of that time, as in rules.events.stage_events; every registered team is an
entry. Fees and notes are for the desk alone: these events name an entry by its number, which is the
place in which its team was registered, and have a stream of their own that no archive holds
(ADR 19). A director's note to one room of a match is in that stream as well (ADR 36). Sources:
rulings 13 (pairs by discipline), 29 and 33.

Hours of a tournament: those planned, and the start times announced. Every time is an instant; pages
give it by the hall's clock. None of it delays play, which begins when both rooms are ready.

Announcements of the hall to everybody, both rooms included (ours).
"""

from dataclasses import dataclass
from datetime import datetime

from rules.identities import PersonId, TournamentId
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLimitSet:
    """The number of teams that may play was set.

    Further entries wait from now on. 0 is no limit.
    """

    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPutToWait:
    """A team waits, at that place of the list: 1 is next to be confirmed."""

    team: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryConfirmed:
    """A team that waited was confirmed."""

    team: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceSet:
    """A team was marked as present, or as absent."""

    team: str
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDescribed:
    """A team's club, empty for none, and its pot for a draw: 1 is the strongest, 0 none."""

    team: str
    club: str
    pot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterSet:
    """The players of a team who may be lined up in that game from now on; all of them if empty."""

    team: str
    game_name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencySet:
    """The currency of fees, in the director's words."""

    currency: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeSet:
    """The amounts an entry's team owes in all and has paid, in hundredths of the currency."""

    entry: int
    due: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteSet:
    """The director's note on an entry; empty for none."""

    entry: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomNoteSent:
    """The match of that number has this note at its table in that room, instead of an earlier one.

    An empty `text`: the note there was taken back.
    """

    number: int
    room: Room
    text: str
    by: str

    @property
    def stands(self) -> bool:
        """True if there is a note now."""
        return bool(self.text)


EntryEvent = (
    EntryLimitSet | EntryPutToWait | EntryConfirmed | AttendanceSet | EntryDescribed | RosterSet
)
"""Events in a tournament's own stream, part of its archive."""
DeskRoomEvent = RoomNoteSent
"""Events of the desk's stream sent to one room of a match, each until another of its kind."""
DeskEvent = CurrencySet | FeeSet | NoteSet | DeskRoomEvent
"""Events in the stream of its desk, part of no archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """An interval from one instant to a later one."""

    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayingDay:
    """Hours in which games are played, and breaks in them, in order."""

    hours: Span
    breaks: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMinutes:
    """Minutes that a game is reckoned to take until it is over in both rooms."""

    game_name: str
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetablePlanned:
    """The tables and days for a tournament: a match takes two of the tables.

    `minutes_between` pass from the end of a match to the next one of its tables or teams.
    `at_once`: stages that do not wait for each other are played at the same time.
    """

    tables: int
    days: tuple[PlayingDay, ...]
    minutes_between: int
    games: tuple[GameMinutes, ...]
    at_once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimed:
    """The start of the matches of a round was announced, or moved."""

    stage: int
    round: int
    starts_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimeLifted:
    """A round's start is not announced any more."""

    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChanged:
    """A stage of which no round is published has other `games` a match or other `meetings`."""

    stage: int
    games: int
    meetings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStartSet:
    """From `at` to `until` no game of a match of the tournament begins, in either room."""

    at: datetime
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStartLifted:
    """Games may begin at any time again."""

    reason: str


TimeEvent = (
    TimetablePlanned | RoundTimed | RoundTimeLifted | StageChanged | LastStartSet | LastStartLifted
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementText:
    """Plain text, for readers of that language; an empty `language` is for everybody else."""

    language: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementMade:
    """An announcement to everybody, until that instant or until it is taken down.

    `number` counts from 1 in the hall. `tournament` is the one it belongs to, None for the whole
    hall.
    """

    number: int
    tournament: TournamentId | None
    texts: tuple[AnnouncementText, ...]
    by: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementTakenDown:
    """An announcement is not shown any more."""

    number: int
    by: str


AnnouncementEvent = AnnouncementMade | AnnouncementTakenDown
