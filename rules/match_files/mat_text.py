"""A match as it is written in a .mat file, before any rule is applied, and the players' names.

White is the left column and Red the right one, as on the first game's score line. Points are
counted from the mover. A move as written (a leg) can use several dice.

Players' names are written in full in headers, and in a short, safe form on score lines.

Source: ruling 27, and how GNU Backgammon 1.07 reads a score line: the first colon ends a name, a
comma and digits are a rating, "Game " starts a game, and 31 bytes of a name are kept. In the value
of a header each quotation mark and each backslash has a backslash before it.
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
    """Raised for a match file that cannot be read.

    The operator can correct it at the named line and column.
    """

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {found!r}; expected {expected}")
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell of the file as read: its side, the number of its line, and its text."""

    side: Side
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Thrown(Entry):
    """A roll and its play as written; `legs` is None if the roll was never played ("???").

    `blank` is True if the file has an empty cell, and no word for a dance, after the roll.
    `impossible` is the first written move that no checker can make, such as "6/8".

    `after` is empty, or a position that the file gives in place of the play, as the fields of a
    Snowie position line (see snowie). There are two cases. If an illegal play was condoned, it is
    the position after that play. If the director corrected the position after the play, it is the
    corrected position, and `play_put_right` is the play, from the comment above the line.
    """

    roll: Roll
    legs: tuple[Move, ...] | None
    blank: bool = False
    after: tuple[str, ...] = ()
    impossible: str = ""
    play_put_right: str = ""


@dataclass(frozen=True, slots=True)
class Doubles(Entry):
    """A double to `value`. A beaver is a double by the side that has just been offered one."""

    value: int
    beaver: bool = False


@dataclass(frozen=True, slots=True)
class Takes(Entry):
    """The side takes the double."""


@dataclass(frozen=True, slots=True)
class Drops(Entry):
    """The side refuses the double, which ends the game."""


@dataclass(frozen=True, slots=True)
class Resigns(Entry):
    """The side gives up: it resigns, forfeits or loses on time. `what` is the word in the file."""

    what: str


AnyEntry = Thrown | Doubles | Takes | Drops | Resigns


@dataclass(frozen=True, slots=True)
class Wins:
    """A printed result: `side` wins `points`.

    `by_winner` is False if the result is printed as a loss in the loser's cell. `loose` is True if
    the result is in the cell that was free after the last play, so that its column names no winner.
    """

    side: Side
    line: int
    points: int
    by_winner: bool = True
    loose: bool = False


@dataclass(frozen=True, slots=True)
class GameText:
    """One game as it is written.

    `line` is the line at which it begins. `score` is the score printed above the game, White's
    points first, or None. `results` are all printed results, those from the winner's cell first,
    because both cells of a line may have one. `set_ups` are the ways in which the game can start if
    it does not start as usual, the likeliest first. There are several because a "Set Pos" comment
    writes one side's checkers as capital letters, but does not say which side's. `told` says where
    the result comes from if the plays need not lead to it.
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
        """The result that counts, or None if none is printed."""
        return self.results[0] if self.results else None


@dataclass(frozen=True, slots=True)
class MatchText:
    """A whole match as it is written.

    `length` is in points, 0 for money play; `players` are White and Red. `line` is the line at
    which the match begins in the file. `notes` are about what the reader skipped.
    """

    length: int
    players: tuple[str, str]
    games: tuple[GameText, ...]
    headers: dict[str, str] = field(default_factory=dict)
    line: int = 1
    notes: tuple[Note, ...] = ()


MOST_LETTERS = 26
_MOST_BYTES = 26
"""The most bytes of a player's name on score lines.

GNU Backgammon pads names by bytes, and longer names would run into the next column.
"""
_UNSAFE = re.compile(r"[:;,#()\"\\]")
_STARTS_A_GAME = re.compile(r"(gam)e(?=\s|$)", re.IGNORECASE)
_RATING = re.compile(r",\s*\d+(?:\.\d+)?$")

PLAYER_HEADERS = ("Player 1", "Player 2")

Names = tuple[str, str]


def short_name(name: str) -> str:
    """Return the name in a safe form for score and position lines; the form is never empty."""
    shown = "".join(" " if _is_hidden(letter) else letter for letter in _UNSAFE.sub(" ", name))
    safe = " ".join(shown.split())[:MOST_LETTERS]
    while len(safe.encode()) > _MOST_BYTES:
        safe = safe[:-1]
    return _STARTS_A_GAME.sub(r"\1_", safe.strip()) or "?"


def quoted(value: str) -> str:
    """Return a header's value on one line, ready to be put between quotation marks."""
    return on_one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def on_one_line(text: str) -> str:
    """Return the text with a blank in place of each character that a single line cannot have."""
    return "".join(" " if _breaks_lines(letter) else letter for letter in text)


def unquoted(value: str) -> str:
    """Return a header's value with \\" and \\\\ unescaped. Other backslashes stay as they are."""
    return re.sub(r'\\([\\"])', r"\1", value)


def without_rating(name: str) -> str:
    """Return a name without the rating that some sites print after a comma on score lines."""
    return _RATING.sub("", name)


def players(headers: Mapping[str, str], columns: Names) -> Names:
    """Return the full names of the left and the right player.

    Names in headers are used in two cases: they match the names in the columns, or neither column
    has a name. The header "Player 1" may be about the right column. Headers that match neither
    column are about other people and are ignored.
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
    """Return True if `printed`, a name on a score line, can be the name `full`.

    `printed` can be the full name, its short form, or its beginning. Return False if `full` is
    None.
    """
    if full is None:
        return False
    ours, theirs = _letters(full), _letters(printed)
    cut_off = len(theirs) > 12 and ours.startswith(theirs)
    return cut_off or theirs in (ours, _letters(short_name(full)))


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _is_hidden(letter: str) -> bool:
    """Return True for control and format characters, lone surrogates and line separators."""
    return unicodedata.category(letter)[0] == "C" or _breaks_lines(letter)


def _breaks_lines(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")
