"""A match and its tournament as public lists show them, for tests of pages made from lists."""

from rules.directing.finality import TournamentPhase, TournamentStatus
from rules.identities import MatchAddress
from server.live.listed_tournaments import ListedTournament
from server.views.match.lists import MatchRow

FINISHED_ROW = MatchRow(
    address=MatchAddress("club", 1),
    home="Compass",
    away="Rudder",
    home_team="Compass",
    away_team="Rudder",
    home_sum=30,
    away_sum=10,
    unit="IMP",
    status="finished",
    trial=False,
    over=True,
    vp=(23, 7),
    won=1,
    result="Compass wins by 20 IMP.",
)
HARBOUR_CUP = ListedTournament(
    name="club",
    title="Harbour Cup",
    place="",
    dates="",
    teams=2,
    status=TournamentStatus(TournamentPhase.OFFICIAL),
    first=None,
    last=None,
    places=(("Compass",), ("Rudder",)),
)
