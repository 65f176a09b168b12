"""Reader of .mat files in the dialects of the programs and sites that write them.

The format has no specification. The forms that GNU Backgammon, eXtreme Gammon and the playing sites
print are accepted (ruling 27): the bar as 25 or "bar", off as 0 or "off", repeated moves with "(2)"
or chained, dances as blanks or words, "???" for a roll that was never played, results on their own
lines or in a cell, results printed for the winner or the loser, columns of any width, missing
names, text around the match, CRLF, and a byte order mark. Players are identified by their columns:
the header "Player 1" may be about the right column.

The dice of a transcribed match can be read alone, in order for each side, to be thrown again
elsewhere.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.dice import Roll
from rules.errors import InvalidPosition
from rules.identities import unseen_codes, without_unseen
from rules.match_files.mat_lines import (
    EXPECTED,
    UNKNOWN_VALUE,
    Item,
    ScoreLine,
    begins_with_a_cell,
    first_cell,
    game_in,
    header_in,
    is_comment,
    is_one_score,
    items_of,
    length_in,
    number_end,
    parted_at_game,
    put_right_in,
    result_told_in,
    scores_in,
    start_in_snowie,
    starts_in,
)
from rules.match_files.mat_text import (
    AnyEntry,
    Doubles,
    GameText,
    MatchText,
    MatchUnreadable,
    Names,
    Thrown,
    Wins,
    players,
    same_name,
)
from rules.match_files.record import Note, ResultTold, SetUp
from rules.position import Side

_LINE_END = re.compile(r"\r\n|\n|\r")
_LONGEST_LINE = 2000
"""The most letters of a line that is not a comment; a position line has about 300."""
_BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_VARIATIONS = {"", "backgammon", "standard"}
_LENGTH_EXPECTED = 'a line "7 point match"'
_GAME_EXPECTED = 'a line "Game 1"'
_SCORES_EXPECTED = 'both players and their scores, "Ann : 0  Bob : 0"'


def decoded(content: bytes) -> str:
    """Return the text of a match file.

    The file is UTF-8 with or without a byte order mark, UTF-16 with one, or else Windows-1252.
    Raises MatchUnreadable for a file that is not text.
    """
    if content[:2] in _BYTE_ORDER_MARKS:
        return content.decode(_BYTE_ORDER_MARKS[content[:2]], "replace")
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
    """Return the match in the text of a .mat file, without checking it by the rules of the game.

    Raises MatchUnreadable, naming line and column, for the first thing that does not belong in a
    .mat file, and for a second match in the same file.
    """
    first, *others = read_mats(text)
    if others:
        found = f"a match to {others[0].length}"
        raise MatchUnreadable(others[0].line, 1, found, "one match a file")
    return first


def read_mats(text: str) -> list[MatchText]:
    """Return the matches in the text of a file, in order.

    Raises MatchUnreadable, naming line and column.
    """
    reader = _Reader(_LINE_END.split(text.removeprefix("\ufeff")))
    matches = [reader.match()]
    while reader.at_length_line():
        matches.append(reader.match())
    return matches


class _Reader:
    """A reader that goes through the lines of a file once, match by match and game by game."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0
        self._pending: dict[str, str] = {}
        self._begin()

    def _begin(self) -> None:
        self._headers: dict[str, str] = {}
        self._columns: Names | None = None
        self._set_ups: tuple[SetUp, ...] = ()
        self._told: ResultTold | None = None
        self._put_right: dict[Side, str] = {}
        self._notes: list[Note] = []
        self._games: list[GameText] = []

    def match(self) -> MatchText:
        self._begin()
        length, line_number = self._length(), self._at
        while (line := self._next()) is not None:
            if length_in(line) is not None and self._games:
                self._at -= 1
                break
            self._headers |= self._take_pending()
            self._add_game(line)
        else:
            self._headers |= self._take_pending()
        if not self._games:
            raise MatchUnreadable(len(self._lines) + 1, 1, "", _GAME_EXPECTED)
        named = players(self._headers, self._columns or ("", ""))
        names = self._seen(named[0], line_number), self._seen(named[1], line_number)
        headers = {key: self._seen(value, line_number) for key, value in self._headers.items()}
        games = tuple(self._games)
        return MatchText(length, names, games, headers, line_number, tuple(self._notes))

    def _seen(self, name: str, line: int) -> str:
        """Return a name or header without invisible characters.

        If there are any, a note about them is added. `line` is the number of the line.
        """
        unseen = unseen_codes(name)
        if not unseen:
            return name
        seen = without_unseen(name)
        why = f"{', '.join(unseen)} cannot be seen and is left out of {seen[:60]!r}"
        if (note := Note(0, line, why)) not in self._notes:
            self._notes.append(note)
        return seen

    def at_length_line(self) -> bool:
        """Return True if another match begins at the present line."""
        return self._at < len(self._lines) and length_in(self._lines[self._at]) is not None

    def _take_pending(self) -> dict[str, str]:
        taken, self._pending = self._pending, {}
        return taken

    def _next(self) -> str | None:
        """Return the next line that is neither empty nor a comment, or None at the end.

        On the way, headers, starts of games, results and corrections are read from comments.
        """
        while self._at < len(self._lines):
            line = self._lines[self._at].replace("\f", " ").replace("\xa0", " ").expandtabs()
            self._at += 1
            if is_comment(line):
                self._comment(line)
            elif line.strip():
                if len(line) > _LONGEST_LINE:
                    expected = f"a line of {_LONGEST_LINE} letters at most"
                    raise self._unreadable(line, expected)
                return line
        return None

    def _comment(self, line: str) -> None:
        if (header := header_in(line)) is not None:
            self._header(line, *header)
            return
        if (put_right := put_right_in(line)) is not None:
            self._put_right[put_right[0]] = put_right[1]
            return
        if (told := result_told_in(line)) is not None:
            self._told = told
            return
        starts = starts_in(line)
        if isinstance(starts, str):
            raise self._unreadable(line, starts, line.index("=") + 1)
        self._set_ups = starts or self._set_ups

    def _header(self, line: str, key: str, value: str, column: int) -> None:
        if key.lower() == "variation" and value.strip().lower() not in _VARIATIONS:
            raise self._unreadable(line, 'Variation "Backgammon"', column)
        self._pending[key] = value

    def _unreadable(self, line: str, expected: str, column: int | None = None) -> MatchUnreadable:
        at = len(line) - len(line.lstrip()) if column is None else column
        return MatchUnreadable(self._at, at + 1, line[at:].strip()[:40], expected)

    def _pass_over(self, line: str, game: int = 0) -> None:
        why = f"passed over, no part of the match: {line.strip()[:60]}"
        self._notes.append(Note(game, self._at, why))

    def _length(self) -> int:
        """Return the match length. Lines above it are skipped and noted."""
        unreadable: MatchUnreadable | None = None
        while (line := self._next()) is not None:
            if (length := length_in(line)) is not None:
                self._headers |= self._take_pending()
                return length
            if (header := header_in(line)) is not None:
                self._header(line, *header)
                continue
            unreadable = unreadable or self._unreadable(line, _LENGTH_EXPECTED)
            if game_in(line) is not None:
                break
            self._pass_over(line)
        raise unreadable or MatchUnreadable(len(self._lines) + 1, 1, "", _LENGTH_EXPECTED)

    def _add_game(self, line: str) -> None:
        """Add the game that this line announces; text above the first game is skipped."""
        number = game_in(line)
        if number is None:
            if scores_in(line) is None and self._game_follows():
                self._pass_over(line)
                return
            if scores_in(line) is None:
                raise self._unreadable(line, _GAME_EXPECTED)
            number = 1
            self._at -= 1
        self._games.append(self._game(number))

    def _game_follows(self) -> bool:
        return any(game_in(line) is not None for line in self._lines[self._at :])

    def _game(self, number: int) -> GameText:
        at = self._at
        score_line = self._score_line()
        left = Side.WHITE
        if score_line is not None:
            self._columns = self._columns or score_line.names
            left = Side.RED if _crossed(score_line.names, self._columns) else Side.WHITE
        items = self._items(left, number)
        entries = [item for item in items if not isinstance(item, Wins)]
        results = [item for item in items if isinstance(item, Wins)]
        starts, self._set_ups = self._set_ups, ()
        told, self._told = self._told, None
        scores = None if score_line is None else score_line.scores
        return GameText(
            number,
            at,
            scores[::-1] if scores is not None and left is Side.RED else scores,
            _with_cube_values(entries, starts),
            tuple(sorted(results, key=lambda result: not result.by_winner)),
            starts,
            told,
        )

    def _score_line(self) -> ScoreLine | None:
        """Return the names and scores above a game, or None if the game has none."""
        line = self._next()
        if line is None:
            return None
        if (scores := scores_in(line) or self._two_lines_of_scores(line)) is not None:
            return scores
        if number_end(line) is None and game_in(line) is None and not begins_with_a_cell(line):
            raise self._unreadable(line, _SCORES_EXPECTED)
        self._at -= 1
        return None

    def _two_lines_of_scores(self, line: str) -> ScoreLine | None:
        """Return the scores from two lines, `line` and the next, that have one player's score each.

        Return None if the two lines are not such lines.
        """
        below = self._lines[self._at] if self._at < len(self._lines) else ""
        if not (is_one_score(line) and is_one_score(below)) or number_end(line) is not None:
            return None
        self._at += 1
        return scores_in(f"{line}  {below}")

    def _items(self, left: Side, game: int) -> list[Item]:
        items: list[Item] = []
        while (line := self._next()) is not None:
            if (parted := parted_at_game(line)) is not None:
                self._at -= 1
                line, self._lines[self._at] = parted
                items += self._cells(line, number_end(line) or 0, left, numbered=True)
                break
            if (end := number_end(line)) is not None:
                items += self._cells(line, end, left, numbered=True)
            elif game_in(line) is not None or length_in(line) is not None:
                self._at -= 1
                break
            elif not items and self._is_start(line):
                continue
            elif begins_with_a_cell(line):
                items += self._cells(line, 0, left, numbered=False)
            elif (named := self._named_cells(line, 0, left)) is not None:
                items += named
            elif any(isinstance(item, Wins) for item in items):
                self._pass_over(line, game)
            else:
                raise self._unreadable(line, "a numbered line, a result or the next game")
        return items

    def _is_start(self, line: str) -> bool:
        try:
            start = start_in_snowie(line)
        except InvalidPosition as error:
            raise self._unreadable(line, f"a position line ({error})") from None
        if start is not None:
            self._set_ups = (start,)
        return start is not None

    def _cells(self, line: str, start: int, left: Side, *, numbered: bool) -> list[Item]:
        if not begins_with_a_cell(line, start) and line[start:].strip():
            if (named := self._named_cells(line, start, left)) is not None:
                return named
            raise self._unreadable(line, EXPECTED, len(line) - len(line[start:].lstrip()))
        items = items_of(line, start, self._at, left, numbered=numbered)
        return [self._with_put_right(item) for item in items]

    def _with_put_right(self, item: Item) -> Item:
        """Return the throw with its play, if the director put the checkers right after that play.

        For such a throw the cell of the file has only the corrected position, and the play is in
        the comment above the line. Any other item is returned unchanged.
        """
        if not isinstance(item, Thrown) or not item.after:
            return item
        return replace(item, play_put_right=self._put_right.pop(item.side, ""))

    def _named_cells(self, line: str, start: int, left: Side) -> list[Item] | None:
        """Return the items of cells that follow a player's name, such as "Ann wins 2 points".

        `start` is the column at which the name begins, and `left` the side in the left column.
        Return None for any other line.
        """
        first = first_cell(line)
        name = line[start:first].strip(" :")
        if first is None or not name or self._columns is None or name not in self._columns:
            return None
        side = left if name == self._columns[left is Side.RED] else left.opponent
        return items_of(line, first, self._at, side, numbered=True)


