"""Reads .mat files in the dialects of the programs and sites that write them.

The format has no specification; what is accepted here is what GNU Backgammon, eXtreme Gammon and
the playing sites print: the bar as 25 or "bar", off as 0 or "off", moves counted "(2)" or chained,
dances as blanks or words, "???" for a roll never played, results on lines of their own or in the
next cell, columns of any width, CRLF and a byte order mark. Players follow columns: the headers'
"Player 1" may sit on the right.
"""

import re

from rules.dice import Roll
from rules.match_files.gnubg_ids import InvalidIdentifier
from rules.match_files.mat_text import (
    AnyEntry,
    Doubles,
    Drops,
    GameText,
    MatchText,
    MatchUnreadable,
    Resigns,
    Takes,
    Thrown,
    Wins,
)
from rules.match_files.record import SetUp
from rules.match_files.set_position import set_ups
from rules.notation import InvalidNotation, legs
from rules.side import Side

_HEADER = re.compile(r'\s*[;#]\s*\[(?P<key>[^"\]]+?)\s*"(?P<value>.*)"\]\s*')
_SET_POSITION = re.compile(
    r"\s*[;#]\s*set\s+pos\s*=\s*(?P<places>[A-Oa-o-]{26})/(?P<cube>-?\d)\s*", re.I
)
_LENGTH = re.compile(
    r"\s*(?:(?P<length>\d+)[\s-]*points?\s*match|match\s+(?:of|to)\s+(?P<to>\d+)(?:\s*points?)?"
    r"|(?P<money>unlimited\s+match|money\s+(?:game|session)))\s*\.?\s*",
    re.IGNORECASE,
)
_GAME = re.compile(r"\s*game\s+(?P<number>\d+)\s*", re.IGNORECASE)
_SCORES = re.compile(r"\s*(?P<left>.*?\S)\s*: *(?P<a>\d+)\s+(?P<right>\S.*?)\s*: *(?P<b>\d+)\s*")
_LINE = re.compile(r"\s*\d+\)")
_WINS = re.compile(r"\s*wins\s+(?P<points>\d+)\s+points?(?:\s+and\s+the\s+match)?\W*", re.I)
_CELL = re.compile(
    r"(?<![\d/])[1-6]{2}(?=\s|$)|[1-6]{2}:"
    r"|(?:(?<!\w)(?:re)?doubles|beavers)(?:\s*(?:=>|to)\s*\d+)?"
    r"|takes|accepts|drops|passes|wins|resign|loses|forfeits",
    re.IGNORECASE,
)
_DOUBLES = re.compile(r"(?:(?:re)?doubles|(?P<beaver>beavers))\s*(?:=>|to)\s*(?P<value>\d+)", re.I)
_WORD = re.compile(r"(?P<takes>takes|accepts)|(?P<drops>drops|passes)", re.IGNORECASE)
_GIVES_UP = re.compile(r"resign(?:s|ed)?\b[\w ]*|loses\b[\w ]*|forfeits\b[\w ]*", re.IGNORECASE)
_NO_PLAY = re.compile(r"\?{2,}")
_DANCE = re.compile(r"can(?:no|')t move|\(?no (?:legal )?(?:moves?|play)\)?|dances?|fans?|-+", re.I)
_ILLEGAL = re.compile(r"illegal play\s*\((?P<fields>[^)]*)\)", re.IGNORECASE)
_RATING = re.compile(r",\s*\d+(?:\.\d+)?$")

_RIGHT_COLUMN = 10
"""Blanks after a line's number from which a lone cell is the right player's."""
_RIGHT_RESULT = 20
"""The same for a result on a line of its own, which has no number."""

_Item = AnyEntry | Wins


