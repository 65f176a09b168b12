"""Results of a match scored by its game's terms."""

from rules.room import CANCELLED, Room
from rules.scoring.match_protocol import CancelledResult, Confirmations
from rules.scoring.tallies import TallyProtocol
from server.values.scored_match import ScoredResults, final_score
from tests.support.rooms import scheduled


def test_a_cancelled_game_of_a_match_that_counts_points_counts_nothing_with_its_reason() -> None:
    results = {(1, room): CANCELLED for room in Room}
    scored = ScoredResults(scheduled(game_name="trictrac", games=1), results)
    protocol = scored.protocol({}, {1: "the light went out"}, Confirmations())
    assert isinstance(protocol, TallyProtocol)
    assert protocol.results == tuple(
        CancelledResult(game=1, room=room, reason="the light went out") for room in Room
    )
    assert final_score(protocol) == (0, 0)
