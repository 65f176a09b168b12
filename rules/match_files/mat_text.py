"""A match as written in a .mat file, before any rule is applied, and the names in it.

The left column is White, the right one Red, by the first game's header. Points are counted from the
mover; a leg of a play may take several dice.

Players' names are written in full in headers, short and safe on score lines.

Source: ruling 27, and the way GNU Backgammon 1.07 reads a score line: the first colon ends a name,
a comma and digits are a rating, "Game " starts a game, 31 bytes are kept. A header's value has a
backslash before each quotation mark and backslash.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.dice import Roll
from rules.errors import RulesError
from rules.match_files.record import Note, ResultTold, SetUp
from rules.position import Move, Side


class MatchUnreadable(RulesError):
    """A match file that cannot be read. The operator can correct it at that line and column."""

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {found!r}; expected {expected}")
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell of the sheet: the side, the line of the file, and the text."""

    side: Side
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Thrown(Entry):
    """A roll and its play; `legs` is None if the roll was never played ("???").

    `blank` is True for an empty cell, unlike a dance in words; `after` is the position an illegal
    play left, in Snowie's fields, empty for any other; `impossible` the first move that no checker
    can make, such as "6/8". `put_right` is the play after which the director corrected the position
    to `after`, from the comment above the line.
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

    `by_winner` is False if the loser's cell gives it as a loss. `loose`: it is in the cell that
    was free after both players' plays, so that its column names nobody.
    """

    side: Side
    line: int
    points: int
    by_winner: bool = True
    loose: bool = False


@dataclass(frozen=True, slots=True)
class GameText:
    """One game's sheet; scores are those printed above it, White's first, None if none are.

    `results` are all that are printed, the winner's own first: both cells of a line may have one.
    `set_ups` are the ways the game may start, when it does not start as usual: a file that sets a
    position does not say which side the capitals are, so the likeliest comes first. `told` is how a
    result is known that need not follow from the play.
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

    `line` is where it begins in its file; `notes` are about what the reader skipped.
    """

    length: int
    players: tuple[str, str]
    games: tuple[GameText, ...]
    headers: dict[str, str] = field(default_factory=dict)
    line: int = 1
    notes: tuple[Note, ...] = ()


MOST_LETTERS = 26
_MOST_BYTES = 26
"""Most bytes of a name: GNU Backgammon pads by bytes, and longer ones run into the next column."""
_UNSAFE = re.compile(r"[:;,#()\"\\]")
_STARTS_A_GAME = re.compile(r"(gam)e(?=\s|$)", re.IGNORECASE)
_RATING = re.compile(r",\s*\d+(?:\.\d+)?$")

PLAYER_HEADERS = ("Player 1", "Player 2")

Names = tuple[str, str]


def short_name(name: str) -> str:
    """Return the name as score and position lines can hold it: never empty, never misread."""
    shown = "".join(" " if _is_hidden(letter) else letter for letter in _UNSAFE.sub(" ", name))
    safe = " ".join(shown.split())[:MOST_LETTERS]
    while len(safe.encode()) > _MOST_BYTES:
        safe = safe[:-1]
    return _STARTS_A_GAME.sub(r"\1_", safe.strip()) or "?"


def quoted(value: str) -> str:
    """Return a header's value for its quotation marks, on one line whatever it holds."""
    return on_one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def on_one_line(text: str) -> str:
    """Return the text without letters that a file cannot hold in one line, such as line ends."""
    return "".join(" " if _breaks_lines(letter) else letter for letter in text)


def unquoted(value: str) -> str:
    """Return a header's value with \\" and \\\\ unescaped; any other backslash stays."""
    return re.sub(r'\\([\\"])', r"\1", value)


def without_rating(name: str) -> str:
    """Return a score line's name without the rating that some sites put after a comma."""
    return _RATING.sub("", name)


def players(headers: Mapping[str, str], columns: Names) -> Names:
    """Return the names of the left and the right player, by the headers if these match the columns.

    Some programs list the right column's player first, and some sites leave a name off the score
    line; headers that name neither column's player are of other people.
    """
    first, second = (headers.get(key) for key in PLAYER_HEADERS)
    straight = same_name(first, columns[0]) + same_name(second, columns[1])
    crossed = same_name(first, columns[1]) + same_name(second, columns[0])
    if crossed > straight:
        first, second = second, first
    if not (straight or crossed) and any(columns):
        return columns
    return (columns[0] if first is None else first, columns[1] if second is None else second)


def same_name(full: str | None, printed: str) -> bool:
    """Return True if a score line's name may be the full one's: the same, shortened, or cut off."""
    if full is None:
        return False
    ours, theirs = _letters(full), _letters(printed)
    cut_off = len(theirs) > 12 and ours.startswith(theirs)
    return cut_off or theirs in (ours, _letters(short_name(full)))


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _is_hidden(letter: str) -> bool:
    """Return True for control and format letters, lone surrogates and separators of lines."""
    return unicodedata.category(letter)[0] == "C" or _breaks_lines(letter)


def _breaks_lines(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")