def decoded(content: bytes) -> str:
    """A match file's text: UTF-8 with or without a mark, else Windows-1252.

    Raises MatchUnreadable for a file that is no text.
    """
    if b"\0" in content:
        before = content[: content.index(b"\0")]
        line = before.count(b"\n") + 1
        column = len(before) - (before.rfind(b"\n") + 1) + 1
        raise MatchUnreadable(line, column, "\0", "a text file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def read_mat(text: str) -> MatchText:
    """The match a .mat file's text holds; nothing is checked against the rules.

    Raises MatchUnreadable, naming line and column, for the first thing that is no .mat.
    """
    return _Reader(text.removeprefix("\ufeff").splitlines()).match()


class _Reader:
    """Goes through the lines once, one game after the other."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0
        self._headers: dict[str, str] = {}
        self._players: tuple[str, str] | None = None
        self._set_ups: tuple[SetUp, ...] = ()

    def match(self) -> MatchText:
        length = self._length()
        games = []
        while (line := self._next()) is not None:
            number = _GAME.fullmatch(line)
            if number is None:
                raise self._unreadable(line, 'a line "Game 1"')
            games.append(self._game(int(number["number"])))
        if not games:
            raise MatchUnreadable(len(self._lines) + 1, 1, "", 'a line "Game 1"')
        return MatchText(length, self._players or ("", ""), tuple(games), self._headers)

    def _next(self) -> str | None:
        """The next line that says something; comments become headers."""
        while self._at < len(self._lines):
            line = self._lines[self._at].expandtabs()
            self._at += 1
            stripped = line.strip()
            if stripped and stripped[0] not in ";#":
                return line
            if stripped:
                self._comment(line)
        return None

    def _comment(self, line: str) -> None:
        if (header := _HEADER.fullmatch(line)) is not None:
            key, value = header["key"], header["value"]
            if key == "Variation" and value.lower() not in {"", "backgammon"}:
                raise self._unreadable(line, 'Variation "Backgammon"', header.start("value"))
            self._headers[key] = value
        elif (start := _SET_POSITION.fullmatch(line)) is not None:
            try:
                self._set_ups = set_ups(start["places"], int(start["cube"]))
            except InvalidIdentifier as error:
                raise self._unreadable(line, str(error), start.start("places")) from None

    def _unreadable(self, line: str, expected: str, column: int | None = None) -> MatchUnreadable:
        at = len(line) - len(line.lstrip()) if column is None else column
        return MatchUnreadable(self._at, at + 1, line[at:].strip()[:40], expected)

    def _length(self) -> int:
        line = self._next()
        if line is None:
            raise MatchUnreadable(len(self._lines) + 1, 1, "", 'a line "7 point match"')
        match = _LENGTH.fullmatch(line)
        if match is None:
            raise self._unreadable(line, 'a line "7 point match"')
        return int(match["length"] or match["to"] or 0)

    def _game(self, number: int) -> GameText:
        at = self._at
        line = self._next()
        scores = None if line is None else _SCORES.fullmatch(line)
        if line is None or scores is None:
            raise self._unreadable(line or "", 'both players and their scores, "Ann : 0  Bob : 0"')
        names = (_RATING.sub("", scores["left"]), _RATING.sub("", scores["right"]))
        if self._players is None:
            self._players = names
        left = Side.RED if names == self._players[::-1] != self._players else Side.WHITE
        score = (int(scores["a"]), int(scores["b"]))
        items = self._items(left)
        wins = next((item for item in items if isinstance(item, Wins)), None)
        entries = tuple(item for item in items if not isinstance(item, Wins))
        if left is Side.RED:
            score = score[::-1]
        starts, self._set_ups = self._set_ups, ()
        return GameText(number, at, score, entries, wins, starts)

    def _items(self, left: Side) -> list[_Item]:
        items: list[_Item] = []
        while (line := self._next()) is not None:
            if (numbered := _LINE.match(line)) is not None:
                items.extend(self._cells(line, numbered.end(), left))
            elif (wins := _WINS.fullmatch(line)) is not None:
                indent = len(line) - len(line.lstrip())
                side = left if indent < _RIGHT_RESULT else left.opponent
                items.append(Wins(side, self._at, int(wins["points"])))
            elif _GAME.fullmatch(line):
                self._at -= 1
                break
            else:
                raise self._unreadable(line, "a numbered line, a result or the next game")
        return items

    def _cells(self, line: str, start: int, left: Side) -> list[_Item]:
        starts = [cell.start() for cell in _CELL.finditer(line, start)]
        first = len(line) - len(line[start:].lstrip())
        if not starts and first == len(line):
            return []
        if not starts or first < starts[0]:
            raise self._unreadable(line, _CELL_EXPECTED, first)
        if len(starts) > 2:
            raise self._unreadable(line, "two cells a line", starts[2])
        sides = (left, left.opponent)
        if len(starts) == 1 and starts[0] - start >= _RIGHT_COLUMN:
            sides = (left.opponent, left)
        ends = [*starts[1:], len(line)]
        return [
            self._cell(line, begin, end, side)
            for begin, end, side in zip(starts, ends, sides, strict=False)
        ]

    def _cell(self, line: str, begin: int, end: int, side: Side) -> _Item:
        text = line[begin:end].rstrip()
        if text[0].isdigit():
            return self._thrown(line, begin, text, side)
        if (doubles := _DOUBLES.fullmatch(text)) is not None:
            value, beaver = int(doubles["value"]), doubles["beaver"] is not None
            return Doubles(side, self._at, text, value, beaver)
        if (word := _WORD.fullmatch(text)) is not None:
            kind = Takes if word["takes"] else Drops
            return kind(side, self._at, text)
        if (wins := _WINS.fullmatch(text)) is not None:
            return Wins(side, self._at, int(wins["points"]))
        if _GIVES_UP.fullmatch(text):
            return Resigns(side, self._at, text, text)
        raise self._unreadable(line, _CELL_EXPECTED, begin)

    def _thrown(self, line: str, begin: int, text: str, side: Side) -> Thrown:
        roll, played = _ROLLS[text[:2]], text[3:].strip()
        if not played:
            return Thrown(side, self._at, text, roll, (), blank=True)
        if _NO_PLAY.fullmatch(played):
            return Thrown(side, self._at, text, roll, None)
        if _DANCE.fullmatch(played):
            return Thrown(side, self._at, text, roll, ())
        if (illegal := _ILLEGAL.fullmatch(played)) is not None:
            after = tuple(illegal["fields"].rstrip(";").split(";"))
            return Thrown(side, self._at, text, roll, (), after=after)
        try:
            moves = tuple([leg for token in played.split() for leg in legs(token)])
        except InvalidNotation as error:
            column = line.index(error.token, begin)
            raise self._unreadable(line, "a move such as 13/8 or bar/20*", column) from None
        return Thrown(side, self._at, text, roll, moves)


_CELL_EXPECTED = "a roll with its play, a cube action or a result"
_ROLLS = {f"{a}{b}": Roll(a, b) for a in range(1, 7) for b in range(1, 7)}
