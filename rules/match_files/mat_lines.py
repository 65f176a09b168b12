"""The lines of a .mat file: headers, length, games, scores, and cells with rolls and results.

The forms that programs and sites print are accepted, in small or capital letters.

A line of play has up to two cells, one in the column of each player. A cell has a roll with its
play, a cube action or a result. It is recognised by its first word, because columns are of any
width and may touch. A result is printed in the winner's cell, or as a loss in the loser's. After a
play it may be in whichever cell is free, so that its column does not name the winner; such a result
is called `loose`.
"""

import re
from dataclasses import dataclass

from rules.dice import Roll
from rules.match_files.ids import InvalidIdentifier
from rules.match_files.mat_text import (
    AnyEntry,
    Doubles,
    Drops,
    MatchUnreadable,
    Resigns,
    Takes,
    Thrown,
    Wins,
    unquoted,
    without_rating,
)
from rules.match_files.record import ResultTold, SetUp
from rules.match_files.snowie import set_ups, start_of
from rules.position import InvalidNotation, Move, Side, legs

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
"""The possible numbers of blanks between the left score and the right name, likeliest first.

0 is for names so long that a program has left no blank.
"""
_ONE_SCORE = re.compile(r"\s*\S.*?\s*: *\d{1,6}\s*")
_GAME_BEHIND_A_CELL = re.compile(r"(?P<cells>\s*\d+[).].*?\S)\s+(?P<game>Game\s+\d{1,6})\s*")
_NUMBER = re.compile(r"\s*\d+[).](?=\s|$)|\s*\d+\)")


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The players' names and scores, left and right, on a score line; names can be empty."""

    names: tuple[str, str]
    scores: tuple[int, int]


def is_comment(line: str) -> bool:
    """Return True if the line is a comment, which other programs skip; it can contain a header."""
    return line.lstrip()[:1] in (";", "#")


def header_in(line: str) -> tuple[str, str, int] | None:
    """Return the key, the value and the value's column (from 0) of a header; None for other lines.

    A header can be in a comment or outside.
    """
    header = _HEADER.fullmatch(line)
    if header is None:
        return None
    return header["key"], unquoted(header["value"]), header.start("value")


def starts_in(line: str) -> tuple[SetUp, ...] | str | None:
    """Return the possible starts of a game from a "Set Pos" comment, or what is wrong in it.

    The comment can mean two starts, because it does not say whose checkers its capital letters are.
    Return None for any other line.
    """
    start = _SET_POSITION.fullmatch(line)
    if start is None:
        return None
    try:
        return set_ups(start["places"], int(start["cube"] or 0))
    except InvalidIdentifier as error:
        return str(error)


def put_right_after(play: str) -> str:
    """Return the comment that tells a play after which the director put the checkers right.

    In the file the corrected position is written in place of the play. The comment is above the
    line of the play and begins with the side; the returned text leaves the side out.
    """
    return f"{play}, then put right"


def put_right_in(line: str) -> tuple[Side, str] | None:
    """Return the side and the play from a comment that `put_right_after` made, else None.

    The comment says that the director corrected (put right) the position after that play.
    """
    found = _PUT_RIGHT.fullmatch(line)
    return None if found is None else (Side(found["side"]), found["play"])


def result_told(told: ResultTold) -> str:
    """Return the comment that tells where the result of a game comes from.

    A game has this comment if the plays in the file need not lead to its result: it was recorded by
    hand, or the director corrected it.
    """
    return f"; result {told.value}"


def result_told_in(line: str) -> ResultTold | None:
    """Return where the next result in the file comes from, if the line is a comment about this.

    Return None for any other line.
    """
    found = _RESULT_TOLD.fullmatch(line)
    return next((each for each in ResultTold if found and each.value == found["how"]), None)


def start_in_snowie(line: str) -> SetUp | None:
    """Return the start of a game from a line that is a Snowie position line and nothing else.

    GNU Backgammon writes such a line, without a line number, below the score line. Return None for
    any other line. Raises InvalidPosition if the line cannot be read.
    """
    found = _POSITION_LINE.fullmatch(line)
    return None if found is None else start_of(tuple(found["fields"].rstrip(";").split(";")))


def length_in(line: str) -> int | None:
    """Return the match length in a line, with 0 for money play, or None for any other line."""
    match = _LENGTH.fullmatch(line)
    return None if match is None else int(match["length"] or match["to"] or 0)


def game_in(line: str) -> int | None:
    """Return the number of the game that a line announces, or None for any other line."""
    match = _GAME.fullmatch(line)
    return None if match is None else int(match["number"])


