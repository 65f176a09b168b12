"""Nameplates to fold and stand on a table: of players, teams and tables."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from protocol_forms.form_texts import N_, Say, in_english
from protocol_forms.writers.sheet import Sheet
from rules.position import Side
from rules.room import Room

_ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
_SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}


@dataclass(frozen=True, slots=True)
class Nameplate:
    """What stands on a plate: the name, what belongs under it, and a table's room and teams.

    `room` is a room's value, or empty; `room_word` names it. `lines` stand in the foot.
    """

    name: str
    under: str = ""
    room: str = ""
    room_word: str = ""
    lines: tuple[str, ...] = ()


def player_plates(
    players: Sequence[tuple[str, str]], say: Say = in_english, language: str = "en"
) -> Sheet:
    """A plate for each player, who comes with the name of the team."""
    plates = [Nameplate(name, team) for name, team in players]
    return _sheet(say(N_("Nameplates of players")), plates, language)


def team_plates(
    teams: Sequence[str], event: str, say: Say = in_english, language: str = "en"
) -> Sheet:
    """A plate for each team, with the event under its name."""
    plates = [Nameplate(team, event) for team in teams]
    return _sheet(say(N_("Nameplates of teams")), plates, language)


@dataclass(frozen=True, slots=True)
class TableSet:
    """A table in a room: the label of its match, and who plays White and Red there.

    `room` is None for a match at one table.
    """

    match: str
    room: Room | None
    white: str
    red: str


def table_plates(tables: Sequence[TableSet], say: Say = in_english, language: str = "en") -> Sheet:
    """A plate for each table of a match: number, room, and which team has which side (ruling 5)."""
    plates = [
        Nameplate(
            say(N_("Match %(number)s"), number=table.match),
            room=table.room.value if table.room else "",
            room_word=say(_ROOMS[table.room]) if table.room else "",
            lines=(
                f"{say(_SIDES[Side.WHITE])}: {table.white}",
                f"{say(_SIDES[Side.RED])}: {table.red}",
            ),
        )
        for table in tables
    ]
    return _sheet(say(N_("Nameplates of tables")), plates, language)


def _sheet(title: str, plates: Sequence[Nameplate], language: str) -> Sheet:
    values = {"title": title, "plates": [asdict(plate) for plate in plates]}
    return Sheet("nameplates", title, language, json.dumps(values, ensure_ascii=False))
