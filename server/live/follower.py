"""One who follows a feed: what he has not been sent yet, in one slot a match."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from rules.identities import MatchId, TournamentId


class Frame(NamedTuple):
    """A frame as it is sent, JSON in UTF-8; it ends with item `last` of that match.

    One of announcements is of no match, and `last` is how often they have changed; one of a
    tournament's pages is of that tournament, and `last` counts its frames.

    `revision` counts the changes in it that are no news: people's names, parts of the page.
    `settled`: watchers are not asked how they would answer its newest item; that they are not any
    more is no item.
    """

    match: MatchId | TournamentId | None
    last: int
    payload: bytes
    revision: int = 0
    settled: bool = True


Write = Callable[[bytes], bool]
"""Sends a payload at once and says so, or says that this cannot be done now."""


class Follower:
    """A slot a match for the latest frame that was not sent; `language` is that of his page.

    He is sent nothing of the matches that are `hidden` from him.

    Whoever reads slowly loses what lies between and gets the last state. `write`, where the
    connection has it, spares the way through the slot while the line is free. `on_filled`, once
    set, is called whenever a frame has been put into a slot.
    """

    __slots__ = (
        *("_ended", "_filled", "_hidden", "_idle", "_last", "_slots", "_write"),
        *("language", "on_filled"),
    )

    def __init__(
        self,
        language: str | None,
        frames: Iterable[Frame],
        write: Write | None = None,
        hidden: Collection[MatchId] = (),
    ) -> None:
        self.language, self._hidden = language, hidden
        self._slots = {frame.match: frame for frame in frames}
        self._last = {frame.match: _reached(frame) for frame in self._slots.values()}
        self._write = write
        self._filled: asyncio.Event | None = None
        self._idle = False
        self._ended = False
        self.on_filled: Callable[[], None] | None = None

    def offer(self, frame: Frame) -> None:
        """Send a later frame, or put it into its slot in place of one that was not sent."""
        reached = _reached(frame)
        if (
            self._ended
            or frame.match in self._hidden
            or reached <= self._last.get(frame.match, (-1, 0, False))
        ):
            return
        self._last[frame.match] = reached
        if self._idle and self._write is not None and self._write(frame.payload):
            return
        self._idle = False
        self._slots[frame.match] = frame
        if self._filled is not None:
            self._filled.set()
        if self.on_filled is not None:
            self.on_filled()

    def rests(self) -> bool:
        """Whether nothing waits and all that was given has been sent: the line is free."""
        self._idle = not self._slots
        return self._idle

    def end(self) -> None:
        """Send nothing any more, not even what waits."""
        self._ended = True
        self._slots.clear()

    async def next_frame(self) -> bytes:
        """The next payload to send, as soon as there is one; the one before has been sent."""
        while self.rests():
            # Nearly all wait for nothing that this event tells: it is made for who does.
            self._filled = asyncio.Event()
            await self._filled.wait()
        self._filled = None
        payload = self._slots.pop(next(iter(self._slots))).payload
        if not self._slots:
            self._slots = {}  # one that was emptied keeps its room, and thousands rest
        return payload


def _reached(frame: Frame) -> tuple[int, int, bool]:
    """How far a match's frames have come with this one."""
    return frame.last, frame.revision, frame.settled
