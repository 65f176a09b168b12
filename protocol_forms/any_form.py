"""The views there are: of a match's form, of two rooms or of one table, and of tables."""

from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.table_form import TablesForm

AnyView = MatchProtocolView | MatchPlayView
"""Of a match's form."""

AnyForm = AnyView | TablesForm
"""Of any form that the writers write."""