def parted_at_game(line: str) -> tuple[str, str] | None:
    """Return a numbered line and the announcement of a game, if both are in one line of the file.

    GNU Backgammon writes such a line if a game from a set position ends with a result in the left
    column. Return None for any other line.
    """
    parted = _GAME_BEHIND_A_CELL.fullmatch(line) if "Game" in line else None
    return None if parted is None else (parted["cells"], parted["game"])


def scores_in(line: str) -> ScoreLine | None:
    """Return both players' names and scores, or None if the line is not a score line."""
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
    """Return True if the line has one player with a score; the other can be on the next line."""
    return _ONE_SCORE.fullmatch(line) is not None


def number_end(line: str) -> int | None:
    """Return the column at which a line's leading number ends; None if it has no such number."""
    numbered = _NUMBER.match(line)
    return None if numbered is None else numbered.end()


Item = AnyEntry | Wins

EXPECTED = "a roll with its play, a cube action or a result"
UNKNOWN_VALUE = 0
"""The value of a double for which the file gives none."""

_WORDS = r"""
    |(?<![^\W\d_])(?:(?:re-?)?doubles?|beavers?|raccoons?)\b
        (?:\s*(?:=+>|→|to\b)\s*\d+|\s?\d+(?![\d:]))?
    |(?<![^\W\d_])(?:wins?|loss(?:es)?|loses)\b(?:\s+\d+(?![\d:]))?
    |(?<![^\W\d_])(?:takes?|accepts?|drops?|pass(?:es)?|rejects?|declines?)\b
    |(?<![^\W\d_])(?:resign|conced|forfeit|abandon|gives\s+up|timed?s?\s*out)
"""
_ROLL = r"(?<![\d/(-])[1-6]-?[1-6]\s?:|(?<!\d)00\s?:"
_UNKNOWN = r"|(?<!\S)\?{2,}"
_CELL = re.compile(_ROLL + _UNKNOWN + _WORDS, re.IGNORECASE | re.VERBOSE)
_CELL_WITHOUT_COLONS = re.compile(
    r"(?<![\w/*(-])[1-6]{2}(?=\s|$)" + _UNKNOWN + _WORDS, re.IGNORECASE | re.VERBOSE
)
_HAS_COLONS = re.compile(_ROLL)
_NEXT_NUMBER = re.compile(r"(?<=\s)\d+\)(?=\s)")
_POSITION_CELL = re.compile(r"illegal play\s*\((?:[^)]*;\)|[^)]*\))", re.IGNORECASE)

_THROWN = re.compile(r"(?P<first>[1-6])-?(?P<second>[1-6])\s?:?\s*(?P<played>.*)", re.DOTALL)
_BARE_ROLL = re.compile(r"(?:[1-6]-?[1-6]\s?:?|00\s?:)")
_NOT_THROWN = re.compile(r"00\s?:.*|\?+")
_DOUBLES = re.compile(
    r"(?:(?:re-?)?doubles?|(?P<beaver>beavers?|raccoons?))\s*(?:=+>|→|to\b)?\s*(?P<value>\d{1,6})?",
    re.IGNORECASE,
)
_TAKES = re.compile(r"(?:takes?|accepts?)\W*", re.IGNORECASE)
_DROPS = re.compile(r"(?:drops?|pass(?:es)?|rejects?|declines?)\W*", re.IGNORECASE)
_RESULT = re.compile(
    r"(?:(?P<wins>wins?)|loss(?:es)?|loses)\s+(?P<points>\d{1,6})\b(?:\s*p(?:oin)?ts?\b)?[^\d/]*",
    re.IGNORECASE,
)
_GIVES_UP = re.compile(
    r"(?:resign|conced|forfeit|abandon|gives\s+up|timed?s?\s*out|loses\b)[^/\d]*", re.IGNORECASE
)
_NO_PLAY = re.compile(r"\?+")
_DANCE = re.compile(
    r"can(?:no|')t\s+move|\(?no\s+(?:legal\s+)?(?:moves?|play)\)?|dance[sd]?|fan(?:s|ned)?"
    r"|pass(?:es)?|-+",
    re.IGNORECASE,
)
_ILLEGAL = re.compile(r"illegal play\s*(?:\((?P<fields>.*)\))?", re.IGNORECASE)
_NOTHING_MOVED = {"0/0", "off/off"}
_WELL_FORMED = re.compile(r"(?:bar|\d{1,2})(?:\*?/(?:off|\d{1,2}))+\*?", re.IGNORECASE)
_LETTER_ON_BAR = re.compile(r"^b(?=/)", re.IGNORECASE)
_LETTER_OFF = re.compile(r"/o(?=\W|$)", re.IGNORECASE)

