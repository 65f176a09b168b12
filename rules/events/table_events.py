"""Events of a table: games, turns, plays, the cube, results and the director's orders.

Source: rulings 3, 7, 9, 11, 15 and 25.
"""

from dataclasses import dataclass

from rules.dice import Roll
from rules.events.dice_events import Confirmer, GameEvent, Refusal, RoomEvent, TurnEvent
from rules.games.game import HoleChoice, PointMark, SideScore
from rules.position import Play, Position, Side
from rules.room import Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(GameEvent):
    """A game, or a new attempt at a voided one, may begin at the tables of the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSet(RoomEvent):
    """A player of the closed room is ready for the opening roll (ruling 7)."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReady(TurnEvent):
    """The player on turn will roll and does not double."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMade(TurnEvent):
    """A legal play was finished; `position` is the position after it."""

    moves: Play
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAsked(TurnEvent):
    """The sensors leave several legal plays: the player is asked for the right one (ruling 10).

    `plays` are those still possible, in the order they are asked about.
    """

    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayQuestioned(TurnEvent):
    """A finished movement contradicts the roll or the rules; the roll stands (ruling 9)."""

    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCondoned(TurnEvent):
    """The opponent accepted a questioned play as it lies."""

    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPlayed(TurnEvent):
    """A play was finished at a table whose positions are not recorded; it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReopened(TurnEvent):
    """The director lets the open room play this turn again with the dice as keyed (ruling 9)."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionCorrected(RoomEvent):
    """The director corrected the checkers of a table between two turns (ruling 11)."""

    position: Position
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoMismatched(TurnEvent):
    """The board shows other dice for this turn than it was given: its table is stopped."""

    shown: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReleased(RoomEvent):
    """A stopped table was released: its board shows the right dice, or `by` ordered it."""

    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade(TurnEvent):
    """The thrower, having won a hole by this throw, holds or goes (ruling 25)."""

    choice: HoleChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsMarked(TurnEvent):
    """The points that this turn's throw was worth to either side, and both scores after it."""

    marks: tuple[PointMark, ...]
    white: SideScore
    red: SideScore


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleOffered(TurnEvent):
    """The side proposes `cube`, before its throw of that turn."""

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
class EndClaimed(RoomEvent):
    """A side at a table without recorded positions states how the game has ended.

    `left` counts the loser's checkers not borne off. The game ends only when the opponent agrees.
    """

    side: Side
    ending: Ending
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRefused(RoomEvent):
    """The opponent of `side` denies that the game has ended as claimed: nothing has changed."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFinished(RoomEvent):
    """One room's game is over.

    `left` counts the loser's checkers not borne off, `cube` is the value in force (before a refused
    double), `owner` the owner of the cube, `proposer` the side whose double was refused. `tally` is
    White's and Red's count in a game that counts (trictrac's trous).
    """

    loser: Side
    ending: Ending
    left: int
    cube: int
    owner: Side | None = None
    proposer: Side | None = None
    tally: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered(RoomEvent):
    """A result that was kept by hand (ruling 15).

    No board has begun the game, or its PlayedOnPaper comes before: no board has ended it here.

    `opening` is the opening throw, White's die first, None if it was not recorded; the other
    fields are those of GameFinished. `by` is the account that entered it.
    """

    loser: Side
    ending: Ending
    left: int
    cube: int
    owner: Side | None
    proposer: Side | None
    opening: Roll | None
    by: str
    tally: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultConfirmed(RoomEvent):
    """A person confirmed the result of a game in one room (ruling 15).

    `confirmer` is the capacity: a player for their `side`, a captain for their team's side in that
    room, an account for a side, or for the whole of a result that another account entered (`side`
    None). `result` is the number of the result meant among those of this game there, counted
    from 1.
    """

    side: Side | None
    by: str
    confirmer: Confirmer = Confirmer.PLAYER
    result: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(RoomEvent):
    """The director replaced a room's result; the earlier one stays readable (ruling 11).

    `adjusted` are small match points of home and away in place of the table's; nobody has lost then
    and the other fields are unused. `opening` corrects the opening throw of a game kept by hand,
    for both rooms. Earlier confirmations and signatures lapse (ruling 15).
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
    opening: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVoided(GameEvent):
    """The director voided the game in both rooms; a new attempt has new dice (ruling 11).

    `next_roll_set` numbers the rolls of that attempt through the event (ruling 15), 0 if they
    have no number: in a trial, at one table, and in records older than this field.
    """

    by: str
    reason: str
    next_roll_set: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCancelled(GameEvent):
    """The director cancelled the game: 0-0 in both rooms, unconfirmed (rulings 1 and 15)."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestChosen(RoomEvent):
    """An open player chooses to have the rest of this game's tail drawn (ruling 8)."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class RestChoiceWithdrawn(RoomEvent):
    """The choice of that side is void: it was taken back, or the other side refused."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRefused(RoomEvent):
    """A board's message had no effect; `said` names the reading, never its dice."""

    side: Side | None
    said: str
    why: Refusal


TableEvent = (
    GameStarted
    | PlayerSet
    | TurnReady
    | PlayMade
    | PlayAsked
    | PlayQuestioned
    | PlayCondoned
    | TurnPlayed
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
    | EndClaimed
    | EndRefused
    | GameFinished
    | ResultEntered
    | ResultConfirmed
    | ResultCorrected
    | GameVoided
    | GameCancelled
    | RestChosen
    | RestChoiceWithdrawn
    | ReadingRefused
)
