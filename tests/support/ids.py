"""The tournament that halls of the tests begin with, and its matches."""

from collections.abc import Callable
from itertools import chain, count

from rules import events as ev
from rules.identities import MatchId, TournamentId, TournamentName
from server.values.naming import Names

TOURNAMENT = TournamentId("clubofharbor")
CLUB = TournamentName("club")
CREATED = ev.TournamentCreated(tournament=TOURNAMENT, name=CLUB)
"""The first event of such a hall."""
STREAM = f"t/{TOURNAMENT}/match/1"
"""The stream of its first match."""
NAMES = Names(tournaments={TOURNAMENT: CLUB})
"""Nobody's names, with that tournament's."""


def drawing() -> Callable[[], TournamentId]:
    """Draws TOURNAMENT first, then others in their order."""
    later = (TournamentId(f"clubofharb{number:02}") for number in count(2))
    ids = chain((TOURNAMENT,), later)
    return lambda: next(ids)


def match_id(number: int) -> MatchId:
    """The match of that number."""
    return MatchId(TOURNAMENT, number)
