"""The release that one READY will bring to the closed room, decided before it comes (ruling 7).

Two players wait while it is decided, in a hundred matches at once when a round begins. All that it
depends on is known as soon as the opponent's play is stored and the roll has counted. So it is
decided then, when nobody waits, and used if this READY is what comes next while the match still
stands there: decisions are functions of values, so it is the one that would be made.
"""

from typing import NamedTuple

from rules import events as ev
from rules.duplicate.release import awaited, due_key, roll_is_counted
from rules.duplicate.state import MatchState
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.awaited import Awaited
from server.access import SERVER, Actor, Visitor
from server.matches.decide import Command, Step, decide
from server.matches.match_record import MatchRecord


class SpeculativeRelease(NamedTuple):
    """What `ready`, said by a board, makes happen in a match that stands at `before`."""

    before: MatchRecord
    ready: rd.ReadyDeclared
    step: Step

    def answers(self, record: MatchRecord, command: Command, actor: Actor) -> bool:
        """True if this is what `decide` would come to for these."""
        return record is self.before and command == self.ready and not isinstance(actor, Visitor)


def speculative_release(record: MatchRecord) -> SpeculativeRelease | None:
    """Decide the READY that the closed table waits for; None if that releases no counted roll."""
    if not isinstance(record.state, MatchState):
        return None
    key = due_key(record.state)
    if key is None or not roll_is_counted(record.state, key):
        return None
    wait = awaited(record.state, Room.CLOSED)
    if wait.side is None or wait.what not in (Awaited.SET, Awaited.READY_OR_DOUBLE):
        return None
    ready = rd.ReadyDeclared(
        game=record.state.game,
        attempt=record.state.attempt,
        room=Room.CLOSED,
        side=wait.side,
        turn=wait.turn,
    )
    step = decide(record, ready, SERVER)
    if not any(isinstance(event, ev.RollReleased) for event in step.happened):
        return None
    return SpeculativeRelease(record, ready, step)
