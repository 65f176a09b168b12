"""A command on its way to the match that decides it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules import events as ev
from rules.room import Room
from server.access import Actor
from server.matches.decide import NOTHING_GIVEN, Command, Given, Happened, RecordFacts
from server.store.event_log.contract import JournalEntry


def ignore(_: Happened | Exception) -> None:
    """Nobody waits for this."""


class Envelope(NamedTuple):
    """A command with who sends it, and who waits to hear what came of it.

    `settled` is called with its events once everything is durable, `failed` when it was refused or
    could not be made so; the journal's entries are kept either way. `seat` is the room and the
    board that a reading comes from: once another board stands there, nothing comes of it. A command
    whose `command_id` was answered before gets that answer again.

    While the log stores nothing a command fails, but one that `lasts` is put off until it stores
    again; `put_off` is called with the reason, once.
    """

    command: Command
    actor: Actor
    settled: Callable[[Happened], None] = ignore
    failed: Callable[[Exception], None] = ignore
    given: Given = NOTHING_GIVEN
    command_id: str = ""
    journal: tuple[JournalEntry, ...] = ()
    seat: tuple[Room, str] | None = None
    lasts: bool = False
    put_off: Callable[[Exception], None] = ignore


def without_superseded(envelopes: Sequence[Envelope]) -> list[Envelope]:
    """All, but of what is noted of a board's link the latest: a board may come and go for hours."""
    latest = {_link_noted(envelope): envelope for envelope in envelopes}
    return [
        each for each in envelopes if (link := _link_noted(each)) is None or latest[link] is each
    ]


def _link_noted(envelope: Envelope) -> tuple[Room, str] | None:
    """The room and board whose link the envelope notes a fact about."""
    match envelope.command:
        case RecordFacts(facts=(ev.BoardAttached(room=room) | ev.BoardLost(room=room) as fact,)):
            return room, fact.board_id
        case _:
            return None
