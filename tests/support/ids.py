"""The tournament that halls of the tests begin with, and its matches."""

from rules import events as ev
from rules.identities import MatchId, TournamentId, TournamentName
from server.persons.naming import Names

TOURNAMENT = TournamentId("clubofharbor")
CLUB = TournamentName("club")
CREATED = ev.TournamentCreated(tournament=TOURNAMENT, name=CLUB)
"""The first event of such a hall."""
STREAM = f"t/{TOURNAMENT}/match/1"
"""The stream of its first match."""
NAMES = Names(tournaments={TOURNAMENT: CLUB})
"""Nobody's names, with that tournament's."""


def match_id(number: int) -> MatchId:
    """The match of that number."""
    return MatchId(TOURNAMENT, number)
