"""Everybody's decisions at forks, by matches that are over for everybody, for operators too."""

from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import FULL_NAME, shortened
from rules.text import N_
from server.luck.fork_book import DecisionRanking, DecisionRow, decision_notes, decision_ranking
from server.luck.luck_tables import NONE
from server.prints.printable import FormContext, Printable, Scope, event_called
from server.words.translation import Words


def decisions(context: FormContext) -> GridsForm:
    """The ranking of the tournament."""
    hall, hub = context.hall, context.hub
    played = context.outcomes.played(hall, context.tournament.tournament)
    names = hall.names(context.words.code)
    ranking = decision_ranking(played, context.forks, hub.is_known_over, names)
    return decisions_form(event_called(context), ranking, context.words)


def decisions_form(event: str, ranking: DecisionRanking, words: Words) -> GridsForm:
    """The ranking as a form; without a match that was judged it says so."""
    gettext = words.gettext
    columns = (
        GridColumn(gettext("Place"), figure=True),
        GridColumn(gettext("Player")),
        GridColumn(gettext("Matches"), figure=True),
        GridColumn(gettext("Forks"), figure=True),
        GridColumn(gettext("Better"), figure=True),
        GridColumn(gettext("Equal"), figure=True),
        GridColumn(gettext("Worse"), figure=True),
        GridColumn(gettext("Given up"), figure=True, strong=True),
    )
    rows = tuple(_cells(each, words) for each in ranking.rows)
    table = Grid("", columns, rows, row_head=1)
    return GridsForm(
        title=gettext("Decisions at forks"),
        event=event,
        tables=(table,) if rows else (),
        notes=tuple(decision_notes(ranking, words)),
    )


def _cells(row: DecisionRow, words: Words) -> tuple[str, ...]:
    return (
        NONE if row.place is None else str(row.place),
        shortened(row.name, FULL_NAME),
        str(row.matches),
        str(row.tally.forks),
        str(row.tally.better),
        str(row.tally.equal),
        str(row.tally.worse),
        row.given_up(words),
    )


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="decisions",
        title=N_("Decisions at forks"),
        scope=Scope.EVENT,
        make=decisions,
        public=True,
    ),
)
