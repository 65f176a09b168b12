"""Events of entries, of the timetable, of announcements, and of notes to one room of a match.

Entries: a team waits or is confirmed, is present or absent, has a club and a pot, and has a roster
for each game. Events name a team as it was called at the time (see rules.events.stage_events).
Every registered team is an entry. Fees and notes are visible to the desk alone: their events name
an entry by its number in the order of registration, and are in a separate stream that no archive
contains (ADR 19). Notes of the director to one room of a match are in that stream as well (ADR 36).
Sources: rulings 13 (pairs by discipline), 29 and 33.

Timetable: the planned hours and the announced starts. Every time is an instant; pages show it in
the hall's time zone. Announced starts delay no play: a match begins when both rooms are ready.

Announcements are shown to everybody in the hall, in both rooms.
"""

from dataclasses import dataclass
from datetime import datetime

from rules.identities import PersonId, TournamentId
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLimitSet:
    """The number of teams that can play was set; 0 is no limit. Entries beyond the limit wait."""

    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPutToWait:
    """A team was put on the waiting list at `place`; the team at place 1 is confirmed next."""

    team: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryConfirmed:
    """A team on the waiting list was confirmed."""

    team: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceSet:
    """A team was marked as present, or as absent."""

    team: str
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDescribed:
    """A team's club and pot were set.

    An empty `club` is none; pot 1 is the strongest and 0 is no pot.
    """

    team: str
    club: str
    pot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterSet:
    """A team's roster was set: from now on `players` can play in games of `game_name`.

    If `players` is empty, all players of the team can play.
    """

    team: str
    game_name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencySet:
    """The currency of fees was set, in the director's words."""

    currency: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeSet:
    """An entry's fee and the amount paid of it were set, in hundredths of the currency."""

    entry: int
    due: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteSet:
    """The director's note on an entry was set; an empty note removes it."""

    entry: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomNoteSent:
    """A note was sent to the table of match `number` in `room`; it replaces an earlier note there.

    An empty `text` removes the note.
    """

    number: int
    room: Room
    text: str
    by: str

    @property
    def stands(self) -> bool:
        """True if this event sets a note; False if it removes one."""
        return bool(self.text)


EntryEvent = (
    EntryLimitSet | EntryPutToWait | EntryConfirmed | AttendanceSet | EntryDescribed | RosterSet
)
"""The events of entries in a tournament's own stream, which is also in its archive."""
DeskRoomEvent = RoomNoteSent
"""The events in the desk's own stream that are sent to one room of a match.

A later event of the same class for the same room replaces an earlier one.
"""
DeskEvent = CurrencySet | FeeSet | NoteSet | DeskRoomEvent
"""The events of the desk's own stream, which no archive contains."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """An interval of time from one instant to a later one."""

    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayingDay:
    """The hours of one day in which games are played, with the breaks in them in order of time."""

    hours: Span
    breaks: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMinutes:
    """The minutes that a game is expected to take until it is over in both rooms."""

    game_name: str
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetablePlanned:
    """The number of tables and the playing days of a tournament were planned.

    Each match takes two tables. After a match its tables and its teams are free again after
    `minutes_between` minutes. `at_once` is True if stages that do not depend on each other are
    played at the same time.
    """

    tables: int
    days: tuple[PlayingDay, ...]
    minutes_between: int
    games: tuple[GameMinutes, ...]
    at_once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimed:
    """The start of a round's matches was announced or moved."""

    stage: int
    round: int
    starts_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimeLifted:
    """The announced start of a round was taken back."""

    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChanged:
    """A stage now has `games` games per match and `meetings` meetings of two teams.

    No round of the stage was published yet.
    """

    stage: int
    games: int
    meetings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStartSet:
    """The director ordered that no game of the tournament begins from `at` to `until`.

    The order is for both rooms.
    """

    at: datetime
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStartLifted:
    """The director's order that no game begins was lifted."""

    reason: str


TimeEvent = (
    TimetablePlanned | RoundTimed | RoundTimeLifted | StageChanged | LastStartSet | LastStartLifted
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementText:
    """The plain text of an announcement in one language, given by its code such as "uk".

    The text with an empty `language` is shown to readers for whose language there is no other text.
    """

    language: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementMade:
    """An announcement was made to everybody. It is shown until `until`, or until it is taken down.

    `number` counts the announcements of the hall from 1. `tournament` is the tournament it
    concerns, None if it concerns the whole hall.
    """

    number: int
    tournament: TournamentId | None
    texts: tuple[AnnouncementText, ...]
    by: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementTakenDown:
    """An announcement was taken down: it is no longer shown."""

    number: int
    by: str


AnnouncementEvent = AnnouncementMade | AnnouncementTakenDown
