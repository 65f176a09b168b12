"""A TTT: standings, who beat whom, adjudications, rules; nothing of it is anybody's secret."""

from protocol_forms.table_form import FormColumn, FormTable, TablesForm
from rules.ttt.standings import Standing
from server.prints.event_prints import event_called
from server.prints.form_context import FormContext
from server.results.ttt_values import TttMatchShown, TttTable, TttView


def ttt(context: FormContext) -> TablesForm:
    """Standings, grid, adjudications and rules."""
    state = context.tournament.state.ttt
    names = context.hall.names(context.words.code)
    return ttt_form(event_called(context), TttView(state, names, context.words))


def ttt_form(event: str, view: TttView) -> TablesForm:
    """The form; before the draw it has the rules alone, without a TTT it says so."""
    words = view.words
    if not view.state.is_set_up:
        nothing = words.gettext("This tournament has no TTT.")
        return TablesForm(words.gettext("TTT"), event, (), notes=(nothing,))
    tables = tuple(
        form for table in view.tables for form in (_standings(table, view), _grid(table, view))
    )
    forfeited = [
        each for each in view.matches if each.forfeit and each.standing is Standing.OFFICIAL
    ]
    if forfeited:
        tables = (*tables, _adjudications(forfeited, view))
    finished = all(each.table.finished for each in view.tables)
    state = "" if view.tables and finished else words.gettext("provisional")
    facts: tuple[tuple[str, str], ...] = ()
    if view.state.seed:
        facts = ((words.gettext("Seed of the draw"), view.state.seed.hex()),)
    notes = (view.rules, *view.amendments)
    return TablesForm(words.gettext("TTT"), event, tables, state, facts, notes=notes)


def _standings(table: TttTable, view: TttView) -> FormTable:
    gettext = view.words.gettext
    columns = (
        FormColumn(gettext("Place"), figure=True),
        FormColumn(gettext("Player")),
        FormColumn(gettext("Points"), figure=True, strong=True),
        FormColumn(gettext("Games played"), figure=True),
        FormColumn(gettext("Won"), figure=True),
        FormColumn(gettext("Gammons"), figure=True),
        FormColumn(gettext("Backgammons"), figure=True),
        FormColumn(gettext("Won by time-out"), figure=True),
        FormColumn(gettext("Lost"), figure=True),
        FormColumn(gettext("Time-outs"), figure=True),
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
    notes += [f"{name}: {gettext('adjudication pending')}" for name in pending]
    return FormTable(table.heading, columns, rows, tuple(notes), row_head=1)


def _grid(table: TttTable, view: TttView) -> FormTable:
    gettext = view.words.gettext
    columns = (
        FormColumn(gettext("Player")),
        *(FormColumn(str(number), figure=True) for number in range(1, len(table.lines) + 1)),
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
    heading = gettext("Who met whom: the points of the player on the left")
    return FormTable(f"{table.heading}. {heading}", columns, rows)


def _adjudications(forfeited: list[TttMatchShown], view: TttView) -> FormTable:
    gettext = view.words.gettext
    columns = (
        FormColumn(gettext("Match"), figure=True),
        FormColumn(gettext("Result")),
        FormColumn(gettext("Points"), figure=True, strong=True),
        FormColumn(gettext("Last position")),
        FormColumn(gettext("Figures")),
    )
    rows = tuple(
        (
            str(each.match.number),
            each.result,
            _winners_points(each) if each.figures else "?",
            each.forfeit.position if each.forfeit else "",
            each.figures or gettext("adjudication pending"),
        )
        for each in forfeited
    )
    return FormTable(gettext("Time-outs and resignations"), columns, rows)


def _winners_points(shown: TttMatchShown) -> str:
    """What the game brought the player who did not time out."""
    assert shown.forfeit is not None
    assert shown.points is not None
    winner = shown.match.other(shown.forfeit.loser)
    return shown.points[shown.match.players.index(winner)]
