"""The record of a match, from which every format of match file is written.

The findings of replaying a match file by the rules are here too.
"""

from dataclasses import dataclass, field
from enum import Enum

from rules.dice import Roll
from rules.match_play.state import MatchScore
from rules.position import Play, Position, Side
from rules.room import Ending


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll and its play, with one move for each die. `play` is None if the roll was not played.

    If an illegal play was condoned, `after` is the position after the play, because the moves of
    such a play do not determine the position (ruling 9). If the director corrected the position
    between this play and the next throw, `put_right` is the corrected position (ruling 11).
    """

    side: Side
    roll: Roll
    play: Play | None
    after: Position | None = None
    put_right: Position | None = None


@dataclass(frozen=True, slots=True)
class Double:
    """A double to `value`. A beaver takes the double before it and doubles again at once."""

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
    """The side resigned; what it lost is in the points of the GameRecord."""

    side: Side


Action = Throw | Double | Take | Drop | Resignation


@dataclass(frozen=True, slots=True)
class SetUp:
    """The start of a game that does not start as usual.

    `cube` is the value of the cube at the start, and `owner` is None while it is centred.
    """

    position: Position
    cube: int
    owner: Side | None


class ResultTold(Enum):
    """The origin of a result that need not follow from the plays in a match file (ruling 27).

    BY_HAND: the result was recorded by hand. CORRECTED: the director corrected it. The values are
    the words of match files.
    """

    BY_HAND = "kept by hand"
    CORRECTED = "as the director corrected it"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: the score before it, its actions, and its result. An unfinished game has no winner.

    `points` are those printed or reported, so they may be fewer than the play gives if a site
    counts only what the winner needed. `ending` is None if the actions do not determine it.
    `set_up` is None for a game that starts as usual. `told` says where the result comes from; it is
    None for a result that follows from the actions.
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
    """A match: the names of White and Red, the games in order, and headers such as Event or Round.

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
    """A play or cube action that the rules do not allow. `line` is its line in the file."""

    game: int
    line: int
    play: str
    why: str


@dataclass(frozen=True, slots=True)
class ResultError:
    """A printed result or score that does not follow from the games.

    `line` is its line in the file.
    """

    game: int
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Note:
    """A remark in the findings that does not report an error.

    `game` is 0 for a remark on the file as a whole.
    """

    game: int
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What the replay of a whole match has found.

    `games` and `plays` are numbers; dances count as plays, unplayed rolls do not. `illegal` are
    plays and cube actions against the rules, `result_errors` wrong results. `score` is the final
    score of the players who were in the left and the right column of the first game. `record` is
    the match as far as the rules can follow it. `notes` are not errors (ruling 27).
    """

    games: int
    plays: int
    illegal: tuple[IllegalEntry, ...]
    result_errors: tuple[ResultError, ...]
    score: tuple[int, int]
    record: MatchRecord
    notes: tuple[Note, ...] = ()
