"""Commands to the hall, to a tournament's desk, about its timetable, and about persons.

They create tournaments, teams and matches (rulings 1, 5, 8, 12, 13 and 17), change entries (rulings
13 and 33) and hours, make announcements, send notes to one room, and change persons. Names and
details of persons are in no tournament's events, so that they can be erased (ruling 33). `was` is
the value that the sender saw; if it has changed, the command is refused.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from rules.commands.stage_commands import WithdrawTournament
from rules.events import (
    MINUTES_A_GAME,
    AnnouncementText,
    Clocks,
    Embargo,
    GameMinutes,
    PlayingDay,
    TimetablePlanned,
)
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId, TournamentId, TournamentName
from rules.limits import (
    MOST_TEAMS,
    Amount,
    GamesOfMatch,
    Many,
    Meetings,
    Name,
    NewName,
    Number,
    Pot,
    Reason,
    Remark,
    Text,
    Whole,
)
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskTerms:
    """The number of teams that can play, 0 for no limit, and the currency of fees."""

    limit: Annotated[int, Whole(0, MOST_TEAMS)] = 0
    currency: Remark = ""


@dataclass(frozen=True, slots=True)
class SetDeskTerms:
    """Set the limit of teams and the currency of fees.

    If more teams are confirmed than a new limit allows, those not drawn yet are put on the waiting
    list, ahead of the teams already on it.
    """

    terms: DeskTerms
    was: DeskTerms


@dataclass(frozen=True, slots=True)
class ConfirmEntry:
    """Confirm a team that is on the waiting list."""

    team: Name


@dataclass(frozen=True, slots=True)
class PutToWait:
    """Put a team that is not drawn at the end of the waiting list."""

    team: Name


@dataclass(frozen=True, slots=True)
class SetAttendance:
    """Mark a team as present or absent; nothing happens if the team has this mark already."""

    team: Name
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryForm:
    """The details of a team's entry: see EntryDescribed, FeeSet and NoteSet.

    `due` and `paid` are hundredths of the currency. `note` is None if the sender or the reader of
    this form may not read notes; the note then stays as it is.
    """

    club: Remark = ""
    pot: Pot = 0
    due: Amount = 0
    paid: Amount = 0
    note: Annotated[str, Text(0, 500, new=False)] | None = None


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """Change the details of a team's entry; `was` are the details before."""

    team: Name
    form: EntryForm
    was: EntryForm


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """A team to be entered: its name, its players and the details of its entry.

    Each element of `rosters` is the name of a game and the players of the team who play that game.
    """

    name: str
    players: tuple[PersonId, ...]
    form: EntryForm = EntryForm()
    present: bool = False
    rosters: tuple[tuple[str, tuple[PersonId, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class EnterTeams:
    """Enter all of these teams in this order, or none if one cannot be entered."""

    teams: tuple[NewEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRoster:
    """Set a team's roster for a game: at least two players, or none to allow all its players.

    `was` are the players set before.
    """

    team: Name
    game_name: Name
    players: Annotated[tuple[PersonId, ...], Many(20)]
    was: Annotated[tuple[PersonId, ...], Many(20)]


EntryCommand = (
    SetDeskTerms | ConfirmEntry | PutToWait | SetAttendance | ChangeEntry | EnterTeams | SetRoster
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTimetable:
    """Plan a tournament's tables and playing days; see TimetablePlanned for the fields.

    `was` is the previous plan, None if there was none.
    """

    tables: int
    days: tuple[PlayingDay, ...]
    minutes_between: int
    games: tuple[GameMinutes, ...]
    at_once: bool = False
    was: TimetablePlanned | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStart:
    """The start to announce for a round; `starts_at` is None to take back the announced start.

    `was` is the start announced before, None if there was none.
    """

    stage: Number
    round: Number
    starts_at: datetime | None
    was: datetime | None = None


@dataclass(frozen=True, slots=True)
class TimeRounds:
    """Announce the starts of rounds, move them, or take them back."""

    starts: Annotated[tuple[RoundStart, ...], Many(2000, least=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChange:
    """Two new numbers for a stage: games per match, and how often two teams meet.

    `was` are the two numbers before the change.
    """

    stage: Number
    games: GamesOfMatch
    meetings: Meetings
    was: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChangeStages:
    """Change stages without a published round; either all changes are made or none."""

    stages: Annotated[tuple[StageChange, ...], Many(64, least=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLastStart:
    """Forbid games to begin between the times `at` and `until`.

    If such an order is in force already, `was` is the time at which it begins, as the sender saw
    it; otherwise `was` is None.
    """

    at: datetime
    until: datetime
    reason: Reason
    was: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftLastStart:
    """Lift the order that forbids games to begin; `was` is the time at which that order begins."""

    was: datetime
    reason: Reason


TimeCommand = PlanTimetable | TimeRounds | ChangeStages | SetLastStart | LiftLastStart


@dataclass(frozen=True, slots=True)
class CreateTournament:
    """Create a tournament with a short name that no other tournament of the hall has."""

    name: TournamentName


@dataclass(frozen=True, slots=True)
class NoteClock:
    """Record how far the computer's clock is ahead of the time that the server counts.

    The server's own time does not follow the computer's clock when that clock is changed. `by_ms`
    is the computer's clock minus the server's time, in milliseconds (see ClockSet).
    """

    by_ms: int


HallCommand = CreateTournament | WithdrawTournament | NoteClock
"""The commands to the hall as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterTeam:
    """Enter a team with the players who can play for it."""

    name: NewName
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """The name and the players of a team, as one value."""

    name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTeam:
    """Give the team called `team` a new name and new players from now on.

    `was` are its present players.
    """

    team: Name
    name: NewName
    players: tuple[PersonId, ...]
    was: tuple[PersonId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleMatch:
    """Set up a match of `games` games per room; the home team is White in the open room.

    `event` is the name of the event that is printed on the protocol. `max_lead` is the number of
    turns by which the open room can be ahead, 0 for no limit (ruling 8). If `tail_drawn` is true,
    rolls that only the closed room needs are drawn from a committed seed. A `trial` counts in no
    standings. `clock_minutes` are each player's reserve for each game (ruling 30).
    """

    home: str
    away: str
    games: int
    event: str = ""
    game_name: str = BACKGAMMON.name
    max_lead: int = 0
    tail_drawn: bool = False
    embargo: Embargo = Embargo.LOCKSTEP
    trial: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleMatchPlay:
    """Set up a match of two players at one table, to `length` points (ruling 17).

    `event` is the name of the event that is printed on the protocol. A `trial` is left out of the
    players' statistics. `clock_minutes` are each player's reserve for each point (ruling 30).
    """

    white: PersonId
    red: PersonId
    length: int
    event: str = ""
    game_name: str = BACKGAMMON.name
    trial: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class SendRoomNote:
    """Show a note at the table of a match in one room, in place of an earlier note.

    An empty `text` removes the note.
    """

    number: Number
    room: Room
    text: Annotated[str, Text(0, 280)]


DeskCommand = (
    RegisterTeam | ChangeTeam | ScheduleMatch | ScheduleMatchPlay | EntryCommand | SendRoomNote
)
"""The commands to a tournament's desk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeAnnouncement:
    """Show an announcement to everybody.

    `tournament` is the tournament that the announcement concerns, None for the whole hall. The
    announcement is shown until the time `until`, or, if `until` is None, until it is taken down.
    """

    texts: tuple[AnnouncementText, ...]
    tournament: TournamentId | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDownAnnouncement:
    """Take down announcement `number`."""

    number: int


AnnouncementCommand = MakeAnnouncement | TakeDownAnnouncement


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPerson:
    """Add a person; `names`, in several scripts, begin with the preferred one."""

    person: PersonId
    names: tuple[str, ...]
    club: str = ""
    country: str = ""
    federation_number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonKnown:
    """The names and details of a person, as the sender of a RenamePerson saw them."""

    names: tuple[str, ...]
    club: str = ""
    country: str = ""
    federation_number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamePerson:
    """Set a person's names and details; their matches stay with them.

    `was` are the previous names and details; if they have changed since, nothing is changed.
    """

    person: PersonId
    names: tuple[str, ...]
    club: str = ""
    country: str = ""
    federation_number: str = ""
    was: PersonKnown | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HidePerson:
    """Show only a person's initials from now on, or show the name again."""

    person: PersonId
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasePerson:
    """Erase a person's names and details; their account and links become invalid."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePersons:
    """Record that two persons are the same: from now on `person` is shown as `into` everywhere."""

    person: PersonId
    into: PersonId


PersonCommand = AddPerson | RenamePerson | HidePerson | ErasePerson | MergePersons
