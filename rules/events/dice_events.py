"""Events of dice: thrown, counted, corrected, voided or released (rulings 6 to 9 and 24).

This module also defines the reasons for which a roll counts or a reading is refused, the kinds of
embargo, and the base classes of all events of a game: GameEvent, RoomEvent, TurnEvent and
RollEvent.

`turn` counts the turns of each side from 1. `attempt` counts from 1; every time a game is voided a
new attempt follows. A `side` and a `turn` together name a roll, whose dice are the same in both
rooms (ruling 6).

If a game is continued without boards, its rolls are written on slips of paper (rulings 6 to 8, 15).
"""

from dataclasses import dataclass
from enum import Enum

from rules.dice import DiceSource, Roll
from rules.position import Side
from rules.room import BoardEvent, Room


class CountedBy(Enum):
    """The reason why a thrown roll counts (ruling 9)."""

    READER = "reader"
    OPPONENT = "opponent"
    PLAY = "play"
    DIRECTOR = "director"
    SEED = "seed"


class Confirmer(Enum):
    """The capacity in which a person confirms a result (ruling 15)."""

    PLAYER = "player"
    CAPTAIN = "captain"
    ACCOUNT = "account"


class Embargo(Enum):
    """What spectators are shown of the open room while a game is played (ruling 12)."""

    LOCKSTEP = "lockstep"
    LIVE = "live"
    AFTER_GAME = "after_game"


class Clocks(Enum):
    """The use of clocks in a match: no clocks, clocks as in ruling 30, or clocks only displayed."""

    OFF = "off"
    ON = "on"
    SHOWN = "shown"


class Refusal(Enum):
    """The reason for which a message from a board or a person was refused, shown to the players."""

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
    NO_CUBE = "no-cube"
    LAST_START = "last-start"
    HELD = "held"
    COUNT_NEEDED = "count-needed"
    POSITION_NEEDED = "position-needed"
    NO_SUCH_END = "no-such-end"
    CLAIM_PENDING = "claim-pending"
    BATTERY_LOW = "battery-low"


class BoardDoubt(Enum):
    """The reason why a board needs a person's permission to play or to begin a game (ruling 28).

    NEW_JOURNAL: the board has another journal than before, so that events which it had not sent are
    lost. BATTERY_LOW: its battery is low.
    """

    NEW_JOURNAL = "new-journal"
    BATTERY_LOW = "battery-low"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEvent:
    """An event in one attempt at one game."""

    game: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomEvent(GameEvent):
    """An event at one of the two tables."""

    room: Room


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEvent(RoomEvent):
    """An event in one side's turn at one table; `turn` counts the side's turns from 1."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEvent(GameEvent):
    """An event about the roll of one side's turn, which has the same dice in both rooms."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningTied(GameEvent):
    """Both opening dice were equal.

    The dice are logged, thrown again and never sent to the closed room (ruling 6). `by` and
    `reason` are set if the director found the tie afterwards (ruling 11).
    """

    dice: Roll
    source: DiceSource
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningDecided(GameEvent):
    """Each player threw one die, which decided that `side` begins; these dice are not played.

    This event occurs only in a game in which the first turn begins with a new throw. White's die
    comes first in `dice`. These dice belong to no turn and are never sent to the closed room
    (ruling 24). `board_event` identifies the board's report of the dice, None if no board reported
    them.
    """

    dice: Roll
    source: DiceSource
    side: Side
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollThrown(RollEvent):
    """The dice of a side's turn were thrown at the open table, or drawn from the seed.

    If `opening` is True, this is the opening throw and White's die comes first. `tail` is True for
    a roll that only the closed room needs, because the open room's game is over (ruling 8).
    `board_event` identifies the board's report of the dice, None if no board reported them.
    """

    dice: Roll
    source: DiceSource
    opening: bool = False
    tail: bool = False
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCounted(RollEvent):
    """A thrown roll was accepted as correct, a condition of its release (ruling 9).

    `by` is the reason why it counts.
    """

    by: CountedBy


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCorrected(RollEvent):
    """Wrongly keyed dice were corrected before their release; the earlier dice stay in the log.

    `board_event` identifies the board's report of the new dice, None if the director gave them.
    """

    dice: Roll
    source: DiceSource
    opening: bool = False
    by: str = ""
    reason: str = ""
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowVoided(GameEvent):
    """A throw does not count, and the side throws again (ruling 7).

    `dice` are the dice of that throw: they are logged, but never sent to the closed room. `why` is
    the reason.
    """

    side: Side | None
    dice: Roll
    source: DiceSource
    why: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyThrowKept(RollEvent):
    """Dice that were thrown before the opponent's play was finished were put aside (ruling 7).

    They belong to no turn yet. If the opponent then finishes the play, or says that it was
    finished, a RollThrown follows; otherwise an EarlyThrowVoided follows.
    """

    dice: Roll
    source: DiceSource
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyThrowVoided(RollEvent):
    """Dice thrown too early do not count, and the side throws again (ruling 7).

    The opponent's play was not finished when they were thrown.
    """

    dice: Roll
    source: DiceSource
    why: Refusal
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestDrawn(GameEvent):
    """The rest of this game's tail is drawn from the seed (ruling 8).

    Both players of the open room have chosen this.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class RollReleased(RollEvent):
    """A roll was released: from now on it may be shown to the closed room.

    The three conditions of ruling 7 are met.
    """

    dice: Roll
    opening: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollStands(TurnEvent):
    """Dice found wrong after their release are kept: each room keeps its own dice (ruling 9).

    `dice` are those that lay in `room`, White's die first for an opening throw. `relayed` are the
    dice that the server had given both rooms; the other room keeps them. If `dice` and `relayed`
    are the same two numbers, this event takes back an earlier RollStands, which was an error.
    """

    dice: Roll
    relayed: Roll
    by: str
    reason: str


DiceEvent = (
    OpeningTied
    | OpeningDecided
    | RollThrown
    | RollCounted
    | RollCorrected
    | ThrowVoided
    | EarlyThrowKept
    | EarlyThrowVoided
    | RestDrawn
    | RollReleased
    | RollStands
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRoll:
    """The dice of a side's turn as written on a slip; an opening throw has White's die first."""

    side: Side
    turn: int
    dice: Roll
    opening: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOnPaper(GameEvent):
    """In every room of the match a game, or the rest of it, was played without boards.

    `rolls` are the rolls on the slips, in the order of play; they follow the rolls that boards had
    reported. All these rolls count in both rooms. For each room in which no board has ended the
    game a ResultEntered follows. `by` is the account that typed the rolls in.
    """

    rolls: tuple[PaperRoll, ...]
    by: str
    reason: str
