"""Readings and orders that a table or the director sends to a match, which accepts or refuses them.

`turn` is the number of the side's own turn, counted from 1 (ruling 6).
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
    """The sender of a reading, which the reading itself does not contain.

    `by` is the name that events use: a person's id, a board or the command line; it is empty for
    nobody. `confirmer` is the capacity in which the sender confirms a result (ruling 15).
    """

    by: str = ""
    confirmer: Confirmer = Confirmer.PLAYER


NOBODY = Sender()
"""The sender of readings whose events name no sender."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A report about one attempt at one game.

    The report is refused if the attempt is not the current one.
    """

    game: FromOne
    attempt: FromOne


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceThrown(Reading):
    """Dice were thrown at the open table.

    `side` is None for the opening throw, which has White's die first. `board_event` identifies the
    board's report of the dice, None if no board reported them. `corrects` identifies an earlier
    report whose dice are replaced (ruling 9). Dice may be thrown before the opponent's play is
    finished; `asks` is true if the board can then ask the opponent whether it is finished (ruling
    7).
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
    """A report by a side at one of the two tables."""

    room: Room
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceUnreadable(TableReading):
    """A die does not lie flat at the open table: the throw cannot be read and is made again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReading(TableReading):
    """A report by a side about one turn."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceConfirmed(TurnReading):
    """The thrower's opponent, `side`, confirmed the dice keyed for the thrower's `turn`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyDeclared(TurnReading):
    """The side wants to roll and does not double.

    Before the opening it means that the side has set up its checkers.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFinished(TurnReading):
    """The side finished its turn; `position` is the position on the table."""

    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayNarrowed(TurnReading):
    """The side finished its turn; the sensors show that the play is one of `plays` (ruling 10)."""

    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayNamed(TurnReading):
    """The side said which of the plays shown to it was its play.

    `place` is the index of the play in the list shown, None if the side made none of them. `asking`
    is the number of the question among those of this game at this table, counted from 1.
    """

    asking: int
    place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(TurnReading):
    """The side finished its turn at a table that does not record positions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceAnswered(TurnReading):
    """The side chose to hold (play on) or to go (put all checkers back to their start).

    It has the choice because it won a trou by its own throw (ruling 25).
    """

    choice: HoleChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedAnswered(TurnReading):
    """The mover said whether the play is finished (ruling 7).

    The mover was asked because the opponent had thrown before that play was finished.
    """

    finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RestAnswered(TableReading):
    """The side at the open table agreed, or refused, to draw the rest of the tail from the seed.

    Source: ruling 8.
    """

    drawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAccepted(TurnReading):
    """The opponent, `side`, accepted that turn's play, which does not fit the roll (ruling 9).

    The checkers stay where they lie.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubled(TurnReading):
    """The side offered a double before its throw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleAnswered(TurnReading):
    """The side took or passed the double that its opponent offered.

    `turn` is the opponent's turn in which the double was offered.
    """

    taken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationMade(TurnReading):
    """The side offered to lose the game by `ending`; `turn` is the turn in progress."""

    ending: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationAnswered(TurnReading):
    """The side accepted or refused its opponent's resignation, or claim that the game has ended.

    `turn` is the turn in progress.
    """

    accepted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EndClaimMade(TurnReading):
    """The side claimed that the game has ended, at a table that does not record positions.

    The winner claims to have borne off all checkers; the loser claims to pass or to resign. `left`
    is the number of the loser's checkers not borne off. `turn` is the turn in progress.
    """

    ending: Ending
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultAgreed(Reading):
    """Confirm the result of a game in one room (ruling 15).

    A player confirms for their own `side`, a captain for the side of their team in that room. An
    account can leave `side` out if another account entered the result. The reading also says which
    result is meant. A person sends `seen`, the result as the page showed it. A board sends
    `result`, the number of the result among those that the game has had in that room, counted from
    1.
    """

    room: Room
    side: Side | None
    result: int = 1
    seen: RoomResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterResult(Reading):
    """Enter a result that was recorded by hand, of a game that no board has begun.

    `opening` is the opening throw with White's die first, None if it was not recorded. `left` is
    the number of the loser's checkers not borne off. `cube` is the value that counts, which is the
    value before a refused double; `owner` is the owner of the cube, and `proposer` the side whose
    double was refused. `tally` are the numbers of trous of White and Red in trictrac.
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
    """The table's board reported which dice it shows for `turn` of `side`."""

    dice: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorReading(Reading):
    """An order of the director, with its reason (ruling 11)."""

    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidGame(DirectorReading):
    """Play this game again in both rooms with new dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelGame(DirectorReading):
    """Score this game 0-0 in both rooms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectRoll(DirectorReading):
    """Correct a turn's dice before their release.

    `was` are the dice to be replaced, as the sender saw them.
    """

    side: Side
    turn: FromOne
    dice: Roll
    was: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenTurn(DirectorReading):
    """Let the open room play a turn again with the dice that were keyed in (ruling 9)."""

    side: Side
    turn: FromOne


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongRoll(DirectorReading):
    """A decision about dice that were found wrong after their release (ruling 9).

    The dice that lay in `room` differ from those given to both rooms. `was` are the dice recorded
    for that room, as the sender saw them.
    """

    room: Room
    side: Side
    turn: FromOne
    was: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LetRollStand(WrongRoll):
    """Let each room keep its own dice for a turn; `dice` are those that lay in `room`.

    From now on the turn is marked "differs".
    """

    dice: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidForRoll(WrongRoll):
    """Void the game because of a wrong roll, and play it again with new dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectResult(DirectorReading):
    """Replace the result of a game in a room.

    `opening` is the opening throw; it can be set only if the game was recorded by hand. `was` is
    the present result of the room, None if there is none.
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
    """Give `home` and `away` small match points for a game in a room, in place of its result.

    `was` is the present result of the room, None if there is none.
    """

    room: Room
    home: FromNought
    away: FromNought
    was: RoomResult | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPosition(DirectorReading):
    """Correct the position at a table before the next throw, in turn number `turn` of `side`.

    `was` is the present position.
    """

    room: Room
    side: Side
    turn: FromOne
    position: Position
    was: Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseTable(DirectorReading):
    """Let play continue at a table that was stopped because its board shows wrong dice.

    The table is released, not a roll.
    """

    room: Room


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTailDraw(DirectorReading):
    """From now on draw the rolls of the tail from the seed, or have them thrown (ruling 8).

    `was` is true if the rolls are drawn from the seed at present.
    """

    drawn: bool
    was: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperGame(DirectorReading):
    """Enter a game, or the rest of it, that was played on paper in every room.

    `rolls` follow the rolls that boards reported. `results` has a result for each room in which no
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
