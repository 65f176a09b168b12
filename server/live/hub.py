"""Every match's public feed: one encoded frame shared by all who follow it.

A follower has one slot with the latest frame: who is slow loses what lies between and gets the
last state. Slots are filled a hundred a pass of the event loop, so that boards never wait for
spectators; nothing here waits for any follower.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules import events as ev
from rules.games.game import Game
from server.live.encoding import frame_text
from server.live.facts import PublicItem
from server.live.public_match import PublicMatch
from server.live.snapshot import PublicSnapshot

SLICE = 100
"""Slots filled in one pass of the event loop."""

Fragments = Callable[[PublicSnapshot], Mapping[str, str]]
"""Makes the parts of a match's page that change, by the name of their place in it."""


class Follower:
    """One follower's slot for the frame he has not been sent yet, which ends with item `last`."""

    def __init__(self, frame: str, last: int) -> None:
        self._last = last
        self._frame: str | None = frame
        self._filled = asyncio.Event()
        self._filled.set()

    def offer(self, frame: str, last: int) -> None:
        """Put a later frame into the slot, in place of one that was not fetched."""
        if last > self._last:
            self._frame, self._last = frame, last
            self._filled.set()

    async def next_frame(self) -> str:
        """The latest frame, as soon as there is one that was not fetched yet."""
        await self._filled.wait()
        self._filled.clear()
        assert self._frame is not None
        frame, self._frame = self._frame, None
        return frame


@dataclass(slots=True)
class _Feed:
    """One match's followers and the updates they are still to be offered."""

    match: PublicMatch
    followers: dict[Follower, None] = field(default_factory=dict)
    updates: deque[tuple[PublicSnapshot, tuple[PublicItem, ...]]] = field(default_factory=deque)
    filling: Iterator[Follower] | None = None
    frame: str = ""
    last: int = 0


class LiveHub:
    """The public feeds of all matches.

    `games` are the games by the name a match is scheduled with; `fragments` makes the changing
    parts of a match's page once an update, for all followers together.
    """

    def __init__(self, games: Mapping[str, Game], fragments: Fragments) -> None:
        self._games = games
        self._fragments = fragments
        self._feeds: dict[int, _Feed] = {}

    def happened(self, number: int, events: Sequence[ev.Event]) -> None:
        """Hear what is durable in match `number`; its first event ever is its scheduling.

        Takes no time worth naming: frames are made and offered in later passes of the loop.
        """
        for event in events:
            if isinstance(event, ev.MatchScheduled):
                game = self._games[event.game_name]
                self._feeds[number] = _Feed(PublicMatch(game, event))
                continue
            feed = self._feeds[number]
            items = feed.match.take(event)
            if items and feed.followers:
                self._schedule(feed, items)

    def snapshots(self) -> tuple[PublicSnapshot, ...]:
        """Every match as the public knows it, by number."""
        return tuple(feed.match.snapshot() for _, feed in sorted(self._feeds.items()))

    def snapshot(self, number: int) -> PublicSnapshot | None:
        """One match as the public knows it; None for an unknown number."""
        feed = self._feeds.get(number)
        return None if feed is None else feed.match.snapshot()

    def text(self, number: int, after: int | None = None, *, page: bool = False) -> str:
        """A frame of the state now with the items after number `after`, None for no items.

        Items are left out, too, when `after` is no number this match has reached.
        """
        match = self._feeds[number].match
        now = match.snapshot()
        known = after is not None and 0 <= after <= now.last
        missed = match.items[after:] if known else ()
        return frame_text(now, missed, self._fragments(now) if page else None)

    def follow(self, number: int, after: int | None = None) -> Follower:
        """Follow a match from now on; the first frame holds the state and the items missed."""
        feed = self._feeds[number]
        last = feed.match.snapshot().last
        follower = Follower(self.text(number, after, page=True), last)
        feed.followers[follower] = None
        return follower

    def leave(self, number: int, follower: Follower) -> None:
        """Stop following."""
        self._feeds[number].followers.pop(follower, None)

    def _schedule(self, feed: _Feed, items: tuple[PublicItem, ...]) -> None:
        idle = not feed.updates and feed.filling is None
        feed.updates.append((feed.match.snapshot(), items))
        if idle:
            asyncio.get_running_loop().call_soon(self._pass, feed)

    def _pass(self, feed: _Feed) -> None:
        """Fill the next slots; whatever becomes of one update, the next ones are offered."""
        try:
            self._fill(feed)
        finally:
            if feed.filling is not None or feed.updates:
                asyncio.get_running_loop().call_soon(self._pass, feed)

    def _fill(self, feed: _Feed) -> None:
        if feed.filling is None:
            now, items = feed.updates.popleft()
            feed.frame, feed.last = frame_text(now, items, self._fragments(now)), now.last
            feed.filling = iter(tuple(feed.followers))
        for _ in range(SLICE):
            follower = next(feed.filling, None)
            if follower is None:
                feed.filling = None
                return
            follower.offer(feed.frame, feed.last)
