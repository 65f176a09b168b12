"""A match as a .mat file writes it, before any rule is applied.

The left column is White, the right one Red, by the first game's header. Points are counted from
the mover; a leg of a play may take several dice.
"""

from dataclasses import dataclass, field

from rules.dice import Roll
from rules.errors import RulesError
from rules.match_files.findings import Note
from rules.match_files.record import ResultTold, SetUp
from rules.play import Move
from rules.side import Side


class MatchUnreadable(RulesError):
    """A match file that cannot be read (operator: mend the file at that line and column)."""

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {found!r}; expected {expected}")
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell of the sheet: who, at which line of the file, and its text."""

    side: Side
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Thrown(Entry):
    """A roll and its play; `legs` is None when the roll was never played ("???").

    `blank` tells an empty cell from a dance in words; `after` is the position an illegal play
    left, in Snowie's fields, empty for any other; `impossible` the first move that no checker can
    make, such as "6/8". `put_right` is the play after which the director made that of it, as it is
    told above the line.
    """

    roll: Roll
    legs: tuple[Move, ...] | None
    blank: bool = False
    after: tuple[str, ...] = ()
    impossible: str = ""
    put_right: str = ""


@dataclass(frozen=True, slots=True)
class Doubles(Entry):
    """A double to `value`; a beaver raises the cube its player has just been offered."""

    value: int
    beaver: bool = False


@dataclass(frozen=True, slots=True)
class Takes(Entry):
    """The double is taken."""


@dataclass(frozen=True, slots=True)
class Drops(Entry):
    """The double is refused, which ends the game."""


@dataclass(frozen=True, slots=True)
class Resigns(Entry):
    """The side gives up: resigns, forfeits or loses on time; `what` is the file's word."""

    what: str


AnyEntry = Thrown | Doubles | Takes | Drops | Resigns


@dataclass(frozen=True, slots=True)
class Wins:
    """A printed result: `side` wins `points`.

    `by_winner` is False where the loser's cell tells it as a loss. `loose` stands in the cell that
    was free behind both players' plays, so that its column names nobody.
    """

    side: Side
    line: int
    points: int
    by_winner: bool = True
    loose: bool = False


@dataclass(frozen=True, slots=True)
class GameText:
    """One game's sheet; scores are those printed above it, White's first, None where none are.

    `results` are all that are printed, the winner's own first: both cells of a line may tell one.
    `set_ups` are the ways the game may start, when it does not start as usual: a file that sets a
    position does not say whose capitals are, so the likeliest comes first. `told` says of a result
    that the play need not make how it is known.
    """

    number: int
    line: int
    score: tuple[int, int] | None
    entries: tuple[AnyEntry, ...]
    results: tuple[Wins, ...] = ()
    set_ups: tuple[SetUp, ...] = ()
    told: ResultTold | None = None

    @property
    def wins(self) -> Wins | None:
        """The result that counts."""
        return self.results[0] if self.results else None


@dataclass(frozen=True, slots=True)
class MatchText:
    """A whole match: length in points (0: money play), names of White and Red, games.

    `line` is where it begins in its file; `notes` are what the reader passed over.
    """

    length: int
    players: tuple[str, str]
    games: tuple[GameText, ...]
    headers: dict[str, str] = field(default_factory=dict)
    line: int = 1
    notes: tuple[Note, ...] = ()
