"""Work put off while a closed room waits: the open boards' commands, spectators' feeds.

With many matches at once this work would come between one match's roll and the next one's.

Also here: the envelope of a command on its way to the match that decides it.

Also here: the rooms that an event is sent to, and those whose table it changes.

A room is sent its own events and those of both rooms, so that nobody in one room learns of the
other's progress.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from rules import events as ev
from rules.room import Room
from server.access import Actor
from server.matches.decide import NOTHING_GIVEN, Command, Happened, MatchGiven, RecordFacts
from server.store.event_log.contract import JournalEntry
from server.values.stored_events import StoredEvent, desk_of, match_of

PATIENCE = 0.1
"""Seconds that work waits at most for rolls to go first: under any load it is done in the end."""
LET_GO_FIRST = 0.002
"""Seconds after a roll is sent in which its board, if on this machine, gets the processor."""
LOOK_AGAIN = 0.001
"""Seconds between two checks whether anything is still on its way to the log."""


class DeferredWork:
    """A queue of work, done one piece a pass of the loop while nothing is on its way to the log."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._under_way = 0
        self._waiting: deque[tuple[float, Callable[[], None]]] = deque()
        self._not_before = 0.0

    def begun(self) -> None:
        """Count a match that has sent something to the log."""
        self._under_way += 1

    def ended(self) -> None:
        """Count a match's work as durable or refused, after the match's boards were told."""
        self._under_way -= 1

    def released(self) -> None:
        """Note that a roll is being sent to its board."""
        self._not_before = self._loop.time() + LET_GO_FIRST

    def do(self, work: Callable[[], None]) -> None:
        """Do this work later, after all work put off before."""
        self._waiting.append((self._loop.time() + PATIENCE, work))
        if len(self._waiting) == 1:
            # Two passes on: in the next one the boards' frames leave.
            self._loop.call_soon(self._loop.call_soon, self._pass)

    async def all_done(self) -> None:
        """Wait until all that was put off so far is done."""
        done = asyncio.Event()
        self.do(done.set)
        await done.wait()

    def _pass(self) -> None:
        at_last, work = self._waiting[0]
        now = self._loop.time()
        if (self._under_way or now < self._not_before) and now < at_last:
            self._loop.call_later(LOOK_AGAIN, self._pass)
            return
        try:
            work()
        finally:
            self._waiting.popleft()
            if self._waiting:
                self._loop.call_soon(self._pass)


def ignore(_: Happened | Exception) -> None:
    """Do nothing: the answer of a command that nobody waits for."""


class Envelope(NamedTuple):
    """A command with its sender, and the callbacks that take its answer.

    `settled` is called with its events once everything is durable, `failed` when it was refused or
    could not be made so; the journal's entries are kept either way. `seat` is the room and the
    board that a reading comes from: once another board is there, nothing comes of it. A command
    whose `command_id` was answered before gets that answer again.

    While the log stores nothing a command fails, but one that `lasts` is put off until it stores
    again; `put_off` is called with the reason, once.
    """

    command: Command
    actor: Actor
    settled: Callable[[Happened], None] = ignore
    failed: Callable[[Exception], None] = ignore
    given: MatchGiven = NOTHING_GIVEN
    command_id: str = ""
    journal: tuple[JournalEntry, ...] = ()
    seat: tuple[Room, str] | None = None
    lasts: bool = False
    put_off: Callable[[Exception], None] = ignore


def without_superseded(envelopes: Sequence[Envelope]) -> list[Envelope]:
    """Return all but superseded notes of a board's link: it may come and go for hours."""
    latest = {_link_noted(envelope): envelope for envelope in envelopes}
    return [
        each for each in envelopes if (link := _link_noted(each)) is None or latest[link] is each
    ]


def _link_noted(envelope: Envelope) -> tuple[Room, str] | None:
    """Return the room and board whose link the envelope notes a fact about."""
    match envelope.command:
        case RecordFacts(facts=(ev.BoardAttached(room=room) | ev.BoardLost(room=room) as fact,)):
            return room, fact.board_id
        case _:
            return None


_BOTH_ROOMS = (
    ev.MatchStarted,
    ev.GameStarted,
    ev.GameVoided,
    ev.GameCancelled,
    ev.MatchShortened,
    ev.MatchClosed,
)
_OF_BOTH_ROOMS = (ev.SubstituteSeated, ev.RecordingSet, ev.CaseOpened)
"""Events that name a room but may be sent to both."""
_AT_A_BOARD = (ev.BoardAssigned, ev.BoardMoved, ev.BoardAttached, ev.BoardLost, ev.BoardLetIn)


def rooms_hearing(event: ev.Event) -> tuple[Room, ...]:
    """Return the rooms that an event is sent to: its own alone if it has one, else both."""
    if isinstance(event, ev.OpenRoomWatched):
        return ()
    if isinstance(event, _OF_BOTH_ROOMS):
        return tuple(Room)
    room = getattr(event, "room", None)
    if isinstance(room, Room):
        return (room,)
    return rooms_changed(event) or tuple(Room)


def rooms_woken(stored: Sequence[StoredEvent]) -> frozenset[Room] | None:
    """Return the rooms that receive a stream's stored events; None: the events are for everybody.

    The stream of a tournament's desk is for rooms alone (ADR 36).
    """
    stream = stored[0].stream
    if match_of(stream) is None and desk_of(stream) is None:
        return None
    return frozenset(room for entry in stored for room in rooms_hearing(entry.event))


def rooms_changed(event: ev.Event) -> tuple[Room, ...]:
    """Return the rooms whose table an event changes."""
    match event:
        case ev.ReadingRefused() | ev.TimeRanOut():
            return ()
        case _ if isinstance(event, ev.HoldEvent):
            return tuple(Room) if event.room is None else (event.room,)
        case _ if isinstance(event, _BOTH_ROOMS):
            return tuple(Room)
        case ev.RollReleased():
            return (Room.CLOSED,)
        case _ if isinstance(event, (ev.RoomEvent, *_AT_A_BOARD)):
            return (event.room,)
        case ev.GameEvent():  # all other events of a game are about dice, thrown there
            return (Room.OPEN,)
        case _:
            return ()


def last_moments(happened: Iterable[ev.Event], moments: Iterable[datetime]) -> dict[Room, datetime]:
    """Return the time of the last event at each table, from events and their recording times."""
    times = dict[Room, datetime]()
    for event, at in zip(happened, moments, strict=True):
        times.update(dict.fromkeys(rooms_changed(event), at))
    return times
