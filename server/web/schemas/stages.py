"""What is asked of a tournament's stages, and how they are told."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, Field

from rules.events import LEAST_MINUTES, MINUTES_A_GAME, MOST_MINUTES, Clocks, Embargo
from rules.games.backgammon import BACKGAMMON
from server.web.schemas.fields import Body, Name, NewName, Reason, Remark

Number = Annotated[int, Field(ge=1, le=999_999_999)]
Names = Annotated[tuple[Name, ...], Field(max_length=256)]


class DescribeIn(Body):
    """The tournament in full: its title, where and when it is played."""

    order: Literal["describe"]
    title: NewName
    place: Remark = ""
    dates: Remark = ""
    was: tuple[str, str, str] | None = None


class PlacesIn(Body):
    """Where the tables of each room stand: floor and room, for those who look for theirs."""

    order: Literal["places"]
    open_room: Remark = ""
    closed_room: Remark = ""
    was: tuple[str, str] | None = None


class PresetIn(Body):
    """An event that is set up at one go; `groups` where another number than the usual is meant."""

    order: Literal["preset"]
    preset: Literal["yalta-2008", "round-robin", "groups-and-finals"]
    groups: Annotated[int, Field(ge=1, le=32)] | None = None


class SlotIn(Body):
    """A place of an earlier stage's group that plays; 1 is the best, of a pair the winner."""

    stage: Number
    group: Number
    place: Number


class StageIn(Body):
    """A stage; of one in pairs `slots` are two for each pair, home first."""

    order: Literal["stage"]
    name: NewName
    kind: Literal["round robin", "pairs"] = "round robin"
    game: Name = BACKGAMMON.name
    games: Annotated[int, Field(ge=1, le=12)]
    meetings: Annotated[int, Field(ge=1, le=4)] = 1
    groups: Annotated[int, Field(ge=1, le=32)] = 1
    slots: Annotated[tuple[SlotIn, ...], Field(max_length=64)] = ()
    max_lead: Annotated[int, Field(ge=0, le=100)] = 0
    tail: Literal["thrown", "drawn"] = "thrown"
    embargo: Embargo = Embargo.LOCKSTEP
    clocks: Clocks = Clocks.OFF
    clock_minutes: Annotated[int, Field(ge=LEAST_MINUTES, le=MOST_MINUTES)] = MINUTES_A_GAME


class WithdrawStageIn(Body):
    """A stage that was planned by mistake and is not drawn."""

    order: Literal["withdraw-stage"]
    stage: Number


class ClubIn(Body):
    """A team and its club, so that two of a club are drawn apart."""

    team: Name
    club: Name


class DrawIn(Body):
    """Draw a stage; `absent` teams are left out, `pots` are drawn apart, the strongest first."""

    order: Literal["draw"]
    stage: Number
    absent: Names = ()
    pots: Annotated[tuple[Names, ...], Field(max_length=32)] = ()
    clubs: Annotated[tuple[ClubIn, ...], Field(max_length=256)] = ()


class WithdrawDrawIn(Body):
    """Make a draw and all of its rounds void."""

    order: Literal["withdraw-draw"]
    stage: Number
    seen: tuple[Names, ...] | None = None
    reason: Reason


class PublishIn(Body):
    """Announce the next round; `seen` are its pairs as they were looked at, home first."""

    order: Literal["publish"]
    stage: Number
    round: Number
    seen: Annotated[list[tuple[Name, Name]], Field(max_length=64)]


class WithdrawRoundIn(Body):
    """Take back a round of which nothing was played."""

    order: Literal["withdraw-round"]
    stage: Number
    round: Number
    seen: Annotated[tuple[Number, ...], Field(max_length=64)] | None = None
    reason: Reason


class CloseIn(Body):
    """Close a round whose matches are all decided and confirmed."""

    order: Literal["close"]
    stage: Number
    round: Number


class ReopenIn(Body):
    """Open a round again that was closed."""

    order: Literal["reopen"]
    stage: Number
    round: Number
    reason: Reason


class ExtraGamesIn(Body):
    """Two more games for a pair whose match is level in IMP."""

    order: Literal["extra-games"]
    stage: Number
    group: Number = 1


class WalkoverIn(Body):
    """Who did not come to a match; `ruled` are VP of home and away if ruled otherwise."""

    order: Literal["walkover"]
    number: Number
    absent: Annotated[list[Name], Field(max_length=2)]
    ruled: tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]] | None = None
    reason: Reason


class LiftWalkoverIn(Body):
    """Take a walkover back."""

    order: Literal["lift-walkover"]
    number: Number
    reason: Reason


class WithdrawTeamIn(Body):
    """A team plays no more."""

    order: Literal["withdraw-team"]
    team: Name
    reason: Reason


class ReturnTeamIn(Body):
    """A team that withdrew plays again."""

    order: Literal["return-team"]
    team: Name
    reason: Reason


