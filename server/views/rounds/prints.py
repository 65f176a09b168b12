"""Printed lists of a round's players: by name, where people look themselves up, and by table.

A line-up is sealed until both teams of the match have handed theirs in (ruling 13), so until then a
team is listed without players. Afterwards everybody may know the players, so the operators' and the
public's lists are the same, except for rounds that are not published. A match has two tables, one
in the open and one in the closed room.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import FULL_NAME, shortened
from rules.errors import MatchRefused
from rules.formats.team_event.stages import Stage
from rules.identities import MatchId, PersonId
from rules.position import Side
from rules.room import Room
from rules.text import N_
from server.matches.line_ups import PlayerSeat, seated_now, seats_of
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names, OrderKey, alphabetical
from server.views.printable import FormContext, Part, Printable, Scope, tournament_called
from server.views.team_event.prints import event_seen, stages_shown
from server.views.team_event.values import PairRow, RoundValues, StageValues
from server.words.translation import Words

_ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
_SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """A round and the players in its matches.

    `event` is the tournament's title. `seats` says who sits where in each match, keyed by match
    number, in no order; a match has no players here before both its line-ups are handed in.
    """

    event: str
    stage: StageValues
    round: RoundValues
    seats: Mapping[int, tuple[PlayerSeat, ...]]

    def of(self, pair: PairRow) -> Mapping[tuple[Room, Side], PlayerSeat]:
        """Return the players who now sit in the match of that pair, keyed by room and side."""
        number = pair.address.number if pair.address is not None else None
        return seated_now(self.seats.get(number, ())) if number is not None else {}


@dataclass(frozen=True, slots=True)
class InOrder:
    """The order of a list of people: by these names, in the alphabet of that language."""

    names: Names
    language: str

    def of(self, player: PersonId) -> OrderKey:
        """Return the sort key of a player."""
        return alphabetical(self.names.of(player), self.language)


def published_rounds(tournament: TournamentProcess) -> list[tuple[Stage, int]]:
    """Return all published rounds with their stages, the last round first."""
    stages = tournament.state.event.stages
    return [
        (stages[number], each)
        for number in sorted(stages, reverse=True)
        for each in sorted(stages[number].published, reverse=True)
    ]


def round_meant(tournament: TournamentProcess, part: Part) -> tuple[Stage, int]:
    """Return the stage and the number of the round that `part` names.

    If `part` names no round, the last published round of its stage is meant. If it names no stage,
    the last stage in which such a round is published is meant. Raises MatchRefused if no published
    round fits.
    """
    known = published_rounds(tournament)
    for stage, number in known:
        if part.round in (None, number) and part.stage in (None, stage.number):
            return stage, number
    allowed = ", ".join(str(each) for each in sorted({number for _, number in known}))
    raise MatchRefused("round", part.round or "", allowed or "a round that is published")


def matches_of_round(tournament: TournamentProcess, part: Part) -> list[MatchId]:
    """Return the matches of a round in the order of its pairings.

    Raises MatchRefused if the round is not published.
    """
    stage, number = round_meant(tournament, part)
    return [MatchId(tournament.tournament, each) for each in stage.numbers_of(number)]


def by_name(context: FormContext) -> GridsForm:
    """Return a form with all who play in the context's round, in alphabetical order."""
    names, order = context.hall.names(context.words.code), context.order
    by_alphabet = InOrder(context.hall.names(order.code), order.code)
    return pairings_by_name(_round_seats(context), names, context.words, by_alphabet)


def by_table(context: FormContext) -> GridsForm:
    """Return a form with the tables of the context's round, in the order of their matches."""
    names = context.hall.names(context.words.code)
    return pairings_by_table(_round_seats(context), names, context.words)


def _round_seats(context: FormContext) -> RoundSeats:
    stage, chosen = _round(context, stages_shown(context, event_seen(context)))
    numbers = [pair.address.number for pair in chosen.pairs if pair.address is not None]
    seats = {number: _seats(context, number) for number in numbers}
    return RoundSeats(tournament_called(context), stage, chosen, seats)


def _round(context: FormContext, every: list[StageValues]) -> tuple[StageValues, RoundValues]:
    """Return the stage and the round that the context names.

    If it names no round, this is the last round of the named stage, or else of all stages. `every`
    are the stages that can be named. Raises MatchRefused if there is no such round.
    """
    part = context.part
    known = [(stage, each) for stage in every for each in stage.rounds]
    if part.stage is not None:
        known = [(stage, each) for stage, each in known if stage.number == part.stage]
        if not known:
            allowed = ", ".join(str(stage.number) for stage in every if stage.rounds)
            raise MatchRefused("stage", part.stage, allowed or "none has rounds yet")
    if part.round is not None:
        allowed = ", ".join(dict.fromkeys(str(each.number) for _, each in known))
        known = [(stage, each) for stage, each in known if each.number == part.round]
        if not known:
            raise MatchRefused("round", part.round, allowed or N_("none yet"))
    if not known:
        raise MatchRefused("round", "", "none is published yet")
    return known[-1]


def _seats(context: FormContext, number: int) -> tuple[PlayerSeat, ...]:
    match_id = MatchId(context.tournament.tournament, number)
    finished, process = context.hall.registry.finished, context.hall.matches.get(match_id)
    if match_id in finished:
        return seats_of(finished.of(match_id))
    return () if process is None else seats_of(process.record)


