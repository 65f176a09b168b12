"""Followers of a feed, each with the frames still to be sent, in one slot per match.

Also here: the updates that one match's followers are still to be offered.

Updates are offered to all followers in slices: boards never wait for spectators.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from rules.identities import MatchId, TournamentId
from server.live.encoding import frame_text, with_page
from server.live.facts import PublicItem
from server.live.public_match import PublicMatch
from server.live.snapshot import PublicSnapshot
from server.values.naming import Names


class Frame(NamedTuple):
    """A frame as sent to followers, JSON in UTF-8.

    A match's frame ends with the match's item number `last`. A frame of announcements has `match`
    None, and `last` counts the changes of announcements. A frame of a tournament's pages has the
    tournament as `match`, and `last` counts the tournament's frames.

    `revision` counts the frame's changes without a new item: persons' names, parts of the page.
    `settled`: watchers are not being asked how they would answer the newest item; that question
    ends without a new item.
    """

    match: MatchId | TournamentId | None
    last: int
    payload: bytes
    revision: int = 0
    settled: bool = True


Write = Callable[[bytes], bool]
"""Function that sends a payload at once and returns True, or False if that is impossible now."""


class Follower:
    """A follower of feeds, with one slot per match for its latest unsent frame.

    `language` is the language of the follower's page. Matches that are `hidden` are not sent.

    A slow reader misses frames in between and gets the last state. `write`, if the connection has
    it, sends without the slot while the line is free. `on_filled`, once set, is called whenever a
    frame has been put into a slot.
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
        """Send a later frame, or put it into its slot in place of an unsent one."""
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
        """Return True if nothing waits and all that was given is sent: the line is free."""
        self._idle = not self._slots
        return self._idle

    def end(self) -> None:
        """Send nothing any more, not even the frames that wait."""
        self._ended = True
        self._slots.clear()

    async def next_frame(self) -> bytes:
        """Wait for the next payload to send, and return it; the one before has been sent."""
        while self.rests():
            # Nearly all wait for events that concern others: it is made for a waiting follower.
            self._filled = asyncio.Event()
            await self._filled.wait()
        self._filled = None
        payload = self._slots.pop(next(iter(self._slots))).payload
        if not self._slots:
            self._slots = {}  # an emptied one keeps its memory, and thousands are idle
        return payload


def _reached(frame: Frame) -> tuple[int, int, bool]:
    """Return the state that a match's frames reach with this one."""
    return frame.last, frame.revision, frame.settled


Fragments = Callable[[PublicSnapshot, str, Names], Mapping[str, str]]
"""Function that makes the changing parts of a match's page, in a language, by their places."""
NamesOf = Callable[[str | None], Names]
"""Function that returns the present names in a language, None for data alone."""


class FrameUpdate:
    """Facts of a match that became public together, encoded when the first follower needs them."""

    def __init__(
        self,
        now: PublicSnapshot,
        items: Sequence[PublicItem],
        fragments: Fragments,
        names_of: NamesOf,
        published_at: datetime | None,
        parts: int = 0,
    ) -> None:
        self._now, self._items, self._fragments = now, items, fragments
        self._names_of, self._published_at, self._parts = names_of, published_at, parts
        self._frames: dict[str | None, Frame] = {}
        self._text = ""

    def frame(self, language: str | None) -> Frame:
        """Return the frame for pages in that language; for None the data alone."""
        if language not in self._frames:
            names = self._names_of(None)
            self._text = self._text or frame_text(self._now, self._items, names, self._published_at)
            text = self._text
            if language is not None:
                page = self._fragments(self._now, language, self._names_of(language))
                text = with_page(text, page)
            now, payload = self._now, text.encode()
            revision = names.revision + self._parts
            self._frames[language] = Frame(
                now.scheduled.match_id, now.last, payload, revision, not now.asked
            )
        return self._frames[language]


@dataclass(slots=True)
class MatchFeed:
    """One match's followers and the updates still to be offered to them.

    `parts` counts changes of its page's parts without a new item.

    `pause_end` is the call at the end of a double's pause; `forgotten`: the match may be dropped
    once that pause is over.
    """

    match: PublicMatch
    parts: int = 0
    followers: dict[Follower, None] = field(default_factory=dict)
    updates: deque[FrameUpdate] = field(default_factory=deque)
    filling: Iterator[Follower] | None = None
    pause_end: asyncio.Handle | None = None
    forgotten: bool = False


SLICE = 100
"""Followers served in one pass of the event loop."""


class UpdateSlices:
    """The offering of each update's frame to its match's followers and to those of every match.

    A frame is made once for pure data and once for each language of some follower's page; nothing
    here waits for any follower. `of_all` are those who follow every match.
    """

    def __init__(self, fragments: Fragments, names_of: NamesOf) -> None:
        self._fragments, self._names_of = [fragments], names_of
        self.of_all: dict[Follower, None] = {}

    def add_parts(self, parts: Fragments) -> None:
        """Include these parts of a match's page in its frames, too."""
        self._fragments.append(parts)

    def update(self, feed: MatchFeed, items: Sequence[PublicItem]) -> FrameUpdate:
        """Return the update for a match's followers with these items."""
        now, published_at = feed.match.snapshot(), feed.match.published_at
        return FrameUpdate(now, items, self._parts, self._names_of, published_at, feed.parts)

    def _parts(self, now: PublicSnapshot, language: str, names: Names) -> Mapping[str, str]:
        """Return the parts of a match's page, from all their makers."""
        return {
            place: html
            for fragments in self._fragments
            for place, html in fragments(now, language, names).items()
        }

    def offer(self, feed: MatchFeed, items: Sequence[PublicItem]) -> None:
        """Offer these items of the match to all its followers, in later passes of the loop."""
        if not (feed.followers or self.of_all):
            return
        idle = not feed.updates and feed.filling is None
        feed.updates.append(self.update(feed, items))
        if idle:
            asyncio.get_running_loop().call_soon(self._pass, feed)

    def _pass(self, feed: MatchFeed) -> None:
        """Serve the next followers; if one update fails, the next ones are still offered."""
        try:
            self._fill(feed)
        except BaseException:
            feed.updates.popleft()
            feed.filling = None
            raise
        finally:
            if feed.updates:
                asyncio.get_running_loop().call_soon(self._pass, feed)

    def _fill(self, feed: MatchFeed) -> None:
        if feed.filling is None:
            feed.filling = iter(tuple(chain(feed.followers, self.of_all)))
        for _ in range(SLICE):
            follower = next(feed.filling, None)
            if follower is None:
                feed.updates.popleft()
                feed.filling = None
                return
            follower.offer(feed.updates[0].frame(follower.language))
