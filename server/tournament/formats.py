"""The formats that a tournament of this server can have, at work."""

from server.tournament.knockout import KNOCKOUT_AT_WORK
from server.tournament.pbem import PBEM_AT_WORK
from server.tournament.team_event import TEAM_EVENT_AT_WORK
from server.tournament.ttt import TTT_AT_WORK

FORMATS_AT_WORK = (TEAM_EVENT_AT_WORK, KNOCKOUT_AT_WORK, PBEM_AT_WORK, TTT_AT_WORK)
"""In the order of rules.formats.known_formats."""
