"""What boards and the server say about a match (docs/wire.md, "Messages").

In every turn message `side` is the player who speaks, or of whom a command speaks, and `turn` is
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
    """What is played: `games` scheduled or 0, `cube_limit` 0 = no cube, debounce in ms.

    `positions`: at a table that records none, plays are PLAYED and ends are claimed by END.
    """

    played: GameNumber
    room: WireRoom
    games: U8
    cube_limit: U8
    debounce_ms: U16
    positions: Annotated[Positions, ADDED] = Positions.RECORDED


@dataclass(frozen=True, slots=True)
class Fault(WireMessage):
    """What is wrong; `detail` depends on the code (often the number of the event meant)."""

    code: Code
    detail: U32 = 0


@dataclass(frozen=True, slots=True)
class TurnMessage(WireMessage):
    """The key that every message about a turn begins with."""

    game: Ordinal
    attempt: Ordinal
    turn: Turn
    side: WireSide


@dataclass(frozen=True, slots=True)
class Snapshot(TurnMessage):
    """All a board knows: position, displayed dice (0 = none), cube; bit n of `fault_mask` is
    White's point n (0 off, 25 bar); `scan` counts stable scans."""

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
    """What the display shows now: compared with the DICE_SHOW."""

    die1: Die
    die2: Die


@dataclass(frozen=True, slots=True)
class Ready(TurnMessage):
    """The player will roll and does not double; turn 1 before the opening: the side is set."""


@dataclass(frozen=True, slots=True)
class TurnDone(TurnMessage):
    """The player has finished and this stable position lies on the board."""

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
    """The player accepts the opponent's resignation, or his END."""


@dataclass(frozen=True, slots=True)
class Refuse(TurnMessage):
    """The player refuses the opponent's resignation, or his END; nothing has changed."""


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
    """The game has ended so, says a player of a table whose positions are not recorded.

    `left` checkers of the loser are not borne off. It has ended once the opponent says ACCEPT.
    """

    ending: WireEnding
    left: Checkers


@dataclass(frozen=True, slots=True)
class Call(TurnMessage):
    """The table calls the director; `side` NONE where nobody says who did."""

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
    """Set up the checkers for this attempt at this game."""

    game: Ordinal
    attempt: Ordinal


@dataclass(frozen=True, slots=True)
class Wait(TurnMessage):
    """What the server waits for; `side` NONE = from both."""

    what: Awaited


@dataclass(frozen=True, slots=True)
class RollRequest(TurnMessage):
    """Throw for this side's turn (in the tail: for the closed room)."""


@dataclass(frozen=True, slots=True)
class DiceShow(TurnMessage):
    """Show these dice for this turn and echo them with DICE_SHOWN (ruling 7)."""

    die1: Die
    die2: Die


@dataclass(frozen=True, slots=True)
class RollVerdict(TurnMessage):
    """What became of ROLL event `event`; VOID has a reason: throw again."""

    judgement: RollJudgement
    reason: Code
    event: U32


@dataclass(frozen=True, slots=True)
class MoveVerdict(TurnMessage):
    """What became of TURN_DONE event `event`; bit n of `points` is White's point n."""

    judgement: MoveJudgement
    points: U32
    event: U32


@dataclass(frozen=True, slots=True)
class Ask(TurnMessage):
    """What only people can say, answered with the same `question` number.

    WHICH_PLAY: which of the candidates was it? Its numbers are from FIRST_WHICH_PLAY up. HOLD_OR_GO
    has no candidates and is number HOLD_OR_GO always.
    """

    question: U16
    about: Question
    candidates: Plays


@dataclass(frozen=True, slots=True)
class Cube(TurnMessage):
    """Where the cube is: its value, the side that owns or has offered it."""

    cube: U8
    owner: WireSide
    state: CubeState


@dataclass(frozen=True, slots=True)
class GameOver(TurnMessage):
    """How this room's game ended; `side` has won, `left` checkers of the loser are not off."""

    ending: WireEnding
    left: Checkers
    cube: U8


@dataclass(frozen=True, slots=True)
class Score(TurnMessage):
    """What either side has counted in a game that counts points, and the tokens that show it."""

    white_points: U8
    white_holes: U8
    white_tokens: U8
    red_points: U8
    red_holes: U8
    red_tokens: U8


@dataclass(frozen=True, slots=True)
class Director(WireMessage):
    """Whether this table's call stands, whether somebody comes, whether the table is held."""

    state: DirectorState


@dataclass(frozen=True, slots=True)
class Clock(TurnMessage):
    """What both sides have left of their reserves, in ms; `runs` uses `free_ms` first (ruling 30).

    As it was when it was last sent: from then on a board counts down by itself while `running`.
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
