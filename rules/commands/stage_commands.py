"""What a director asks of a tournament's stages, rounds and standings.

Also for a team that comes when a round robin is under way and a round that is to end before its
time (ruling 1), and of what was set up wrongly and never played (ruling 29). Source: rulings 1, 4,
11, 13 and 29. `seen`, or `was`, is what the sender saw when deciding; where it is not so any more
nothing is done, and None does not ask. `reason` is kept with what was ruled.
"""

from dataclasses import dataclass

from rules.events import MINUTES_A_GAME, Clocks, Embargo, Groups, Slot, StageKind
from rules.identities import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinStage:
    """Let a team play in a group; `round` is the next one, as the sender saw it."""

    stage: int
    group: int
    team: str
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortenRound:
    """Let every match of a round have `games` games; `seen` is how many they had for the sender."""

    stage: int
    round: int
    games: int
    reason: str
    seen: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortenMatch:
    """Let a match have `games` games a room, because its round has; nobody asks it by hand."""

    games: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeEvent:
    """Say what the tournament is called in full, where and when it is played.

    `was` are title, place and dates that the change was made from.
    """

    title: str
    place: str = ""
    dates: str = ""
    was: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRoomPlaces:
    """Say where the tables of each room stand, for those who look for theirs; both may be empty.

    `was` are the places that the change was made from.
    """

    open_room: str = ""
    closed_room: str = ""
    was: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """A stage to be planned; see StagePlanned for what its fields mean."""

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


@dataclass(frozen=True, slots=True)
class PlanStages:
    """Plan stages behind those there are; slots name stages by the numbers they will have."""

    stages: tuple[StagePlan, ...]


@dataclass(frozen=True, slots=True)
class WithdrawStage:
    """Take back a stage that is not drawn and from which no other one qualifies."""

    stage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStage:
    """Draw the teams of a stage into its groups, or fill it with those who have qualified.

    Whoever waits for a place is not drawn, `absent` are left out. Pots and clubs are those of the
    entries: who is in no pot is drawn last, two of a club are drawn apart as far as that can be.
    `pots`, the strongest first, are in place of all of those; `clubs`, pairs of a team and its
    club, of those of the teams they name.
    """

    stage: int
    absent: tuple[str, ...] = ()
    pots: tuple[tuple[str, ...], ...] = ()
    clubs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDraw:
    """Make a draw void, and every round of it; what was played counts no more.

    `seen` are the groups that were drawn.
    """

    stage: int
    reason: str
    seen: Groups | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRound:
    """Announce the next round of a stage; `seen` are its pairs, home first."""

    stage: int
    round: int
    seen: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRound:
    """Take back a round of which nothing has been played; `seen` are its matches' numbers."""

    stage: int
    round: int
    reason: str
    seen: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseRound:
    """Say that every match of a round is decided and nothing of it waits for confirmation."""

    stage: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenRound:
    """Open a round again that was closed."""

    stage: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetExtraGames:
    """Set up the two more games of a pair whose match is level in IMP."""

    stage: int
    group: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveWalkover:
    """Decide a match that is not finished: `absent` did not come, one team or both.

    `ruled` are victory points of home and away where the director rules otherwise.
    """

    number: int
    absent: tuple[str, ...]
    reason: str
    ruled: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftWalkover:
    """Take a walkover back."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTeam:
    """A team plays no more."""

    team: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnTeam:
    """A team that withdrew plays again."""

    team: str
    reason: str


@dataclass(frozen=True, slots=True)
class PenaltyInForce:
    """A penalty as somebody sees it who gives another one."""

    team: str
    vp: int
    imp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GivePenalty:
    """Take victory points or IMP from a team in a stage; `seen` are its penalties in force."""

    stage: int
    team: str
    reason: str
    vp: int = 0
    imp: int = 0
    seen: tuple[PenaltyInForce, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftPenalty:
    """Take a penalty back."""

    penalty: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideOrder:
    """Say in which order teams stand that nothing separates, best first.

    `was` is the order that was decided in that group before.
    """

    stage: int
    group: int
    teams: tuple[str, ...]
    reason: str
    was: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepQualified:
    """Leave in a stage who was drawn into it, though by now `seen` would be."""

    stage: int
    seen: Groups
    reason: str


StageCommand = (
    DescribeEvent
    | SetRoomPlaces
    | PlanStages
    | WithdrawStage
    | DrawStage
    | WithdrawDraw
    | PublishRound
    | WithdrawRound
    | CloseRound
    | ReopenRound
    | SetExtraGames
    | GiveWalkover
    | LiftWalkover
    | WithdrawTeam
    | ReturnTeam
    | GivePenalty
    | LiftPenalty
    | DecideOrder
    | KeepQualified
    | JoinStage
    | ShortenRound
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawEntry:
    """Take back a team that is in no match and no draw."""

    team: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTournament:
    """Take back a tournament that has no matches; another one is left."""

    tournament: TournamentId
    reason: str
