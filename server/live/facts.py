"""The facts about a match that the public may learn, each published on its own.

A fact has nothing that spectators may not learn: no numbers, hashes, nonces or times of the event
log, no source of dice, no free text of anybody about a game that is still under embargo
(ruling 12). Points are numbered from the side that moves. A turn is named by `side` and `turn`
together (ruling 6).

Also here: the types of the values of facts, as far as they are used only in facts.
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
    """What happened to a double."""

    OFFERED = "offered"
    TAKEN = "taken"
    PASSED = "passed"


class EndStep(Enum):
    """What happened to a claim that the game is over.

    An accepted claim is published as the game's end.
    """

    CLAIMED = "claimed"
    REFUSED = "refused"


class ResignationStep(Enum):
    """What happened to a resignation."""

    OFFERED = "offered"
    REFUSED = "refused"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpsOpened:
    """Both teams have handed in their line-ups, which are now public.

    `commitment` is the SHA-256 of the seed from which the match's tail rolls are drawn. `words` are
    the words that the captains chose to be joined with the seed, home's word first; empty if no
    captain gave one.
    """

    home: Team
    away: Team
    commitment: bytes
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteShown:
    """`player` replaces the team's player in that room from game `game` on (ruling 11)."""

    team: str
    room: Room
    player: PersonId
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbargoChanged:
    """The embargo that is in force from now on. The director's reason is not public."""

    embargo: Embargo


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingShown:
    """The table in that room records positions, or does not, in all games of the match."""

    room: Room
    positions: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOpened:
    """A game begins, or a new attempt at a voided game."""

    game: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningShown:
    """`side` throws first, because it won an opening throw that is not itself played (ruling 24).

    `dice` are the dice of that opening throw; the first is White's die.
    """

    game: int
    side: Side
    dice: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceShown:
    """A throw of the open room; its dice are public.

    If `opening` is True, this is the opening throw, and the first die is White's.
    """

    game: int
    side: Side
    turn: int
    dice: Roll
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperDiceShown:
    """Dice of a turn that was played on paper; nobody recorded the play.

    If `opening` is True this is the opening throw, and the first die is White's.
    """

    game: int
    side: Side
    turn: int
    dice: Roll
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayShown:
    """The open room's play of a turn, and the position after it.

    `condoned` is True if the play contradicts the roll and the opponent accepted it; `moves` is
    then empty.
    """

    game: int
    side: Side
    turn: int
    moves: Play
    position: Position
    condoned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayEnded:
    """A play is finished at a table that does not record positions."""

    game: int
    side: Side
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceShown:
    """The thrower won a trou in Trictrac and chose to hold (to play on) or to go (ruling 25).

    If they chose to go, this throw is not played and all checkers are set up again.
    """

    game: int
    side: Side
    turn: int
    choice: HoleChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsShown:
    """In Trictrac, the points that the turn's throw made, and both sides' scores after the turn.

    `side` and `turn` name the turn; each of `marks` says which side got how many points for what.
    """

    game: int
    side: Side
    turn: int
    marks: tuple[PointMark, ...]
    score: TableScore


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckersSet:
    """In Trictrac, all checkers are set up again within a game, and `side` throws again.

    This happens after `side` chose to go or bore off its last checker in `turn`. `position` is the
    position that was set up.
    """

    game: int
    side: Side
    turn: int
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckersPutRight:
    """Misplaced checkers were put right by the director's order, before the next turn of `side`.

    `position` is the corrected position (ruling 11).
    """

    game: int
    side: Side
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTakenBack:
    """By the director's order the open room plays again a turn that was already public (ruling 9).

    `position` is the position before the turn's dice, or None where positions are not recorded.
    """

    game: int
    side: Side
    turn: int
    position: Position | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTakenBack:
    """Dice of the open room were public and turned out wrong; what was played with them is void.

    The dice were corrected before their release to the closed room. This can happen under a `live`
    embargo; under `lockstep`, dice become public only when they can no longer be corrected.
    `opening` is True for an opening throw. After such a throw is corrected, the other side may be
    the first to throw, or the throw may be a tie. `position` is the position before the dice, or
    None where positions are not recorded.
    """

    game: int
    side: Side
    turn: int
    position: Position | None
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeActed:
    """A double that `side` offered in the open room in `turn`, or the opponent's take or pass.

    `step` says which of the three happened. `cube` is the value that the double proposes.
    """

    game: int
    side: Side
    turn: int
    step: CubeStep
    cube: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchersAnswered:
    """The numbers of watchers who would take (`takes`) or pass (`passes`) a double of `side`.

    The watchers answered while they knew nothing later than the double. The next fact, in the
    same frame of the feed, is the player's answer. There is no such fact if no watcher answered.
    """

    game: int
    side: Side
    turn: int
    takes: int
    passes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationShown:
    """A resignation by `side` in the open room's game was offered, refused or accepted.

    `ending` is what `side` offered to lose, such as a gammon; it is None in a refusal.
    """

    game: int
    side: Side
    step: ResignationStep
    ending: Ending | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndShown:
    """`side` claimed that the game is over and how it ended, or this claim was refused.

    This happens at tables that do not record positions. `ending` is the claimed kind of win, such
    as a gammon. `left` counts the loser's checkers that are not borne off. In a refusal `ending` is
    None and `left` is 0.
    """

    game: int
    side: Side
    step: EndStep
    ending: Ending | None
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGameFinished:
    """The open room's game is over; the closed room may still play its game."""

    game: int
    result: RoomResult


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOver:
    """The game is over in both rooms, and both results are public.

    `closed` is None in a match at one table. `opening` is the opening throw that was entered
    together with a result by hand. It is None if none was entered, as in a game whose dice were
    shown.
    """

    game: int
    open: RoomResult
    closed: RoomResult | None
    opening: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedRoomShown:
    """All facts about the closed room's table in a game that is over in both rooms, in order."""

    game: int
    attempt: int
    steps: "tuple[TableFact, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDiffers:
    """The director let `room` keep the wrong `dice` of one turn, in a game over in both rooms.

    `relayed` are the dice that the server gave both rooms; the other room kept them (ruling 9). If
    `dice` and `relayed` are the same two numbers, the director has taken that decision back, and
    the room's dice no longer differ.
    """

    game: int
    side: Side
    turn: int
    room: Room
    dice: Roll
    relayed: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWithdrawn:
    """The director voided this attempt; the game will be played again in both rooms."""

    game: int
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAnnulled:
    """The director cancelled the game; its result is 0-0 in both rooms."""

    game: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultChanged:
    """The director corrected a public result. All signatures become void.

    `opening` is the opening throw entered with the corrected result, None if none was entered.
    """

    game: int
    room: Room
    result: RoomResult
    opening: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScoreShown:
    """The score in points of a match at one table (ruling 17), and the games that made it.

    `score` also says if the current game is the Crawford game.
    """

    score: MatchScore
    games: tuple[GameScore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCutShort:
    """The match was shortened to `games` games in each room. Later games do not count."""

    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayHeld:
    """The director holds the whole match (`held` is True) or lifts that hold.

    The hold of a single table and the reason are never public (ruling 31).
    """

    held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOver:
    """Every game is over in both rooms. The seed proves that drawn dice were not chosen.

    In a match at one table this fact says that one side has the points it needs to win the match;
    `seed` is then empty.
    """

    seed: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGoesOn:
    """A match at one table goes on: by a corrected result, no side has enough points any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolSigned:
    """The match protocol is signed for `team`; in a match at one table `team` is a player."""

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
"""A fact about a table.

While a game is played, only facts about the open room's table may be public.
"""

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
"""A fact about a match as a whole, or about one of its games as a whole."""

PublicFact = TableFact | MatchFact


@dataclass(frozen=True, slots=True)
class PublicItem:
    """A fact with its number in the match's public feed; the items of each match count from 1."""

    number: int
    fact: PublicFact
