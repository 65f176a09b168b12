"""Events of dice: thrown, counted, corrected, void, released (rulings 6 to 9 and 24).

Also reasons for counting a roll, for an embargo and for refusing a reading, and the bases of all
events of a game: the game, one of its tables, a side's turn there, that turn's dice.

Turns are numbered per side from 1, and `attempt` counts the replays of a voided game from 1; `side`
with `turn` names the same dice in both rooms (ruling 6).

Games continued without boards carry their rolls on slips of paper (rulings 6 to 8, 15).
"""

from dataclasses import dataclass
from enum import Enum

from rules.dice import DiceSource, Roll
from rules.position import Side
from rules.room import BoardEvent, Room


class CountedBy(Enum):
    """Reason why a thrown roll counts (ruling 9)."""

    READER = "reader"
    OPPONENT = "opponent"
    PLAY = "play"
    DIRECTOR = "director"
    SEED = "seed"


class Confirmer(Enum):
    """Capacity in which somebody confirms a result (ruling 15)."""

    PLAYER = "player"
    CAPTAIN = "captain"
    ACCOUNT = "account"


class Embargo(Enum):
    """Spectators' view of the open room while a game is played (ruling 12)."""

    LOCKSTEP = "lockstep"
    LIVE = "live"
    AFTER_GAME = "after_game"


class Clocks(Enum):
    """Use of clocks in a match: none, all of ruling 30, or display only."""

    OFF = "off"
    ON = "on"
    SHOWN = "shown"


class Refusal(Enum):
    """Reason why a message of a board or a person has no effect; the players are told."""

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
    """Reason why a board is held, or begins no game, until a person lets it go on (ruling 28)."""

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
    """An event in one side's turn at one table."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollEvent(GameEvent):
    """An event about the dice of one side's turn, in whichever room they are played."""

    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningTied(GameEvent):
    """Both opening dice were equal: logged, thrown again, never relayed (ruling 6).

    `by` and `reason` are set if the director found it later (ruling 11).
    """

    dice: Roll
    source: DiceSource
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningDecided(GameEvent):
    """One die each made `side` throw first, in a game whose opening is not played (ruling 24).

    White's die comes first. The dice themselves belong to no turn and are never relayed.
    `board_event` is the board's event they came in.
    """

    dice: Roll
    source: DiceSource
    side: Side
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollThrown(RollEvent):
    """Dice of a side's turn were thrown at the open table; `opening`: White's die comes first.

    `tail`: thrown for the closed room after the open game ended (ruling 8). `board_event` is the
    board's event they came in, None for those drawn from the seed.
    """

    dice: Roll
    source: DiceSource
    opening: bool = False
    tail: bool = False
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCounted(RollEvent):
    """A thrown roll is beyond doubt and may be relayed (ruling 9)."""

    by: CountedBy


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCorrected(RollEvent):
    """Mis-keyed dice were corrected before their release; the earlier dice stay in the log.

    `board_event` is the board's event they came in, None for those of the director.
    """

    dice: Roll
    source: DiceSource
    opening: bool = False
    by: str = ""
    reason: str = ""
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowVoided(GameEvent):
    """A throw that does not count: logged, thrown again, never relayed (ruling 7)."""

    side: Side | None
    dice: Roll
    source: DiceSource
    why: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyThrowKept(RollEvent):
    """Dice thrown before the opponent's play is finished wait for its mover's word (ruling 7).

    They belong to no turn yet; once the play is finished a RollThrown follows.
    """

    dice: Roll
    source: DiceSource
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyThrowVoided(RollEvent):
    """Dice that waited do not count: the play was not finished; thrown again (ruling 7)."""

    dice: Roll
    source: DiceSource
    why: Refusal
    board_event: BoardEvent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestDrawn(GameEvent):
    """Both open players have chosen it: this game's tail is drawn from the seed (ruling 8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollReleased(RollEvent):
    """The closed room may see this roll now: ruling 7's three conditions hold."""

    dice: Roll
    opening: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollStands(TurnEvent):
    """Dice found wrong after their release are kept: each room has what lay there (ruling 9).

    `dice` lay in that room, of an opening throw White's die first; `relayed` are those both
    rooms were given, which the other room keeps. With the same two dice as `relayed` the roll does
    not differ there any more.
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
    """The dice that a slip gives a side's turn; `opening`: White's die comes first."""

    side: Side
    turn: int
    dice: Roll
    opening: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOnPaper(GameEvent):
    """A game, or the rest of it, was played without boards in every room of its match.

    `rolls` are those of its slips in the order of play, after what boards had thrown. They count in
    both rooms. The results of the rooms where no board has ended the game follow as ResultEntered.
    `by` is the account that typed them in.
    """

    rolls: tuple[PaperRoll, ...]
    by: str
    reason: str
