"""A command on its way to the match that decides it."""

from collections.abc import Callable
from typing import NamedTuple

from rules.room import Room
from server.access import Actor
from server.matches.decide import NOTHING_GIVEN, Command, Given, Happened
from server.store.event_log.contract import JournalEntry


def ignore(_: Happened | Exception) -> None:
    """Nobody waits for this."""


class Envelope(NamedTuple):
    """A command with who sends it, and who waits to hear what came of it.

    `settled` is called with its events once everything is durable, `failed` when it was refused or
    could not be made so; the journal's entries are kept either way. `seat` is the room and the
    board that a reading comes from: once another board stands there, nothing comes of it. A command
    whose `command_id` was answered before gets that answer again.
    """

    command: Command
    actor: Actor
    settled: Callable[[Happened], None] = ignore
    failed: Callable[[Exception], None] = ignore
    given: Given = NOTHING_GIVEN
    command_id: str = ""
    journal: tuple[JournalEntry, ...] = ()
    seat: tuple[Room, str] | None = None
