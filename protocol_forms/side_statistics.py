"""Side statistics of a match, which do not affect its result.

Source: ruling 4. "As in bridge": for each game the SMP of both rooms are subtracted, and the
difference is converted into IMP. "Points × cube": the value of each game for money, which is 1 for
a single game, 2 for a gammon and 3 for a backgammon, times the cube in force.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import FULL_NAME, Say, in_english, shortened, signed
from rules.match_play.state import points
from rules.room import Room
from rules.scoring.match_protocol import AdjustedResult, GameResult, MatchProtocol, Result
from rules.scoring.scales import Smp, imp
from rules.scoring.teams import PerTeam, TeamPlace
from rules.text import N_

_ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
_NEVER = N_("Other statistics, for information only: the result stands as in the match protocol.")
_WHOSE = N_("Plus is good for %(home)s, minus for %(away)s.")
_BRIDGE = N_(
    "As in bridge: for each game the SMP of the two rooms are subtracted, and the difference is "
    "turned into IMP."
)
_MONEY = N_(
    "Points × cube: 1 for a single game, 2 for a gammon, 3 for a backgammon, times the cube in "
    "force. An adjusted result has none."
)
_NONE = "–"


def side_statistics_form(
    protocol: MatchProtocol, teams: PerTeam[str], event: str, say: Say = in_english
) -> GridsForm:
    """Return a form with the side statistics of a match that the scoring tables score.

    The match need not be finished. `event` is the line of text, printed on every form, that names
    the tournament and the match.
    """
    table = side_statistics_table(protocol, teams, say)
    return GridsForm(
        title=table.heading,
        event=event,
        tables=(replace(table, heading=say(N_("By game"))),),
        state=say(protocol.state.value),
        facts=((say(N_("Teams")), " – ".join(_names(teams))),),
    )


def side_statistics_table(
    protocol: MatchProtocol, teams: PerTeam[str], say: Say = in_english
) -> Grid:
    """Return the side statistics as a grid, for the second page of the match protocol."""
    by_place = {(result.game, result.room): result for result in protocol.results}
    lines = [_line(game, by_place) for game in range(1, protocol.games + 1)]
    home, away = _names(teams)
    notes = (say(_WHOSE, home=home, away=away), *map(say, (_BRIDGE, _MONEY, _NEVER)))
    return _table(lines, protocol, notes, say)


def _names(teams: PerTeam[str]) -> list[str]:
    return [shortened(teams.of(team), FULL_NAME) for team in TeamPlace]


@dataclass(frozen=True, slots=True)
class _Line:
    """The side statistics of one game.

    `net` is the net SMP of both rooms, None before both rooms have a result. `money` has for each
    room the home team's points times cube, negative if the away team won, or None.
    """

    game: int
    net: int | None
    money: Mapping[Room, int | None]


def _line(game: int, by_place: Mapping[tuple[int, Room], Result]) -> _Line:
    results = {room: by_place[game, room] for room in Room if (game, room) in by_place}
    net = None
    if len(results) == len(Room):
        net = sum(result.smp.home - result.smp.away for result in results.values())
    money = {room: _money(results[room]) if room in results else None for room in Room}
    return _Line(game, net, money)


def _money(result: Result) -> int | None:
    """Return the home team's points times cube, negative if the away team won.

    Return 0 for a cancelled game, and None for an adjusted result.
    """
    if isinstance(result, AdjustedResult):
        return None
    if not isinstance(result, GameResult):
        return 0
    worth = points(result.ending, result.cube)
    return worth if result.winner is TeamPlace.HOME else -worth


def _table(lines: list[_Line], protocol: MatchProtocol, notes: tuple[str, ...], say: Say) -> Grid:
    bridge, money, both = (
        say(N_("As in bridge")),
        say(N_("Points × cube")),
        say(N_("Both rooms")),
    )
    columns = (
        GridColumn(say(N_("Game")), figure=True),
        GridColumn(say(N_("Difference in SMP")), figure=True, group=bridge),
        GridColumn("IMP", figure=True, strong=True, group=bridge),
        *(GridColumn(say(_ROOMS[room]), figure=True, group=money) for room in Room),
        GridColumn(both, figure=True, strong=True, group=money),
    )
    rows = tuple(
        (
            str(line.game),
            _figure(line.net),
            _figure(None if line.net is None else imp(Smp(line.net))),
            *(_figure(line.money[room]) for room in Room),
            _figure(_sum([*line.money.values()])),
        )
        for line in lines
    )
    by_room = [_sum([line.money[room] for line in lines]) for room in Room]
    foot = (
        say(N_("Sum")),
        _figure(_sum([line.net for line in lines])),
        signed(protocol.bridge_difference),
        *map(_figure, by_room),
        _figure(_sum(by_room)),
    )
    return Grid(say(N_("Other statistics")), columns, rows, notes, sums=(foot,))


def _sum(values: list[int | None]) -> int | None:
    """Return the sum of the values that are not None; None if there are none."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _figure(value: int | None) -> str:
    return _NONE if value is None else signed(value)
