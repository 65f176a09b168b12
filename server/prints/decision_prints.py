"""Everybody's decisions at forks, by matches that are over for everybody, for operators too."""

from protocol_forms.labels import FULL_NAME, shortened
from protocol_forms.table_form import FormColumn, FormTable, TablesForm
from server.luck.fork_book import DecisionRanking, DecisionRow, decision_notes, decision_ranking
from server.luck.luck_tables import NONE
from server.prints.event_prints import event_called
from server.prints.form_context import FormContext
from server.words.translation import Words


def decisions(context: FormContext) -> TablesForm:
    """The ranking of the tournament."""
    hall, hub = context.hall, context.hub
    played = context.outcomes.played(hall, context.tournament.tournament)
    names = hall.names(context.words.code)
    ranking = decision_ranking(played, context.forks, hub.is_known_over, names)
    return decisions_form(event_called(context), ranking, context.words)


def decisions_form(event: str, ranking: DecisionRanking, words: Words) -> TablesForm:
    """The ranking as a form; without a match that was judged it says so."""
    gettext = words.gettext
    columns = (
        FormColumn(gettext("Place"), figure=True),
        FormColumn(gettext("Player")),
        FormColumn(gettext("Matches"), figure=True),
        FormColumn(gettext("Forks"), figure=True),
        FormColumn(gettext("Better"), figure=True),
        FormColumn(gettext("Equal"), figure=True),
        FormColumn(gettext("Worse"), figure=True),
        FormColumn(gettext("Given up"), figure=True, strong=True),
    )
    rows = tuple(_cells(each, words) for each in ranking.rows)
    table = FormTable("", columns, rows, row_head=1)
    return TablesForm(
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
