"""One row of a file of results written by hand, cell by cell.

Ruling 3 decides which checkers and cubes an ending allows; ruling 6 what an opening throw is.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from rules.dice import Roll
from rules.room import Room
from rules.scoring.errors import ScoreRefused
from rules.scoring.results import GameResult, owner_refusals
from rules.scoring.smp import CHECKERS, cube_refusals, left_refusals
from rules.scoring.teams import PerTeam, TeamPlace
from rules.scoring.terms import BACKGAMMON_TERMS, ScoringTerms
from rules.scoring.vp import MATCH_LENGTHS

T = TypeVar("T")

COLUMNS = ("game", "room", "opening", "winner", "ended", "left", "cube")
"""Columns every file has, in any order."""

OWNER = "owner"
"""The optional column: the team that owned the cube or proposed the refused double."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One wrong cell: its line (counted from 1), column, value as written and what is allowed."""

    line: int
    column: str
    value: str
    allowed: str


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """The cells of one row as written, and those that could be read (None: could not)."""

    line: int
    cells: Mapping[str, str]
    game: int | None
    room: Room | None
    opening: Roll | None
    result: GameResult | None
    faults: tuple[Fault, ...]


def read_row(
    line: int,
    cells: Mapping[str, str],
    teams: PerTeam[str],
    terms: ScoringTerms = BACKGAMMON_TERMS,
) -> WrittenRow:
    """Read one row in the words of a game; with a wrong cell, a fault each, there is no result."""
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
    """Reads cells of one row and keeps the faults of those it cannot read."""

    def __init__(self, line: int, cells: Mapping[str, str]) -> None:
        self._line = line
        self._cells = cells
        self.faults: list[Fault] = []

    def whole(self, column: str, among: range | tuple[int, ...], allowed: str) -> int | None:
        """A whole number of `among`."""
        cell = self._cells.get(column, "")
        if re.fullmatch("[0-9]{1,4}", cell) and int(cell) in among:
            return int(cell)
        self._fault(column, allowed)
        return None

    def one_of(self, column: str, words: Mapping[str, T]) -> T | None:
        """What the word in the cell stands for."""
        cell = self._cells.get(column, "")
        if cell not in words:
            self._fault(column, ", ".join(words))
        return words.get(cell)

    def opening(self, column: str) -> Roll | None:
        """White's die and Red's, which differ."""
        found = re.fullmatch("([1-6]):([1-6])", self._cells.get(column, ""))
        if found and found[1] != found[2]:
            return Roll(int(found[1]), int(found[2]))
        self._fault(column, "White's die, a colon, Red's die, the two different, as 4:3")
        return None

    def refuse(self, column: str, refusals: Iterator[ScoreRefused]) -> None:
        """Keep each refusal as a fault of the cell."""
        for refusal in refusals:
            self._fault(column, refusal.allowed)

    def _fault(self, column: str, allowed: str) -> None:
        self.faults.append(Fault(self._line, column, self._cells.get(column, ""), allowed))
