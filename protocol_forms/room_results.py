"""Results by room and player: the games of each room with both players' points and sums of IMP.

Source: "Open room results" and "Closed room results" of the final in Fair Backgammon Duplicated
Team Tournament (Garal, 2008): White is on the left in both rooms. The source calls "Doubler" what
we call "Doubling cube", the cube in force, and "Propose" what we call "Double passed", a refused
double. The form is made from the match protocol's view, so that both have the same figures.

A second form shows the numbered sets of rolls of a match, with a row for each turn, a column for
each seat of both rooms, and the source of each roll. Source: the example of a set of rolls in Fair
Backgammon Duplicated Team Tournament (Garal, 2008), with the players A1 and B1 in the open room, B2
and A2 in the closed one. Rulings 6, 8, 9 and 15.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import Say, in_english, shortened
from protocol_forms.match_protocol import UNOWNED_NOTE
from protocol_forms.protocol_view import MatchProtocolView, ProtocolRow, RoomSeat
from rules.dice import DiceSource
from rules.duplicate.roll_sets import RollSet
from rules.position import Side
from rules.room import Room
from rules.scoring.teams import TeamPlace, team_of
from rules.tables.state import RollRecord, TurnKey
from rules.text import N_

_ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
_HEADINGS = {Room.OPEN: N_("Open room results"), Room.CLOSED: N_("Closed room results")}
_HEAD = 30
"""Largest number of letters of a player's name in the header of a column."""


def room_results_form(view: MatchProtocolView, say: Say = in_english) -> GridsForm:
    """Return the form of both rooms' results by player.

    `say` translates the form's words; it must be of the same language as the view.
    """
    match = say(N_("Match %(number)s"), number=view.match) if view.match else ""
    return GridsForm(
        title=say(N_("Results by room and player")),
        event=" · ".join(part for part in (view.event, match) if part),
        tables=tuple(_table(room, view, say) for room in Room),
        state=" · ".join(_state(view, say)),
        facts=((say(N_("Teams")), f"{view.home.name} – {view.away.name}"),),
        notes=tuple(note for note in view.notes if note != say(UNOWNED_NOTE)),
    )


def _state(view: MatchProtocolView, say: Say) -> Iterator[str]:
    yield say(view.table_title)
    yield say(view.state)
    if view.recorded:
        yield view.recorded


@dataclass(frozen=True, slots=True)
class _Player:
    """One side of a room: the team that plays it there, and its seat."""

    team: TeamPlace
    seat: RoomSeat

    def named(self, say: Say) -> str:
        """Return the players' names, or the team's name before a line-up, with their colour."""
        return f"{self.seat.players or self.seat.team} ({say(self.seat.colour)})"

    def headed(self, say: Say) -> str:
        """Return the same as `named`, shortened for the header of a column."""
        name = shortened(self.seat.players or self.seat.team, _HEAD)
        return f"{name} ({say(self.seat.colour)})"


def _players(room: Room, view: MatchProtocolView) -> tuple[_Player, _Player]:
    teams = {TeamPlace.HOME: view.home, TeamPlace.AWAY: view.away}
    placed = [team_of(side, room) for side in (Side.WHITE, Side.RED)]
    white, red = (
        _Player(team, next(seat for seat in teams[team].seats if seat.room == room.value))
        for team in placed
    )
    return white, red


def _table(room: Room, view: MatchProtocolView, say: Say) -> Grid:
    white, red = _players(room, view)
    rows = [row for row in view.rows if row.room == room.value]
    heading = f"{say(_HEADINGS[room])}: {white.named(say)} – {red.named(say)}"
    if view.home.tally is not None:
        return _counted(heading, rows, (white, red), say)
    return _scored(heading, rows, (white, red), say)


