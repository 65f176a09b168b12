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
    """A game, or a new attempt at a voided one, was started; play may begin at the tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSet(RoomEvent):
    """A player in the closed room has set up and is ready for the opening roll (ruling 7)."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReady(TurnEvent):
    """The player on turn wants the roll and does not double."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMade(TurnEvent):
    """A side finished a legal play; `position` is the position after it."""

    moves: Play
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAsked(TurnEvent):
    """Several legal plays fit the sensors' report; the player was asked which it was (ruling 10).

    `plays` are these plays, in the order in which the board offers them.
    """

    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayQuestioned(TurnEvent):
    """A side moved checkers to a position that no legal play of the roll reaches (ruling 9).

    `position` is that position. The roll stays as it is; the opponent condones the play, or the
    side plays again.
    """

    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCondoned(TurnEvent):
    """The opponent accepted a play that does not fit the roll; a PlayQuestioned came before.

    The checkers stay as they are in `position`.
    """

    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPlayed(TurnEvent):
    """A side finished a play at a table that does not record positions; the play is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReopened(TurnEvent):
    """The director let the open room play this turn again (ruling 9).

    Usually the dice keyed in were released although other dice lay on the open table; then the turn
    is played again with the dice keyed in. In a game that counts points, such as Trictrac, the
    points of a throw can end the game. If the dice of such a throw are corrected afterwards, this
    event comes first and the RollCorrected second.
    """

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionCorrected(RoomEvent):
    """The director corrected the position of a table between two turns (ruling 11)."""

    position: Position
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoMismatched(TurnEvent):
    """The board shows dice other than those it was sent for this turn; its table is stopped.

    A board sends back (echoes) which dice it shows; these are `shown`.
    """

    shown: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReleased(RoomEvent):
    """A table that was stopped for wrong dice is free: play may continue there.

    The board shows the right dice now, or the person `by` ordered it.
    """

    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade(TurnEvent):
    """The thrower, who won a trou by this throw, chose to hold or to go (ruling 25).

    To hold is to play on. To go is to put all checkers of both sides back to their start.
    """

    choice: HoleChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsMarked(TurnEvent):
    """Points were marked for the throw of this turn.

    `marks` are the points of each figure for either side. `white` and `red` are the scores of both
    sides after the throw.
    """

    marks: tuple[PointMark, ...]
    white: SideScore
    red: SideScore


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleOffered(TurnEvent):
    """The side on turn offered a double before its throw; if taken, it puts the cube at `cube`."""

    cube: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleTaken(TurnEvent):
    """The opponent took the double that the side offered in that turn.

    The cube is now at `cube`.
    """

    cube: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DoublePassed(TurnEvent):
    """The opponent refused the double that the side offered in that turn, and lost the game.

    `cube` is the value that was offered.
    """

    cube: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationOffered(RoomEvent):
    """A side offered to lose the game by `ending`; the opponent may refuse (ruling 3)."""

    side: Side
    ending: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationRefused(RoomEvent):
    """The opponent of `side` refused its resignation: the game goes on unchanged."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResigned(RoomEvent):
    """The opponent of `side` accepted its resignation."""

    side: Side
    ending: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class EndClaimed(RoomEvent):
    """A side claimed that the game has ended, at a table that does not record positions.

    `left` is the number of the loser's checkers not borne off. The game ends only if the opponent
    agrees.
    """

    side: Side
    ending: Ending
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRefused(RoomEvent):
    """The opponent of `side` denied its claim that the game has ended: the game goes on."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFinished(RoomEvent):
    """The game is over in one room.

    `left` is the number of the loser's checkers not borne off. `cube` is the value that counts;
    after a refused double it is the value before that double. `owner` is the owner of the cube and
    `proposer` the side whose double was refused. `tally` are the numbers of trous of White and Red
    in trictrac.
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
    """The result of a game that was recorded by hand was entered (ruling 15).

    No board began this game in this room, or a PlayedOnPaper says that no board ended it here.

    `opening` is the opening throw with White's die first, None if it was not recorded; the other
    fields mean the same as in GameFinished. `by` is the account that entered the result.
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

    A player confirms for their `side`, and a captain for the side of their team in that room. An
    account confirms for a side, or the whole result (`side` is None) if another account entered it.
    `result` tells which of the results of this game in this room is meant; they are counted from 1.
    """

    side: Side | None
    by: str
    confirmer: Confirmer = Confirmer.PLAYER
    result: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCorrected(RoomEvent):
    """The director replaced the result of a room; the earlier result stays readable (ruling 11).

    If `adjusted` is set, it gives the small match points of home and away in place of those of the
    SMP scoring table; nobody has lost, and the fields about the end of the game have no meaning. If
    the game was recorded by hand, `opening` corrects its opening throw in both rooms. Earlier
    confirmations and signatures become void (ruling 15).
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

    `next_roll_set` is the number that the new attempt's roll set has in the tournament (ruling 15).
    It is 0 if the rolls have no number: in a trial, in a match at one table, or in records written
    before this field existed.
    """

    by: str
    reason: str
    next_roll_set: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCancelled(GameEvent):
    """The director cancelled the game: it counts 0-0 in both rooms and needs confirmation.

    Source: rulings 1 and 15.
    """

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestChosen(RoomEvent):
    """A player of the open room chose to have the rest of the tail drawn from the seed.

    Source: ruling 8.
    """

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class RestChoiceWithdrawn(RoomEvent):
    """The choice of `side` to have the rest of the tail drawn from the seed counts no longer.

    `side` itself or its opponent at the open table refused.
    """

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRefused(RoomEvent):
    """A reading was refused. `said` is the kind of reading, never its dice; `why` is the reason."""

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
