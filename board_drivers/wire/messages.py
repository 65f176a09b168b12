"""Messages of boards and the server about a match (docs/wire.md, "Messages").

In every turn message `side` is the player who sends it, or whom a command concerns, and `turn` is
the number of the turn in progress, counted for the side on turn (ruling 6). Times are milliseconds
of the sender's own clock, modulo 2**32.
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
"""The number of a game's first question WHICH_PLAY at a table; each further one has the next."""


@dataclass(frozen=True, slots=True)
class Config(WireMessage):
    """The game of this table: `games` scheduled or 0, `cube_limit` 0 = no cube, debounce in ms.

    `positions`: at a table that records none, a play is a PLAYED, and END claims an end.
    """

    played: GameNumber
    room: WireRoom
    games: U8
    cube_limit: U8
    debounce_ms: U16
    positions: Annotated[Positions, ADDED] = Positions.RECORDED


@dataclass(frozen=True, slots=True)
class Fault(WireMessage):
    """A fault; `detail` depends on the code (often the number of the event meant)."""

    code: Code
    detail: U32 = 0


@dataclass(frozen=True, slots=True)
class TurnMessage(WireMessage):
    """The fields with which every message about a turn begins."""

    game: Ordinal
    attempt: Ordinal
    turn: Turn
    side: WireSide


@dataclass(frozen=True, slots=True)
class Snapshot(TurnMessage):
    """A board's whole state: position, displayed dice (0 = none), cube.

    Bit n of `fault_mask` is White's point n (0 off, 25 bar); `scan` counts stable scans.
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
    """Dice at the board. Side NONE, turn 1: the opening throw, `die1` White's, `die2` Red's.

    A die of 0 cannot be read (cocked). `quality`: the reader's confidence in per cent.
    `corrects`: number of the event that these dice replace, or 0.
    """

    die1: ReadDie
    die2: ReadDie
    source: ThrowSource
    quality: Percent
    clock_ms: U32
    corrects: U32 = 0


@dataclass(frozen=True, slots=True)
class DiceShown(TurnMessage):
    """The dice that the display shows now; the server compares them with its DICE_SHOW."""

    die1: Die
    die2: Die


@dataclass(frozen=True, slots=True)
class Ready(TurnMessage):
    """The player will roll and does not double; in turn 1, before the opening, they have set up."""


@dataclass(frozen=True, slots=True)
class TurnDone(TurnMessage):
    """The player has finished, and this is the stable position on the board."""

    position: Counts
    fault_mask: U32
    scan: U32


@dataclass(frozen=True, slots=True)
class Double(TurnMessage):
    """The player offers the cube at the new value `cube`."""

    cube: U8


@dataclass(frozen=True, slots=True)
class Take(TurnMessage):
    """The player takes the offered cube."""


@dataclass(frozen=True, slots=True)
class Pass(TurnMessage):
    """The player refuses the offered cube and loses the game."""


@dataclass(frozen=True, slots=True)
class Resign(TurnMessage):
    """The player offers to lose the game this way."""

    kind: ResignKind


@dataclass(frozen=True, slots=True)
class Accept(TurnMessage):
    """The player accepts the opponent's resignation or END."""


@dataclass(frozen=True, slots=True)
class Refuse(TurnMessage):
    """The player refuses the opponent's resignation or END; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Confirm(TurnMessage):
    """The player confirms; `event` is the number of the ROLL or TURN_DONE meant, or 0."""

    what: Confirmed
    event: U32 = 0


@dataclass(frozen=True, slots=True)
class Answer(TurnMessage):
    """The chosen candidate of an ASK, counted from 0, or a WhichPlay; to HOLD_OR_GO a HoldOrGo."""

    question: U16
    choice: U8


@dataclass(frozen=True, slots=True)
class Played(TurnMessage):
    """The player has finished, at a table whose positions are not recorded."""


@dataclass(frozen=True, slots=True)
class End(TurnMessage):
    """A player claims this end of the game, at a table whose positions are not recorded.

    `left` checkers of the loser are not borne off. The game has ended once the opponent sends
    ACCEPT.
    """

    ending: WireEnding
    left: Checkers


@dataclass(frozen=True, slots=True)
class Call(TurnMessage):
    """The table calls the director; `side` is NONE if the caller is not given."""

    reason: CallReason


@dataclass(frozen=True, slots=True)
class Diff(WireMessage):
    """A hint, never scored: `count` checkers now on `point` (25 bar, 0 off) of `side`."""

    point: Point
    side: WireSide
    count: Checkers
    scan: U32


@dataclass(frozen=True, slots=True)
class Status(WireMessage):
    """A hint: battery in per cent, 255 = mains."""

    battery: U8
    fault_mask: U32
    uptime_ms: U32


@dataclass(frozen=True, slots=True)
class GameStart(WireMessage):
    """The command to set up the checkers for this attempt at this game."""

    game: Ordinal
    attempt: Ordinal


@dataclass(frozen=True, slots=True)
class Wait(TurnMessage):
    """The input that the server waits for; `side` NONE = from both."""

    what: Awaited


@dataclass(frozen=True, slots=True)
class RollRequest(TurnMessage):
    """The command to throw for this side's turn (in the tail: for the closed room)."""


@dataclass(frozen=True, slots=True)
class DiceShow(TurnMessage):
    """The command to show these dice for this turn and echo them with DICE_SHOWN (ruling 7)."""

    die1: Die
    die2: Die


@dataclass(frozen=True, slots=True)
class RollVerdict(TurnMessage):
    """The judgement of ROLL event `event`; VOID has a reason and demands a new throw."""

    judgement: RollJudgement
    reason: Code
    event: U32


@dataclass(frozen=True, slots=True)
class MoveVerdict(TurnMessage):
    """The judgement of TURN_DONE event `event`; bit n of `points` is White's point n."""

    judgement: MoveJudgement
    points: U32
    event: U32


@dataclass(frozen=True, slots=True)
class Ask(TurnMessage):
    """A question for people, answered with the same `question` number.

    WHICH_PLAY asks for the candidate that was played; its numbers are from FIRST_WHICH_PLAY up.
    HOLD_OR_GO has no candidates, and its number is always HOLD_OR_GO.
    """

    question: U16
    about: Question
    candidates: Plays


@dataclass(frozen=True, slots=True)
class Cube(TurnMessage):
    """The cube: its value, its state, and the side that owns or has offered it."""

    cube: U8
    owner: WireSide
    state: CubeState


@dataclass(frozen=True, slots=True)
class GameOver(TurnMessage):
    """The end of this room's game: `side` has won, `left` checkers of the loser are not off."""

    ending: WireEnding
    left: Checkers
    cube: U8


@dataclass(frozen=True, slots=True)
class Score(TurnMessage):
    """Each side's points and holes in a game that counts points, and the tokens that show them."""

    white_points: U8
    white_holes: U8
    white_tokens: U8
    red_points: U8
    red_holes: U8
    red_tokens: U8


@dataclass(frozen=True, slots=True)
class Director(WireMessage):
    """The state of this table's call of the director, and if the table is held."""

    state: DirectorState


@dataclass(frozen=True, slots=True)
class Clock(TurnMessage):
    """Both sides' remaining reserves in ms; `runs` uses `free_ms` first (ruling 30).

    The values are those at the time of sending: from then on a board counts down by itself while
    `running`.
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
