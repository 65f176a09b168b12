"""Forms with invented results, to be printed in measurements.

Each function gets a number, and the results differ from number to number, so that no form comes
from a cache.
"""

import random

from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.protocol_view import MatchProtocolView, ProtocolHeading
from rules.dice import Roll
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.match_protocol import GameResult, MatchProtocol
from rules.scoring.teams import PerTeam, TeamPlace

_GAMES = 12
_TEAMS = 24
_LETTERS = "абвгґдеєжзиіїйклмнопрстуфхцчшщюя"


def protocol(number: int) -> MatchProtocolView:
    """Return a match protocol of twelve games per room."""
    chance = random.Random(number)
    results = tuple(
        GameResult(
            game=game,
            room=room,
            opening=Roll(1 + (game + number) % 5, 6),
            winner=chance.choice(list(TeamPlace)),
            ending=Ending.BEAROFF,
            left=chance.randint(1, 14),
            cube=1,
            owner=None,
        )
        for game in range(1, _GAMES + 1)
        for room in Room
    )
    seated = {(room, side): (_name(chance),) for room in Room for side in Side}
    teams = PerTeam(_name(chance), _name(chance))
    heading = ProtocolHeading(teams=teams, event="Harbour Cup", match="3", players=seated)
    return match_protocol_view(MatchProtocol(_GAMES, results), heading)


def set_of_a_field(number: int) -> GridsForm:
    """Return the standings, cross-table and all pairings of a round robin of 24 teams."""
    chance = random.Random(number)
    names = [_name(chance) for _ in range(_TEAMS)]
    tables = (_standings(names, chance), _crossed(names, chance), *_rounds(names, chance))
    return GridsForm("Standings", f"Harbour Cup {number}", tables, state="provisional")


def _standings(names: list[str], chance: random.Random) -> Grid:
    titles = ("VP", "Matches played", "IMP", "±", "SMP")
    columns = (
        GridColumn("Place", figure=True),
        GridColumn("Team"),
        *(GridColumn(title, figure=True) for title in titles),
    )
    rows = tuple(
        (str(place), name, *(str(chance.randint(0, 9999)) for _ in titles))
        for place, name in enumerate(names, 1)
    )
    return Grid("Standings", columns, rows)


def _crossed(names: list[str], chance: random.Random) -> Grid:
    columns = (
        GridColumn("Team"),
        *(GridColumn(str(place), figure=True) for place in range(1, _TEAMS + 1)),
    )
    rows = tuple((name, *(str(chance.randint(0, 30)) for _ in names)) for name in names)
    return Grid("Who met whom", columns, rows)


def _rounds(names: list[str], chance: random.Random) -> list[Grid]:
    columns = (
        GridColumn("Match", figure=True),
        GridColumn("White in the open room"),
        GridColumn("Red in the open room"),
        GridColumn("Result in VP", figure=True, strong=True),
    )
    tables = []
    for each in range(1, _TEAMS):
        seated = chance.sample(names, _TEAMS)
        pairs = zip(seated[::2], seated[1::2], strict=True)
        rows = tuple(
            (str(each * 12 + place), home, away, f"{chance.randint(0, 15)}–15")
            for place, (home, away) in enumerate(pairs)
        )
        tables.append(Grid(f"Round {each}", columns, rows))
    return tables


def _name(chance: random.Random) -> str:
    return "".join(chance.choices(_LETTERS, k=chance.randint(6, 24))).capitalize()