_RIGHT_COLUMN = 10
"""The fewest blanks after a line's number that make a cell the right player's.

This decides only about a cell that is alone on its line. With fewer blanks the cell is the left
player's.
"""
_RIGHT_RESULT = 16
"""The fewest blanks before a result that makes it the right player's, on a line without a number.

This decides only about a result that is alone on its line. With fewer blanks the result is the left
player's.
"""
_SAME_CELL = 2
"""The most blanks between a roll and the word that marks it as not played."""
_ROLLS = {(a, b): Roll(a, b) for a in range(1, 7) for b in range(1, 7)}


@dataclass(frozen=True, slots=True)
class _Cell:
    begin: int
    end: int
    text: str

    @property
    def is_result(self) -> bool:
        return _RESULT.fullmatch(self.text) is not None

    @property
    def is_bare_roll(self) -> bool:
        return _BARE_ROLL.fullmatch(self.text) is not None


def items_of(line: str, start: int, at: int, left: Side, *, numbered: bool) -> list[Item]:
    """Return what the cells of a line say (throws, cube actions, results), from column `start` on.

    `at` is the number of the line in the file, and `left` is the side in the left column.
    `numbered` is True if the line begins with a number. Raises MatchUnreadable if a cell cannot be
    read.
    """
    items: list[Item] = []
    hidden = _POSITION_CELL.sub(lambda found: "_" * len(found[0]), line)
    starts = [start, *(found.end() for found in _NEXT_NUMBER.finditer(hidden, start))]
    ends = [*(found.start() for found in _NEXT_NUMBER.finditer(hidden, start)), len(line)]
    for begin, end in zip(starts, ends, strict=True):
        cells = _cells(line, hidden, begin, end, at)
        margin = _RIGHT_COLUMN if numbered else _RIGHT_RESULT
        origin = begin if numbered else 0
        for cell, side, loose in _placed(cells, origin + margin, left, line, at):
            items += _read(cell, side, line, at, loose=loose)
    return items


def begins_with_a_cell(line: str, start: int = 0) -> bool:
    """Return True if the text of the line from column `start` on begins with a cell."""
    first = len(line) - len(line[start:].lstrip())
    pattern = _CELL if _HAS_COLONS.search(line, start) else _CELL_WITHOUT_COLONS
    return pattern.match(line, first) is not None


def first_cell(line: str) -> int | None:
    """Return the column (from 0) of the first cell in the line, or None if there is none."""
    found = _CELL.search(line)
    return None if found is None else found.start()


def _cells(line: str, hidden: str, begin: int, end: int, at: int) -> list[_Cell]:
    pattern = _CELL if _HAS_COLONS.search(hidden, begin, end) else _CELL_WITHOUT_COLONS
    starts = [found.start() for found in pattern.finditer(hidden, begin, end)]
    first = end - len(line[begin:end].lstrip())
    if not starts and first == end:
        return []
    if not starts or first < starts[0]:
        raise _unreadable(line, first, at, EXPECTED)
    cells: list[_Cell] = []
    for cell_begin, cell_end in zip(starts, [*starts[1:], end], strict=True):
        cell = _Cell(cell_begin, cell_end, line[cell_begin:cell_end].rstrip())
        if cells and _not_played(cells[-1], cell):
            before = cells.pop()
            cell = _Cell(before.begin, cell_end, line[before.begin : cell_end].rstrip())
        cells.append(cell)
    return cells


def _not_played(roll: _Cell, word: _Cell) -> bool:
    """Return True if the word after a roll marks it as not played: "62: Concedes", "31: Pass"."""
    near = word.begin - (roll.begin + len(roll.text)) <= _SAME_CELL
    return near and roll.is_bare_roll and bool(_is_no_play(word.text))


def _is_no_play(text: str) -> bool:
    given_up = _GIVES_UP.fullmatch(text) and not _RESULT.fullmatch(text)
    return bool(given_up or _DANCE.fullmatch(text) or _NO_PLAY.fullmatch(text))


