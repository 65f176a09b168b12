"""What the public may learn of a match, one fact at a time.

A fact holds no more than spectators may know: no log sequence numbers, hashes, nonces or times, no
dice source, nobody's free text about a game still under embargo (ruling 12). Points are counted
from the side that moves; `side` with `turn` names a turn (ruling 6).

What public facts are made of where the rules have no value of their own for it.
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
    """How far a double has come."""

    OFFERED = "offered"
    TAKEN = "taken"
    PASSED = "passed"


class EndStep(Enum):
    """How far a claim that the game is over has come; an accepted one is the game's end."""

    CLAIMED = "claimed"
    REFUSED = "refused"


class ResignationStep(Enum):
    """How far a resignation has come."""

    OFFERED = "offered"
    REFUSED = "refused"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpsOpened:
    """Both line-ups are in; `commitment` is the SHA-256 of the seed for drawn tail rolls.

    `words` are what the captains gave to join it with, home's first; none where neither did.
    """

    home: Team
    away: Team
    commitment: bytes
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteShown:
    """From `game` on `player` sits in the team's place in that room (ruling 11)."""

    team: str
    room: Room
    player: PersonId
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbargoChanged:
    """From here on spectators are told by this embargo; the director's reason is not public."""

    embargo: Embargo


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingShown:
    """Whether the table in that room records positions, in all games of the match."""

    room: Room
    positions: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A game, or a new attempt at a voided one, begins."""

    game: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningShown:
    """One die each has named `side` to throw first, where that throw is not played (ruling 24).

    White's die comes first.
    """

    game: int
    side: Side
    dice: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceShown:
    """Dice of the open room that the closed room has been given; `opening`: White's die first."""

    game: int
    side: Side
    turn: int
    dice: Roll
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDiceShown:
    """Dice of a turn that was played on paper: nobody recorded what was played with them.

    `opening`: White's die comes first.
    """

    game: int
    side: Side
    turn: int
    dice: Roll
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayShown:
    """The open room's play of a turn and what lies there after it.

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
    """The thrower won a hole by this throw and holds, or goes and plays no more (ruling 25)."""

    game: int
    side: Side
    turn: int
    choice: HoleChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsShown:
    """What the turn's throw was worth to either side, and how both stand after the turn."""

    game: int
    side: Side
    turn: int
    marks: tuple[PointMark, ...]
    score: TableScore


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckersSet:
    """`side` went or bore off his last checker: all are set as for a new game, he throws again."""

    game: int
    side: Side
    turn: int
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckersPutRight:
    """The director had checkers put right before `side`'s next turn (ruling 11)."""

    game: int
    side: Side
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTakenBack:
    """The director lets the open room play a turn again that was public already (ruling 9).

    `position` is what the turn's dice found, None where positions are not recorded.
    """

    game: int
    side: Side
    turn: int
    position: Position | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTakenBack:
    """Public dice were put right before the closed room had them; what was played with them goes.

    Under lockstep dice are public only when nobody can correct them any more; told live, they can
    be. `opening`: an opening throw, which the other side may win now or which was a tie.
    `position` is what the dice found, None where positions are not recorded.
    """

    game: int
    side: Side
    turn: int
    position: Position | None
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeActed:
    """The open room's cube at `side`'s turn: `cube` is the value he proposes."""

    game: int
    side: Side
    turn: int
    step: CubeStep
    cube: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchersAnswered:
    """How many watchers would have taken and passed `side`'s double, told just before its answer.

    They answered it before anybody knew more than the double. Nobody is told where nobody did. The
    answer follows at once: the same frame holds both.
    """

    game: int
    side: Side
    turn: int
    takes: int
    passes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationShown:
    """`side` offers to lose the open room's game, and what came of it."""

    game: int
    side: Side
    step: ResignationStep
    ending: Ending | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndShown:
    """At a table without positions `side` says how the game has ended, or is not agreed with.

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
    """The game is over in both rooms: all that the closed room did in it, in order."""

    game: int
    attempt: int
    steps: "tuple[TableFact, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDiffers:
    """Of a game that is over in both rooms: other dice lay in `room` than were relayed, and stand.

    With `dice` as `relayed` that room's are not other ones any more.
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
    """The director corrected a result that was public already; nobody's signature stands.

    `opening` is the opening throw of a game kept by hand, where that was wrong.
    """

    game: int
    room: Room
    result: RoomResult
    opening: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScoreShown:
    """The score of a match to points, and the games that made it; `score` says of the current game
    whether it is the Crawford game (ruling 17)."""

    score: MatchScore
    games: tuple[GameScore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCutShort:
    """Its round was shortened: the match has `games` games a room; nothing counts beyond them."""

    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayHeld:
    """The director holds the whole match, or lets it go on: never which table, or why (31)."""

    held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOver:
    """Every game is over in both rooms; the seed shows that drawn dice were not chosen.

    At one table a side has its points, and there is no seed.
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
"""What happened at a table; only the open one's may be public while the game is played."""

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
"""What happened to a match or to a whole game of it."""

PublicFact = TableFact | MatchFact


@dataclass(frozen=True, slots=True)
class PublicItem:
    """A fact with its place in the public feed, counted from 1 a match."""

    number: int
    fact: PublicFact
