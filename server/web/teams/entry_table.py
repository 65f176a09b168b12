"""Reading an entry list (rows of teams, from a spreadsheet), with each fault at its cell."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from rules import commands as cmd
from rules.formats.team_event.entries import amount
from rules.games.known_games import INFOS
from rules.limits import LAST_POT, MOST_TEAMS
from rules.text import N_
from server.values.naming import folded
from server.web.orders.fields import NewName, Remark
from server.words.languages import LANGUAGES
from server.words.translation import Words, words_for

Lines = Sequence[Sequence[str]]
"""The rows of an entry list, headings first; each row has the texts of its cells."""
MOST_LINES = MOST_TEAMS + 1
MOST_COLUMNS = 80
LONGEST_CELL = 2000
_TOO_MANY = N_("more than %(most)s lines: a tournament cannot have more teams")
_TOO_WIDE = N_("line %(line)s has more than %(most)s cells")
_TOO_LONG = N_("a cell of line %(line)s has more than %(most)s characters")


class TableRefused(Exception):
    """An entry list that was sent cannot be read. The text says what the sender can do.

    `template` is the text as marked for translation, `named` are the values in it.
    """

    def __init__(self, template: str, **named: object) -> None:
        super().__init__(template % named if named else template)
        self.template, self.named = template, named


def check_size(lines: Lines) -> None:
    """Raise TableRefused if an entry list has too many rows or columns, or too long a cell."""
    if len(lines) > MOST_LINES:
        raise TableRefused(_TOO_MANY, most=MOST_LINES)
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_COLUMNS and any(cell.strip() for cell in line[MOST_COLUMNS:]):
            raise TableRefused(_TOO_WIDE, line=number, most=MOST_COLUMNS)
        if any(len(cell) > LONGEST_CELL for cell in line):
            raise TableRefused(_TOO_LONG, line=number, most=LONGEST_CELL)


_PLAIN = {
    "team": ("team", "team name", "name", "команда", "назва", "назва команди", "название"),
    "players": ("players", "гравці", "игроки", "склад", "состав"),
    "club": ("club", "клуб"),
    "pot": ("pot", "кошик", "корзина"),
    "due": ("due", "fee", "fee due", "внесок", "взнос", "до сплати", "к оплате"),
    "paid": ("paid", "сплачено", "оплачено"),
    "present": ("present", "на місці", "на месте", "присутні", "присутствуют"),
    "note": ("note", "нотатка", "примітка", "заметка", "примечание"),
}
_OF_A_PLAYER = {
    "player": ("player", "гравець", "игрок"),
    "country": ("country", "країна", "страна"),
    "number": ("federation number", "номер федерації", "номер федерации"),
}
_NUMBERED = re.compile(r"(.*?) ?([1-9][0-9]?)")
_HEADINGS = {
    "team": N_("Team"),
    "player": N_("Player"),
    "club": N_("Club"),
    "pot": N_("Pot"),
    "due": N_("Due"),
    "paid": N_("Paid"),
}
"""The headings of the columns in the empty entry list that users can download and fill in."""
PLAYERS = 4
"""Number of columns for players in the empty entry list."""


def headings(words: Words) -> tuple[str, ...]:
    """Return the headings of the empty entry list, in a language."""
    team, player, *others = map(words.gettext, _HEADINGS.values())
    return (team, *(f"{player} {number}" for number in range(1, PLAYERS + 1)), *others)


@cache
def _keys(*, of_a_player: bool) -> dict[str, str]:
    """Return the meaning of each known heading, such as "club" for "клуб", by the heading.

    The headings are those of any language of the pages. With `of_a_player`, only headings of
    columns that describe one player are known.
    """
    known = _OF_A_PLAYER if of_a_player else _PLAIN
    meant = {folded(word): key for key, words in known.items() for word in words}
    for code, (key, text) in product(LANGUAGES, _HEADINGS.items()):
        if key in known:
            meant.setdefault(folded(words_for(code).gettext(text)), key)
    return meant


@dataclass(frozen=True, slots=True)
class Column:
    """The meaning of a column of an entry list: `key`, such as "club".

    `player` is the number of the player whom the column describes, from 1. `game` is the game whose
    players the column lists.
    """

    key: str
    player: int = 0
    game: str = ""


def column_of(heading: str) -> Column | None:
    """Return the meaning of a heading, or None for an unknown heading."""
    plain = folded(re.sub(r"[\s.:_№#-]+", " ", heading).strip())
    known = _keys(of_a_player=False)
    if plain in known:
        return Column(known[plain])
    for word in _PLAIN["players"]:
        rest = plain.removeprefix(f"{folded(word)} ")
        for game, info in INFOS.items():
            if rest != plain and rest in map(folded, info.asked_as):
                return Column("roster", game=game)
    numbered = _NUMBERED.fullmatch(plain)
    of_a_player = _keys(of_a_player=True)
    if numbered and numbered[1] in of_a_player:
        return Column(of_a_player[numbered[1]], player=int(numbered[2]))
    return None


FEWEST, MOST = 2, 20
"""Fewest and most players of a team, the same as in the form of a team."""
_YES = frozenset(("yes", "y", "x", "+", "1", "true", "✓", "так", "т", "да", "д"))
_NO = frozenset(("", "no", "n", "-", "0", "false", "ні", "н", "нет"))
_NAME, _REMARK = TypeAdapter[str](NewName), TypeAdapter[str](Remark)

NO_TEAM = N_("no column of teams: the first line has headings, one of them “Team”")
UNKNOWN_HEADING = N_("unknown heading; known are those of the template")
HEADING_TWICE = N_("this heading is there twice")
TEAM_MISSING = N_("the team's name is missing")
TEAM_TWICE = N_("this team is in line %(line)s already")
TEAM_ENTERED = N_("a team of this name is entered already")
PLAYER_TWICE = N_("%(player)s is in this team twice")
TOO_FEW = N_("at least two players are needed, not %(number)s")
TOO_MANY = N_("at most %(most)s players are allowed, not %(number)s")
NO_POT = N_("a pot from 1 to %(most)s, or nothing")
NO_AMOUNT = N_("an amount such as 1500 or 12.50")
NO_TICK = N_("yes or no")
NOT_A_PLAYER = N_("%(player)s is not among the players of this team")
ROSTER_TOO_SMALL = N_("at least two, or none if the whole team plays")


@dataclass(frozen=True, slots=True)
class CellFault:
    """A fault of a cell in an entry list: a text marked for translation, and the values in it.

    `line` and `column` count from 0. `invalid` is pydantic's error, used instead of a text.
    """

    line: int
    column: int
    template: str = ""
    named: Mapping[str, object] = field(default_factory=dict)
    invalid: ErrorDetails | None = None


@dataclass(slots=True)
class TypedPlayer:
    """A player as typed in an entry list: the name, and details for a person who is new.

    `column` is the name's column, from 0. `number` is the player's number in the federation.
    """

    name: str
    column: int
    country: str = ""
    number: str = ""


@dataclass(slots=True)
class TypedTeam:
    """A team as described by a row of an entry list.

    `rosters` has, by the name of a game, the names of the players who play it.
    """

    line: int
    name: str = ""
    players: list[TypedPlayer] = field(default_factory=list)
    form: cmd.EntryForm = field(default_factory=cmd.EntryForm)
    present: bool = False
    rosters: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EntryTable:
    """The teams that an entry list describes, and all faults in the list."""

    teams: Sequence[TypedTeam]
    faults: Sequence[CellFault]


def entry_table(lines: Lines, entered: Sequence[str]) -> EntryTable:
    """Return the teams and faults of an entry list.

    `entered` are the names of the teams that the tournament already has.
    """
    faults = list[CellFault]()
    columns = _columns(lines[0] if lines else (), faults)
    teams = [_Line(number, columns, faults).read(line) for number, line in enumerate(lines[1:], 1)]
    if "team" in {column.key for column in columns.values()}:
        faults += _doubles(teams, columns, entered)
    else:
        faults.append(CellFault(0, 0, NO_TEAM))
    return EntryTable(teams, sorted(faults, key=lambda each: (each.line, each.column)))


def _columns(headings: Sequence[str], faults: list[CellFault]) -> dict[int, Column]:
    columns = dict[int, Column]()
    for place, heading in enumerate(headings):
        column = column_of(heading)
        if column is None and heading.strip():
            faults.append(CellFault(0, place, UNKNOWN_HEADING))
        elif column is not None and column in columns.values():
            faults.append(CellFault(0, place, HEADING_TWICE))
        elif column is not None:
            columns[place] = column
    return columns


def _doubles(
    teams: Sequence[TypedTeam], columns: Mapping[int, Column], entered: Sequence[str]
) -> list[CellFault]:
    place = next(place for place, column in columns.items() if column.key == "team")
    known, first, faults = {folded(name) for name in entered}, dict[str, int](), list[CellFault]()
    for team in teams:
        name = folded(team.name)
        if name and name in known:
            faults.append(CellFault(team.line, place, TEAM_ENTERED))
        elif name and name in first:
            faults.append(CellFault(team.line, place, TEAM_TWICE, {"line": first[name] + 1}))
        first.setdefault(name, team.line)
    return faults


class _Line:
    """Reads one row of an entry list, and adds its faults to `faults`."""

    def __init__(self, number: int, columns: Mapping[int, Column], faults: list[CellFault]) -> None:
        self._number, self._columns, self._faults = number, columns, faults
        self._team = TypedTeam(number)
        self._of_players: dict[tuple[str, int], str] = {}

    def read(self, line: Sequence[str]) -> TypedTeam:
        """Return the team that the row's cells describe."""
        texts = {place: line[place].strip() if place < len(line) else "" for place in self._columns}
        kept: dict[str, object] = {}
        for place, column in self._columns.items():
            self._cell(place, column, texts[place], kept)
        self._team.form = cmd.EntryForm(**kept)  # type: ignore[arg-type]
        for number, player in enumerate(self._team.players, 1):
            player.country = self._of_players.get(("country", number), "")
            player.number = self._of_players.get(("number", number), "")
        self._check_players()
        self._check_rosters()
        return self._team

    def _cell(self, place: int, column: Column, text: str, kept: dict[str, object]) -> None:
        match column.key:
            case "team":
                self._team.name = self._name(place, text)
                if not text:
                    self._fault(place, TEAM_MISSING)
            case "player" | "players":
                for name in [text] if column.player and text else _names(text):
                    self._team.players.append(TypedPlayer(self._name(place, name), place))
            case "roster":
                self._team.rosters[column.game] = _names(text)
            case "country" | "number":
                self._of_players[column.key, column.player] = self._remark(place, text)
            case "present":
                self._team.present = text.casefold() in _YES
                if text.casefold() not in _YES | _NO:
                    self._fault(place, NO_TICK)
            case _:
                self._kept(place, column.key, text, kept)

    def _kept(self, place: int, key: str, text: str, kept: dict[str, object]) -> None:
        match key:
            case "pot":
                kept[key] = int(text) if re.fullmatch(r"[0-9]{1,2}", text) else 0
                if text and not 0 < int(text if text.isdecimal() else 0) <= LAST_POT:
                    self._fault(place, NO_POT, most=LAST_POT)
            case "due" | "paid":
                try:
                    kept[key] = amount(text)
                except ValueError:
                    self._fault(place, NO_AMOUNT)
            case "note":
                kept[key] = text or None
            case _:
                kept[key] = self._remark(place, text)

    def _check_players(self) -> None:
        players, column = self._team.players, self._column("player", "players")
        seen = set[str]()
        for player in players:
            if folded(player.name) in seen:
                self._fault(player.column, PLAYER_TWICE, player=player.name)
            seen.add(folded(player.name))
        if len(players) < FEWEST:
            self._fault(column, TOO_FEW, number=len(players))
        elif len(players) > MOST:
            self._fault(column, TOO_MANY, number=len(players), most=MOST)

    def _check_rosters(self) -> None:
        known = {folded(player.name) for player in self._team.players}
        for place, column in self._columns.items():
            if column.key != "roster":
                continue
            named = self._team.rosters[column.game]
            if named and len({folded(each) for each in named}) < FEWEST:
                self._fault(place, ROSTER_TOO_SMALL)
            for name in named:
                if folded(name) not in known:
                    self._fault(place, NOT_A_PLAYER, player=name)

    def _column(self, *keys: str) -> int:
        found = (place for place, column in self._columns.items() if column.key in keys)
        return next(found, 0)

    def _name(self, place: int, text: str) -> str:
        return self._valid(_NAME, place, text) if text else ""

    def _remark(self, place: int, text: str) -> str:
        return self._valid(_REMARK, place, text)

    def _valid(self, kind: TypeAdapter[str], place: int, text: str) -> str:
        try:
            return kind.validate_python(text)
        except ValidationError as error:
            self._faults.append(CellFault(self._number, place, invalid=error.errors()[0]))
            return text[:80]

    def _fault(self, place: int, template: str, **named: object) -> None:
        self._faults.append(CellFault(self._number, place, template, named))


def _names(text: str) -> list[str]:
    """Return the names in one cell, divided by line breaks, semicolons or commas."""
    divider = next((each for each in "\n;," if each in text), "\n")
    return [name.strip() for name in text.split(divider) if name.strip()]
