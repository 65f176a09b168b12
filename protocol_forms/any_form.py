"""The types of the views of a match's form, and of all forms that can be written into files."""

from protocol_forms.grids import GridsForm
from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView

AnyView = MatchProtocolView | MatchPlayView
"""The view of a match's form: of a duplicate match or of a match at one table."""

AnyForm = AnyView | GridsForm
"""Any form that the writers accept."""
