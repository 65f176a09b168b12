"""What the closed room's next READY makes happen, worked out before it is said (ruling 7).

Two players wait while a release is decided, for a hundred matches at once when a round begins. All
that it depends on is known as soon as the opponent's play is stored and the open room's roll has
counted. So it is decided then, and that decision is used if this READY is what comes next: the
rules are a function of values, so it is the one that would be made.
"""

from dataclasses import dataclass

from board_drivers.wire import messages as wire
from rules.duplicate.machine import handle
from rules.duplicate.release import awaited_ready
from server.boards.translation.wire_terms import wire_side
from server.matches.match_record import MatchRecord
from server.matches.saying import ByTheRules, Saying, Step


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What `decide` comes to for a match that stands at `before`."""

    before: MatchRecord
    ready: wire.Ready
    decide: ByTheRules
    step: Step

    def answers(self, saying: Saying, record: MatchRecord) -> bool:
        """True if this is what was foreseen: the same words at the same moment."""
        return record is self.before and saying.decide == self.decide


def foreseen(record: MatchRecord) -> Foreseen | None:
    """Decide the READY that alone is missing to a release; None where more is."""
    reading = None if record.state is None else awaited_ready(record.state)
    if record.state is None or reading is None:
        return None
    decision = handle(record.game, record.state, reading)
    said = wire.Ready(reading.game, reading.attempt, reading.turn, wire_side(reading.side))
    return Foreseen(
        record, said, ByTheRules(reading), Step(decision.events, record.decided(decision))
    )