def pairings_by_name(seated: RoundSeats, names: Names, words: Words, order: InOrder) -> GridsForm:
    """Return a form with all who play in a round, then with the teams without known players.

    The players are in the order `order`.
    """
    players, teams = list[tuple[OrderKey, tuple[str, ...]]](), list[tuple[str, PairRow, str]]()
    for pair in seated.round.pairs:
        sitting = seated.of(pair)
        for seat in sitting.values():
            row = _player_row(pair, seat, sitting, names, words)
            players.append((order.of(seat.player), row))
        if not sitting:
            teams += [(pair.home, pair, pair.away), (pair.away, pair, pair.home)]
    tables = [_of_players([row for _, row in sorted(players)], words)] if players else []
    teams.sort(key=lambda each: alphabetical(each[0], order.language))
    tables += [_of_teams(teams, words)] if teams else []
    return _form(words.gettext("Pairings by name"), seated, tables, words)


def _of_players(rows: Sequence[tuple[str, ...]], words: Words) -> Grid:
    gettext = words.gettext
    columns = (
        GridColumn(gettext("Player"), strong=True),
        GridColumn(gettext("Team")),
        GridColumn(gettext("Match"), figure=True),
        GridColumn(gettext("Table")),
        GridColumn(gettext("Opponent")),
    )
    return Grid(gettext("Players"), columns, tuple(rows))


def _of_teams(teams: Sequence[tuple[str, PairRow, str]], words: Words) -> Grid:
    gettext = words.gettext
    columns = (
        GridColumn(gettext("Team"), strong=True),
        GridColumn(gettext("Match"), figure=True),
        GridColumn(gettext("Against")),
    )
    rows = tuple((_short(own), _number(pair), _short(other)) for own, pair, other in teams)
    return Grid(gettext("Teams whose line-ups are not in yet"), columns, rows)


def _player_row(
    pair: PairRow,
    seat: PlayerSeat,
    sitting: Mapping[tuple[Room, Side], PlayerSeat],
    names: Names,
    words: Words,
) -> tuple[str, ...]:
    opponent = sitting[seat.room, seat.side.opponent]
    return (
        _short(names.of(seat.player)),
        _short(seat.team),
        _number(pair),
        f"{words.gettext(_ROOMS[seat.room])}, {words.gettext(_SIDES[seat.side])}",
        _sitting(opponent, names),
    )


def pairings_by_table(seated: RoundSeats, names: Names, words: Words) -> GridsForm:
    """Return a form with a round's tables and their players, ordered by match number."""
    gettext = words.gettext
    columns = (
        GridColumn(gettext("Match"), figure=True, strong=True),
        GridColumn(gettext("Room")),
        *(GridColumn(gettext(_SIDES[side])) for side in Side),
    )
    pairs = sorted(seated.round.pairs, key=_in_order)
    rows = tuple(row for pair in pairs for row in _table_rows(pair, seated, names, words))
    table = Grid(
        gettext("Tables"),
        columns,
        rows,
        rooms=tuple(Room) * len(pairs),
        together=len(Room),
    )
    return _form(gettext("Pairings by table"), seated, [table] if rows else [], words)


def _in_order(pair: PairRow) -> tuple[bool, int]:
    return pair.address is None, pair.address.number if pair.address is not None else 0


def _table_rows(
    pair: PairRow, seated: RoundSeats, names: Names, words: Words
) -> Iterator[tuple[str, ...]]:
    sitting = seated.of(pair)
    for room in Room:
        teams = (pair.home, pair.away) if room is Room.OPEN else (pair.away, pair.home)
        cells = [
            _sitting(sitting[room, side], names) if sitting else _short(team)
            for side, team in zip((Side.WHITE, Side.RED), teams, strict=True)
        ]
        number = _number(pair) if room is Room.OPEN else ""
        yield number, words.gettext(_ROOMS[room]), *cells


def _short(name: str) -> str:
    return shortened(name, FULL_NAME)


def _sitting(seat: PlayerSeat, names: Names) -> str:
    """Return the name of a player together with that of their team."""
    return f"{_short(names.of(seat.player))} ({_short(seat.team)})"


def _number(pair: PairRow) -> str:
    label = pair.address.label if pair.address is not None else "–"
    return f"{label} {pair.group}".strip()


def _form(title: str, seated: RoundSeats, tables: list[Grid], words: Words) -> GridsForm:
    gettext, shown = words.gettext, seated.round
    facts = [(gettext("Stage"), seated.stage.name)]
    if not seated.stage.in_pairs:
        facts.append((gettext("Round"), str(shown.number)))
    if shown.starts:
        facts.append((gettext("Starts"), shown.starts))
    byes = tuple(f"{_short(team)}: {gettext('has a bye')}" for team in shown.byes)
    return GridsForm(title, seated.event, tuple(tables), facts=tuple(facts), notes=byes)


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="pairings-by-name",
        title=N_("Pairings by name"),
        scope=Scope.ROUND,
        make=by_name,
        public=True,
    ),
    Printable(
        kind="pairings-by-table",
        title=N_("Pairings by table"),
        scope=Scope.ROUND,
        make=by_table,
        public=True,
    ),
)
