"""What became of dice: thrown, counted, put right, void, released (rulings 6 to 9 and 24)."""

from dataclasses import dataclass

from rules.board_event import BoardEvent
from rules.dice import DiceSource, Roll
from rules.events.reasons import CountedBy, Refusal
from rules.events.scopes import GameEvent, RollEvent, TurnEvent
from rules.side import Side


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

    White's die comes first. The dice themselves are no turn's and never relayed. `board_event` is
    the board's event they came in.
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
    """Mis-keyed dice were put right before their release; the earlier dice stay in the log.

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
    """Dice thrown before the opponent's play was finished wait for its mover's word (ruling 7).

    They are nobody's roll yet; once the play is finished a RollThrown says that they are.
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
    """Dice found wrong after their release stand: each room keeps what lay there (ruling 9).

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
