"""A file of results written by hand, as a complete match protocol.

The file is comma-separated UTF-8 text with a header; rows come in any order. Every fault is found
before anything is refused, so that a clerk mends the file once. Rulings 1 (match lengths) and 6
(one opening throw for both rooms) speak about rows taken together.
"""

import csv
import io
from collections.abc import Iterator, Sequence

from rules.errors import RulesError
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import PerTeam
from rules.scoring.terms import BACKGAMMON_TERMS, ScoringTerms
from rules.scoring.vp import MATCH_LENGTHS
from rules.scoring.written_row import COLUMNS, OWNER, Fault, WrittenRow, read_row

_HEADER = ",".join(COLUMNS)
_LENGTHS = "a match of 4, 5, 6, 7, 8, 10 or 12 games"


class WrittenResultsRefused(RulesError):
    """A file of results with faults (operator: mend the named cells); nothing of it counts."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(f"{len(faults)} faults in the written results")
        self.faults = tuple(sorted(faults, key=_place_in_file))


def read_results(
    raw: bytes, teams: PerTeam[str], terms: ScoringTerms = BACKGAMMON_TERMS
) -> MatchProtocol:
    """The match the file's bytes tell in a game's words, its results in file order.

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


def _place_in_file(fault: Fault) -> tuple[int, int]:
    named = (*COLUMNS, OWNER)
    return fault.line, named.index(fault.column) if fault.column in named else len(named)


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        bad = f"byte 0x{raw[error.start]:02X}"
        raise WrittenResultsRefused([Fault(line, str(column), bad, "UTF-8 text")]) from None


def _records(text: str) -> list[tuple[int, list[str]]]:
    """Rows that are not blank: the line each begins on, and its cells without outer spaces."""
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
            fault = Fault(line, "whole row", str(error), allowed)
            raise WrittenResultsRefused([fault]) from None
        if any(cells):
            records.append((line, cells))


def _columns(records: Sequence[tuple[int, list[str]]]) -> list[str]:
    """The header's columns; refused unless it has each known one once and no other."""
    line, columns = records[0] if records else (1, [])
    while columns and not columns[-1]:
        columns = columns[:-1]
    faults = [
        Fault(line, name, "", f"a column of that name in the header: {_HEADER}")
        for name in COLUMNS
        if name not in columns
    ]
    for number, name in enumerate(columns, start=1):
        if name not in (*COLUMNS, OWNER):
            faults.append(Fault(line, str(number), name, f"{_HEADER} and, if wanted, {OWNER}"))
        elif name in columns[: number - 1]:
            faults.append(Fault(line, str(number), name, "each column once"))
    if faults:
        raise WrittenResultsRefused(faults)
    return columns


def _row(
    line: int, cells: list[str], columns: list[str], teams: PerTeam[str], terms: ScoringTerms
) -> WrittenRow:
    named = dict(zip(columns, cells, strict=False))
    row = read_row(line, named, teams, terms)
    surplus = tuple(
        Fault(line, str(number), cell, f"nothing: the header has {len(columns)} columns")
        for number, cell in enumerate(cells, start=1)
        if number > len(columns) and cell
    )
    if not surplus:
        return row
    return WrittenRow(line, named, row.game, row.room, row.opening, None, row.faults + surplus)


def _repeated(rows: Sequence[WrittenRow]) -> Iterator[Fault]:
    first: dict[tuple[int, Room], WrittenRow] = {}
    for row in rows:
        if row.game and row.room:
            earlier = first.setdefault((row.game, row.room), row)
            if earlier is not row:
                allowed = f"each room once a game; game {row.game} has it on line {earlier.line}"
                yield Fault(row.line, "room", row.cells["room"], allowed)


def _two_openings(rows: Sequence[WrittenRow]) -> Iterator[Fault]:
    first: dict[int, WrittenRow] = {}
    for row in rows:
        if row.game and row.opening:
            earlier = first.setdefault(row.game, row)
            if earlier.opening != row.opening:
                written = earlier.cells["opening"]
                allowed = f"{written}, the opening of game {row.game} on line {earlier.line}"
                yield Fault(row.line, "opening", row.cells["opening"], allowed)


def _incomplete(rows: Sequence[WrittenRow], after: int) -> Iterator[Fault]:
    """What keeps the rows from being one whole match; `after` is the line a next row would have."""
    by_game: dict[int, list[WrittenRow]] = {}
    for row in rows:
        by_game.setdefault(row.game or 0, []).append(row)
    count = len(by_game)
    for game, played in by_game.items():
        if game > count:
            allowed = f"games numbered from 1 without a gap; this file has {count}"
            yield Fault(played[0].line, "game", str(game), allowed)
        rooms = {row.room for row in played}
        if len(rooms) < len(Room):
            only = played[0]
            missing = Room.CLOSED if Room.OPEN in rooms else Room.OPEN
            allowed = f"a row for each room; game {game} has none for {missing.value}"
            yield Fault(only.line, "room", only.cells["room"], allowed)
    if count not in MATCH_LENGTHS:
        line, last = (rows[-1].line, rows[-1].cells["game"]) if rows else (after, "")
        yield Fault(line, "game", last, f"{_LENGTHS}; this file has {count}")
