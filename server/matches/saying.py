"""What is said to a match, and what comes of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from rules import events as ev
from rules.duplicate.machine import Decision, handle
from rules.room import Room
from rules.tables.readings import AnyReading
from server.matches.match_record import MatchRecord
from server.store.event_log.contract import JournalEntry

Happened = tuple[ev.Event, ...]


@dataclass(frozen=True, slots=True)
class ByTheRules:
    """How a reading is decided: by the rules, from the match as it stands."""

    reading: AnyReading

    def __call__(self, record: MatchRecord) -> Happened | Decision:
        """Decide it; before the line-ups are in, nothing comes of a reading."""
        if record.state is None:
            return ()
        return handle(record.game, record.state, self.reading)


class Saying(NamedTuple):
    """Something said to a match: how it is decided, and who waits to hear of it.

    `decide` may raise RulesError: then nothing happens but the journal's entries. `settled` is
    called once everything is durable, `failed` when it was refused or could not be made so. `seat`
    is the room and the board that says it: once another board stands there, nothing comes of it.
    """

    decide: Callable[[MatchRecord], Happened | Decision]
    actor: str
    settled: Callable[[Happened], None]
    failed: Callable[[Exception], None]
    journal: tuple[JournalEntry, ...] = ()
    seat: tuple[Room, str] | None = None


class Step(NamedTuple):
    """What a saying makes happen, and the match once that is durable."""

    happened: Happened
    record: MatchRecord


def step_of(saying: Saying, record: MatchRecord) -> Step:
    """Decide something said to a match that stands at `record`; raises what `decide` raises."""
    if saying.seat is not None and record.boards.get(saying.seat[0]) != saying.seat[1]:
        return Step((), record)
    decision = saying.decide(record)
    if isinstance(decision, Decision):
        return Step(decision.events, record.decided(decision))
    return Step(decision, record.after(decision))
