"""The views there are of a match's form: of two rooms, or of one table."""

from protocol_forms.match_play_view import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView

AnyView = MatchProtocolView | MatchPlayView
