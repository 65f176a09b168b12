"""Players' names in a .mat file: in full in its headers, short and safe on its score lines.

Source: ruling 27, and what GNU Backgammon 1.07 makes of a score line: the first colon ends a name,
a comma and digits are a rating, "Game " starts a game, 31 bytes are kept. A header's value has a
backslash before each quotation mark and backslash.
"""

import re
import unicodedata
from collections.abc import Mapping

MOST_LETTERS = 26
_MOST_BYTES = 26
"""GNU Backgammon pads names by bytes: longer ones run into the next column when it writes them."""
_UNSAFE = re.compile(r"[:;,#()\"\\]")
_STARTS_A_GAME = re.compile(r"(gam)e(?=\s|$)", re.IGNORECASE)
_RATING = re.compile(r",\s*\d+(?:\.\d+)?$")

PLAYER_HEADERS = ("Player 1", "Player 2")

Names = tuple[str, str]


def short_name(name: str) -> str:
    """The name as a score line and a position line can hold it: never empty, never a trap."""
    shown = "".join(" " if _is_hidden(letter) else letter for letter in _UNSAFE.sub(" ", name))
    safe = " ".join(shown.split())[:MOST_LETTERS]
    while len(safe.encode()) > _MOST_BYTES:
        safe = safe[:-1]
    return _STARTS_A_GAME.sub(r"\1_", safe.strip()) or "?"


def quoted(value: str) -> str:
    """A header's value between its quotation marks, on one line whatever it holds."""
    return on_one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def on_one_line(text: str) -> str:
    """The text without letters that a file cannot hold in one line, such as line ends."""
    return "".join(" " if _breaks_lines(letter) else letter for letter in text)


def unquoted(value: str) -> str:
    """The value of a header; a backslash before any other letter is a letter like others."""
    return re.sub(r'\\([\\"])', r"\1", value)


def without_rating(name: str) -> str:
    """A score line's name without the rating that some sites put behind a comma."""
    return _RATING.sub("", name)


def players(headers: Mapping[str, str], columns: Names) -> Names:
    """The names of the left and the right player, by the headers where these are of the columns.

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
    """A score line's name may be the full one's: the same, shortened, or cut off."""
    if full is None:
        return False
    ours, theirs = _letters(full), _letters(printed)
    cut_off = len(theirs) > 12 and ours.startswith(theirs)
    return cut_off or theirs in (ours, _letters(short_name(full)))


def _letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _is_hidden(letter: str) -> bool:
    """Control and format letters, lone surrogates and separators of lines."""
    return unicodedata.category(letter)[0] == "C" or _breaks_lines(letter)


def _breaks_lines(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")
