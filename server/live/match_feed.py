"""What one match's followers are still to be offered."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from server.live.encoding import frame_text, with_page
from server.live.facts import PublicItem
from server.live.follower import Follower, Frame
from server.live.public_match import PublicMatch
from server.live.snapshot import PublicSnapshot
from server.persons.naming import Names

Fragments = Callable[[PublicSnapshot, str, Names], Mapping[str, str]]
"""Makes the parts of a match's page that change, in a language, by the name of their place."""
NamesOf = Callable[[str | None], Names]
"""How people are named now in a language, None for data alone."""


class FrameUpdate:
    """What became public of a match at once, encoded when the first follower needs it."""

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
        """The frame for pages in that language; for None the data alone."""
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
    """One match's followers and the updates they are still to be offered.

    `parts` counts how often parts of its page have changed without news.

    `pause_end` is the call at the end of a double's pause; `forgotten`: nobody needs the match any
    more once that pause is over.
    """

    match: PublicMatch
    parts: int = 0
    followers: dict[Follower, None] = field(default_factory=dict)
    updates: deque[FrameUpdate] = field(default_factory=deque)
    filling: Iterator[Follower] | None = None
    pause_end: asyncio.Handle | None = None
    forgotten: bool = False
