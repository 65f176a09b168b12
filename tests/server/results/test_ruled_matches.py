"""Which matches do not keep an archive waiting, since a knockout's director decided them."""

from rules import events as ev
from rules.identities import PersonId
from server.matches.match_record import MatchRecord
from server.results.archive.archived_match import is_under_way, ruled_matches
from tests.server.store.samples import stored
from tests.support.ids import match_id

ANN, BEN = PersonId("Ann"), PersonId("Ben")
RULED = ev.KnockoutMatchRuled(
    knockout=1, number=4, decision=ev.KnockoutDecision.FORFEIT, winner=ANN, reason="slow play"
)
LIFTED = ev.KnockoutRulingLifted(knockout=1, number=4, reason="the clock was wrong")
VOIDED = ev.KnockoutMatchesVoided(knockout=1, numbers=(4, 5), reason="a score misread")


def test_a_decided_match_counts_as_over_until_the_decision_is_taken_back() -> None:
    assert ruled_matches(stored([RULED])) == {4}
    assert ruled_matches(stored([RULED, LIFTED])) == frozenset()
    assert ruled_matches(stored([VOIDED])) == {4, 5}


def test_a_match_at_one_table_that_was_broken_off_by_a_decision_keeps_nothing_waiting() -> None:
    record = MatchRecord.of(
        ev.MatchPlayScheduled(
            match_id=match_id(4), event="", white=ANN, red=BEN, length=5, game_name="backgammon"
        )
    )
    assert is_under_way(record, ())
    assert not is_under_way(record, {4})
