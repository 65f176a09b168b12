"""Followers of feeds: connections of spectators, each with the frames that are still to be sent.

Each follower has one slot per match for its latest unsent frame. A match's updates are offered to
its followers in slices, a slice in each pass of the event loop, so that boards never wait for
spectators.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Final, Literal, NamedTuple

from rules.identities import MatchId, TournamentId
from server.live.encoding import frame_text, with_page
from server.live.facts import PublicItem
from server.live.public_match import PublicMatch
from server.live.snapshot import PublicSnapshot
from server.values.naming import Names


class Frame(NamedTuple):
    """A frame: one message of a feed as sent to followers, as JSON in UTF-8.

    `match` says what the frame is about. `last` is a number that shows which of two frames with the
    same `match` is newer:

    - In a frame of a match, `match` is the match and `last` the number of the match's last item.
    - In a frame of announcements, `match` is None and `last` counts the changes of announcements.
    - In a frame of a tournament's page, `match` is the tournament and `last` counts the frames that
      were made of that page.
    - In a heartbeat, `match` is "heartbeat" and `last` counts the heartbeats.

    A follower keeps one frame for each value of `match`. It gets another frame only if `last` or
    `revision` is higher than before, or `settled` has become True.

    `revision` counts the changes of a match's page that came without a new item: changed names of
    persons, or changed parts of the page. `settled` is False while the newest item is a double and
    watchers are asked how they would answer the double; this question may end without a new item.
    """

    match: MatchId | TournamentId | Literal["heartbeat"] | None
    last: int
    payload: bytes
    revision: int = 0
    settled: bool = True


Write = Callable[[bytes], bool]
"""A function that sends a frame's bytes at once.

It returns True, or False if they cannot be sent now.
"""


class Follower:
    """A follower of feeds, which keeps the latest unsent frame of each match.

    If a follower reads slowly, it gets only the latest frame of each match. `language` is the
    language of the follower's page; it is None if its frames have no HTML for a page. `frames` are
    sent first. Frames of matches in `hidden` are not sent. `write`, if it is given, sends a frame
    directly when no other frame waits. `on_filled`, if it is set, is called whenever a frame has
    been kept to be sent.
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
        """Send a frame, or keep it in place of an unsent one of the same match.

        The frame is ignored if it is not newer than the last frame that was offered for its match.
        """
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
        """Return True if no frame waits to be sent; then the next one may be written directly."""
        self._idle = not self._slots
        return self._idle

    def end(self) -> None:
        """Stop sending, and drop the frames that wait."""
        self._ended = True
        self._slots.clear()

    async def next_frame(self) -> bytes:
        """Wait until a frame is to be sent, and return its payload.

        Call this again only when the previous payload has been sent.
        """
        while self.rests():
            # Made only for a follower that waits: there may be thousands of followers.
            self._filled = asyncio.Event()
            await self._filled.wait()
        self._filled = None
        payload = self._slots.pop(next(iter(self._slots))).payload
        if not self._slots:
            self._slots = {}  # an emptied dict keeps its memory, and there are thousands of dicts
        return payload


def _reached(frame: Frame) -> tuple[int, int, bool]:
    """Return the values that show which of two frames is newer: the newer frame's are higher."""
    return frame.last, frame.revision, frame.settled


Fragments = Callable[[PublicSnapshot, str, Names], Mapping[str, str]]
"""A function that makes the changing parts of a match's page in a language.

It returns the HTML of each part, keyed by the id of the HTML element that shows the part. In the
HTML, persons have the names that it is given.
"""
NamesOf = Callable[[str | None], Names]
"""A function that returns the present names of persons, tournaments and matches in a language.

With None it returns the names for frames without parts of a page.
"""


