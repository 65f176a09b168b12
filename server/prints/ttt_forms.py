"""The form of a TTT: nothing of it is anybody's secret."""

from protocol_forms.table_form import TablesForm
from rules.formats.ttt.deciding import TTT
from server.prints.event_forms import event_called
from server.prints.form_context import FormContext
from server.results.ttt_form import ttt_form
from server.results.ttt_values import TttView


def ttt(context: FormContext) -> TablesForm:
    """Standings, grid, adjudications and rules."""
    state = context.tournament.state.of(TTT)
    names = context.hall.names(context.words.code)
    return ttt_form(event_called(context), TttView(state, names, context.words))
