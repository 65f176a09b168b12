"""A player's printed sheet with their results, and everybody's results as files for spreadsheets.

Sources: rulings 5 (colours), 11 (substitutes) and 33 (persons). Sums count the games in which the
person sat, as far as they are public, even on operators' forms (rulings 12 and 34).
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import xlsxwriter

from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import FULL_NAME, shortened
from protocol_forms.writers.files import harmless
from rules.errors import MatchRefused
from rules.formats.format import NOTHING_PLAYED, Outcomes
from rules.games.known_games import INFOS
from rules.identities import MatchId, PersonId
from rules.position import Side
from rules.room import Room
from rules.text import N_
from server.matches.line_ups import PlayerSeat, seats_of
from server.matches.match_record import MatchRecord
from server.values.finished_match import FinishedMatch
from server.values.naming import Names, resolved
from server.values.played_match import DUPLICATE, PersonResult, PersonTally, PlayedMatch
from server.views.printable import FormContext, Printable, Scope, tournament_called
from server.words.game_words import game_word
from server.words.translation import Words

COLUMNS = (
    "person",
    "name",
    "federation_number",
    "club",
    "country",
    "game",
    "kind",
    "matches",
    "games",
    "won",
    "smp_for",
    "smp_against",
    "imp_for",
    "imp_against",
    "points_for",
    "points_against",
)
Cell = str | int


def person_rows(results: Sequence[PersonResult], names: Names) -> list[list[Cell]]:
    """Return one row for each person's result, with the cells that COLUMNS names.

    The row of a hidden person has initials in place of the name, and nothing else about the person
    (ruling 33).
    """
    return [_row(each, names) for each in results]


def _row(result: PersonResult, names: Names) -> list[Cell]:
    person = resolved(names.persons, result.person)
    about = ("", "", "")
    if person is not None and not person.hidden and not person.erased:
        about = person.federation_number, person.club, person.country
    return [
        result.person.text,
        names.of(result.person),
        *about,
        result.game_name,
        result.kind,
        result.matches,
        result.games,
        result.won,
        *result.smp,
        *result.imp,
        *result.points,
    ]


def person_csv(rows: Sequence[Sequence[Cell]]) -> bytes:
    """Return the rows of `person_rows` as CSV in UTF-8, with the byte order mark for spreadsheets.

    A text that a spreadsheet would interpret as a formula gets an apostrophe in front.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(
        [[harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    )
    return text.getvalue().encode("utf-8-sig")


def person_xlsx(rows: Sequence[Sequence[Cell]]) -> bytes:
    """Return the rows of `person_rows` as a workbook with one sheet.

    Texts are stored so that none is read as a formula.
    """
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as workbook:
        sheet = workbook.add_worksheet("results")
        bold = workbook.add_format({"bold": True})
        for column, title in enumerate(COLUMNS):
            sheet.write_string(0, column, title, bold)
        for number, row in enumerate(rows, 1):
            for column, cell in enumerate(row):
                if isinstance(cell, int):
                    sheet.write_number(number, column, cell)
                else:
                    sheet.write_string(number, column, cell)
        sheet.freeze_panes(1, 2)
        sheet.autofilter(0, 0, len(rows), len(COLUMNS) - 1)
        sheet.autofit()
    return content.getvalue()


_ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
_SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetMatch:
    """A match on a player's sheet.

    `label` is the match's name. `kind` is DUPLICATE for a match in two rooms, TO_POINTS for one at
    one table. `teams` and `result` have home first. `result` is in VP, points, or trous (Trictrac);
    None before it is public. `seats` are the room, side and games that the person played, at least
    one; `tally` has the person's sums in the match.
    """

    label: str
    game_name: str
    kind: str
    teams: tuple[str, str]
    seats: tuple[PlayerSeat, ...]
    tally: PersonTally
    result: tuple[int, int] | None

    @property
    def unit(self) -> str:
        """The unit in which the match's games are summed: "imp", "count" (trous), or "points"."""
        if self.kind != DUPLICATE:
            return "points"
        return "count" if INFOS[self.game_name].scored.counted else "imp"


def player_sheet(context: FormContext) -> GridsForm:
    """Return the sheet with all results of the person that the context names.

    Raises MatchRefused if that person did not play in the tournament.
    """
    names = context.hall.names(context.words.code)
    person = _person(context)
    tournament = context.tournament.tournament
    public = context.outcomes.of(tournament)
    played = context.outcomes.played(context.hall, tournament)
    sheet = (_sheet_match(context, each, person, public) for each in played)
    matches = [each for each in sheet if each is not None]
    if not matches:
        raise _unknown(context)
    return player_sheet_form(
        names.of(person), tournament_called(context), matches, names, context.words
    )


def _person(context: FormContext) -> PersonId:
    """Return the present id of the named person. Raises MatchRefused if the id is invalid."""
    try:
        named = PersonId(context.part.player)
    except ValueError:
        raise _unknown(context) from None
    return _as_known(context, named)


def _unknown(context: FormContext) -> MatchRefused:
    return MatchRefused("player", context.part.player, "the id of somebody who has played here")


def _as_known(context: FormContext, person: PersonId) -> PersonId:
    known = resolved(context.hall.persons.persons, person)
    return person if known is None else known.person_id


def _sheet_match(
    context: FormContext, played: PlayedMatch, person: PersonId, public: Outcomes
) -> SheetMatch | None:
    """Return a match for the person's sheet, or None if no game of theirs counts.

    `public` are the public outcomes of the tournament's matches.
    """
    tallies = [each for each in played.tallies if _as_known(context, each.person) == person]
    match = _match(context, played.match_id)
    seats = tuple(each for each in seats_of(match) if _as_known(context, each.player) == person)
    if not tallies or not seats:
        return None
    return SheetMatch(
        label=context.hall.names().match(played.match_id).label,
        game_name=played.game_name,
        kind=played.kind,
        teams=played.teams,
        seats=seats,
        tally=_summed(person, tallies),
        result=_result(match, public),
    )


def _match(context: FormContext, match_id: MatchId) -> MatchRecord | FinishedMatch:
    finished = context.hall.registry.finished
    if match_id in finished:
        return finished.of(match_id)
    return context.hall.match(match_id).record


def _result(match: MatchRecord | FinishedMatch, public: Outcomes) -> tuple[int, int] | None:
    """Return the match's result, home first, in VP, points or trous (Trictrac).

    Return None until the result is public.
    """
    if isinstance(match, FinishedMatch):
        return match.final_score
    return public.get(match.match_id.number, NOTHING_PLAYED).vp


def _summed(person: PersonId, tallies: list[PersonTally]) -> PersonTally:
    """Return the sum of these tallies, which are all of that person, also under former ids."""
    return PersonTally(
        person=person,
        games=sum(each.games for each in tallies),
        won=sum(each.won for each in tallies),
        smp=_pair_sum([each.smp for each in tallies]),
        imp=_pair_sum([each.imp for each in tallies]),
        points=_pair_sum([each.points for each in tallies]),
    )


def _pair_sum(pairs: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(own for own, _ in pairs), sum(theirs for _, theirs in pairs)


def player_sheet_form(
    name: str, event: str, matches: Sequence[SheetMatch], names: Names, words: Words
) -> GridsForm:
    """Return a player's sheet with a grid for each game and kind of match, in the matches' order.

    `name` is the player's name, `event` the tournament's title.
    """
    kinds = dict.fromkeys((each.game_name, each.unit) for each in matches)
    tables = tuple(
        _table([each for each in matches if (each.game_name, each.unit) == kind], names, words)
        for kind in kinds
    )
    title, teams = words.gettext("Player's sheet"), _own_teams(matches)
    facts = [(words.gettext("Player"), shortened(name, FULL_NAME))]
    if teams:
        facts.append((words.gettext("Team"), ", ".join(teams)))
    return GridsForm(title, event, tables, facts=tuple(facts))


def _own_teams(matches: Sequence[SheetMatch]) -> list[str]:
    """Return the teams for which the person played in these matches, each once."""
    teams = (each.seats[0].team for each in matches if each.kind == DUPLICATE)
    return [shortened(team, FULL_NAME) for team in dict.fromkeys(teams)]


def _table(matches: Sequence[SheetMatch], names: Names, words: Words) -> Grid:
    gettext, unit = words.gettext, matches[0].unit
    units = _units(unit, words)
    columns = (
        GridColumn(gettext("Match"), figure=True),
        GridColumn(gettext("Against")),
        GridColumn(gettext("Colour") if unit == "points" else gettext("Table")),
        GridColumn(gettext("Games"), figure=True),
        GridColumn(gettext("Won"), figure=True),
        *units,
        GridColumn(gettext("Result of the match"), figure=True),
    )
    rows = tuple(tuple(_cells(each, names, words)) for each in matches)
    foot = (
        gettext("Sum"),
        "",
        "",
        str(sum(each.tally.games for each in matches)),
        str(sum(each.tally.won for each in matches)),
        *_figures(unit, [each.tally for each in matches]),
        "",
    )
    heading = game_word(matches[0].game_name, words)
    if unit == "points":
        heading = f"{heading}, {gettext('matches to points')}"
    return Grid(heading, columns, rows, sums=(foot,))


def _units(unit: str, words: Words) -> list[GridColumn]:
    if unit == "imp":
        return [GridColumn("SMP", figure=True), GridColumn("IMP", figure=True, strong=True)]
    title = words.gettext("Trous") if unit == "count" else words.gettext("Points")
    return [GridColumn(title, figure=True, strong=True)]


def _figures(unit: str, tallies: Iterable[PersonTally]) -> list[str]:
    """Return the sums for and against the player over these tallies, as texts such as "12–9".

    There is one text for each column that a grid with this unit has.
    """
    every = [*tallies]
    if unit == "imp":
        return [_sums(each.smp for each in every), _sums(each.imp for each in every)]
    return [_sums(each.points for each in every)]


def _sums(pairs: Iterable[tuple[int, int]]) -> str:
    own, theirs = map(sum, zip(*pairs, strict=True))
    return f"{own}–{theirs}"


def _cells(match: SheetMatch, names: Names, words: Words) -> Iterator[str]:
    own = match.seats[0].team
    other = next((team for team in match.teams if team != own), own)
    yield match.label
    yield shortened(names.by(other), FULL_NAME)
    yield "; ".join(_table_of(seat, match.unit, words) for seat in match.seats)
    yield str(match.tally.games)
    yield str(match.tally.won)
    yield from _figures(match.unit, [match.tally])
    yield _result_text(match, own)


def _table_of(seat: PlayerSeat, unit: str, words: Words) -> str:
    """Return where a player sat at a match, in words: the room and the colour.

    If the player did not sit there from game 1 on, the first game is added. For a match at one
    table the words are only the colour.
    """
    colour = words.gettext(_SIDES[seat.side])
    if unit == "points":
        return colour
    table = f"{words.gettext(_ROOMS[seat.room])}, {colour}"
    if seat.since == 1:
        return table
    return words.gettext("%(table)s, from game %(game)s", table=table, game=seat.since)


def _result_text(match: SheetMatch, own: str) -> str:
    """Return the match's result with the person's own team first."""
    if match.result is None:
        return ""
    first, second = match.result if own == match.teams[0] else match.result[::-1]
    unit = {"imp": "VP"}.get(match.unit, "")
    return f"{first}–{second} {unit}".rstrip()


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="player-sheet",
        title=N_("Player's sheet"),
        scope=Scope.PLAYER,
        make=player_sheet,
        public=True,
    ),
)
