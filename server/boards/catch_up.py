"""Messages that the boards of a match send again because the server has lost them.

Records that were restored from a backup may lack messages which the boards have already sent. Each
board then sends the missing messages again. But the rooms depend on each other: the closed room's
answer to a roll means nothing until the open room's board has sent that roll again. So a message
that the match would refuse now waits as long as the other room's board still has messages to send
again. A message is stored and acknowledged only when the match has decided on it.

In this module "event" is the wire's word for such a message, as in `last_event`.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from rules import events as ev
from rules.room import Room
from server.matches.decide import Happened, decide
from server.matches.deferred_work import Envelope
from server.matches.match_process import MatchProcess

LONGEST_WAIT: Final = 60.0
"""Seconds without a decision of the match after which no message waits any longer (our choice).

Until then a message that would be refused waits for the other room's board.
"""
_REFUSALS: Final = (ev.ReadingRefused, ev.ThrowVoided, ev.EchoMismatched)


@dataclass(slots=True)
class _Backlog:
    """A board's backlog: its messages up to number `end`, which it has to send again.

    The match has decided on the messages up to number `decided`. Of the others, those in `waiting`
    have arrived.
    """

    end: int
    decided: int = 0
    waiting: deque[tuple[int, Envelope]] = field(default_factory=deque)

    @property
    def is_over(self) -> bool:
        return self.decided >= self.end


class CatchUp:
    """The backlogs of a match's boards, from the server's start until all backlogs are decided.

    A board that is behind is shown nothing, since the match would ask for what the board has sent
    long ago.
    """

    def __init__(self, match: MatchProcess) -> None:
        self._match = match
        self._backlogs: dict[Room, _Backlog] = {}
        self._under_way = False
        self._timer: asyncio.TimerHandle | None = None
        self._waited = False

    def arrived(self, room: Room, stored: int, last: int) -> None:
        """Note that a board has connected at the room's table.

        `stored` is the number of its last stored message, `last` the number of its newest message.
        """
        known = self._backlogs.get(room)
        if known is None:
            self._backlogs[room] = _Backlog(last, stored)
        elif not known.is_over:
            known.end = max(known.end, last)
        self._go_on()

    def is_behind(self, room: Room) -> bool:
        """Return True while the match lacks messages that the room's board had sent earlier."""
        backlog = self._backlogs.get(room)
        return backlog is not None and not backlog.is_over

    def post(self, room: Room, number: int, envelope: Envelope) -> None:
        """Pass a message of the room's board to the match as soon as possible.

        `envelope` has the command made from the message, `number` is the message's number.
        """
        backlog = self._backlogs[room]
        if backlog.is_over:
            self._match.post(envelope)
            return
        backlog.waiting.append((number, envelope))
        self._go_on()

    def _owes(self, room: Room) -> bool:
        """Return True if the room's board may still send a message that the other room needs."""
        if self._waited or room not in self._match.record.boards:
            return False
        backlog = self._backlogs.get(room)
        return backlog is None or not backlog.is_over

    def _go_on(self) -> None:
        """Pass the next message of a room to the match, unless an earlier one is not stored yet.

        A message that would be refused waits while the other room's board may still send messages.
        """
        if self._under_way:
            return
        rooms = [room for room in (Room.OPEN, Room.CLOSED) if self._has_next(room)]
        for room in rooms:
            if not self._owes(_other(room)) or not self._is_refused(room):
                self._post_next(room)
                return
        if len(rooms) == len(Room):
            # Both events would be refused, whatever the other room's board sends.
            self._post_next(Room.OPEN)
        elif self._timer is None and any(map(self.is_behind, Room)):
            self._timer = asyncio.get_running_loop().call_later(LONGEST_WAIT, self._wait_no_more)

    def _has_next(self, room: Room) -> bool:
        return room in self._backlogs and bool(self._backlogs[room].waiting)

    def _is_refused(self, room: Room) -> bool:
        _, envelope = self._backlogs[room].waiting[0]
        try:
            step = decide(self._match.record, envelope.command, envelope.actor, envelope.given)
        except Exception:  # the match itself handles it, whatever it is
            return False
        return any(isinstance(event, _REFUSALS) for event in step.happened)

    def _post_next(self, room: Room) -> None:
        backlog = self._backlogs[room]
        number, envelope = backlog.waiting.popleft()
        self._under_way = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

        def settled(happened: Happened) -> None:
            backlog.decided = max(backlog.decided, number)
            try:
                envelope.settled(happened)
            finally:
                self._settled(room)

        def failed(error: Exception) -> None:
            # No later event may overtake this one: the board sends all of them again.
            undecided = [envelope, *(each for _, each in backlog.waiting)]
            backlog.waiting.clear()
            try:
                for each in undecided:
                    each.failed(error)
            finally:
                self._settled(room)

        self._match.post(envelope._replace(settled=settled, failed=failed))

    def _settled(self, room: Room) -> None:
        self._under_way = False
        backlog = self._backlogs[room]
        if backlog.is_over:
            self._match.post(*(envelope for _, envelope in backlog.waiting))
            backlog.waiting.clear()
        self._show(room)
        asyncio.get_running_loop().call_soon(self._go_on)

    def _wait_no_more(self) -> None:
        """Treat a board that does not send its missing events as up to date.

        The next event that this board sends counts as a new one.
        """
        self._waited, self._timer = True, None
        for room, backlog in self._backlogs.items():
            if not backlog.waiting and not backlog.is_over:
                backlog.end = backlog.decided
                self._show(room)
        self._go_on()

    def _show(self, room: Room) -> None:
        seat = self._match.seats.get(room)
        if seat is not None and not self.is_behind(room):
            seat.show(self._match.record)


def _other(room: Room) -> Room:
    return Room.CLOSED if room is Room.OPEN else Room.OPEN
