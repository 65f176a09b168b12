"""Every match's public feed: each frame is encoded once and shared by all who follow it.

A frame is made once for pure data and once for each language some follower's page is in. Followers
are served a hundred a pass of the event loop, so that boards never wait for spectators; nothing
here waits for any follower.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain

from rules import events as ev
from rules.errors import MatchRefused
from rules.games.game import Game
from rules.identities import MatchId, TournamentId
from server.live.encoding import frame_text, with_page
from server.live.facts import PublicItem
from server.live.featured import Featured, Unchosen
from server.live.first_dice import FirstDice
from server.live.follower import Follower, Frame, Write
from server.live.known_matches import KnownMatches, NoneFinished
from server.live.public_match import PublicMatch
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.matches.registry import unknown_match
from server.matches.streams import match_of
from server.persons.naming import NO_NAMES, Names
from server.store.event_log.contract import StoredEvent

SLICE = 100
"""Followers served in one pass of the event loop."""

Fragments = Callable[[PublicSnapshot, str, Names], Mapping[str, str]]
"""Makes the parts of a match's page that change, in a language, by the name of their place."""
NamesOf = Callable[[str | None], Names]
"""How people are named now in a language, None for data alone."""


class _Update:
    """What became public of a match at once, encoded when the first follower needs it."""

    def __init__(
        self,
        now: PublicSnapshot,
        items: Sequence[PublicItem],
        fragments: Fragments,
        names_of: NamesOf,
    ) -> None:
        self._now, self._items, self._fragments = now, items, fragments
        self._names_of = names_of
        self._frames: dict[str | None, Frame] = {}
        self._text = ""

    def frame(self, language: str | None) -> Frame:
        """The frame for pages in that language; for None the data alone."""
        if language not in self._frames:
            names = self._names_of(None)
            self._text = self._text or frame_text(self._now, self._items, names)
            text = self._text
            if language is not None:
                page = self._fragments(self._now, language, self._names_of(language))
                text = with_page(text, page)
            match_id, last = self._now.scheduled.match_id, self._now.last
            self._frames[language] = Frame(match_id, last, text.encode(), names.revision)
        return self._frames[language]


@dataclass(slots=True)
class _Feed:
    """One match's followers and the updates they are still to be offered."""

    match: PublicMatch
    first_dice: FirstDice = field(default_factory=FirstDice)
    followers: dict[Follower, None] = field(default_factory=dict)
    updates: deque[_Update] = field(default_factory=deque)
    filling: Iterator[Follower] | None = None


