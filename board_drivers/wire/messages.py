"""The messages of boards and the server about a match (docs/wire.md, "Messages").

In each message about a turn, `side` is the player who sends it, or the player whom a command
concerns. `turn` is the number of the turn in progress. It counts the turns of the side on turn
(ruling 6), which need not be `side`. Times are milliseconds of the sender's own clock, modulo
2**32.
"""

from dataclasses import dataclass
from typing import Annotated

from board_drivers.wire.layout import (
    ADDED,
    U8,
    U16,
    U32,
    Checkers,
    Code,
    Counts,
    Die,
    GameNumber,
    Ordinal,
    Percent,
    Plays,
    Point,
    ReadDie,
    Turn,
    WireMessage,
    YesNo,
)
from board_drivers.wire.values import (
    Awaited,
    CallReason,
    Confirmed,
    CubeState,
    DirectorState,
    MoveJudgement,
    Positions,
    Question,
    ResignKind,
    RollJudgement,
    ThrowSource,
    WireEnding,
    WireRoom,
    WireSide,
)

FIRST_WHICH_PLAY = 256
"""The number of the first WHICH_PLAY question in a game at a table.

The later WHICH_PLAY questions of that game have the numbers after it. All other questions have
smaller numbers.
"""


@dataclass(frozen=True, slots=True)
class Config(WireMessage):
    """The settings of this table: the kind of game, the room, and how the board has to report.

    `games` is the number of games scheduled, or 0. `cube_limit` is the cube's highest value, 0
    without a cube. `debounce_ms` is in milliseconds. If `positions` is not RECORDED, the board
    reports a play as PLAYED, and the end of a game as END.
    """

    played: GameNumber
    room: WireRoom
    games: U8
    cube_limit: U8
    debounce_ms: U16
    positions: Annotated[Positions, ADDED] = Positions.RECORDED


@dataclass(frozen=True, slots=True)
class Fault(WireMessage):
    """A fault that the sender reports; `code` is its kind.

    The meaning of `detail` depends on the code; often it is the number of an event.
    """

    code: Code
    detail: U32 = 0


@dataclass(frozen=True, slots=True)
class TurnMessage(WireMessage):
    """The fields with which all messages about a turn begin."""

    game: Ordinal
    attempt: Ordinal
    turn: Turn
    side: WireSide


@dataclass(frozen=True, slots=True)
class Snapshot(TurnMessage):
    """The whole state of a board: position, displayed dice (0 for none) and cube.

    Bit n of `fault_mask` is set if White's point n cannot be read (0 for off, 25 for the bar).
    `scan` is the number of scans of the sensors so far whose result was stable.
    """

    position: Counts
    fault_mask: U32
    scan: U32
    die1: ReadDie
    die2: ReadDie
    cube: U8
    cube_owner: WireSide


@dataclass(frozen=True, slots=True)
class Roll(TurnMessage):
    """Dice thrown at the board. For the opening throw `side` is NONE, and `turn` is 1.

    In the opening throw `die1` is White's die and `die2` Red's. A die of 0 cannot be read, as it
    does not lie flat. `quality` is the dice reader's confidence in per cent. `corrects` is the
    number of the event whose dice are replaced, or 0.
    """

    die1: ReadDie
    die2: ReadDie
    source: ThrowSource
    quality: Percent
    clock_ms: U32
    corrects: U32 = 0


@dataclass(frozen=True, slots=True)
class DiceShown(TurnMessage):
    """The dice that the display shows now. The server compares them with those of its DICE_SHOW."""

    die1: Die
    die2: Die


@dataclass(frozen=True, slots=True)
class Ready(TurnMessage):
    """The player will roll and does not double; before the opening, the player has set up.

    The turn is 1 before the opening.
    """


@dataclass(frozen=True, slots=True)
class TurnDone(TurnMessage):
    """The player has finished the turn; `position` is the stable position on the board.

    Bit n of `fault_mask` is set if White's point n cannot be read (0 for off, 25 for the bar).
    `scan` is the number of scans of the sensors so far whose result was stable.
    """

    position: Counts
    fault_mask: U32
    scan: U32


@dataclass(frozen=True, slots=True)
class Double(TurnMessage):
    """The player offers a double to the value `cube`."""

    cube: U8


@dataclass(frozen=True, slots=True)
class Take(TurnMessage):
    """The player takes the double."""


@dataclass(frozen=True, slots=True)
class Pass(TurnMessage):
    """The player refuses the double and loses the game."""


@dataclass(frozen=True, slots=True)
class Resign(TurnMessage):
    """The player offers to lose the game as a single game, a gammon or a backgammon."""

    kind: ResignKind


@dataclass(frozen=True, slots=True)
class Accept(TurnMessage):
    """The player accepts the opponent's RESIGN or END."""


@dataclass(frozen=True, slots=True)
class Refuse(TurnMessage):
    """The player refuses the opponent's RESIGN or END: the game goes on."""


@dataclass(frozen=True, slots=True)
class Confirm(TurnMessage):
    """The player confirms something; `what` names it.

    `event` is the number of the ROLL or TURN_DONE that is confirmed, or 0.
    """

    what: Confirmed
    event: U32 = 0


