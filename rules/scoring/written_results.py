"""Files of results written by hand, which are read as a complete match protocol.

A file is comma-separated UTF-8 text with a header; its rows may be in any order. All faults are
collected before the file is refused, so that its writer can correct them all. Rulings 1 (match
lengths) and 6 (one opening throw for both rooms) are checked over all rows. In each row, ruling 3
decides which checkers and cubes an ending allows, and ruling 6 what an opening throw is.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.dice import Roll
from rules.errors import RulesError
from rules.room import Room
from rules.scoring.match_protocol import GameResult, MatchProtocol, owner_refusals
from rules.scoring.scales import CHECKERS, MATCH_LENGTHS, ScoreRefused, cube_refusals, left_refusals
from rules.scoring.teams import PerTeam, TeamPlace
from rules.scoring.terms import BACKGAMMON_TERMS, ScoringTerms

T = TypeVar("T")

COLUMNS = ("game", "room", "opening", "winner", "ended", "left", "cube")
"""The columns that every file must have, in any order."""

OWNER = "owner"
"""The optional column with the team that owned the cube or proposed the refused double."""


@dataclass(frozen=True, slots=True)
class WrittenFault:
    """A fault in one cell of a file: line (from 1), column, its text, and what is allowed."""

    line: int
    column: str
    value: str
    allowed: str


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """The cells of one row as written, and the values read from them.

    A value is None if its cell could not be read.
    """

    line: int
    cells: Mapping[str, str]
    game: int | None
    room: Room | None
    opening: Roll | None
    result: GameResult | None
    faults: tuple[WrittenFault, ...]


def read_row(
    line: int,
    cells: Mapping[str, str],
    teams: PerTeam[str],
    terms: ScoringTerms = BACKGAMMON_TERMS,
) -> WrittenRow:
    """Read one row of a file and return it with its faults.

    `line` is the number of the row's line, `cells` has its cells by column, `teams` are the teams'
    names as written, and `terms` has the words of the game. Each wrong cell is a fault. A row with
    faults has no result.
    """
    reader = _CellReader(line, cells)
    game = reader.whole("game", range(1, MATCH_LENGTHS[-1] + 1), f"1 to {MATCH_LENGTHS[-1]}")
    room = reader.one_of("room", {room.value: room for room in Room})
    opening = reader.opening("opening")
    places = {teams.home: TeamPlace.HOME, teams.away: TeamPlace.AWAY}
    winner = reader.one_of("winner", places)
    ending = reader.one_of("ended", terms.endings)
    left = reader.whole("left", range(1, CHECKERS + 1), f"1 to {CHECKERS}")
    cube = reader.whole("cube", terms.cubes, _either(terms.cubes))
    owner = reader.one_of(OWNER, places) if cells.get(OWNER) else None
    if ending and left:
        reader.refuse("left", left_refusals(ending, left, terms.word))
    if ending and cube:
        reader.refuse("cube", cube_refusals(ending, cube))
    if ending and cube and winner:
        reader.refuse(OWNER, owner_refusals(ending, cube, winner, owner))
    result = None
    if not reader.faults and game and room and opening and winner and ending and left and cube:
        result = GameResult(
            game=game,
            room=room,
            opening=opening,
            winner=winner,
            ending=ending,
            left=left,
            cube=cube,
            owner=owner,
        )
    return WrittenRow(line, cells, game, room, opening, result, tuple(reader.faults))


def _either(numbers: tuple[int, ...]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


class _CellReader:
    """A reader of the cells of one row, which collects the faults of cells that it cannot read."""

    def __init__(self, line: int, cells: Mapping[str, str]) -> None:
        self._line = line
        self._cells = cells
        self.faults: list[WrittenFault] = []

    def whole(self, column: str, among: range | tuple[int, ...], allowed: str) -> int | None:
        """Return the whole number in a cell if it is in `among`.

        Otherwise add a fault, which says what is `allowed`, and return None.
        """
        cell = self._cells.get(column, "")
        if re.fullmatch("[0-9]{1,4}", cell) and int(cell) in among:
            return int(cell)
        self._fault(column, allowed)
        return None

    def one_of(self, column: str, words: Mapping[str, T]) -> T | None:
        """Return the value that `words` has for the text of a cell.

        If `words` does not have the text, add a fault and return None.
        """
        cell = self._cells.get(column, "")
        if cell not in words:
            self._fault(column, ", ".join(words))
        return words.get(cell)

    def opening(self, column: str) -> Roll | None:
        """Return White's die and Red's from a cell.

        Add a fault and return None if it does not have two different dice.
        """
        found = re.fullmatch("([1-6]):([1-6])", self._cells.get(column, ""))
        if found and found[1] != found[2]:
            return Roll(int(found[1]), int(found[2]))
        self._fault(column, "White's die, a colon, Red's die, the two different, as 4:3")
        return None

    def refuse(self, column: str, refusals: Iterator[ScoreRefused]) -> None:
        """Add a fault to the cell in `column` for each of the errors in `refusals`."""
        for refusal in refusals:
            self._fault(column, refusal.allowed)

    def _fault(self, column: str, allowed: str) -> None:
        self.faults.append(WrittenFault(self._line, column, self._cells.get(column, ""), allowed))


_HEADER = ",".join(COLUMNS)
_LENGTHS = "a match of 4, 5, 6, 7, 8, 10 or 12 games"


class WrittenResultsRefused(RulesError):
    """Raised for a file of results that is refused as a whole because of its faults.

    The operator can correct the named cells.
    """

    def __init__(self, faults: Sequence[WrittenFault]) -> None:
        super().__init__(f"{len(faults)} faults in the written results")
        self.faults = tuple(sorted(faults, key=_place_in_file))


def read_results(
    raw: bytes, teams: PerTeam[str], terms: ScoringTerms = BACKGAMMON_TERMS
) -> MatchProtocol:
    """Return the match protocol from the bytes of a file, with results in the order of the file.

    `teams` are the teams' names as written in the file, and `terms` has the words of the game.
    Raises WrittenResultsRefused with all faults of the file.
    """
    records = _records(_decoded(raw))
    columns = _columns(records)
    rows = [_row(line, cells, columns, teams, terms) for line, cells in records[1:]]
    faults = [fault for row in rows for fault in row.faults]
    faults += _repeated(rows)
    faults += _two_openings(rows)
    if all(row.game and row.room for row in rows):
        faults += _incomplete(rows, after=records[-1][0] + 1)
    if faults:
        raise WrittenResultsRefused(faults)
    results = tuple(row.result for row in rows if row.result)
    return MatchProtocol(len(results) // len(Room), results)


def _place_in_file(fault: WrittenFault) -> tuple[int, int]:
    named = (*COLUMNS, OWNER)
    return fault.line, named.index(fault.column) if fault.column in named else len(named)


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        bad = f"byte 0x{raw[error.start]:02X}"
        raise WrittenResultsRefused([WrittenFault(line, str(column), bad, "UTF-8 text")]) from None


def _records(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not blank, each as the number of its first line and its cells.

    The cells are stripped of blanks at both ends.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True)
    records: list[tuple[int, list[str]]] = []
    while True:
        line = reader.line_num + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return records
        except csv.Error as error:
            allowed = "text separated by commas, every quote closed"
            fault = WrittenFault(line, "whole row", str(error), allowed)
            raise WrittenResultsRefused([fault]) from None
        if any(cells):
            records.append((line, cells))


def _columns(records: Sequence[tuple[int, list[str]]]) -> list[str]:
    """Return the names of the columns in the header.

    Raises WrittenResultsRefused if a required column is missing, if a column occurs twice, or if
    there is a column that is neither required nor the optional one.
    """
    line, columns = records[0] if records else (1, [])
    while columns and not columns[-1]:
        columns = columns[:-1]
    faults = [
        WrittenFault(line, name, "", f"a column of that name in the header: {_HEADER}")
        for name in COLUMNS
        if name not in columns
    ]
    for number, name in enumerate(columns, start=1):
        if name not in (*COLUMNS, OWNER):
            faults.append(
                WrittenFault(line, str(number), name, f"{_HEADER} and, if wanted, {OWNER}")
            )
        elif name in columns[: number - 1]:
            faults.append(WrittenFault(line, str(number), name, "each column once"))
    if faults:
        raise WrittenResultsRefused(faults)
    return columns


def _row(
    line: int, cells: list[str], columns: list[str], teams: PerTeam[str], terms: ScoringTerms
) -> WrittenRow:
    named = dict(zip(columns, cells, strict=False))
    row = read_row(line, named, teams, terms)
    surplus = tuple(
        WrittenFault(line, str(number), cell, f"nothing: the header has {len(columns)} columns")
        for number, cell in enumerate(cells, start=1)
        if number > len(columns) and cell
    )
    if not surplus:
        return row
    return WrittenRow(line, named, row.game, row.room, row.opening, None, row.faults + surplus)


def _repeated(rows: Sequence[WrittenRow]) -> Iterator[WrittenFault]:
    first: dict[tuple[int, Room], WrittenRow] = {}
    for row in rows:
        if row.game and row.room:
            earlier = first.setdefault((row.game, row.room), row)
            if earlier is not row:
                allowed = f"each room once a game; game {row.game} has it on line {earlier.line}"
                yield WrittenFault(row.line, "room", row.cells["room"], allowed)


def _two_openings(rows: Sequence[WrittenRow]) -> Iterator[WrittenFault]:
    first: dict[int, WrittenRow] = {}
    for row in rows:
        if row.game and row.opening:
            earlier = first.setdefault(row.game, row)
            if earlier.opening != row.opening:
                written = earlier.cells["opening"]
                allowed = f"{written}, the opening of game {row.game} on line {earlier.line}"
                yield WrittenFault(row.line, "opening", row.cells["opening"], allowed)


def _incomplete(rows: Sequence[WrittenRow], after: int) -> Iterator[WrittenFault]:
    """Yield a fault for each reason why the rows are not one whole match.

    `after` is the line number that a further row would have.
    """
    by_game: dict[int, list[WrittenRow]] = {}
    for row in rows:
        by_game.setdefault(row.game or 0, []).append(row)
    count = len(by_game)
    for game, played in by_game.items():
        if game > count:
            allowed = f"games numbered from 1 without a gap; this file has {count}"
            yield WrittenFault(played[0].line, "game", str(game), allowed)
        rooms = {row.room for row in played}
        if len(rooms) < len(Room):
            only = played[0]
            missing = Room.CLOSED if Room.OPEN in rooms else Room.OPEN
            allowed = f"a row for each room; game {game} has none for {missing.value}"
            yield WrittenFault(only.line, "room", only.cells["room"], allowed)
    if count not in MATCH_LENGTHS:
        line, last = (rows[-1].line, rows[-1].cells["game"]) if rows else (after, "")
        yield WrittenFault(line, "game", last, f"{_LENGTHS}; this file has {count}")
