"""Everybody's decisions at forks, by matches that are over for everybody, for operators too."""

from protocol_forms.table_form import TablesForm
from server.luck.decision_ranking import decision_ranking, decisions_form
from server.prints.event_forms import event_called
from server.prints.wanted import Wanted


def decisions(wanted: Wanted) -> TablesForm:
    """The ranking of the tournament."""
    hall, hub = wanted.hall, wanted.hub
    played = wanted.outcomes.played(hall, wanted.tournament.tournament)
    names = hall.names(wanted.words.code)
    ranking = decision_ranking(played, wanted.forks, hub.is_known_over, names)
    return decisions_form(event_called(wanted), ranking, wanted.words)
