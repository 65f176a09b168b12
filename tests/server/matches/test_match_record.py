"""A match as its events tell it, decided now or read again later."""

from rules.any_match import DuplicateState
from rules.dice import DiceSource, Roll
from rules.duplicate.machine import begin, handle
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from rules.scoring.match_protocol import AdjustedResult, CancelledResult, MatchProtocol
from rules.tables import readings as rd
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from tests.support.rooms import scheduled, started
from tests.support.senders import usual_sender


def opening(attempt: int, white: int, red: int) -> rd.DiceThrown:
    dice, source = Roll(white, red), DiceSource.READER
    return rd.DiceThrown(game=1, attempt=attempt, side=None, turn=1, dice=dice, source=source)


def test_a_decision_leaves_the_record_that_its_events_leave_when_read_again() -> None:
    record = MatchRecord(BACKGAMMON, scheduled()).after((started(),))
    assert isinstance(record.state, DuplicateState)
    record = record.after(begin(BACKGAMMON, record.state).events)
    reason = {"reason": "checkers fell"}
    for reading in (
        opening(1, 4, 4),
        opening(1, 4, 3),
        rd.VoidGame(game=1, attempt=1, **reason),
        opening(2, 1, 6),
        rd.CancelGame(game=1, attempt=2, **reason),
        opening(1, 2, 1),
    ):
        assert isinstance(record.state, DuplicateState)
        decision = handle(BACKGAMMON, record.state, reading, usual_sender(reading))
        assert record.decided(decision) == record.after(decision.events)
        record = record.decided(decision)
    assert record.openings == {1: Roll(1, 6)}
    assert record.cancelled == {1: "checkers fell"}


def test_a_score_set_for_a_cancelled_game_is_told_with_its_own_reason() -> None:
    record = MatchRecord(BACKGAMMON, scheduled()).after((started(),))
    assert isinstance(record.state, DuplicateState)
    record = record.after(begin(BACKGAMMON, record.state).events)
    for reading in (
        opening(1, 4, 3),
        rd.CancelGame(game=1, attempt=1, reason="the light went out"),
        rd.AdjustScore(game=1, attempt=1, reason="agreed", room=Room.OPEN, home=100, away=0),
    ):
        assert isinstance(record.state, DuplicateState)
        record = record.decided(handle(BACKGAMMON, record.state, reading, usual_sender(reading)))
    protocol = match_protocol(record)
    assert isinstance(protocol, MatchProtocol)
    adjusted, cancelled = protocol.results
    assert isinstance(adjusted, AdjustedResult)
    assert isinstance(cancelled, CancelledResult)
    assert (adjusted.reason, cancelled.reason) == ("agreed", "the light went out")