@dataclass(frozen=True, slots=True)
class Answer(TurnMessage):
    """The answer to an ASK: a candidate's index from 0, or a WhichPlay, HoldOrGo or YesOrNo."""

    question: U16
    choice: U8


@dataclass(frozen=True, slots=True)
class Played(TurnMessage):
    """The player has finished the turn, at a table that does not record positions."""


@dataclass(frozen=True, slots=True)
class End(TurnMessage):
    """The player claims that the game is over in the way `ending`; no positions are recorded here.

    `left` is the number of the loser's checkers not borne off. The game is over only when the
    opponent sends ACCEPT.
    """

    ending: WireEnding
    left: Checkers


@dataclass(frozen=True, slots=True)
class Call(TurnMessage):
    """The table calls the director; `side` is NONE if it is not known who calls."""

    reason: CallReason


@dataclass(frozen=True, slots=True)
class Diff(WireMessage):
    """A hint that a place has a new count; hints never affect the result.

    `count` checkers are now on `point` of `side`; 25 is the bar, 0 is off.
    """

    point: Point
    side: WireSide
    count: Checkers
    scan: U32


@dataclass(frozen=True, slots=True)
class Status(WireMessage):
    """A hint with the board's state: `battery` is in per cent, 255 on mains power."""

    battery: U8
    fault_mask: U32
    uptime_ms: U32


@dataclass(frozen=True, slots=True)
class GameStart(WireMessage):
    """A command to set up the checkers for this attempt at this game."""

    game: Ordinal
    attempt: Ordinal


@dataclass(frozen=True, slots=True)
class Wait(TurnMessage):
    """The input for which the server waits; `side` is NONE if both sides have to give it."""

    what: Awaited


@dataclass(frozen=True, slots=True)
class RollRequest(TurnMessage):
    """A command to throw for this side's turn; in the tail the roll is for the closed room."""


@dataclass(frozen=True, slots=True)
class DiceShow(TurnMessage):
    """A command to show these dice for this turn, and to report them with DICE_SHOWN (ruling 7)."""

    die1: Die
    die2: Die


@dataclass(frozen=True, slots=True)
class RollVerdict(TurnMessage):
    """The server's judgement of the ROLL with number `event`.

    If it is VOID, `reason` tells why, and the dice have to be thrown again.
    """

    judgement: RollJudgement
    reason: Code
    event: U32


@dataclass(frozen=True, slots=True)
class MoveVerdict(TurnMessage):
    """The server's judgement of the TURN_DONE with number `event`.

    Bit n of `points` is set if White's point n is in question.
    """

    judgement: MoveJudgement
    points: U32
    event: U32


@dataclass(frozen=True, slots=True)
class Ask(TurnMessage):
    """A question for the players; the answer has the same `question` number.

    WHICH_PLAY asks which of the candidates was played; its numbers begin with FIRST_WHICH_PLAY.
    HOLD_OR_GO asks in Trictrac, after a trou, whether the side goes on with the game (holds) or
    starts anew (goes). HOLD_OR_GO has no candidates, and its number is always the value of
    Question.HOLD_OR_GO.
    """

    question: U16
    about: Question
    candidates: Plays


@dataclass(frozen=True, slots=True)
class Cube(TurnMessage):
    """The cube: its value, its state, and the side that owns it or has offered it."""

    cube: U8
    owner: WireSide
    state: CubeState


@dataclass(frozen=True, slots=True)
class GameOver(TurnMessage):
    """The game is over in this room: `side` has won.

    `left` is the number of the loser's checkers not borne off.
    """

    ending: WireEnding
    left: Checkers
    cube: U8


@dataclass(frozen=True, slots=True)
class Score(TurnMessage):
    """The score of a game that counts points (Trictrac): each side's points, trous and tokens.

    `white_holes` and `red_holes` are the trous. Tokens are small pieces that lie on the board to
    show a side's points. A side has none without points, two if it can win bredouille although the
    opponent has points, else one.
    """

    white_points: U8
    white_holes: U8
    white_tokens: U8
    red_points: U8
    red_holes: U8
    red_tokens: U8


@dataclass(frozen=True, slots=True)
class Director(WireMessage):
    """The state of this table's call for the director, and whether the table is held."""

    state: DirectorState


@dataclass(frozen=True, slots=True)
class Clock(TurnMessage):
    """The reserves left to both sides, in milliseconds (ruling 30).

    `runs` is the side whose time is used. This side uses up its free time first: `free_ms`, in
    milliseconds. The values are those at the time of sending. If `running` is set, the board counts
    down from them by itself until the next CLOCK.
    """

    runs: WireSide
    white_ms: U32
    red_ms: U32
    free_ms: U16
    running: YesNo


BoardMessage = (
    Snapshot | Roll | DiceShown | Ready | TurnDone | Double | Take | Pass | Resign | Accept
    | Refuse | Confirm | Answer | Played | End | Call | Fault
)  # fmt: skip
ServerMessage = (
    Config | GameStart | Wait | RollRequest | DiceShow | RollVerdict | MoveVerdict | Ask | Cube
    | GameOver | Score | Clock | Director | Fault
)  # fmt: skip
Hint = Diff | Status
