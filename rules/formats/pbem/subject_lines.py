"""Reading and writing the subject lines of messages to a PBeM knockout (ruling 22).

Source: Backgammon Tournament Rules (Lokers), 2 and 5. The lines below are understood. Capitals and
the number of blanks do not matter, and a line may begin with any number of `Re:` and `Fwd:`.

    enter ann
    match 12: board 345 started
    match 12: board 345 won by ann by 2 points
    match 12: board 345 won by ann by 1 point, resigned, cube 1, none off
    match 12: protest

The word `resigned` says that the loser gave up without having been doubled. The cube follows, which
may be left out if it is 1, and then the loser's checkers: `some off`, `none off`, or `none off, far
back` if a checker is on the bar or in the winner's home.
"""

import re
from dataclasses import dataclass

from rules.commands.pbem_commands import Resigned
from rules.errors import FieldRefused
from rules.text import N_

LONGEST = 200
"""The longest subject line that is read, in characters."""
HIGHEST = 999_999_999
"""The highest number that a match or a board can have."""
LINES = (
    "enter ID",
    "match M: board B started",
    "match M: board B won by ID by P points",
    "match M: board B won by ID by P points, resigned, cube C, none off",
    "match M: protest",
)
"""The forms of the lines that are understood, as they are shown to people.

ID is a player's id; M, B, P and C are the numbers of a match, of a board, of points and of the
cube.
"""
CUBES = tuple(2**doubled for doubled in range(7))


class LineRefused(FieldRefused):
    """Raised for a subject line that has none of the allowed forms.

    The player can send it in one of these forms.
    """


@dataclass(frozen=True, slots=True)
class EnterLine:
    """A request to enter the knockout.

    `handle` is an id that the sender chooses, in lower case; later lines name the sender by it.
    """

    handle: str


@dataclass(frozen=True, slots=True)
class StartedLine:
    """A report that the game on a board has begun; the sender makes the first move."""

    match: int
    board: int


@dataclass(frozen=True, slots=True)
class WonLine:
    """A report that the game on a board was won by the player with the id `handle`.

    `resigned` is None unless the loser gave up without having been doubled.
    """

    match: int
    board: int
    handle: str
    points: int
    resigned: Resigned | None = None
    cube: int = 1


@dataclass(frozen=True, slots=True)
class ProtestLine:
    """A player's protest about a match; the body of the message says what is wrong."""

    match: int


Line = EnterLine | StartedLine | WonLine | ProtestLine

HANDLE = re.compile(r"[a-z][a-z0-9_-]{1,19}")
HANDLE_ALLOWED = N_("2 to 20 of a-z, 0-9, - and _, a letter first")
_LENGTH_ALLOWED = N_("at most %(most)s characters")
_NUMBER_ALLOWED = N_("1 to 999999999")
_POINTS_ALLOWED = N_("1 to 192 points")
_CUBE_ALLOWED = N_("1, 2, 4, 8, 16, 32 or 64")
_LEFT_ALLOWED = N_("some off; none off; or none off, far back")
_REPLIES = re.compile(r"(?:(?:re|fwd?|aw|wg|sv)\s*:\s*)+")
_ENTER = re.compile(r"(?:enter|entry)\s*:?\s*(?P<handle>\S.*)")
_OF_MATCH = re.compile(r"match\s*#?(?P<match>\d+)\s*[:,;.]?\s*(?P<rest>.*)")
_STARTED = re.compile(r"board\s*#?(?P<board>\d+)\s+started")
_WON = re.compile(
    r"board\s*#?(?P<board>\d+)\s+won\s+by\s+(?P<handle>\S+)\s+by\s+(?P<points>\d+)\s*points?"
    r"(?P<resigned>\s*[,;]?\s*resigned(?P<left>.*))?"
)
_CUBE = re.compile(r"[\s,;]*cube\s*(?:at\s*)?(?P<cube>\d+)")
_LEFT = {
    "some off": Resigned.SOME_OFF,
    "none off": Resigned.NONE_OFF,
    "none off far back": Resigned.FAR_BACK,
}
_BLANKS = re.compile(r"[\s,;]+")
_DIGITS = 9


