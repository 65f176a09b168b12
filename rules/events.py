"""What happened in a match, in the past tense: the only source of everything shown.

Payloads fit backgammon, long gammon and trictrac alike and freeze on disk: a field may be added
with a default, never renamed or dropped. Turns are numbered per side from 1 and `side` with `turn`
names the same dice in both rooms (ruling 6). `attempt` counts the replays of a voided game from 1.
"""

from dataclasses import dataclass
from enum import Enum

from rules.dice import DiceSource, Roll
from rules.ending import Ending
from rules.games.counting import Choice, PointMark, SideScore
from rules.play import Play
from rules.position import Position
from rules.room import Room
from rules.side import Side


class CountedBy(Enum):
    """What made a thrown roll count (ruling 9)."""

    READER = "reader"
    OPPONENT = "opponent"
    PLAY = "play"
    DIRECTOR = "director"
    SEED = "seed"


class Embargo(Enum):
    """What spectators are told of the open room while a game is played (ruling 12)."""

    LOCKSTEP = "lockstep"
    LIVE = "live"
    AFTER_GAME = "after_game"


class Refusal(Enum):
    """Why something a board or a person said has no effect; the players are told."""

    NOT_PLAYING = "not-playing"
    STALE = "stale"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_NOW = "not-now"
    WRONG_ROOM = "wrong-room"
    PLAY_UNFINISHED = "play-unfinished"
    DOUBLE_PENDING = "double-pending"
    RESIGNATION_PENDING = "resignation-pending"
    ALREADY_THROWN = "already-thrown"
    CONFLICT = "conflict"
    COCKED = "cocked"
    OTHER_SIDE_THROWS = "other-side-throws"
    TOO_FAR_AHEAD = "too-far-ahead"
    ALREADY_RELEASED = "already-released"
    ROLL_NOT_SHOWN = "roll-not-shown"
    CUBE_NOT_YOURS = "cube-not-yours"
    CUBE_AT_LIMIT = "cube-at-limit"
    NO_GAMMON_POSSIBLE = "no-gammon-possible"
    IMPOSSIBLE_POSITION = "impossible-position"
    ALREADY_CONFIRMED = "already-confirmed"
    NOTHING_TO_CONFIRM = "nothing-to-confirm"
    LATER_ROLL_THROWN = "later-roll-thrown"
    DICE_UNCONFIRMED = "dice-unconfirmed"
    NO_CHOICE = "no-choice"
    TABLE_STOPPED = "table-stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team of one match and its two players by name."""

    name: str
    open_player: str
    closed_player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRegistered:
    """A team entered the event with the players it may line up."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChanged:
    """A team entered as `team` was mended before play: its name and its players from here on."""

    team: str
    name: str
    players: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScheduled:
    """A match of two teams is planned: `games` games a room, home team White in the open room.

    `roll_set` numbers the rolls of game 1 through the event (ruling 15). `max_lead` is how many
    turns the open room may throw ahead of the closed one, 0 for no limit (ruling 8). `embargo` is
    what spectators are told until an EmbargoSet (ruling 12).
    """

    number: int
    event: str
    home: str
    away: str
    games: int
    game_name: str
    roll_set: int
    max_lead: int
    tail_drawn: bool
    embargo: Embargo = Embargo.LOCKSTEP


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpSubmitted:
    """One team's line-up came in; it stays sealed until both are in (ruling 13)."""

    team: str
    open_player: str
    closed_player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """Both line-ups are open and play begins.

    `home` is White in the open and Red in the closed room throughout (ruling 5). `seed` draws tail
    rolls when it must (ruling 8): its SHA-256 `commitment` is public at once, the seed itself only
    after the match.
    """

    home: Team
    away: Team
    commitment: bytes
    seed: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchClosed:
    """Every game is confirmed in both rooms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSigned:
    """A captain signed the match protocol for his team (ruling 15)."""

    team: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteSeated:
    """From `game` on `player` sits in the team's place in that room (ruling 11)."""

    team: str
    room: Room
    player: str
    game: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchImported:
    """A match file was taken into the records; its stream holds nothing else.

    `name` is the file's, `digest` the SHA-256 of its bytes and `text` what they say. `condoned`:
    what is in it against the rules was accepted as played.
    """

    name: str
    text: str
    digest: bytes
    condoned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TailDrawSet:
    """From here on tail rolls are drawn from the committed seed, or thrown again (ruling 8)."""

    drawn: bool
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbargoSet:
    """From here on spectators are told by this embargo; what they know stays (ruling 12)."""

    embargo: Embargo
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAssigned:
    """The operator put an electronic board on this room's table; an empty id took it away."""

    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAttached:
    """The room's electronic board has a link to the server."""

    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLost:
    """The room's electronic board cannot be reached; its table is frozen until it is back."""

    room: Room
    board_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEvent:
    """Something in one attempt at one game."""

    game: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomEvent(GameEvent):
    """Something at one of the two tables."""

    room: Room


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEvent(RoomEvent):
    """Something in one side's turn at one table."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEvent(GameEvent):
    """Something about the dice of one side's turn, in whichever room they are played."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(GameEvent):
    """A game, or a new attempt at a voided one, may begin in both rooms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningTied(GameEvent):
    """Both opening dice were equal: logged, thrown again, never relayed (ruling 6).

    `by` and `reason` where the director found that they had been (ruling 11).
    """

    dice: Roll
    source: DiceSource
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningDecided(GameEvent):
    """One die each named `side` to throw first, in a game whose opening is not played (ruling 24).

    White's die comes first. The dice themselves are no turn's and never relayed.
    """

    dice: Roll
    source: DiceSource
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class RollThrown(RollEvent):
    """Dice of a side's turn were thrown at the open table; `opening`: White's die comes first.

    `tail`: thrown for the closed room after the open game ended (ruling 8).
    """

    dice: Roll
    source: DiceSource
    opening: bool = False
    tail: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCounted(RollEvent):
    """A thrown roll is beyond doubt and may be relayed (ruling 9)."""

    by: CountedBy


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCorrected(RollEvent):
    """Mis-keyed dice were put right before their release; the earlier dice stay in the log."""

    dice: Roll
    source: DiceSource
    opening: bool = False
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowVoided(GameEvent):
    """A throw that does not count: logged, thrown again, never relayed (ruling 7)."""

    side: Side | None
    dice: Roll
    source: DiceSource
    why: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class RollReleased(RollEvent):
    """The closed room may see this roll now: ruling 7's three conditions hold."""

    dice: Roll
    opening: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSet(RoomEvent):
    """A player of the closed room is ready for the opening roll (ruling 7)."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReady(TurnEvent):
    """The player on turn will roll and does not double."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMade(TurnEvent):
    """A legal play was finished; `position` is what lies there now."""

    moves: Play
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayQuestioned(TurnEvent):
    """A finished movement contradicts the roll or the rules; the roll stands (ruling 9)."""

    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCondoned(TurnEvent):
    """The opponent accepted a questioned play as it lies."""

    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReopened(TurnEvent):
    """The director lets the open room play this turn again with the dice as keyed (ruling 9)."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionCorrected(RoomEvent):
    """The director had the checkers of a table put right between two turns (ruling 11)."""

    position: Position
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoMismatched(TurnEvent):
    """The board shows other dice for this turn than it was given: its table is stopped."""

    shown: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReleased(RoomEvent):
    """A stopped table goes on: its board shows the right dice, or `by` the director's word."""

    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade(TurnEvent):
    """The thrower, who has won a hole by this throw, holds or goes (ruling 25)."""

    choice: Choice


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsMarked(TurnEvent):
    """What this turn's throw was worth to either side, and how both stand after it."""

    marks: tuple[PointMark, ...]
    white: SideScore
    red: SideScore


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleOffered(TurnEvent):
    """The side proposes `cube`, before his throw of that turn."""

    cube: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleTaken(TurnEvent):
    """The double offered at that side's turn was taken at `cube` by the opponent."""

    cube: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DoublePassed(TurnEvent):
    """The double offered at that side's turn was refused."""

    cube: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationOffered(RoomEvent):
    """A side offers to lose the game in the way named; it may be refused (ruling 3)."""

    side: Side
    ending: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationRefused(RoomEvent):
    """The opponent plays on: nothing has changed."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResigned(RoomEvent):
    """The opponent accepted the side's resignation."""

    side: Side
    ending: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFinished(RoomEvent):
    """One room's game is over.

    `left` counts the loser's checkers not borne off, `cube` is the value in force (before a
    refused double), `owner` whose cube it was, `proposer` who proposed a double that was refused.
    `tally` is what White and Red counted in a game that counts (trictrac's trous).
    """

    loser: Side
    ending: Ending
    left: int
    cube: int
    owner: Side | None = None
    proposer: Side | None = None
    tally: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultConfirmed(RoomEvent):
    """A side confirmed its room's result of the game (ruling 15)."""

    side: Side
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(RoomEvent):
    """The director replaced a room's result; the earlier one stays readable (ruling 11).

    `adjusted` are small match points of home and away that stand instead of the table's; nobody
    has lost then and the other fields say nothing.
    """

    loser: Side | None
    ending: Ending
    left: int
    cube: int
    owner: Side | None
    proposer: Side | None
    by: str
    reason: str
    tally: tuple[int, int] = (0, 0)
    adjusted: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVoided(GameEvent):
    """The director voided the game in both rooms; a new attempt has new dice (ruling 11)."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCancelled(GameEvent):
    """The director cancelled the game: 0-0 in both rooms (ruling 1)."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRefused(RoomEvent):
    """Something a board said had no effect; `said` names the reading, never its dice."""

    side: Side | None
    said: str
    why: Refusal


MatchEvent = (
    TeamRegistered
    | TeamChanged
    | MatchScheduled
    | LineUpSubmitted
    | MatchStarted
    | MatchClosed
    | MatchSigned
    | SubstituteSeated
    | MatchImported
)
SeatEvent = TailDrawSet | EmbargoSet | BoardAssigned | BoardAttached | BoardLost
DiceEvent = (
    OpeningTied
    | OpeningDecided
    | RollThrown
    | RollCounted
    | RollCorrected
    | ThrowVoided
    | RollReleased
)
TableEvent = (
    GameStarted
    | PlayerSet
    | TurnReady
    | PlayMade
    | PlayQuestioned
    | PlayCondoned
    | TurnReopened
    | PositionCorrected
    | EchoMismatched
    | TableReleased
    | ChoiceMade
    | PointsMarked
    | DoubleOffered
    | DoubleTaken
    | DoublePassed
    | ResignationOffered
    | ResignationRefused
    | GameResigned
    | GameFinished
    | ResultConfirmed
    | ResultCorrected
    | GameVoided
    | GameCancelled
    | ReadingRefused
)
Event = MatchEvent | SeatEvent | DiceEvent | TableEvent
