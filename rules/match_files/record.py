"""Record of a match die by die, from which every match file format is written.

Also the findings of replaying a match file by the rules.
"""

from dataclasses import dataclass, field
from enum import Enum

from rules.dice import Roll
from rules.match_play.state import MatchScore
from rules.position import Play, Position, Side
from rules.room import Ending


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll and its play, one move a die; `play` is None for a roll never played.

    `after` is the position left by an illegal play that was condoned: the moves alone do not give
    it (ruling 9). `put_right` is the position to which the director corrected it before the next
    throw (ruling 11).
    """

    side: Side
    roll: Roll
    play: Play | None
    after: Position | None = None
    put_right: Position | None = None


@dataclass(frozen=True, slots=True)
class Double:
    """A double to `value`; a beaver takes the double before and doubles again at once."""

    side: Side
    value: int
    beaver: bool = False


@dataclass(frozen=True, slots=True)
class Take:
    """The side takes the double."""

    side: Side


@dataclass(frozen=True, slots=True)
class Drop:
    """The side refuses the double."""

    side: Side


@dataclass(frozen=True, slots=True)
class Resignation:
    """The side resigned; the record's points are the loss."""

    side: Side


Action = Throw | Double | Take | Drop | Resignation


@dataclass(frozen=True, slots=True)
class SetUp:
    """The start of a game that does not start as usual.

    `cube` is the value it starts with, `owner` None while it is centred.
    """

    position: Position
    cube: int
    owner: Side | None


class ResultTold(Enum):
    """Ways to know a result that need not follow from the play, in the files' words.

    Source: ruling 27.
    """

    BY_HAND = "kept by hand"
    CORRECTED = "as the director corrected it"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: score before it, actions in order, winner and points; None while unfinished.

    `points` are those printed or reported, so a site that counts no more than the match needs keeps
    its figure; `ending` is None if the actions do not determine it. `set_up` is None for a game
    that starts as usual. `told` is None for a result that follows from the actions.
    """

    number: int
    score: MatchScore
    actions: tuple[Action, ...]
    winner: Side | None
    points: int
    ending: Ending | None
    set_up: SetUp | None = None
    told: ResultTold | None = None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match: names by side, games in order, headers such as Event or Round.

    `crawford` is False for a match played without the Crawford rule.
    """

    length: int
    white: str
    red: str
    games: tuple[GameRecord, ...]
    headers: dict[str, str] = field(default_factory=dict)
    crawford: bool = True


@dataclass(frozen=True, slots=True)
class IllegalEntry:
    """A play or cube action the rules do not allow; `line` is the file's."""

    game: int
    line: int
    play: str
    why: str


@dataclass(frozen=True, slots=True)
class ResultError:
    """A printed result or score that does not follow from the games; `line` is the file's."""

    game: int
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Note:
    """A note for readers that is no error; `game` is 0 for the file itself."""

    game: int
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Findings:
    """Findings of a whole match: games, plays (dances included, unplayed rolls not), errors, score.

    `score` is the final one of the first game's left and right columns; `record` the match as far
    as the rules can follow it; `notes` are not errors (ruling 27).
    """

    games: int
    plays: int
    illegal: tuple[IllegalEntry, ...]
    result_errors: tuple[ResultError, ...]
    score: tuple[int, int]
    record: MatchRecord
    notes: tuple[Note, ...] = ()
