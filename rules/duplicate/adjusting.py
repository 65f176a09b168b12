"""Small match points that the director gives in place of a result (ruling 11)."""

from rules import events as ev
from rules.duplicate.state import MatchState
from rules.ending import Ending
from rules.games.game import Game
from rules.scoring.errors import ScoreRefused
from rules.scoring.results import AdjustedResult
from rules.scoring.teams import PerTeam
from rules.scoring.units import Smp
from rules.side import Side
from rules.tables import readings as rd
from rules.tables.entering import check_result_is_due


def adjusted_score(game: Game, state: MatchState, order: rd.AdjustScore) -> ev.ResultCorrected:
    """Points in place of a result, also of a game that is still played (ruling 11).

    Raises ScoreRefused for points no table gives, and in a game that has no such points.
    """
    if game.counted(Side.WHITE) is not None:
        raise ScoreRefused("smp", order.home, f"none in {game.name}: correct the result's tally")
    AdjustedResult(
        game=order.game,
        room=order.room,
        smp=PerTeam(Smp(order.home), Smp(order.away)),
        reason=order.reason,
    )
    check_result_is_due(state, order)
    return ev.ResultCorrected(
        game=order.game,
        attempt=order.attempt,
        room=order.room,
        loser=None,
        ending=Ending.RESIGNED,
        left=0,
        cube=1,
        owner=None,
        proposer=None,
        by=order.by,
        reason=order.reason,
        adjusted=(order.home, order.away),
    )
