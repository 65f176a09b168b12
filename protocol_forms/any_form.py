"""Unions of all views: of a match's form (two rooms or one table), and of grids."""

from protocol_forms.grids import GridsForm
from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView

AnyView = MatchProtocolView | MatchPlayView
"""The view of a match's form."""

AnyForm = AnyView | GridsForm
"""The view of any form that the writers accept."""
