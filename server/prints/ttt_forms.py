"""The form of a TTT: nothing of it is anybody's secret."""

from protocol_forms.table_form import TablesForm
from server.prints.event_forms import event_called
from server.prints.wanted import Wanted
from server.results.ttt_form import ttt_form
from server.results.ttt_values import TttView


def ttt(wanted: Wanted) -> TablesForm:
    """Standings, grid, adjudications and rules."""
    state = wanted.tournament.state.ttt
    names = wanted.hall.names(wanted.words.code)
    return ttt_form(event_called(wanted), TttView(state, names, wanted.words))