class LiveHub:
    """The public feeds of all matches.

    `games` are the games by the name a match is scheduled with; `fragments` makes the changing
    parts of a match's page once an update and language, for all followers together.
    `featured` remembers which match is shown large. `names_of` names the people of a frame.
    `known` are all matches, also those that are not in memory.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        fragments: Fragments,
        featured: Featured | None = None,
        names_of: NamesOf = lambda _: NO_NAMES,
        known: KnownMatches | None = None,
    ) -> None:
        self.names_of = names_of
        self.known: KnownMatches = NoneFinished() if known is None else known
        self.featured = featured or Unchosen()
        self._games = games
        self._fragments = fragments
        self._feeds: dict[MatchId, _Feed] = {}
        self._watchers: dict[Follower, None] = {}

    name = "live feed"

    @property
    def followers(self) -> int:
        """How many pages of the public are open."""
        return len(self._watchers)

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Take up a match as it stands; no follower hears of it."""
        match_id, first = match_of(stored[0].stream), stored[0].event
        if match_id is not None and isinstance(first, ev.AnyScheduled):
            match = PublicMatch(self._games[first.game_name], first)
            feed = self._feeds[match_id] = _Feed(match)
            for entry in stored[1:]:
                feed.first_dice.note(match.take(entry.event), entry.recorded_at)

    def forget(self, stream: str) -> None:
        """Let go of a match that nobody follows."""
        match_id = match_of(stream)
        if match_id is not None:
            self._feeds.pop(match_id, None)

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Take a match's next events; the first of all is its scheduling.

        Takes no time worth naming: frames are made and offered in later passes of the loop.
        """
        match_id = match_of(stored[0].stream)
        if match_id is not None:
            self._happened(match_id, stored)

    def restart(self, stream: str) -> None:
        """Nothing: what a match's first event begins takes the place of what there was."""

    def _happened(self, match_id: MatchId, stored: Sequence[StoredEvent]) -> None:
        if any(isinstance(entry.event, ev.MatchWithdrawn) for entry in stored):
            # Followers hear nothing more; given again from its first event, it stays gone.
            self._feeds.pop(match_id, None)
            return
        first, items, known = stored[0].event, list[PublicItem](), 0
        first_dice = FirstDice()
        if isinstance(first, ev.AnyScheduled):
            match = PublicMatch(self._games[first.game_name], first)
            known = self._feeds[match_id].match.snapshot().last if match_id in self._feeds else 0
            stored = stored[1:]
        else:
            match, first_dice = self._feeds[match_id].match, self._feeds[match_id].first_dice
        for entry in stored:
            shown = match.take(entry.event)
            first_dice.note(shown, entry.recorded_at)
            items.extend(shown)
        feed = self._feeds.setdefault(match_id, _Feed(match))
        feed.match, feed.first_dice = match, first_dice
        planned = isinstance(first, ev.AnyScheduled)
        if (items or planned) and (feed.followers or self._watchers):
            self._schedule(feed, [item for item in items if item.number > known])

    def names_changed(self) -> None:
        """Somebody is named otherwise: frames without news, in which he is."""
        for feed in self._feeds.values():
            if feed.followers or self._watchers:
                self._schedule(feed, ())

    def snapshots(self) -> tuple[PublicSnapshot, ...]:
        """Every match in memory as the public knows it, by tournament and number."""
        return tuple(feed.match.snapshot() for _, feed in sorted(self._feeds.items()))

    def snapshot(self, match_id: MatchId) -> PublicSnapshot | None:
        """One match as the public knows it; None for one that is not in memory."""
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.match.snapshot()

    def unknown(self, match_id: MatchId) -> MatchRefused:
        """The refusal of a match that nobody has set up."""
        return unknown_match(match_id, self.numbers(match_id.tournament))

    def numbers(self, tournament: TournamentId) -> list[int]:
        """The numbers of a tournament's matches, in order."""
        fed = {each.number for each in self._feeds if each.tournament == tournament}
        return sorted(fed.union(self.known.numbers(tournament)))

    def in_play(self, *asked_for: MatchId | None) -> list[PublicSnapshot]:
        """Every match but those that are listed as finished, by tournament and number.

        Finished ones that are `asked_for` as well, as far as they are in memory.
        """
        finished = self.known.finished
        return [
            feed.match.snapshot()
            for match_id, feed in sorted(self._feeds.items())
            if match_id not in finished or match_id in asked_for
        ]

    def first_dice(self, match_id: MatchId) -> tuple[int, datetime] | None:
        """A match's current game and since when the public knows its first dice."""
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.first_dice.thrown

    def is_over(self, match_id: MatchId) -> bool:
        """Whether the public knows that every game of a match is over in both rooms."""
        now = self.snapshot(match_id)
        return now is not None and now.phase is PublicPhase.OVER

    def items(self, match_id: MatchId) -> Sequence[PublicItem]:
        """Every public item of a match so far; number n stands at place n - 1."""
        return self._feeds[match_id].match.items

    def frame(
        self, match_id: MatchId, after: int | None = None, language: str | None = None
    ) -> Frame:
        """The state now with the items after number `after`, None for no items.

        Items are left out, too, when `after` is no number this match has reached. With a language
        the frame has the changing parts of the match's page.
        """
        match = self._feeds[match_id].match
        now = match.snapshot()
        known = after is not None and 0 <= after <= now.last
        missed = match.items[after:] if known else ()
        return _Update(now, missed, self._fragments, self.names_of).frame(language)

    def follow(
        self,
        match_id: MatchId,
        after: int | None = None,
        language: str | None = None,
        write: Write | None = None,
    ) -> Follower:
        """Follow a match from now on; the first frame holds the state and the items missed."""
        follower = Follower(language, (self.frame(match_id, after, language),), write)
        self._feeds[match_id].followers[follower] = None
        return follower

    def follow_all(
        self,
        write: Write | None = None,
        at_once: Collection[MatchId] | None = None,
        hidden: Collection[MatchId] = (),
    ) -> Follower:
        """Follow every match but those `hidden`; data alone.

        `at_once` names the matches with whose state the follower begins, None all but those that
        are listed as finished; others follow as they change.
        """
        begun = [
            each
            for each in sorted(self._feeds)
            if each not in hidden
            if (each not in self.known.finished if at_once is None else each in at_once)
        ]
        frames = [self.frame(each) for each in begun]
        follower = Follower(None, frames, write, hidden)
        self._watchers[follower] = None
        return follower

    def leave(self, follower: Follower) -> None:
        """Stop following, whatever it was."""
        self._watchers.pop(follower, None)
        for feed in self._feeds.values():
            feed.followers.pop(follower, None)

    def _schedule(self, feed: _Feed, items: Sequence[PublicItem]) -> None:
        idle = not feed.updates and feed.filling is None
        now = feed.match.snapshot()
        feed.updates.append(_Update(now, items, self._fragments, self.names_of))
        if idle:
            asyncio.get_running_loop().call_soon(self._pass, feed)

    def _pass(self, feed: _Feed) -> None:
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

    def _fill(self, feed: _Feed) -> None:
        if feed.filling is None:
            feed.filling = iter(tuple(chain(feed.followers, self._watchers)))
        for _ in range(SLICE):
            follower = next(feed.filling, None)
            if follower is None:
                feed.updates.popleft()
                feed.filling = None
                return
            follower.offer(feed.updates[0].frame(follower.language))
