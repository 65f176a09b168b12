"""Events of a tournament's stages: draws, rounds and the director's decisions.

Events name a team as it was called at the time; a TeamChanged gives it a new name. `reason` is in
the director's words. Sources: Fair Backgammon Duplicated Team Tournament (Garal, 2008); rulings 1,
4, 11, 13 and 29; ADR 22 for a team that joins a round robin under way.
"""

from dataclasses import dataclass
from enum import Enum

from rules.events.clock_events import MINUTES_A_GAME
from rules.events.dice_events import Clocks, Embargo
from rules.identities import TournamentId
from rules.limits import Number


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamJoined:
    """A team joined a group that is being played.

    `round` is the team's first round; it was not published yet. `rounds` are the pairs of that
    round and of all later ones, home team first; they replace the earlier plan. In the rounds
    before, some teams had a bye. Each of these teams now wins by walkover over the team that
    joined. `missed` has, for each of these walkovers, the number of the round and the winner.
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
    """Every match of a round was shortened to `games` games per room.

    From then on the VP of these matches are read from the scoring table's column for that number of
    games.
    """

    stage: int
    round: int
    games: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchShortened:
    """A match was shortened to `games` games per room; later games do not count."""

    games: int
    reason: str


Groups = tuple[tuple[str, ...], ...]
"""The teams of each group of a stage, or of each pair."""


class StageKind(Enum):
    """The way the teams of a stage meet: in groups where everybody meets everybody, or in pairs."""

    ROUND_ROBIN = "round robin"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A rank in an earlier stage; the team that has this rank qualifies for a later stage.

    `place` 1 is the best team of `group`, or the winner if the group is a pair.
    """

    stage: Number
    group: Number
    place: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDescribed:
    """The full title, the place and the dates of a tournament were set, in the director's words."""

    title: str
    place: str
    dates: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomPlacesSet:
    """The locations of the rooms were set in the director's words, such as "upstairs, room 4"."""

    open_room: str
    closed_room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlanned:
    """A stage was planned. Its matches have `games` games of `game_name` in each room.

    `stage` is the stage's number, from 1. `meetings` is how often two teams of a group meet,
    `groups` the number of groups. `slots` are ranks in earlier stages, two for each pair: the teams
    that have these ranks play in this stage. If `slots` is empty, all teams play in this stage.
    `max_lead`, `tail_drawn`, `embargo`, `clocks` and `clock_minutes` are settings of its matches
    (see MatchScheduled).
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
    """A planned stage was withdrawn before its draw. Its number is not used again."""

    stage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDrawn:
    """A stage was drawn: `groups` are the teams of each group, in the order of the schedule.

    The teams were drawn with `seed` (see rules.formats.draw); the seed is empty for a stage whose
    teams qualified. `absent` are teams that were left out or had withdrawn; teams on the waiting
    list are not among them.
    """

    stage: int
    seed: bytes
    groups: Groups
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawWithdrawn:
    """The draw of a stage and its rounds were made void. The records of play stay readable."""

    stage: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPairing:
    """A match of a published round: its number, its teams and the roll set of its first game.

    `home` is White in the open room.
    """

    group: int
    home: str
    away: str
    number: int
    roll_set: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished:
    """A round was announced, and its matches were set up with these numbers."""

    stage: int
    round: int
    pairings: tuple[PublishedPairing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWithdrawn:
    """A published round in which no play had begun became a draft again (ruling 29)."""

    stage: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed:
    """A round was closed, because all its matches are decided.

    Later changes of its results are corrections.
    """

    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReopened:
    """A closed round was opened again: walkovers may be given in it until it is closed anew."""

    stage: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraGamesSet:
    """Two extra games were set up for a pair whose match was level in IMP (ruling 4).

    They are played as match `number`; `roll_set` is the number of the first one's roll set.
    """

    stage: int
    group: int
    number: int
    roll_set: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkoverGiven:
    """Match `number` was decided by walkover: one team or both were `absent` (ruling 1).

    `ruled` are the victory points of home and away if the director set them, else None.
    """

    number: int
    absent: tuple[str, ...]
    reason: str
    ruled: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkoverLifted:
    """A walkover was taken back: the match is played, or its result counts again."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamWithdrawn:
    """A team withdrew from play.

    Its matches in the stages listed in `annulled` count for nobody.
    """

    team: str
    annulled: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamReturned:
    """A team that had withdrawn was admitted again."""

    team: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven:
    """A team lost `vp` victory points or `imp` IMP in a stage.

    `penalty` numbers the penalties from 1.
    """

    penalty: int
    stage: int
    team: str
    vp: int
    imp: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLifted:
    """A penalty was taken back."""

    penalty: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderDecided:
    """The director set the order of teams that no criterion of the standings separates.

    Source: ruling 13.
    """

    stage: int
    group: int
    teams: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QualificationKept:
    """The director kept the teams that were drawn into a stage.

    By the standings at that moment the teams in `groups` would have qualified.
    """

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
    """The entry of a team that is in no match and in no draw was withdrawn.

    No other entry gets its number, but a new entry may have the team's name.
    """

    team: str
    entry: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentWithdrawn:
    """A tournament without matches was withdrawn from every list.

    No other tournament gets its name.
    """

    tournament: TournamentId
    by: str
    reason: str


WithdrawalEvent = EntryWithdrawn | TournamentWithdrawn
