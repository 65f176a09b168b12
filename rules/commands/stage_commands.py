"""What a director asks of a tournament's stages, rounds and standings.

Also for a team that comes when a round robin is under way and a round that is to end before its
time (ruling 1), and of what was set up wrongly and never played (ruling 29). Source: rulings 1, 4,
11, 13 and 29. `seen`, or `was`, is what the sender saw when deciding, None what was not there yet;
where it is not so any more nothing is done. `reason` is kept with what was ruled.
"""

from dataclasses import dataclass
from typing import Annotated

from rules.events import (
    MINUTES_A_GAME,
    ClockMinutes,
    Clocks,
    Embargo,
    Groups,
    Slot,
    StageKind,
)
from rules.identities import TournamentId
from rules.limits import (
    FromNought,
    GamesOfMatch,
    Many,
    Meetings,
    Name,
    Names,
    NewName,
    Number,
    Reason,
    Remark,
    TeamPairs,
    Whole,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinStage:
    """Let a team join a group; `round` is the next one."""

    stage: Number
    group: Number = 1
    team: Name
    round: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortenRound:
    """Give every match of a round `games` games; `seen` is how many they had."""

    stage: Number
    round: Number
    games: Number
    reason: Reason
    seen: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortenMatch:
    """Let a match have `games` games a room, because its round has; nobody asks it by hand."""

    games: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeEvent:
    """Give the tournament's full title, place and dates.

    `was` are title, place and dates that the change was made from.
    """

    title: NewName
    place: Remark = ""
    dates: Remark = ""
    was: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRoomPlaces:
    """Say where each room's tables are; both may be empty.

    `was` are the places that the change was made from.
    """

    open_room: Remark = ""
    closed_room: Remark = ""
    was: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """Plan a stage of `games` games a match.

    Of one in pairs `slots` are two for each pair, home first. The other fields are StagePlanned's.
    """

    name: NewName
    kind: StageKind = StageKind.ROUND_ROBIN
    game_name: Name
    games: GamesOfMatch
    meetings: Meetings = 1
    groups: Annotated[int, Whole(1, 32)] = 1
    slots: Annotated[tuple[Slot, ...], Many(64)] = ()
    max_lead: Annotated[int, Whole(0, 100)] = 0
    tail_drawn: bool = False
    embargo: Embargo = Embargo.LOCKSTEP
    clocks: Clocks = Clocks.OFF
    clock_minutes: ClockMinutes = MINUTES_A_GAME


@dataclass(frozen=True, slots=True)
class PlanStages:
    """Plan stages behind those there are; slots name stages by the numbers they will have."""

    stages: tuple[StagePlan, ...]


@dataclass(frozen=True, slots=True)
class WithdrawStage:
    """Take back a stage not drawn, from which no other qualifies."""

    stage: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStage:
    """Draw a stage's teams into groups, or fill it with those who qualified.

    Whoever waits for a place is not drawn, `absent` are left out. Pots and clubs are those of the
    entries: who is in no pot is drawn last, two of a club are drawn apart as far as that can be.
    `pots`, the strongest first, are in place of all of those; `clubs`, pairs of a team and its
    club, of those of the teams they name.
    """

    stage: Number
    absent: Names = ()
    pots: Annotated[tuple[Names, ...], Many(32)] = ()
    clubs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDraw:
    """Make a draw and its rounds void; what was played counts no more.

    `seen` are the groups that were drawn.
    """

    stage: Number
    reason: Reason
    seen: Groups | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRound:
    """Announce the next round of a stage; `seen` are its pairs, home first."""

    stage: Number
    round: Number
    seen: TeamPairs


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRound:
    """Take back a round not begun; `seen` are its matches' numbers."""

    stage: Number
    round: Number
    reason: Reason
    seen: Annotated[tuple[Number, ...], Many(64)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseRound:
    """Close a round whose matches are all decided and confirmed."""

    stage: Number
    round: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenRound:
    """Open a closed round again."""

    stage: Number
    round: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class SetExtraGames:
    """Set up two more games of a pair level in IMP."""

    stage: Number
    group: Number = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveWalkover:
    """Decide an unfinished match: `absent`, one team or both, did not come.

    `ruled` are victory points of home and away where the director rules otherwise.
    """

    number: Number
    absent: Annotated[tuple[Name, ...], Many(2)]
    reason: Reason
    ruled: tuple[FromNought, FromNought] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftWalkover:
    """Take a walkover back."""

    number: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTeam:
    """A team plays no more."""

    team: Name
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnTeam:
    """A team that withdrew plays again."""

    team: Name
    reason: Reason


@dataclass(frozen=True, slots=True)
class PenaltyInForce:
    """A penalty as somebody sees it who gives another one."""

    team: Name
    vp: int
    imp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GivePenalty:
    """Take VP or IMP from a team; `seen` are its penalties in that stage."""

    stage: Number
    team: Name
    reason: Reason
    vp: FromNought = 0
    imp: FromNought = 0
    seen: Annotated[tuple[PenaltyInForce, ...], Many(256)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftPenalty:
    """Take a penalty back."""

    penalty: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideOrder:
    """Order teams that nothing separates, best first.

    `was` is the order that was decided in that group before.
    """

    stage: Number
    group: Number = 1
    teams: Names
    reason: Reason
    was: Names | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepQualified:
    """Keep the teams a stage was drawn with, although results now qualify others.

    `seen`: those others, in groups, as the director saw them.
    """

    stage: Number
    seen: Annotated[Groups, Many(64)]
    reason: Reason


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

    team: Name
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTournament:
    """Take back a tournament that has no matches; another one is left."""

    tournament: TournamentId
    reason: Reason
