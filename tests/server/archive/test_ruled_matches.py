"""Which matches do not keep an archive waiting, since a knockout's director decided them."""

from rules import commands as cmd
from rules import events as ev
from rules.formats.knockout.deciding import KNOCKOUT
from rules.identities import PersonId
from server.archive.ledger_check import format_states, is_under_way
from server.matches.match_record import MatchRecord
from tests.rules.formats.knockout.evening import Evening
from tests.server.store.samples import stored
from tests.support.ids import match_id

ANN, BEN = PersonId("Ann"), PersonId("Ben")


def ruled(evening: Evening) -> set[int]:
    knockouts = KNOCKOUT.of(format_states(stored(evening.history)))
    return {number for number in range(10) if knockouts.is_ruled(number)}


def test_a_decided_match_counts_as_over_until_the_decision_is_taken_back() -> None:
    evening = Evening(4)
    evening.draw()
    evening.publish(1)
    winner = evening.bracket.rounds[0][0].players[0]
    forfeit = ev.KnockoutDecision.FORFEIT
    order = cmd.RuleKnockoutMatch(number=1, decision=forfeit, winner=winner, reason="slow play")
    evening.order(order)
    assert ruled(evening) == {1}
    evening.order(cmd.LiftKnockoutRuling(number=1, reason="the clock was wrong"))
    assert ruled(evening) == set()


def test_a_match_at_one_table_that_was_broken_off_by_a_decision_keeps_nothing_waiting() -> None:
    record = MatchRecord.of(
        ev.MatchPlayScheduled(
            match_id=match_id(4), event="", white=ANN, red=BEN, length=5, game_name="backgammon"
        )
    )
    assert is_under_way(record, ruled=False)
    assert not is_under_way(record, ruled=True)
