"""The lines of a .mat file that are no play: headers, length, games, scores.

What is accepted is what programs and sites print, in letters of either case.
"""

import re
from dataclasses import dataclass

from rules.match_files.gnubg_ids import InvalidIdentifier
from rules.match_files.mat_names import unquoted, without_rating
from rules.match_files.record import ResultTold, SetUp
from rules.match_files.set_position import set_ups
from rules.match_files.snowie import start_of
from rules.side import Side

_HEADER = re.compile(r'\s*[;#]?\s*\[(?P<key>[^"\]]+?)\s*"(?P<value>.*)"\s*\]\s*')
_SET_POSITION = re.compile(
    r"\s*[;#]\s*set\s+pos\s*=\s*(?P<places>[A-Oa-o-]{26})(?:/(?P<cube>-?\d))?\s*", re.IGNORECASE
)
_POSITION_LINE = re.compile(r"\s*illegal play\s*\((?P<fields>.*)\)\s*", re.IGNORECASE)
_PUT_RIGHT = re.compile(r"\s*;\s*(?P<side>white|red): (?P<play>.+), then put right\s*")
_RESULT_TOLD = re.compile(r"\s*;\s*result (?P<how>.+?)\s*")
_LENGTH = re.compile(
    r"\s*(?:(?P<length>\d{1,4})[\s-]*(?:points?|pts?)[\s-]*match\b"
    r"|match\s+(?:of|to)\s+(?P<to>\d{1,4})\b(?:\s*points?)?"
    r"|unlimited\s+(?:match|game|session)\b|money\s+(?:game|session|match|play)\b)"
    r"(?P<rest>[^:]*)",
    re.IGNORECASE,
)
_GAME = re.compile(
    r"\s*game\s*#?\s*(?P<number>\d{1,6})\s*(?:[.:]|\W*\(.*\)|\W*(?:post-?)?crawford.*)?\s*",
    re.IGNORECASE,
)
_SCORE = re.compile(r": *(?P<score>\d{1,6})(?!\d)")
_GAPS = (2, 1, 0)
"""Blanks between the left player's score and the right one's name, the likeliest first; none for
names so long that a program has left none."""
_ONE_SCORE = re.compile(r"\s*\S.*?\s*: *\d{1,6}\s*")
_GAME_BEHIND_A_CELL = re.compile(r"(?P<cells>\s*\d+[).].*?\S)\s+(?P<game>Game\s+\d{1,6})\s*")
_NUMBER = re.compile(r"\s*\d+[).](?=\s|$)|\s*\d+\)")


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Both columns' names as printed, which may be empty, and their scores."""

    names: tuple[str, str]
    scores: tuple[int, int]


def is_comment(line: str) -> bool:
    """A line that programs pass over, perhaps a header."""
    return line.lstrip()[:1] in (";", "#")


def header_in(line: str) -> tuple[str, str, int] | None:
    """Key, value and the value's column (from 0) of a header, with or without its semicolon."""
    header = _HEADER.fullmatch(line)
    if header is None:
        return None
    return header["key"], unquoted(header["value"]), header.start("value")


def starts_in(line: str) -> tuple[SetUp, ...] | str | None:
    """The starts a "Set Pos" comment may mean, or why it means none; None for another line."""
    start = _SET_POSITION.fullmatch(line)
    if start is None:
        return None
    try:
        return set_ups(start["places"], int(start["cube"] or 0))
    except InvalidIdentifier as error:
        return str(error)


def put_right_after(play: str) -> str:
    """What stands behind the side in a comment above a play after which checkers were put right."""
    return f"{play}, then put right"


def put_right_in(line: str) -> tuple[Side, str] | None:
    """Whose play was put right by the director, and the play; None for another comment."""
    found = _PUT_RIGHT.fullmatch(line)
    return None if found is None else (Side(found["side"]), found["play"])


def result_told(told: ResultTold) -> str:
    """The comment above a result that the play need not make."""
    return f"; result {told.value}"


def result_told_in(line: str) -> ResultTold | None:
    """How the result below is known; None for another comment."""
    found = _RESULT_TOLD.fullmatch(line)
    return next((each for each in ResultTold if found and each.value == found["how"]), None)


def start_in_snowie(line: str) -> SetUp | None:
    """The start a position line without a number sets; None for another line.

    Raises InvalidPosition. GNU Backgammon writes it below the score line.
    """
    found = _POSITION_LINE.fullmatch(line)
    return None if found is None else start_of(tuple(found["fields"].rstrip(";").split(";")))


def length_in(line: str) -> int | None:
    """The match length a line tells, 0 for money play; None for another line."""
    match = _LENGTH.fullmatch(line)
    return None if match is None else int(match["length"] or match["to"] or 0)


def game_in(line: str) -> int | None:
    """The number of the game a line begins; None for another line."""
    match = _GAME.fullmatch(line)
    return None if match is None else int(match["number"])


def parted_at_game(line: str) -> tuple[str, str] | None:
    """A numbered line and the game that begins behind its cells; None for another line.

    GNU Backgammon ends no line behind a left cell that has won a game from a set position.
    """
    parted = _GAME_BEHIND_A_CELL.fullmatch(line) if "Game" in line else None
    return None if parted is None else (parted["cells"], parted["game"])


def scores_in(line: str) -> ScoreLine | None:
    """Both players and their scores; None for another line."""
    text = line.strip()
    scores = list(_SCORE.finditer(text))
    if not scores or scores[-1].end() < len(text):
        return None
    *firsts, last = scores
    for gap in _GAPS:
        for first in firsts:
            right = text[first.end() : last.start()]
            if len(right) - len(right.lstrip()) >= gap:
                names = text[: first.start()].strip(), right.strip()
                left_name, right_name = map(without_rating, names)
                return ScoreLine((left_name, right_name), (_value(first), _value(last)))
    return None


def _value(score: re.Match[str]) -> int:
    return int(score["score"])


def is_one_score(line: str) -> bool:
    """One player and his score: the other's may be on the next line."""
    return _ONE_SCORE.fullmatch(line) is not None


def number_end(line: str) -> int | None:
    """Where a numbered line's number ends; None for a line without one."""
    numbered = _NUMBER.match(line)
    return None if numbered is None else numbered.end()
