"""The printed form of a TTT: standings, results, adjudications and rules, all of them public."""

from protocol_forms.grids import Grid, GridColumn, GridsForm
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.standings import TttCounts
from rules.text import N_
from server.values.naming import Names
from server.views.printable import FormContext, PlayedOut, Printable, Scope, tournament_called
from server.views.ttt.values import TttMatchShown, TttTable, TttView
from server.words.translation import Words


def ttt(context: FormContext) -> GridsForm:
    """Return the form of the tournament's TTT."""
    state = context.tournament.state.of(TTT)
    names = context.hall.names(context.words.code)
    return ttt_form(tournament_called(context), TttView(state, names, context.words))


def ttt_form(event: str, view: TttView) -> GridsForm:
    """Return the form of a TTT; `event` is the tournament's title.

    Before the draw it has only the rules. If the tournament has no TTT, it has only a note.
    """
    words = view.words
    if not view.state.is_set_up:
        nothing = words.gettext("This tournament has no TTT.")
        return GridsForm(words.gettext("TTT"), event, (), notes=(nothing,))
    tables = tuple(
        form for table in view.tables for form in (_standings(table, view), _grid(table, view))
    )
    forfeited = [
        each for each in view.matches if each.forfeit and each.standing is TttCounts.OFFICIAL
    ]
    if forfeited:
        tables = (*tables, _adjudications(forfeited, view))
    finished = all(each.table.finished for each in view.tables)
    state = "" if view.tables and finished else words.gettext("provisional")
    facts: tuple[tuple[str, str], ...] = ()
    if view.state.seed:
        facts = ((words.gettext("Seed of the draw"), view.state.seed.hex()),)
    notes = (view.rules, *view.amendments)
    return GridsForm(words.gettext("TTT"), event, tables, state, facts, notes=notes)


def _standings(table: TttTable, view: TttView) -> Grid:
    gettext = view.words.gettext
    columns = (
        GridColumn(gettext("Place"), figure=True),
        GridColumn(gettext("Player")),
        GridColumn(gettext("Points"), figure=True, strong=True),
        GridColumn(gettext("Games played"), figure=True),
        GridColumn(gettext("Won"), figure=True),
        GridColumn(gettext("Gammons"), figure=True),
        GridColumn(gettext("Backgammons"), figure=True),
        GridColumn(gettext("Won by time-out"), figure=True),
        GridColumn(gettext("Lost"), figure=True),
        GridColumn(gettext("Time-outs"), figure=True),
    )
    rows = tuple(
        (
            str(line.row.place or "–"),
            line.name,
            line.points,
            str(line.row.played),
            str(sum(line.wins)),
            *map(str, line.wins[1:]),
            str(line.row.forfeit_wins),
            str(line.row.losses),
            str(line.row.forfeits),
        )
        for line in table.lines
    )
    notes = [table.first] if table.first else []
    removed = [line.name for line in table.lines if line.removed]
    notes += [f"{name}: {gettext('removed')}" for name in removed]
    pending = [line.name for line in table.lines if line.row.provisional]
    notes += [f"{name}: {gettext('awaiting a decision')}" for name in pending]
    return Grid(table.heading, columns, rows, tuple(notes), row_head=1)


def _grid(table: TttTable, view: TttView) -> Grid:
    gettext = view.words.gettext
    columns = (
        GridColumn(gettext("Player")),
        *(GridColumn(str(number), figure=True) for number in range(1, len(table.lines) + 1)),
    )
    rows = tuple(
        (
            f"{number} {line.name}",
            *(
                "×" if at == number else f"{cell.text}{'' if cell.settled else '?'}"
                for at, cell in enumerate(line.cells, 1)
            ),
        )
        for number, line in enumerate(table.lines, 1)
    )
    heading = gettext("Cross-table: points of the player in the row")
    return Grid(f"{table.heading}. {heading}", columns, rows)


def _adjudications(forfeited: list[TttMatchShown], view: TttView) -> Grid:
    gettext = view.words.gettext
    columns = (
        GridColumn(gettext("Match"), figure=True),
        GridColumn(gettext("Result")),
        GridColumn(gettext("Points"), figure=True, strong=True),
        GridColumn(gettext("Last position")),
        GridColumn(gettext("Figures")),
    )
    rows = tuple(
        (
            str(each.match.number),
            each.result,
            _winners_points(each) if each.figures else "?",
            each.forfeit.position if each.forfeit else "",
            each.figures or gettext("awaiting a decision"),
        )
        for each in forfeited
    )
    return Grid(gettext("Time-outs and resignations"), columns, rows)


def grids_of_archive(event: str, known: PlayedOut, names: Names, words: Words) -> GridsForm:
    """Return the form of an archived tournament's TTT.

    `event` is the tournament's name, `known` its state in each format and the outcomes of its
    matches.
    """
    return ttt_form(event, TttView(TTT.of(known.states), names, words))


def _winners_points(shown: TttMatchShown) -> str:
    """Return the points that a forfeited game brought the winner, as text."""
    assert shown.forfeit is not None
    assert shown.points is not None
    winner = shown.match.other(shown.forfeit.loser)
    return shown.points[shown.match.players.index(winner)]


def _has_ttt(context: FormContext) -> bool:
    return context.tournament.state.of(TTT).is_set_up


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="ttt",
        title=N_("TTT"),
        scope=Scope.EVENT,
        make=ttt,
        public=True,
        offered=_has_ttt,
        of_archive=grids_of_archive,
    ),
)
