"""What is arranged at the desk: entries, hours, announcements, what it sends one room of a match.

Who is entered in a tournament: waiting or confirmed, present, club and pot, who plays what.

Teams stand by the name they have at that time, as in rules.events.stage_events; every registered
team is an entry. What is paid and noted is for the desk alone: these events name an entry by its
number, which is the place in which its team was registered, and have a stream of their own that no
archive holds (ADR 19). What a director writes to one room of a match is in that stream as well
(ADR 36). Sources: rulings 13 (pairs by discipline), 29 and 33.

When a tournament is played: what is planned of its hours, and the start times announced.

Every time is an instant; pages tell it by the hall's clock. None of it holds anybody up: play
begins when both rooms are ready.

What the hall announces to everybody, both rooms included, and what it takes down (ours).
"""

from dataclasses import dataclass
from datetime import datetime

from rules.identities import PersonId, TournamentId
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLimitSet:
    """So many teams may play; whoever is entered from now on beyond them waits. 0 is no limit."""

    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPutToWait:
    """A team waits, at that place of the list: 1 is next to move up."""

    team: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryConfirmed:
    """A team that waited plays."""

    team: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceSet:
    """A team is present, or is not after all."""

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
    """Who of a team may be lined up in that game from now on; everybody of it where empty."""

    team: str
    game_name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencySet:
    """In what fees are paid, in the director's words."""

    currency: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeSet:
    """What the team of an entry owes in all and has paid, in hundredths of the currency."""

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
        """Whether a note is there now."""
        return bool(self.text)


EntryEvent = (
    EntryLimitSet | EntryPutToWait | EntryConfirmed | AttendanceSet | EntryDescribed | RosterSet
)
"""What is in a tournament's own stream, and goes with its archive."""
DeskRoomEvent = RoomNoteSent
"""What of the desk's stream one room of a match hears, until another of its kind comes."""
DeskEvent = CurrencySet | FeeSet | NoteSet | DeskRoomEvent
"""What is in the stream of its desk, and goes nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From one instant to a later one."""

    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayingDay:
    """Hours in which games are played, and breaks in them, in order."""

    hours: Span
    breaks: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMinutes:
    """How many minutes a game is reckoned to take until it is over in both rooms."""

    game_name: str
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetablePlanned:
    """What there is to play in: so many tables, of which a match takes two, on these days.

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
    """When the matches of a round start is announced, or moved."""

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
    """From `at` to `until` no game of a match of the tournament begins, in neither room."""

    at: datetime
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStartLifted:
    """Games begin at any time again."""

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
    """From now on everybody is shown this, until that instant or until it is taken down.

    `number` counts from 1 in the hall. `tournament` is whose it is, None for the whole hall.
    """

    number: int
    tournament: TournamentId | None
    texts: tuple[AnnouncementText, ...]
    by: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementTakenDown:
    """Nobody is shown that announcement any more."""

    number: int
    by: str


AnnouncementEvent = AnnouncementMade | AnnouncementTakenDown
