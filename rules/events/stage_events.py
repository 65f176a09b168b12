"""Events of a tournament's stages: their draws and rounds, and the director's rulings.

Teams have the name of that time; a TeamChanged gives a new one. `reason` is the director's.
Sources: Fair Backgammon Duplicated Team Tournament (Garal, 2008); rulings 1, 4, 11, 13 and 29.

They include a team that joins a round robin under way (ruling 1, ADR 22), a round that the director
shortens for all of its matches (ruling 1), and the withdrawal of what was set up wrongly and never
played (ruling 29).
"""

from dataclasses import dataclass
from enum import Enum

from rules.events.clock_events import MINUTES_A_GAME
from rules.events.dice_events import Clocks, Embargo
from rules.identities import TournamentId
from rules.limits import Number


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamJoined:
    """A team plays in a group from round `round` on, the first that was not published.

    `rounds` are the group's pairs from that round on, home first, in place of those drafted until
    now. `missed` are earlier rounds, each with the team that had a bye there and wins by walkover.
    """

    stage: int
    group: int
    team: str
    round: int
    rounds: tuple[tuple[tuple[str, str], ...], ...]
    missed: tuple[tuple[int, str], ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundShortened:
    """Every match of a round is over after `games` games per room, and takes their VP column."""

    stage: int
    round: int
    games: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchShortened:
    """A match has `games` games per room, fewer than it had; later ones do not count."""

    games: int
    reason: str


Groups = tuple[tuple[str, ...], ...]
"""Teams by groups, or by pairs."""


class StageKind(Enum):
    """Way in which a stage's teams meet: every two of a group, or two and two."""

    ROUND_ROBIN = "round robin"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A place that qualifies: `place` 1 is the best of that group; of a pair 1 is the winner."""

    stage: Number
    group: Number
    place: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDescribed:
    """A tournament's full name, place and dates, in the director's words."""

    title: str
    place: str
    dates: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPlacesSet:
    """The places of each room's tables, in the director's words, such as "upstairs, room 4"."""

    open_room: str
    closed_room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlanned:
    """A stage, numbered from 1: every match of it has `games` games of `game_name` a room.

    `meetings` is the number of times that two of a group meet, `groups` the number of groups.
    `slots` are the places of earlier stages that play in it, two for each pair; empty if all
    teams do. `max_lead`, `tail_drawn`, `embargo`, `clocks` and `clock_minutes` are those of its
    matches.
    """

    stage: int
    name: str
    kind: StageKind
    game_name: str
    games: int
    meetings: int = 1
    groups: int = 1
    slots: tuple[Slot, ...] = ()
    max_lead: int = 0
    tail_drawn: bool = False
    embargo: Embargo = Embargo.LOCKSTEP
    clocks: Clocks = Clocks.OFF
    clock_minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class StageWithdrawn:
    """A stage that was planned and not drawn was withdrawn; its number is not used again."""

    stage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDrawn:
    """The teams of each group of a stage, in the order of its schedule.

    `seed` is the seed of their order (rules.formats.draw); empty for a stage of places that
    qualify. `absent` are teams that were left out or had withdrawn, without those that waited.
    """

    stage: int
    seed: bytes
    groups: Groups
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawWithdrawn:
    """A stage's draw is void, and so are its rounds; their play stays readable."""

    stage: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPairing:
    """A match of a round: its number, home being White in the open room, its first set of rolls."""

    group: int
    home: str
    away: str
    number: int
    roll_set: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished:
    """A round is announced, and its matches are set up under these numbers."""

    stage: int
    round: int
    pairings: tuple[PublishedPairing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWithdrawn:
    """A round that was published, and of which nothing was played, is a draft again (ruling 29)."""

    stage: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed:
    """Every match of a round is decided: from here on a change of its results is a correction."""

    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReopened:
    """A closed round is open again: walkovers may be given in it, and it may be closed anew."""

    stage: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraGamesSet:
    """Two more games decide a pair whose match is level in IMP, as match `number` (ruling 4)."""

    stage: int
    group: int
    number: int
    roll_set: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkoverGiven:
    """One team or both did not come to the match of that number (ruling 1).

    `ruled` are home's and away's victory points if the director rules otherwise.
    """

    number: int
    absent: tuple[str, ...]
    reason: str
    ruled: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkoverLifted:
    """A walkover is taken back: the match is played, or its result counts."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamWithdrawn:
    """A team withdrew from play. Its matches in stages of `annulled` do not count for anybody."""

    team: str
    annulled: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamReturned:
    """A team that had withdrawn plays again."""

    team: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven:
    """A team loses that many victory points or IMP in a stage; `penalty` numbers it from 1."""

    penalty: int
    stage: int
    team: str
    vp: int
    imp: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLifted:
    """A penalty is taken back."""

    penalty: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderDecided:
    """The order of teams that no criterion separates, as the director decides (ruling 13)."""

    stage: int
    group: int
    teams: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QualificationKept:
    """The teams drawn into a stage stay in it, though the standings now give `groups`."""

    stage: int
    groups: Groups
    reason: str


StageEvent = (
    EventDescribed
    | RoomPlacesSet
    | StagePlanned
    | StageWithdrawn
    | StageDrawn
    | DrawWithdrawn
    | RoundPublished
    | RoundWithdrawn
    | RoundClosed
    | RoundReopened
    | ExtraGamesSet
    | WalkoverGiven
    | WalkoverLifted
    | TeamWithdrawn
    | TeamReturned
    | PenaltyGiven
    | PenaltyLifted
    | OrderDecided
    | QualificationKept
    | TeamJoined
    | RoundShortened
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWithdrawn:
    """A team of no match and no draw is no longer entered; the number of its entry stays free.

    Its name may be entered anew.
    """

    team: str
    entry: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentWithdrawn:
    """A tournament without matches leaves every list; no other one gets its name."""

    tournament: TournamentId
    by: str
    reason: str


WithdrawalEvent = EntryWithdrawn | TournamentWithdrawn
