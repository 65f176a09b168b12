"""Commands about a tournament's stages, rounds and standings.

Some of them let a team join a round robin under way, shorten a round (ruling 1), or withdraw what
was set up by mistake and not played (ruling 29). Source: rulings 1, 4, 11, 13 and 29. `seen` and
`was` are values that the sender saw when deciding, None if there was none yet; if they have
changed, the command is refused. `reason` is stored with the decision.
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
    """Let a team join group `group` of a round robin that is being played.

    `round` is the next round to be published, as the sender saw it.
    """

    stage: Number
    group: Number = 1
    team: Name
    round: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortenRound:
    """Shorten every match of a round to `games` games per room.

    `seen` is the number of games that they had, as the sender saw it.
    """

    stage: Number
    round: Number
    games: Number
    reason: Reason
    seen: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortenMatch:
    """Shorten a match to `games` games per room, because its round was shortened.

    Only the server sends this command.
    """

    games: int
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeEvent:
    """Set the tournament's full title, place and dates.

    `was` are the previous title, place and dates.
    """

    title: NewName
    place: Remark = ""
    dates: Remark = ""
    was: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRoomPlaces:
    """Set where each room's tables are, such as "upstairs"; both texts can be empty.

    `was` are the previous texts, as the sender saw them.
    """

    open_room: Remark = ""
    closed_room: Remark = ""
    was: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """A stage to be planned, whose matches have `games` games of `game_name` in each room.

    A slot is a rank in an earlier stage, such as "second of group 1": the team with this rank will
    play in this stage. A stage in pairs has two `slots` for each pair, home first. The other fields
    mean the same as in StagePlanned.
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
    """Plan stages after the existing ones.

    A slot is a rank in an earlier stage and names that stage by its number. The earlier stage may
    be planned by this same command; then the slot names it by the number that it will get.
    """

    stages: tuple[StagePlan, ...]


@dataclass(frozen=True, slots=True)
class WithdrawStage:
    """Withdraw a stage that is not drawn and from which no team qualifies for another stage."""

    stage: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStage:
    """Draw a stage's teams into groups, or fill it with the teams that qualified.

    Teams on the waiting list and teams named in `absent` are left out. The draw uses the pots and
    clubs of the entries: teams without a pot are drawn last, and teams of one club are put into
    different groups as far as possible. `pots`, the strongest first, replace the pots of all
    entries. `clubs` are pairs of a team and its club, and replace the clubs of those teams.
    """

    stage: Number
    absent: Names = ()
    pots: Annotated[tuple[Names, ...], Many(32)] = ()
    clubs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDraw:
    """Make a stage's draw and rounds void; what was played in them no longer counts.

    `seen` are the groups that were drawn, as the sender saw them.
    """

    stage: Number
    reason: Reason
    seen: Groups | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRound:
    """Announce the next round of a stage.

    `seen` are its pairs, home first, as the sender saw them.
    """

    stage: Number
    round: Number
    seen: TeamPairs


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRound:
    """Take back a round in which no play has begun.

    `seen` are the numbers of its matches, as the sender saw them.
    """

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
    """Set up a match of two extra games for a pair that is level in IMP (ruling 4)."""

    stage: Number
    group: Number = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveWalkover:
    """Decide an unfinished match by walkover: the teams in `absent`, one or both, did not come.

    `ruled` are the victory points of home and away if the director sets them, else None.
    """

    number: Number
    absent: Annotated[tuple[Name, ...], Many(2)]
    reason: Reason
    ruled: tuple[FromNought, FromNought] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftWalkover:
    """Take back a walkover."""

    number: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTeam:
    """Withdraw a team from play."""

    team: Name
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnTeam:
    """Admit a withdrawn team again."""

    team: Name
    reason: Reason


@dataclass(frozen=True, slots=True)
class PenaltyInForce:
    """A penalty that a team has, as the sender of a GivePenalty saw it."""

    team: Name
    vp: int
    imp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GivePenalty:
    """Take VP or IMP from a team in a stage.

    `seen` are the penalties that the team already has in that stage, as the sender saw them.
    """

    stage: Number
    team: Name
    reason: Reason
    vp: FromNought = 0
    imp: FromNought = 0
    seen: Annotated[tuple[PenaltyInForce, ...], Many(256)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftPenalty:
    """Take back a penalty."""

    penalty: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideOrder:
    """Decide the order, best first, of teams that no criterion of the standings separates.

    `was` is the order decided earlier in that group, as the sender saw it.
    """

    stage: Number
    group: Number = 1
    teams: Names
    reason: Reason
    was: Names | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepQualified:
    """Keep the teams that were drawn into a stage, although results now qualify others.

    `seen` are the teams that now qualify, in groups, as the director saw them.
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
    """Withdraw the entry of a team that is in no match and in no draw."""

    team: Name
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTournament:
    """Withdraw a tournament without matches; the last tournament cannot be withdrawn."""

    tournament: TournamentId
    reason: Reason
