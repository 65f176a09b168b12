"""The views there are: of a match's form, of two rooms or of one table, and of grids."""

from protocol_forms.grids import GridsForm
from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView

AnyView = MatchProtocolView | MatchPlayView
"""Of a match's form."""

AnyForm = AnyView | GridsForm
"""Of any form that the writers write."""
