"""What a table or the director says to a match: not yet facts, maybe refused.

`turn` is the side's own turn number from 1 (ruling 6).
"""

from dataclasses import dataclass

from rules.dice import DiceSource, Roll
from rules.events import Confirmer, PaperRoll
from rules.games.game import HoleChoice
from rules.limits import FromNought, FromOne, Reason
from rules.position import Play, Position, Side
from rules.room import BoardEvent, Ending, Room, RoomResult


@dataclass(frozen=True, slots=True)
class Sender:
    """Who gives a reading, which no reading says itself.

    `by` is how events name that: a person's id, the board or the command line; "" names nobody.
    `confirmer` is as whom a result is confirmed (ruling 15).
    """

    by: str = ""
    confirmer: Confirmer = Confirmer.PLAYER


NOBODY = Sender()
"""Where no event names who gave a reading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Something said about one attempt at one game; stale ones are refused."""

    game: FromOne
    attempt: FromOne


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceThrown(Reading):
    """Dice at the open table; `side` None is the opening throw, White's die first.

    `board_event` is the board's event that holds them, None where no board threw them; `corrects`
    the board's event whose dice they replace (ruling 9). `asks`: that board can ask the opponent
    whether his play is finished (ruling 7).
    """

    side: Side | None
    turn: int
    dice: Roll
    source: DiceSource
    board_event: BoardEvent | None = None
    corrects: BoardEvent | None = None
    asks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReading(Reading):
    """Something a side said at one of the two tables."""

    room: Room
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceUnreadable(TableReading):
    """A die does not lie flat at the open table: the throw cannot be read and is made again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReading(TableReading):
    """Something a side said about one of its turns."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceConfirmed(TurnReading):
    """The thrower's opponent, `side`, says the dice keyed for the thrower's `turn` are right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyDeclared(TurnReading):
    """The side will roll and does not double; for the opening: the side is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFinished(TurnReading):
    """The side's turn is done and this position lies on the table."""

    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayNarrowed(TurnReading):
    """The side's turn is done, and the sensors show one of these legal plays (ruling 10)."""

    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayNamed(TurnReading):
    """The side says which play it was: its place among those asked about, None for none of them.

    `asking` is which of the questions of this game at this table is answered, from 1.
    """

    asking: int
    place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(TurnReading):
    """The side's turn is done, at a table whose positions are not recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceAnswered(TurnReading):
    """The side, which has won a hole by its own throw, holds or goes (ruling 25)."""

    choice: HoleChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedAnswered(TurnReading):
    """The mover says whether his play is finished, for the opponent has thrown (ruling 7)."""

    finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RestAnswered(TableReading):
    """The side at the open table would have the rest of the tail drawn, or would not (ruling 8)."""

    drawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAccepted(TurnReading):
    """The opponent, `side`, accepts the questioned play of that turn as it lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubled(TurnReading):
    """The side offers the cube before its throw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleAnswered(TurnReading):
    """The side takes or passes the double it was offered at its opponent's `turn`."""

    taken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationMade(TurnReading):
    """The side offers to lose the game in the way named; `turn` is the one in progress."""

    ending: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationAnswered(TurnReading):
    """The side accepts or refuses its opponent's resignation, or his claim that the game is over.

    `turn` is the one in progress.
    """

    accepted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EndClaimMade(TurnReading):
    """The side says how the game has ended, at a table whose positions are not recorded.

    The winner says it of checkers borne off, the loser of a pass or a resignation; `left` counts
    the loser's checkers not borne off. `turn` is the one in progress.
    """

    ending: Ending
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultAgreed(Reading):
    """Somebody confirms a room's result of the game (ruling 15).

    `side` is for whom: a player's own, a captain's team's in that room; an account may leave it out
    for a result that another account entered. People say which result they have `seen`, boards
    which of the game's results there it is, counted from 1 (`result`).
    """

    room: Room
    side: Side | None
    result: int = 1
    seen: RoomResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterResult(Reading):
    """An account enters a result that was kept by hand, of a game no board has begun.

    `opening` is the opening throw, White's die first, None where nobody wrote it down. `left`
    counts the loser's checkers not borne off, `cube` is the value in force, before a refused
    double; `owner` whose it was, `proposer` who proposed a double that was refused. `tally` is what
    White and Red counted in a game that counts.
    """

    room: Room
    loser: Side
    ending: Ending
    left: int
    cube: int
    owner: Side | None = None
    proposer: Side | None = None
    opening: Roll | None = None
    tally: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceEchoed(TurnReading):
    """What the table's board shows as the dice of `side`'s turn."""

    dice: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorReading(Reading):
    """A director's order; always named and reasoned (ruling 11)."""

    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidGame(DirectorReading):
    """Play this game again in both rooms with new dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelGame(DirectorReading):
    """Score this game 0-0 in both rooms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectRoll(DirectorReading):
    """Correct a turn's dice before release; `was` are those replaced."""

    side: Side
    turn: FromOne
    dice: Roll
    was: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenTurn(DirectorReading):
    """Have the open room play this turn again with the dice keyed (ruling 9)."""

    side: Side
    turn: FromOne


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongRoll(DirectorReading):
    """A choice about dice that were found wrong after their release (ruling 9).

    In `room` other dice lay than both rooms were given; `was` are those it is taken to have.
    """

    room: Room
    side: Side
    turn: FromOne
    was: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LetRollStand(WrongRoll):
    """Each room keeps its dice, `dice` in this one; the roll is marked."""

    dice: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidForRoll(WrongRoll):
    """Void the game because of this roll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectResult(DirectorReading):
    """Replace the result of a room's game; `opening` only that of a game kept by hand.

    `was` is the room's result as it stands, None where there is none yet.
    """

    room: Room
    loser: Side
    ending: Ending
    left: int
    cube: int
    owner: Side | None = None
    proposer: Side | None = None
    tally: tuple[int, int] = (0, 0)
    opening: Roll | None = None
    was: RoomResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustScore(DirectorReading):
    """Give a room's game these small match points instead of its own.

    `was` is the room's result as it stands, None where there is none yet.
    """

    room: Room
    home: FromNought
    away: FromNought
    was: RoomResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPosition(DirectorReading):
    """Correct a table's checkers before that side's turn, the next to be thrown.

    `was` is how they lie.
    """

    room: Room
    side: Side
    turn: FromOne
    position: Position
    was: Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseTable(DirectorReading):
    """Let a table go on whose board shows other dice than sent."""

    room: Room


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTailDraw(DirectorReading):
    """Have tail rolls drawn from now on, or thrown (ruling 8).

    `was`: they are drawn now.
    """

    drawn: bool
    was: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperGame(DirectorReading):
    """The game, or the rest of it, as it was played on paper in every room.

    `rolls` go on where those that boards have thrown end. `results` are one for each room where no
    board has ended the game.
    """

    rolls: tuple[PaperRoll, ...]
    results: tuple[EnterResult, ...]


AnyReading = (
    DiceThrown
    | DiceUnreadable
    | DiceConfirmed
    | ReadyDeclared
    | PlayFinished
    | PlayNarrowed
    | PlayNamed
    | Played
    | ChoiceAnswered
    | FinishedAnswered
    | RestAnswered
    | PlayAccepted
    | Doubled
    | DoubleAnswered
    | ResignationMade
    | ResignationAnswered
    | EndClaimMade
    | ResultAgreed
    | EnterResult
    | DiceEchoed
    | VoidGame
    | CancelGame
    | CorrectRoll
    | ReopenTurn
    | LetRollStand
    | VoidForRoll
    | CorrectResult
    | AdjustScore
    | CorrectPosition
    | ReleaseTable
    | SetTailDraw
    | PaperGame
)