class FrameUpdate:
    """The items of a match that became public together, and the frames made of them.

    A frame is made for each language, when it is first needed. `now` is the match's state after the
    items. `parts` counts how often the HTML of the match's page has changed without a new item.
    """

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
        """Return the frame with the HTML of the page's parts in that language.

        If `language` is None, the frame has no HTML.
        """
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
    """A match's followers, and the updates still to be offered to them.

    `match` is the match as the public sees it. `parts` counts how often the HTML of its page has
    changed without a new item. While the first of `updates` is being offered, `filling` yields the
    followers that have not been offered it yet. `pause_end` is the timer for the end of the pause
    after a double, if one runs. `forgotten` is True if the match is to be dropped from memory when
    that pause ends.
    """

    match: PublicMatch
    parts: int = 0
    followers: dict[Follower, None] = field(default_factory=dict)
    updates: deque[FrameUpdate] = field(default_factory=deque)
    filling: Iterator[Follower] | None = None
    pause_end: asyncio.Handle | None = None
    forgotten: bool = False


HEARTBEAT_EVERY = 10.0
"""Seconds from one heartbeat to the next (our choice)."""
_HEARTBEAT: Final = "heartbeat"


class Heartbeats:
    """The heartbeats of the followers that asked for them.

    A client believes that a connection without heartbeats is broken. All followers are sent the
    same bytes at the same time, every ten seconds since the server was started. No other frame
    delays a heartbeat or brings it forward, and nothing of a match is in its bytes: so a heartbeat
    says nothing about either room.
    """

    def __init__(self) -> None:
        self._followers: dict[Follower, None] = {}
        self._beats = 0

    def follow(self, follower: Follower) -> None:
        """Send this follower heartbeats from now on."""
        self._followers[follower] = None

    def leave(self, follower: Follower) -> None:
        """Send this follower no more heartbeats; do nothing if it had none."""
        self._followers.pop(follower, None)

    async def run(self) -> None:
        """Send a heartbeat every ten seconds, until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT_EVERY)
            self.beat()

    def beat(self) -> None:
        """Send each follower a heartbeat, to SLICE followers in each pass of the event loop."""
        self._beats += 1
        self._send(Frame(_HEARTBEAT, self._beats, b'{"heartbeat":true}'), list(self._followers))

    def _send(self, frame: Frame, waiting: Sequence[Follower]) -> None:
        for follower in waiting[:SLICE]:
            follower.offer(frame)
        if len(waiting) > SLICE:
            asyncio.get_running_loop().call_soon(self._send, frame, waiting[SLICE:])


SLICE = 100
"""The number of followers to whom a frame is offered in one pass of the event loop."""


class UpdateSlices:
    """The delivery of frames to the followers of a match and to the followers of all matches.

    Frames are offered to SLICE followers in each pass of the event loop, so that boards need not
    wait until all followers are served. A match's frame is made once without HTML of the page, and
    once for each language that some follower needs. `of_all` are the followers of all matches.
    """

    def __init__(self, fragments: Fragments, names_of: NamesOf) -> None:
        self._fragments, self._names_of = [fragments], names_of
        self.of_all: dict[Follower, None] = {}

    def add_parts(self, parts: Fragments) -> None:
        """Add a function that makes more of the changing HTML of a match's page.

        Frames then include this HTML, too.
        """
        self._fragments.append(parts)

    def update(self, feed: MatchFeed, items: Sequence[PublicItem]) -> FrameUpdate:
        """Return the update made of a match's present state and these facts that became public."""
        now, published_at = feed.match.snapshot(), feed.match.published_at
        return FrameUpdate(now, items, self._parts, self._names_of, published_at, feed.parts)

    def _parts(self, now: PublicSnapshot, language: str, names: Names) -> Mapping[str, str]:
        return {
            place: html
            for fragments in self._fragments
            for place, html in fragments(now, language, names).items()
        }

    def offer(self, feed: MatchFeed, items: Sequence[PublicItem]) -> None:
        """Offer these items of a match to all its followers, in later passes of the event loop."""
        if not (feed.followers or self.of_all):
            return
        idle = not feed.updates and feed.filling is None
        feed.updates.append(self.update(feed, items))
        if idle:
            asyncio.get_running_loop().call_soon(self._pass, feed)

    def _pass(self, feed: MatchFeed) -> None:
        """Offer the first update's frame to the next SLICE followers.

        If the update's frame cannot be made, the later updates are still offered.
        """
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