def _scored(
    heading: str, rows: list[ProtocolRow], players: tuple[_Player, _Player], say: Say
) -> Grid:
    names = [player.headed(say) for player in players]
    imp = [[_imp(row, player.team) for row in rows] for player in players]
    columns = (
        GridColumn(say(N_("Game")), figure=True),
        GridColumn(say(N_("Doubling cube")), figure=True),
        GridColumn(say(N_("Double passed")), figure=True),
        GridColumn(say(N_("Remaining checkers")), figure=True),
        GridColumn("SMP", figure=True, group=names[0]),
        GridColumn("IMP", figure=True, strong=True, group=names[0]),
        GridColumn("IMP", figure=True, strong=True, group=names[1]),
        GridColumn("SMP", figure=True, group=names[1]),
    )
    cells = tuple(
        (
            _game(row),
            _cube(row),
            _shown(row.cube_proposed),
            _shown(row.left_home if row.left_away is None else row.left_away),
            _shown(_smp(row, players[0].team)),
            _shown(imp[0][place]),
            _shown(imp[1][place]),
            _shown(_smp(row, players[1].team)),
        )
        for place, row in enumerate(rows)
    )
    sums = [str(sum(filter(None, each))) for each in imp]
    foot = (say(N_("International match points")), "", "", "", "", *sums, "")
    return Grid(heading, columns, cells, rooms=_rooms(rows), sums=(foot,))


def _counted(
    heading: str, rows: list[ProtocolRow], players: tuple[_Player, _Player], say: Say
) -> Grid:
    """Return a room's results in a counted game: one whose teams compare a count, such as trous."""
    unit = say(N_("Trous"))
    counts = [[_tally(row, player.team) for row in rows] for player in players]
    columns = (
        GridColumn(say(N_("Game")), figure=True),
        *(GridColumn(unit, figure=True, group=player.headed(say)) for player in players),
    )
    cells = tuple(
        (_game(row), _shown(counts[0][place]), _shown(counts[1][place]))
        for place, row in enumerate(rows)
    )
    sums = (str(sum(filter(None, each))) for each in counts)
    foot = (say(N_("Sum")), *sums)
    return Grid(heading, columns, cells, rooms=_rooms(rows), sums=(foot,))


def _rooms(rows: list[ProtocolRow]) -> tuple[Room | None, ...]:
    return tuple(Room(row.room) for row in rows)


def _game(row: ProtocolRow) -> str:
    return f"{row.game} {row.mark}".rstrip()


def _cube(row: ProtocolRow) -> str:
    """Return the cube in force without its owner, whom this form does not show."""
    cubes = (row.cube_home, row.cube_away, row.cube_unowned)
    return _shown(next((cube for cube in cubes if cube is not None), None))


def _smp(row: ProtocolRow, team: TeamPlace) -> int | None:
    return row.smp_home if team is TeamPlace.HOME else row.smp_away


def _imp(row: ProtocolRow, team: TeamPlace) -> int | None:
    return row.imp_home if team is TeamPlace.HOME else row.imp_away


def _tally(row: ProtocolRow, team: TeamPlace) -> int | None:
    return row.tally_home if team is TeamPlace.HOME else row.tally_away


def _shown(value: int | None) -> str:
    return "" if value is None else str(value)


_SOURCES = {
    DiceSource.READER: N_("dice reader"),
    DiceSource.CONSOLE: N_("console"),
    DiceSource.INFERRED: N_("inferred"),
    DiceSource.DIRECTOR: N_("director"),
    DiceSource.SERVER: N_("server"),
    DiceSource.PAPER: N_("paper"),
}
_EXPLAINED = {
    DiceSource.INFERRED: N_("inferred: read from the play made with it."),
    DiceSource.PAPER: N_("paper: thrown without a board, typed in from slips afterwards."),
    DiceSource.SERVER: N_("server: drawn from the seed whose hash was published before the match."),
}
_OPENING = N_("The opening throw, White's die first, is written with a colon.")
_TAIL = N_("* Thrown for the closed room after the open room's game had ended.")
_DIFFER = {
    Side.WHITE: N_(
        "≠ White's turn %(turn)s: the rooms' dice differ, %(open)s in the open room and %(closed)s "
        "in the closed."
    ),
    Side.RED: N_(
        "≠ Red's turn %(turn)s: the rooms' dice differ, %(open)s in the open room and %(closed)s "
        "in the closed."
    ),
}
_FIRST = N_("%(dice)s only decided who starts; neither player played it.")
_NONE = N_("No rolls of this game are recorded.")


