"""Work that is put off while a closed room waits: messages to open rooms' boards and spectators.

With many matches at once, this work for one match would delay the next roll of another match.

Also here: the envelope of a command on its way to the match that decides it.

Also here: the rooms to which an event is sent, and the rooms whose table it changes. A room is sent
its own events and those of both rooms together, so that nobody learns of the other room's progress.
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
"""The longest time, in seconds, that work waits; after it the work is done even under load."""
LET_GO_FIRST = 0.002
"""The seconds that work waits after a roll was sent, so that a board on this machine can act."""
LOOK_AGAIN = 0.001
"""The seconds between two checks whether any match is still writing to the log."""


class DeferredWork:
    """A queue of work that can wait.

    One piece is done per pass of the event loop while no match is writing to the log.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._under_way = 0
        self._waiting: deque[tuple[float, Callable[[], None]]] = deque()
        self._not_before = 0.0

    def begun(self) -> None:
        """Count a match that begins to write to the log; work waits until `ended` is called."""
        self._under_way += 1

    def ended(self) -> None:
        """Count a match whose write has ended. Call this after the match's boards were told."""
        self._under_way -= 1

    def released(self) -> None:
        """Note that a roll is being sent to its board; all work waits for a moment."""
        self._not_before = self._loop.time() + LET_GO_FIRST

    def do(self, work: Callable[[], None]) -> None:
        """Do this work later, after all work that was queued before."""
        self._waiting.append((self._loop.time() + PATIENCE, work))
        if len(self._waiting) == 1:
            # In the second pass of the loop, since the boards' frames are sent in the next one.
            self._loop.call_soon(self._loop.call_soon, self._pass)

    async def all_done(self) -> None:
        """Wait until all work that is queued now has been done."""
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
    """Ignore the answer to a command for which nobody waits."""


class Envelope(NamedTuple):
    """A command with its sender, and the callbacks that receive its answer.

    `settled` is called with the command's events once everything is stored. `failed` is called with
    the error if the command is refused or cannot be stored. The frames in `journal` are stored even
    if the command is refused. `seat` is the room and board from which a reading comes; the reading
    has no effect once another board is there. A command whose `command_id` was answered before gets
    that answer again.

    While the log stores nothing, a command fails, unless it `lasts`: then it waits until the log
    stores again, and `put_off` is called once with the reason.
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
    """Return the envelopes without those about a board's link that a later envelope supersedes.

    If several envelopes note that the link of one board has come or gone, only the latest of them
    is returned. A board's link may come and go for hours while the log stores nothing.
    """
    latest = {_link_noted(envelope): envelope for envelope in envelopes}
    return [
        each for each in envelopes if (link := _link_noted(each)) is None or latest[link] is each
    ]


def _link_noted(envelope: Envelope) -> tuple[Room, str] | None:
    """Return the room and board whose link the envelope notes, or None for any other envelope."""
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
"""The events that name a room but may be sent to both rooms."""
_AT_A_BOARD = (ev.BoardAssigned, ev.BoardMoved, ev.BoardAttached, ev.BoardLost, ev.BoardLetIn)


def rooms_hearing(event: ev.Event) -> tuple[Room, ...]:
    """Return the rooms to which an event is sent; some events are sent to no room.

    An event is sent to the room that it names, or else to the rooms whose table it changes, or else
    to both rooms. A few events name a room but are sent to both rooms.
    """
    if isinstance(event, ev.OpenRoomWatched):
        return ()
    if isinstance(event, _OF_BOTH_ROOMS):
        return tuple(Room)
    room = getattr(event, "room", None)
    if isinstance(room, Room):
        return (room,)
    return rooms_changed(event) or tuple(Room)


def rooms_woken(stored: Sequence[StoredEvent]) -> frozenset[Room] | None:
    """Return the rooms whose open pages and connections are told of a stream's stored events.

    Events of a match, and notes of a tournament's desk to a room (ADR 36), are told to the rooms
    that they concern. For all other events return None: they are told to everybody.
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
    """Return the time of the last event at each table.

    `moments` are the events' times of recording.
    """
    times = dict[Room, datetime]()
    for event, at in zip(happened, moments, strict=True):
        times.update(dict.fromkeys(rooms_changed(event), at))
    return times
