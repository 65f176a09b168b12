"""The TOML file that describes an event of teams: its title, its format and its teams."""

import re
import tomllib
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from rules.formats.team_event.entries import amount
from rules.limits import LAST_POT, MOST_AMOUNT
from rules.scoring.terms import SCORED

_Name = Annotated[str, Field(min_length=1, max_length=80)]
_TABLE = re.compile(r"\s*\[(\[?)([a-z]+)\]\]?\s*(#.*)?")
_KEY = re.compile(r"\s*([A-Za-z_-]+)\s*=")


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class EventTable(_Table):
    """The TOML table `[event]` of the file: title, place, dates and format of the event."""

    title: _Name
    place: Annotated[str, Field(max_length=80)] = ""
    dates: Annotated[str, Field(max_length=80)] = ""
    preset: Literal["yalta-2008", "round-robin", "groups-and-finals"]
    groups: Annotated[int, Field(ge=1, le=32, strict=True)] | None = None


def _money(typed: object) -> object:
    """Return an amount such as 1500, 12.5 or "12.50" in hundredths."""
    if not isinstance(typed, int | float | str):
        return typed
    return amount(str(typed))


_Players = Annotated[list[_Name], Field(min_length=2, max_length=20)]
_Amount = Annotated[int, Field(ge=0, le=MOST_AMOUNT), BeforeValidator(_money)]


class _TeamTable(_Table):
    """A TOML table `[[team]]` of the file: a team's name, its players and the rest of its entry.

    A team has at least two players. A list such as `players-backgammon` names the players of the
    team who play that game.
    """

    name: _Name
    players: _Players
    club: Annotated[str, Field(max_length=80)] = ""
    pot: Annotated[int, Field(ge=0, le=LAST_POT, strict=True)] = 0
    due: _Amount = 0
    paid: _Amount = 0

    @property
    def rosters(self) -> dict[str, list[str]]:
        """The players by game, for each game that has a list of its own in the file."""
        of_games = {game: getattr(self, field) for game, field in _OF_GAMES.items()}
        return {game: names for game, names in of_games.items() if names is not None}


_OF_GAMES = {game: f"players_{game.replace('-', '_')}" for game in SCORED}
_OF_A_GAME: dict[str, Any] = {
    field: (Annotated[_Players | None, Field(alias=f"players-{game}")], None)
    for game, field in _OF_GAMES.items()
}
TeamTable = create_model("TeamTable", __base__=_TeamTable, __doc__=_TeamTable.__doc__, **_OF_A_GAME)
"""A TOML table `[[team]]` with an optional list of players for each game that a stage may have."""


class EventFile(_Table):
    """The contents of the file: the event and its teams."""

    event: EventTable
    team: Annotated[list[TeamTable], Field(max_length=256)] = Field(default_factory=list)


class EventFileRefused(Exception):
    """The file that describes an event has faults; each fault is a sentence for its author."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def read_event_file(raw: bytes) -> EventFile:
    """Return the event that the file's bytes describe.

    Raises EventFileRefused, with all faults found, if the file is not valid.
    """
    try:
        text = raw.decode("utf-8-sig")
        read = EventFile.model_validate(tomllib.loads(text))
    except UnicodeDecodeError as error:
        raise EventFileRefused([f"byte {error.start + 1} is no UTF-8"]) from error
    except tomllib.TOMLDecodeError as error:
        raise EventFileRefused([f"no TOML: {error}"]) from error
    except ValidationError as error:
        lines = _lines(text)
        faults = [
            _fault(lines, each["loc"], each["msg"].removeprefix("Value error, "), each["input"])
            for each in error.errors()
        ]
        raise EventFileRefused(faults) from error
    names = [team.name for team in read.team]
    twice = sorted({name for name in names if names.count(name) > 1})
    faults = [f"team {name!r} is there twice" for name in twice]
    lines = _lines(text)
    for place, team in enumerate(read.team):
        faults += _strangers(lines, place, team)
    if faults:
        raise EventFileRefused(faults)
    return read


def _strangers(
    lines: dict[tuple[str | int, ...], int], place: int, team: TeamTable
) -> Iterator[str]:
    """Yield a fault for each name in a game's list that is not in the team's list of players."""
    for game, names in team.rosters.items():
        line = lines.get(("team", place, f"players-{game}"))
        for name in names:
            if name not in team.players:
                allowed = ", ".join(team.players)
                yield f"line {line}: players-{game} ({name!r}): allowed: {allowed}"


def _lines(text: str) -> dict[tuple[str | int, ...], int]:
    """Return the line number of each TOML table and key.

    The numbers are keyed by the path that pydantic's errors give to the TOML table or key.

    Lines are numbered from 1.
    """
    found: dict[tuple[str | int, ...], int] = {}
    path: tuple[str | int, ...] = ()
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if table := _TABLE.fullmatch(line):
            path = (table[2],)
            if table[1]:
                path = (table[2], counts.get(table[2], 0))
                counts[table[2]] = counts.get(table[2], 0) + 1
            found[path] = number
        elif key := _KEY.match(line):
            found[(*path, key[1])] = number
    return found


def _fault(
    lines: dict[tuple[str | int, ...], int], loc: tuple[str | int, ...], why: str, value: object
) -> str:
    known = next((loc[:length] for length in range(len(loc), 0, -1) if loc[:length] in lines), None)
    place = f"line {lines[known]}: " if known is not None else ""
    named = ".".join(str(part + 1) if isinstance(part, int) else part for part in loc)
    shown = f" ({value!r})" if isinstance(value, str | int) else ""
    return f"{place}{named}{shown}: {why}"