@dataclass(frozen=True, slots=True)
class NumberedRolls:
    """A game's set of rolls; `number` is the set's number in the tournament, None if it has none.

    `players` are the known names of the game's players, keyed by room and side.
    """

    number: int | None
    rolled: RollSet
    players: Mapping[tuple[Room, Side], str] = field(default_factory=dict)


def roll_sets_form(
    title: str,
    event: str,
    sets: Iterable[NumberedRolls],
    facts: tuple[tuple[str, str], ...] = (),
    say: Say = in_english,
) -> GridsForm:
    """Return a form with a grid for each set of rolls.

    A room's cell is empty for a turn whose roll it was not given. `title`, `event` and `facts`
    identify the match; `facts` are pairs of label and value.
    """
    return GridsForm(title, event, tuple(_rolls_table(each, say) for each in sets), facts=facts)


def _rolls_table(numbered: NumberedRolls, say: Say) -> Grid:
    rolled, source = numbered.rolled, say(N_("Source"))
    colours = {Side.WHITE: say(N_("White")), Side.RED: say(N_("Red"))}
    columns = (
        GridColumn(say(N_("Turn")), figure=True),
        *(
            GridColumn(
                _seat(numbered, room, side, colours[side]), strong=True, group=say(_ROOMS[room])
            )
            for room in Room
            for side in Side
        ),
        *(GridColumn(colours[side], group=source) for side in Side),
    )
    turns = max((key.turn for key in rolled.rolls), default=0)
    rows = tuple((str(turn), *_cells(rolled, turn, say)) for turn in range(1, turns + 1))
    return Grid(_heading(numbered, say), columns, rows, tuple(_notes(rolled, say)))


def _seat(numbered: NumberedRolls, room: Room, side: Side, colour: str) -> str:
    player = numbered.players.get((room, side), "")
    return f"{colour}: {shortened(player, _HEAD)}" if player else colour


def _heading(numbered: NumberedRolls, say: Say) -> str:
    rolled = numbered.rolled
    parts = [say(N_("Game %(number)s"), number=rolled.game)]
    if rolled.attempt > 1:
        parts.append(say(N_("attempt %(number)s"), number=rolled.attempt))
    if numbered.number is not None:
        parts.append(say(N_("Set of rolls no. %(numbers)s"), numbers=numbered.number))
    return " · ".join(parts)


def _cells(rolled: RollSet, turn: int, say: Say) -> tuple[str, ...]:
    """Return the cells of a turn: the dice of each seat, then the sources of both sides' rolls."""
    rolls = [rolled.rolls.get(TurnKey(side, turn)) for side in Side]
    return (
        *(_given(roll, room) for room in Room for roll in rolls),
        *("" if roll is None else say(_SOURCES[roll.source]) for roll in rolls),
    )


def _given(roll: RollRecord | None, room: Room) -> str:
    """Return the dice of a turn in a room, or an empty text if the room had no dice for it."""
    if roll is None:
        return ""
    if roll.tail if room is Room.OPEN else not roll.released:
        return ""
    return _dice(roll, room) + ("*" if roll.tail else "") + (" ≠" if roll.differs else "")


def _dice(roll: RollRecord, room: Room = Room.OPEN) -> str:
    """Return the dice as text: White's first in an opening throw, otherwise the higher first."""
    dice = roll.in_room(room)
    return f"{dice.first}:{dice.second}" if roll.opening else str(dice)


def _notes(rolled: RollSet, say: Say) -> Iterable[str]:
    rolls = rolled.rolls.values()
    if not rolls:
        yield say(_NONE)
    if any(roll.opening for roll in rolls):
        yield say(_OPENING)
    if rolled.first_throw is not None:
        yield say(_FIRST, dice=_dice(rolled.first_throw))
    if any(roll.tail for roll in rolls):
        yield say(_TAIL)
    for key, roll in rolled.rolls.items():
        if roll.differs:
            lay = {"open": roll.in_room(Room.OPEN), "closed": roll.in_room(Room.CLOSED)}
            yield say(_DIFFER[key.side], turn=key.turn, **lay)
    for source, explained in _EXPLAINED.items():
        if any(roll.source is source for roll in rolls):
            yield say(explained)
