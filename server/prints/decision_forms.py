"""Everybody's decisions at forks, by matches that are over for everybody, for operators too."""

from protocol_forms.table_form import TablesForm
from server.luck.fork_book import decision_ranking, decisions_form
from server.prints.event_forms import event_called
from server.prints.form_context import FormContext


def decisions(context: FormContext) -> TablesForm:
    """The ranking of the tournament."""
    hall, hub = context.hall, context.hub
    played = context.outcomes.played(hall, context.tournament.tournament)
    names = hall.names(context.words.code)
    ranking = decision_ranking(played, context.forks, hub.is_known_over, names)
    return decisions_form(event_called(context), ranking, context.words)
