"""What is asked of the hall and of a tournament: which there are, its teams, what is played.

Source: rulings 1, 5, 8, 12, 13 and 17.
"""

from dataclasses import dataclass

from rules.commands.case_commands import CaseCommand
from rules.commands.entry_commands import EntryCommand
from rules.commands.knockout_commands import KnockoutCommand
from rules.commands.pbem_commands import PbemCommand
from rules.commands.query_commands import QueryCommand
from rules.commands.stage_commands import StageCommand
from rules.commands.time_commands import TimeCommand
from rules.commands.ttt_commands import TttCommand
from rules.commands.withdrawal_commands import WithdrawEntry, WithdrawTournament
from rules.events import MINUTES_A_GAME, Clocks, Embargo
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId, TournamentName


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

    name: str
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

    team: str
    name: str
    players: tuple[PersonId, ...]
    by: str = ""
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


TournamentCommand = (
    RegisterTeam
    | ChangeTeam
    | ScheduleMatch
    | ScheduleMatchPlay
    | StageCommand
    | EntryCommand
    | QueryCommand
    | TimeCommand
    | CaseCommand
    | WithdrawEntry
    | KnockoutCommand
    | TttCommand
    | PbemCommand
)