class PenaltyInForceIn(BaseModel):
    """A penalty that somebody saw who gives another one."""

    team: Name
    vp: int
    imp: int


class PenaltyIn(Body):
    """Victory points or IMP taken from a team in a stage."""

    order: Literal["penalty"]
    stage: Number
    team: Name
    vp: Annotated[int, Field(ge=0)] = 0
    imp: Annotated[int, Field(ge=0)] = 0
    seen: Annotated[tuple[PenaltyInForceIn, ...], Field(max_length=256)] | None = None
    reason: Reason


class LiftPenaltyIn(Body):
    """Take a penalty back."""

    order: Literal["lift-penalty"]
    penalty: Number
    reason: Reason


class DecideOrderIn(Body):
    """In which order teams stand that nothing separates, best first."""

    order: Literal["decide-order"]
    stage: Number
    group: Number = 1
    teams: Names
    was: Names | None = None
    reason: Reason


class KeepQualifiedIn(Body):
    """Keep those who were drawn, though `seen` are the pairs by the standings of now."""

    order: Literal["keep-qualified"]
    stage: Number
    seen: Annotated[list[tuple[Name, Name]], Field(max_length=64)]
    reason: Reason


class JoinIn(Body):
    """Let a team play in a round robin that is under way; `round` is its next one, as it was seen.

    Who had a bye before wins against it by walkover, everybody else plays it.
    """

    order: Literal["join"]
    stage: Number
    group: Number = 1
    team: Name
    round: Number
    reason: Reason


class ShortenIn(Body):
    """Let every match of a round be over after `games` games a room; `seen` is how many it had.

    Its VP are of the column of those games (ruling 1).
    """

    order: Literal["shorten"]
    stage: Number
    round: Number
    games: Number
    reason: Reason
    seen: Number | None = None


StageOrderIn = Annotated[
    DescribeIn
    | PlacesIn
    | PresetIn
    | StageIn
    | WithdrawStageIn
    | DrawIn
    | WithdrawDrawIn
    | PublishIn
    | WithdrawRoundIn
    | CloseIn
    | ReopenIn
    | ExtraGamesIn
    | WalkoverIn
    | LiftWalkoverIn
    | WithdrawTeamIn
    | ReturnTeamIn
    | PenaltyIn
    | LiftPenaltyIn
    | DecideOrderIn
    | KeepQualifiedIn
    | JoinIn
    | ShortenIn,
    Field(discriminator="order"),
]
"""An order about the stages of a tournament, told apart by `order`."""

STAGE_ORDERS: Mapping[str, type[Body]] = {
    get_args(each.model_fields["order"].annotation)[0]: each
    for each in get_args(get_args(StageOrderIn)[0])
}
"""The bodies by their `order`."""


class StandingOut(BaseModel):
    """A line of a group's table; `vp` are exact to two decimals, `shared` where nothing separates.

    `tie_break` says by what a team stands ahead of `over` with as many VP.
    """

    place: int
    team: str
    played: int
    won: int
    level: int
    lost: int
    byes: int
    walkovers: int
    vp: float
    vp_penalty: int
    imp: tuple[int, int]
    imp_penalty: int
    smp: tuple[int, int]
    shared: bool
    withdrawn: bool
    tie_break: str | None
    over: list[str]


class PairingOut(BaseModel):
    """Two teams of a round; `number` is their match's, None before the round is published.

    `vp` are None until every game of the match is over; `walkover` names who did not come.
    `ends_at` is when it will about be over, while it is under way.
    """

    group: int
    home: str
    away: str
    number: int | None
    imp: tuple[int, int]
    vp: tuple[int, int] | None
    walkover: list[str]
    ends_at: datetime | None


class RoundOut(BaseModel):
    """A round of a stage; `starts_at` is None where nobody has said when.

    `ends_at` is when it will about be over, while it is under way. `games` is how many its matches
    have in each room, fewer than the stage's where it was shortened.
    """

    round: int
    games: int
    starts_at: datetime | None
    ends_at: datetime | None
    published: bool
    closed: bool
    pairings: list[PairingOut]
    byes: list[str]


class GroupOut(BaseModel):
    """A group of a stage, best first."""

    group: int
    standings: list[StandingOut]


class StageOut(BaseModel):
    """A stage; `in_question`: by the standings others would be in it than those who were drawn.

    To the public it is told once a round of the stage is published.
    """

    stage: int
    name: str
    kind: str
    game: str
    games: int
    seed: str
    in_question: bool
    groups: list[GroupOut]
    rounds: list[RoundOut]


class EventOut(BaseModel):
    """A tournament's stages as they stand.

    `status` is planned, running, provisional or official: `until` when it becomes official as
    things stand, `since` when it has, both UTC (ruling 32). `day_ends_at` is when today's last
    match will about be over, None where nothing is played or planned.
    """

    title: str
    place: str
    dates: str
    status: str
    until: datetime | None
    since: datetime | None
    day_ends_at: datetime | None
    stages: list[StageOut]
