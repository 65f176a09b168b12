"""Facts about a match that the public may learn, one at a time.

A fact holds no more than spectators may learn: no log sequence numbers, hashes, nonces or times, no
dice source, nobody's free text about a game still under embargo (ruling 12). Points are counted
from the side that moves; `side` with `turn` names a turn (ruling 6).

Also here: the values that public facts are made of where the rules have none for it.
"""

from dataclasses import dataclass
from enum import Enum

from rules.dice import Roll
from rules.events import Embargo, Team
from rules.games.game import HoleChoice, PointMark
from rules.games.game import TableScore as TableScore
from rules.identities import PersonId
from rules.match_play.protocol import GameScore
from rules.match_play.state import MatchScore
from rules.position import Play, Position, Side
from rules.room import Ending, Room, RoomResult


class CubeStep(Enum):
    """The step of a double."""

    OFFERED = "offered"
    TAKEN = "taken"
    PASSED = "passed"


class EndStep(Enum):
    """The step of a claim that the game is over; an accepted one is the game's end."""

    CLAIMED = "claimed"
    REFUSED = "refused"


class ResignationStep(Enum):
    """The step of a resignation."""

    OFFERED = "offered"
    REFUSED = "refused"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpsOpened:
    """Both line-ups are in; `commitment` is the SHA-256 of the seed for drawn tail rolls.

    `words` are the captains' words that are joined with it, home's first; empty without them.
    """

    home: Team
    away: Team
    commitment: bytes
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteShown:
    """From `game` on `player` has the team's seat in that room (ruling 11)."""

    team: str
    room: Room
    player: PersonId
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbargoChanged:
    """The embargo in force from here on; the director's reason is not public."""

    embargo: Embargo


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingShown:
    """A setting: whether the table in that room records positions, in all games of the match."""

    room: Room
    positions: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A game, or a new attempt at a voided one, begins."""

    game: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningShown:
    """One die each has chosen `side` to throw first, where that throw is not played (ruling 24).

    White's die comes first.
    """

    game: int
    side: Side
    dice: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceShown:
    """Dice of the open room, released to the closed room; `opening`: White's die first."""

    game: int
    side: Side
    turn: int
    dice: Roll
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDiceShown:
    """Dice of a turn that was played on paper, whose play nobody recorded.

    `opening`: White's die comes first.
    """

    game: int
    side: Side
    turn: int
    dice: Roll
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayShown:
    """The open room's play of a turn and the position after it.

    `condoned`: the opponent accepted a movement that contradicts the roll; it has no moves.
    """

    game: int
    side: Side
    turn: int
    moves: Play
    position: Position
    condoned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayEnded:
    """A play was finished at a table whose positions are not recorded."""

    game: int
    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceShown:
    """The thrower won a hole by this throw and holds, or goes and plays no further (ruling 25)."""

    game: int
    side: Side
    turn: int
    choice: HoleChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsShown:
    """The points of the turn's throw for either side, and both scores after the turn."""

    game: int
    side: Side
    turn: int
    marks: tuple[PointMark, ...]
    score: TableScore


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckersSet:
    """`side` went or bore off the last checker: all are set as for a new game; it throws again."""

    game: int
    side: Side
    turn: int
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckersPutRight:
    """The director had checkers corrected before `side`'s next turn (ruling 11)."""

    game: int
    side: Side
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTakenBack:
    """The director has the open room play a turn again that was already public (ruling 9).

    `position` is the one before the turn's dice, None where positions are not recorded.
    """

    game: int
    side: Side
    turn: int
    position: Position | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTakenBack:
    """Public dice were corrected before their release; what was played with them is void.

    Under lockstep dice are public only when they can no longer be corrected; under a live embargo
    they can be. `opening`: an opening throw, which the other side may win now or which was a tie.
    `position` is the one before the dice, None where positions are not recorded.
    """

    game: int
    side: Side
    turn: int
    position: Position | None
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeActed:
    """The open room's cube at `side`'s turn: `cube` is the value that `side` proposes."""

    game: int
    side: Side
    turn: int
    step: CubeStep
    cube: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchersAnswered:
    """Numbers of watchers who would take or pass `side`'s double, just before its answer.

    They answered before anybody knew more than the double. There is no such fact where nobody
    answered. The player's answer follows at once: the same frame holds both.
    """

    game: int
    side: Side
    turn: int
    takes: int
    passes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationShown:
    """The step of a resignation by `side` in the open room's game."""

    game: int
    side: Side
    step: ResignationStep
    ending: Ending | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndShown:
    """The step of a claim by `side`, at a table without positions, of how the game has ended.

    `left` counts the loser's checkers not borne off; 0, without an ending, of a refused claim.
    """

    game: int
    side: Side
    step: EndStep
    ending: Ending | None
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGameFinished:
    """The open room's game is over; the closed room's may still be played."""

    game: int
    result: RoomResult


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOver:
    """The game is over in both rooms: both results are public; `closed` is None at one table.

    `opening` is the opening throw of a game kept by hand, None of one whose dice were shown.
    """

    game: int
    open: RoomResult
    closed: RoomResult | None
    opening: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedRoomShown:
    """The closed room's facts of a game that is over in both rooms, in order."""

    game: int
    attempt: int
    steps: "tuple[TableFact, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDiffers:
    """Dice in `room` other than those relayed, which stand, in a game over in both rooms.

    With `dice` equal to `relayed` that room's dice no longer differ.
    """

    game: int
    side: Side
    turn: int
    room: Room
    dice: Roll
    relayed: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWithdrawn:
    """The director voided this attempt: it will be played again in both rooms."""

    game: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAnnulled:
    """The director cancelled the game: 0-0 in both rooms."""

    game: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultChanged:
    """The director corrected a public result; every signature is void.

    `opening` is the opening throw of a game kept by hand, where that was wrong.
    """

    game: int
    room: Room
    result: RoomResult
    opening: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScoreShown:
    """The score of a match to points, and the games that made it (ruling 17).

    `score` includes whether the current game is the Crawford game.
    """

    score: MatchScore
    games: tuple[GameScore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCutShort:
    """Its round was shortened: the match has `games` games a room; nothing counts beyond them."""

    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayHeld:
    """The director holds the whole match, or lifts the hold.

    Neither the table nor the reason is ever public (ruling 31).
    """

    held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOver:
    """Every game is over in both rooms; the seed proves that drawn dice were not chosen.

    At one table a side has the points it needs, and there is no seed.
    """

    seed: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGoesOn:
    """A corrected result has left neither side with the match's points: play goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolSigned:
    """The match protocol is signed for this team, or by this player of a match at one table."""

    team: str


TableFact = (
    OpeningShown
    | DiceShown
    | PaperDiceShown
    | ChoiceShown
    | PlayShown
    | PlayEnded
    | PointsShown
    | CheckersSet
    | CheckersPutRight
    | TurnTakenBack
    | RollTakenBack
    | CubeActed
    | WatchersAnswered
    | ResignationShown
    | EndShown
    | OpenGameFinished
)
"""Facts about a table; only the open one's may be public while the game is played."""

MatchFact = (
    LineUpsOpened
    | SubstituteShown
    | EmbargoChanged
    | RecordingShown
    | GameOpened
    | GameOver
    | ClosedRoomShown
    | RollDiffers
    | GameWithdrawn
    | GameAnnulled
    | ResultChanged
    | MatchScoreShown
    | MatchCutShort
    | PlayHeld
    | MatchOver
    | MatchGoesOn
    | ProtocolSigned
)
"""Facts about a match or a whole game of it."""

PublicFact = TableFact | MatchFact


@dataclass(frozen=True, slots=True)
class PublicItem:
    """A fact with its number in the public feed, counted from 1 in each match."""

    number: int
    fact: PublicFact