def _crossed(names: Names, columns: Names) -> bool:
    """Return True if the players have exchanged their columns since the first game.

    `names` are those on the present game's score line, `columns` those on the first game's.
    """
    crossed = same_name(names[0], columns[1]) or same_name(names[1], columns[0])
    return crossed and not (same_name(names[0], columns[0]) or same_name(names[1], columns[1]))


def _with_cube_values(
    entries: Iterable[AnyEntry], starts: tuple[SetUp, ...]
) -> tuple[AnyEntry, ...]:
    """Return the entries with the value of each double; it is computed if the file leaves it out.

    `starts` are the starts that the game can have if it does not start as usual.
    """
    value, counted = starts[0].cube if starts else 1, list[AnyEntry]()
    for entry in entries:
        if isinstance(entry, Doubles):
            value = value * 2 if entry.value == UNKNOWN_VALUE else entry.value
            entry = Doubles(entry.side, entry.line, entry.text, value, entry.beaver)
        counted.append(entry)
    return tuple(counted)


@dataclass(frozen=True, slots=True)
class GameRolls:
    """The rolls of one game, for each side in the order of its turns.

    `opener` is the side that threw first, or None if nothing was thrown.
    """

    white: tuple[Roll, ...]
    red: tuple[Roll, ...]
    opener: Side | None

    def of(self, side: Side) -> tuple[Roll, ...]:
        """Return the rolls of a side in order; the opening roll belongs to the side that opened."""
        return self.white if side is Side.WHITE else self.red


def rolls_of(text: str) -> list[GameRolls]:
    """Return the rolls of every game, unplayed rolls included.

    White is the left column, Red the right one. Raises MatchUnreadable for a text that is not a
    .mat file.
    """
    return [_rolls(game) for game in read_mat(text).games]


def _rolls(game: GameText) -> GameRolls:
    thrown = [entry for entry in game.entries if isinstance(entry, Thrown)]
    white, red = (
        tuple(entry.roll for entry in thrown if entry.side is side)
        for side in (Side.WHITE, Side.RED)
    )
    return GameRolls(white, red, thrown[0].side if thrown else None)
