"""What is asked of the hall and of a tournament besides its stages.

Which tournaments there are, their teams and matches (rulings 1, 5, 8, 12, 13 and 17); at the desk,
who waits, has come and has paid (rulings 13 and 33); the hours; announcements to everybody and
notes to one room; persons, who are in no event, for their records are not (ruling 33). `was` is
what the sender saw: where it is not so any more nothing is done.
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
    """How many teams may play, 0 for no limit, and in what currency fees are."""

    limit: Annotated[int, Whole(0, MOST_TEAMS)] = 0
    currency: Remark = ""


@dataclass(frozen=True, slots=True)
class SetDeskTerms:
    """Set them; confirmed teams beyond a new limit that are not drawn wait, ahead of who waits."""

    terms: DeskTerms
    was: DeskTerms


@dataclass(frozen=True, slots=True)
class ConfirmEntry:
    """Move a team up from the waiting list."""

    team: Name


@dataclass(frozen=True, slots=True)
class PutToWait:
    """Put a team that is not drawn at the end of the waiting list."""

    team: Name


@dataclass(frozen=True, slots=True)
class SetAttendance:
    """Say whether a team is present; said again nothing happens."""

    team: Name
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryForm:
    """What is kept of an entry besides its team; see EntryDescribed, FeeSet and NoteSet.

    `note` is None from and for whoever may not read it.
    """

    club: Remark = ""
    pot: Pot = 0
    due: Amount = 0
    paid: Amount = 0
    note: Annotated[str, Text(0, 500, new=False)] | None = None


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """Put what is kept of a team's entry right."""

    team: Name
    form: EntryForm
    was: EntryForm


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """A team to be entered with all that is known of it; `rosters` are its players by game."""

    name: str
    players: tuple[PersonId, ...]
    form: EntryForm = EntryForm()
    present: bool = False
    rosters: tuple[tuple[str, tuple[PersonId, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class EnterTeams:
    """Enter all of these teams, in this order, or none."""

    teams: tuple[NewEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRoster:
    """Say who of a team plays that game: two at least, or nobody for everybody of it."""

    team: Name
    game_name: Name
    players: Annotated[tuple[PersonId, ...], Many(20)]
    was: Annotated[tuple[PersonId, ...], Many(20)]


EntryCommand = (
    SetDeskTerms | ConfirmEntry | PutToWait | SetAttendance | ChangeEntry | EnterTeams | SetRoster
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTimetable:
    """Say what there is to play in; see TimetablePlanned for what the fields mean."""

    tables: int
    days: tuple[PlayingDay, ...]
    minutes_between: int
    games: tuple[GameMinutes, ...]
    at_once: bool = False
    was: TimetablePlanned | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStart:
    """When a round is to start, and when it was announced to before; None for not at all."""

    stage: Number
    round: Number
    starts_at: datetime | None
    was: datetime | None = None


@dataclass(frozen=True, slots=True)
class TimeRounds:
    """Announce starts of rounds, move them, or take them back."""

    starts: Annotated[tuple[RoundStart, ...], Many(2000, least=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChange:
    """Other games a match or other meetings for a stage; `was` are those it had."""

    stage: Number
    games: GamesOfMatch
    meetings: Meetings
    was: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChangeStages:
    """Change stages without a published round, all or none."""

    stages: Annotated[tuple[StageChange, ...], Many(64, least=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLastStart:
    """Let no game begin from `at` to `until`; `was` is the previous `at`, or None."""

    at: datetime
    until: datetime
    reason: Reason
    was: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftLastStart:
    """Lift the last start; `was` is its `at`."""

    was: datetime
    reason: Reason


TimeCommand = PlanTimetable | TimeRounds | ChangeStages | SetLastStart | LiftLastStart


@dataclass(frozen=True, slots=True)
class CreateTournament:
    """Make a tournament known to the hall under a short name that no other has there."""

    name: TournamentName


@dataclass(frozen=True, slots=True)
class NoteClock:
    """Note how many milliseconds the machine's clock is ahead of the time here; 0 if none."""

    by_ms: int


HallCommand = CreateTournament | WithdrawTournament | NoteClock
"""What is asked of the hall as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterTeam:
    """Enter a team with the players it may line up."""

    name: NewName
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """A team as it is entered: its name and its players."""

    name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTeam:
    """Give the team entered as `team` this name and these players from now on.

    `was` are the players it has; the name it has is `team`.
    """

    team: Name
    name: NewName
    players: tuple[PersonId, ...]
    was: tuple[PersonId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleMatch:
    """Set up a match of `games` games a room; the home team is White in the open room.

    `event` is what it is played in, for the form. `max_lead` is how many turns the open room may be
    ahead, 0 for no limit (ruling 8). `tail_drawn`: rolls that only the closed room needs are drawn
    from a committed seed. A `trial` counts in no standings. `clock_minutes` is each player's
    reserve for each game (ruling 30).
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

    `event` is what it is played in, for the form. A `trial` counts in no person's sums.
    `clock_minutes` is each player's reserve for each point (ruling 30).
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
    """Show a room's table a note, in place of an earlier one.

    An empty `text` takes the note back that is shown there.
    """

    number: Number
    room: Room
    text: Annotated[str, Text(0, 280)]


DeskCommand = (
    RegisterTeam | ChangeTeam | ScheduleMatch | ScheduleMatchPlay | EntryCommand | SendRoomNote
)
"""What is asked of a tournament's desk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeAnnouncement:
    """Show everybody these texts, of a tournament or, with None, of the whole hall.

    `until` is when it ends by itself, None for when it is taken down.
    """

    texts: tuple[AnnouncementText, ...]
    tournament: TournamentId | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDownAnnouncement:
    """Show that announcement no more."""

    number: int


AnnouncementCommand = MakeAnnouncement | TakeDownAnnouncement


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPerson:
    """Keep somebody as a person; `names`, in several scripts, begin with the preferred one."""

    person: PersonId
    names: tuple[str, ...]
    club: str = ""
    country: str = ""
    federation_number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonKnown:
    """What is known of a person, as somebody saw it who changes it."""

    names: tuple[str, ...]
    club: str = ""
    country: str = ""
    federation_number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamePerson:
    """Give a person these names and particulars; all that was played stays his.

    `was` is what the change was made from: where it is otherwise nothing is changed.
    """

    person: PersonId
    names: tuple[str, ...]
    club: str = ""
    country: str = ""
    federation_number: str = ""
    was: PersonKnown | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HidePerson:
    """Show only a person's initials from now on, or the name again."""

    person: PersonId
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasePerson:
    """Take everything away that is known of a person; his account and links end."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePersons:
    """One person was entered twice: from now on the first is the second, everywhere."""

    person: PersonId
    into: PersonId


PersonCommand = AddPerson | RenamePerson | HidePerson | ErasePerson | MergePersons