def read_line(subject: str) -> Line:
    """Read a subject line and return the request or report that it makes.

    Raises LineRefused, which names the field, the value and what is allowed.
    """
    if len(subject) > LONGEST:
        raise LineRefused("subject", f"{subject[:40]}…", _LENGTH_ALLOWED, most=LONGEST)
    line = " ".join(subject.casefold().split()).rstrip(" .!")
    line = _REPLIES.sub("", line, count=1) if _REPLIES.match(line) else line
    if (entered := _ENTER.fullmatch(line)) is not None:
        return EnterLine(_handle(entered["handle"]))
    of_match = _OF_MATCH.fullmatch(line)
    if of_match is None:
        raise LineRefused("subject", subject, N_("one of: %(lines)s"), lines="; ".join(LINES))
    match = _number("match", of_match["match"])
    rest = of_match["rest"]
    if rest == "protest":
        return ProtestLine(match)
    if (started := _STARTED.fullmatch(rest)) is not None:
        return StartedLine(match, _number("board", started["board"]))
    if (won := _WON.fullmatch(rest)) is not None:
        return _won(match, won)
    raise LineRefused("subject", subject, N_("one of: %(lines)s"), lines="; ".join(LINES))


def written_line(line: Line) -> str:
    """Return the subject line in its preferred spelling. `read_line` reads it back."""
    match line:
        case EnterLine():
            return f"enter {line.handle}"
        case StartedLine():
            return f"match {line.match}: board {line.board} started"
        case WonLine():
            points = f"{line.points} point{'' if line.points == 1 else 's'}"
            won = f"match {line.match}: board {line.board} won by {line.handle} by {points}"
            return won if line.resigned is None else f"{won}, {_resignation(line)}"
        case ProtestLine():
            return f"match {line.match}: protest"


def _resignation(line: WonLine) -> str:
    left = next(words for words, each in _LEFT.items() if each is line.resigned)
    return f"resigned, cube {line.cube}, {left.replace('off far', 'off, far')}"


def _handle(written: str) -> str:
    if HANDLE.fullmatch(written) is None:
        raise LineRefused("id", written, HANDLE_ALLOWED)
    return written


def _number(field: str, written: str) -> int:
    if not written.isascii() or len(written) > _DIGITS or int(written) == 0:
        raise LineRefused(field, written, _NUMBER_ALLOWED)
    return int(written)


def _won(match: int, won: re.Match[str]) -> WonLine:
    board, handle = _number("board", won["board"]), _handle(won["handle"])
    points = won["points"]
    if not points.isascii() or len(points) > _DIGITS or not 1 <= int(points) <= 3 * CUBES[-1]:
        raise LineRefused("points", points, _POINTS_ALLOWED)
    line = WonLine(match, board, handle, int(points))
    return line if won["resigned"] is None else _resigned(line, won["left"])


def _resigned(line: WonLine, rest: str) -> WonLine:
    """Return `line` completed with the cube and the loser's checkers.

    The cube and the checkers are read from `rest`, the text after `resigned`. Raises LineRefused
    naming the wrong field.
    """
    cube = 1
    if (of_cube := _CUBE.match(rest)) is not None:
        written = of_cube["cube"]
        if written not in map(str, CUBES):
            raise LineRefused("cube", written, _CUBE_ALLOWED)
        cube, rest = int(written), rest[of_cube.end() :]
    left = _BLANKS.sub(" ", rest).strip()
    if left not in _LEFT:
        raise LineRefused("resigned", left, _LEFT_ALLOWED)
    return WonLine(line.match, line.board, line.handle, line.points, _LEFT[left], cube)
