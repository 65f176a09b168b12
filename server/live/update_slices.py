"""Updates of feeds, offered to all who follow in slices: boards never wait for spectators."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import chain

from server.live.facts import PublicItem
from server.live.follower import Follower
from server.live.match_feed import Fragments, FrameUpdate, MatchFeed, NamesOf
from server.live.snapshot import PublicSnapshot
from server.persons.naming import Names

SLICE = 100
"""Followers served in one pass of the event loop."""


class UpdateSlices:
    """Offers each update's frame to its match's followers and to those of every match.

    A frame is made once for pure data and once for each language some follower's page is in;
    nothing here waits for any follower. `of_all` are those who follow every match.
    """

    def __init__(self, fragments: Fragments, names_of: NamesOf) -> None:
        self._fragments, self._names_of = [fragments], names_of
        self.of_all: dict[Follower, None] = {}

    def add_parts(self, parts: Fragments) -> None:
        """Have these parts of a match's page in its frames, too."""
        self._fragments.append(parts)

    def update(self, feed: MatchFeed, items: Sequence[PublicItem]) -> FrameUpdate:
        """What a match's followers are told now with these items."""
        now, published_at = feed.match.snapshot(), feed.match.published_at
        return FrameUpdate(now, items, self._parts, self._names_of, published_at, feed.parts)

    def _parts(self, now: PublicSnapshot, language: str, names: Names) -> Mapping[str, str]:
        """The parts of a match's page, whoever makes them."""
        return {
            place: html
            for fragments in self._fragments
            for place, html in fragments(now, language, names).items()
        }

    def offer(self, feed: MatchFeed, items: Sequence[PublicItem]) -> None:
        """Have all who follow told of the match with these items, in later passes of the loop."""
        if not (feed.followers or self.of_all):
            return
        idle = not feed.updates and feed.filling is None
        feed.updates.append(self.update(feed, items))
        if idle:
            asyncio.get_running_loop().call_soon(self._pass, feed)

    def _pass(self, feed: MatchFeed) -> None:
        """Serve the next followers; whatever becomes of one update, the next ones are offered."""
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