def _placed(
    cells: list[_Cell], right_from: int, left: Side, line: str, at: int
) -> list[tuple[_Cell, Side, bool]]:
    """Return each cell with its side, and True if the cell is a loose result.

    A loose result stands in whichever column was free after a play, so its column does not name the
    winner. A lone cell is the right player's if it begins at column `right_from` or later. `left`
    is the side in the left column, and `at` the number of the line in the file.
    """
    sides = (left, left.opponent)
    actions = [cell for cell in cells if not cell.is_result]
    results = [cell for cell in cells if cell.is_result]
    if len(actions) > 2:
        raise _unreadable(line, actions[2].begin, at, "two cells a line")
    if len(results) > 2:
        raise _unreadable(line, results[2].begin, at, "two results a line")
    if len(cells) == 1:
        return [(cells[0], sides[cells[0].begin >= right_from], False)]
    columns = sides
    if len(actions) == 1 and actions[0].begin >= right_from and actions[0] is cells[0]:
        columns = (left.opponent, left)
    placed = [(cell, side, False) for cell, side in zip(actions, columns, strict=False)]
    if len(results) == 2:
        return placed + [(cell, side, False) for cell, side in zip(results, sides, strict=True)]
    in_place = len(actions) == 1 and columns == sides
    free = columns[len(actions) % 2]
    return placed + [(cell, free, not in_place) for cell in results]


def _read(cell: _Cell, side: Side, line: str, at: int, *, loose: bool) -> list[Item]:
    text = cell.text
    if (thrown := _THROWN.fullmatch(text)) is not None:
        return _thrown(cell, thrown, side, line, at)
    if _NOT_THROWN.fullmatch(text):
        return [Resigns(side, at, text, text)]
    if (doubles := _DOUBLES.fullmatch(text)) is not None:
        value, beaver = int(doubles["value"] or UNKNOWN_VALUE), doubles["beaver"] is not None
        return [Doubles(side, at, text, value, beaver)]
    if _TAKES.fullmatch(text):
        return [Takes(side, at, text)]
    if _DROPS.fullmatch(text):
        return [Drops(side, at, text)]
    if (result := _RESULT.fullmatch(text)) is not None:
        winner = side if result["wins"] else side.opponent
        return [Wins(winner, at, int(result["points"]), bool(result["wins"]), loose)]
    if _GIVES_UP.fullmatch(text):
        return [Resigns(side, at, text, text)]
    raise _unreadable(line, cell.begin, at, EXPECTED)


def _thrown(cell: _Cell, found: re.Match[str], side: Side, line: str, at: int) -> list[Item]:
    roll, text = _ROLLS[int(found["first"]), int(found["second"])], cell.text
    played = found["played"].strip()
    if not played:
        return [Thrown(side, at, text, roll, (), blank=True)]
    if _NO_PLAY.fullmatch(played):
        return [Thrown(side, at, text, roll, None)]
    if _DANCE.fullmatch(played):
        return [Thrown(side, at, text, roll, ())]
    if _is_no_play(played):
        return [Thrown(side, at, text, roll, None), Resigns(side, at, played, played)]
    if (illegal := _ILLEGAL.fullmatch(played)) is not None:
        if illegal["fields"] is None:
            return [Thrown(side, at, text, roll, None)]
        after = tuple(illegal["fields"].rstrip(";").split(";"))
        return [Thrown(side, at, text, roll, (), after=after)]
    try:
        return [Thrown(side, at, text, roll, _moves(played, cell.begin, line, at))]
    except InvalidNotation as error:
        return [Thrown(side, at, text, roll, (), impossible=error.token)]


def _moves(played: str, begin: int, line: str, at: int) -> tuple[Move, ...]:
    """Return the moves of a written play, which begins at column `begin` of the line.

    `at` is the number of the line in the file. Raises InvalidNotation for a well-formed move that
    no checker can make, and MatchUnreadable for a text that is not a move.
    """
    tokens = [token for token in re.split(r"[\s,]+", played) if token]
    try:
        return tuple(
            [leg for token in tokens if token.lower() not in _NOTHING_MOVED for leg in _legs(token)]
        )
    except InvalidNotation as error:
        if _WELL_FORMED.fullmatch(error.token):
            raise
        column = line.index(error.token, begin)
        raise _unreadable(line, column, at, "a move such as 13/8 or bar/20*") from None


def _legs(token: str) -> tuple[Move, ...]:
    """Return the moves that one word of a written play names.

    This is `legs` of rules.position, except that "b" also stands for the bar and "o" for off.
    """
    try:
        return legs(_LETTER_ON_BAR.sub("bar", _LETTER_OFF.sub("/off", token)))
    except InvalidNotation:
        raise InvalidNotation(token) from None


def _unreadable(line: str, column: int, at: int, expected: str) -> MatchUnreadable:
    return MatchUnreadable(at, column + 1, line[column:].strip()[:40], expected)
