"""The types of all forms that can be written into files.

A match's form is written from a view: an object with all values of the form, before they are laid
out.
"""

from protocol_forms.grids import GridsForm
from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView

AnyView = MatchProtocolView | MatchPlayView
"""The view of a match's form: that of a duplicate match, or that of a match at one table."""

AnyForm = AnyView | GridsForm
"""Any form that the writers accept."""
