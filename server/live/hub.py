"""The public feed of every match: each frame is encoded once and shared by all its followers.

Also here: the match shown large to spectators, as the hub has it.

Also here: what the public feeds read about matches that are not in memory: finished ones.

Also here: the pauses after public doubles: what waits is published at the end of a pause, never
before.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol

from rules import events as ev
from rules.errors import MatchRefused
from rules.games.game import Game
from rules.identities import MatchId, TournamentId
from server.live.doubles import NO_PAUSE, PauseRule
from server.live.facts import PublicItem
from server.live.follower import Follower, Fragments, Frame, MatchFeed, NamesOf, UpdateSlices, Write
from server.live.public_match import PublicMatch
from server.live.public_source import FinishedList, NothingFinished
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.values.double_answers import DoubleKey, Tally
from server.values.naming import NO_NAMES, unknown_match
from server.values.stored_events import StoredEvent, Subscriber, match_of

Closing = Callable[[DoubleKey], Awaitable[Tally | None]]
"""Function that ends the answers to a double and returns those stored, None for none."""


async def _nobody_asked(_double: DoubleKey) -> None:
    """Return None: no watchers were asked."""


class DoublePauses:
    """Timers that end the pauses of feeds by `clock`, once watchers' answers are stored.

    `rule` is the pauses' length, `closing` ends the answers to a double. `over` is called with a
    feed and what has become public after its double, `tallies` are those that may be public.
    """

    def __init__(
        self,
        tallies: dict[DoubleKey, Tally],
        clock: Callable[[], datetime],
        over: Callable[[MatchFeed, Sequence[PublicItem]], None],
    ) -> None:
        self.rule: PauseRule = NO_PAUSE
        self.closing: Closing = _nobody_asked
        self._tallies, self._clock, self._over = tallies, clock, over
        self._closing = set[asyncio.Future[Tally | None]]()

    def begin(self, feed: MatchFeed) -> None:
        """Set the timer for what waits after a feed's double, if its pause has begun."""
        until = feed.match.paused_until
        if until is None or feed.pause_end is not None:
            return
        seconds = (until - self._clock()).total_seconds()
        loop = asyncio.get_running_loop()
        feed.pause_end = loop.call_later(max(seconds, 0.0), self._end, feed)

    def drop(self, feed: MatchFeed) -> None:
        """Cancel the timer of the match's pause."""
        if feed.pause_end is not None:
            feed.pause_end.cancel()

    def _end(self, feed: MatchFeed) -> None:
        """Publish what waited once the answers are stored; never before the pause is over."""
        feed.pause_end = None
        double, until = feed.match.double, feed.match.paused_until
        if double is None or until is None:
            return
        if until > self._clock():
            self.begin(feed)
            return
        closing = asyncio.ensure_future(self.closing(double))
        self._closing.add(closing)
        closing.add_done_callback(partial(self._closed, feed, double))

    def _closed(
        self, feed: MatchFeed, double: DoubleKey, closing: asyncio.Future[Tally | None]
    ) -> None:
        self._closing.discard(closing)
        tally = None if closing.cancelled() or closing.exception() else closing.result()
        if tally is not None:
            self._tallies[double] = tally
        items = feed.match.after(self._clock())
        self.begin(feed)
        self._over(feed, items)


class Featured(Protocol):
    """The match that the operator chose to show large; None for no choice."""

    match_id: MatchId | None

    def choose(self, match_id: MatchId | None) -> None:
        """Choose that match; may wait for the disk."""


class Unchosen:
    """A choice that is kept until the server stops."""

    def __init__(self) -> None:
        self.match_id: MatchId | None = None

    def choose(self, match_id: MatchId | None) -> None:
        """Choose that match."""
        self.match_id = match_id


class KnownMatches(Protocol):
    """Every match of a server; a registry of matches is one."""

    @property
    def finished(self) -> FinishedList:
        """The matches listed as finished."""

    def __contains__(self, match_id: object) -> bool: ...

    def numbers(self, tournament: TournamentId) -> Sequence[int]:
        """Return the numbers of a tournament's matches, in order."""

    def held(self, match_id: MatchId | None) -> AbstractAsyncContextManager[None]:
        """Return a context that keeps a match in memory."""


class NoneFinished:
    """Known matches without any: all there are have been given to the feeds."""

    def __init__(self) -> None:
        self.finished: FinishedList = NothingFinished()

    def __contains__(self, match_id: object) -> bool:
        return False

    def numbers(self, tournament: TournamentId) -> Sequence[int]:
        """Return no number of any tournament."""
        return ()

    @contextlib.asynccontextmanager
    async def held(self, match_id: MatchId | None) -> AsyncIterator[None]:
        """Keep nothing: all matches are in memory."""
        yield


_UTC_NOW = partial(datetime.now, UTC)


class LiveHub(Subscriber):
    """The public feeds of all matches; given again, a match's first event begins its feed anew.

    `games` are the games by the name a match is scheduled with; `fragments` makes the changing
    parts of a match's page once an update and language, for all followers together. `featured` has
    the match shown large. `names_of` gives the names in a frame. `known` are all matches, also
    those that are not in memory. `clock` gives the time in UTC, for pauses after doubles alone.
    `tallies` are watchers' answers so far. `unplayed` returns whether a match is decided without
    play.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        fragments: Fragments,
        featured: Featured | None = None,
        names_of: NamesOf = lambda _: NO_NAMES,
        known: KnownMatches | None = None,
        clock: Callable[[], datetime] = _UTC_NOW,
        tallies: Mapping[DoubleKey, Tally] | None = None,
        unplayed: Callable[[MatchId], bool] = lambda _: False,
    ) -> None:
        self.names_of = names_of
        self.known: KnownMatches = NoneFinished() if known is None else known
        self.featured = featured or Unchosen()
        self._games, self._unplayed = games, unplayed
        self._updates = UpdateSlices(fragments, names_of)
        self._clock, self._tallies = clock, dict(tallies or {})
        self._pauses = DoublePauses(self._tallies, clock, self._pause_over)
        self._feeds: dict[MatchId, MatchFeed] = {}
        self.listeners: list[Callable[[MatchId], None]] = []
        """Functions called with a match when more of it is public, or it was withdrawn."""

    name = "live feed"

    def add_parts(self, parts: Fragments) -> None:
        """Include these parts of a match's page in its frames, too."""
        self._updates.add_parts(parts)

    def pause_at_doubles(self, length: timedelta, closing: Closing) -> None:
        """Set the length of the pause after doubles that are published from now on.

        Watchers' answers are ended by `closing` before their publication.
        """
        self._pauses.rule = PauseRule(length, self._clock())
        self._pauses.closing = closing
        for feed in self._feeds.values():
            feed.match.pause_by(self._pauses.rule)

    @property
    def pause_rule(self) -> PauseRule:
        """The rule for the pauses after public doubles."""
        return self._pauses.rule

    @property
    def followers(self) -> int:
        """Number of the public's open pages."""
        return len(self._updates.of_all)

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Load a match as it is; no follower is sent anything."""
        match_id, first = match_of(stored[0].stream), stored[0].event
        if match_id is not None and isinstance(first, ev.AnyScheduled):
            feed = self._feeds[match_id] = MatchFeed(self._public_match(first))
            for entry in stored[1:]:
                feed.match.after(entry.recorded_at)
                feed.match.take(entry.event, entry.recorded_at)
            feed.match.after(self._clock())
            self._pauses.begin(feed)

    def forget(self, stream: str) -> None:
        """Drop a match that nobody follows, once all of it is public."""
        match_id = match_of(stream)
        feed = None if match_id is None else self._feeds.get(match_id)
        if feed is None or match_id is None:
            return
        if feed.match.holds_back:
            feed.forgotten = True
        else:
            self._drop(match_id)

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Take a match's next events; the first of all is its scheduling.

        Takes negligible time: frames are made and offered in later passes of the loop.
        """
        match_id = match_of(stored[0].stream)
        if match_id is not None:
            self._happened(match_id, stored)

    def _happened(self, match_id: MatchId, stored: Sequence[StoredEvent]) -> None:
        if any(isinstance(entry.event, ev.MatchWithdrawn) for entry in stored):
            # Followers are sent nothing more; given again from its first event, it stays gone.
            self._drop(match_id)
            self._tell_listeners(match_id)
            return
        first, items, known = stored[0].event, list[PublicItem](), 0
        planned = isinstance(first, ev.AnyScheduled)
        if isinstance(first, ev.AnyScheduled):
            match = self._public_match(first)
            known = self._feeds[match_id].match.snapshot().last if match_id in self._feeds else 0
            stored = stored[1:]
        else:
            match = self._feeds[match_id].match
        for entry in stored:
            if planned:
                items.extend(match.after(entry.recorded_at))
            items.extend(match.take(entry.event, entry.recorded_at))
        feed = self._feeds.setdefault(match_id, MatchFeed(match))
        feed.match, feed.forgotten = match, False
        self._pauses.begin(feed)
        if items or planned:
            self._tell_listeners(match_id)
        if items or planned:
            self._updates.offer(feed, [item for item in items if item.number > known])

    def _tell_listeners(self, match_id: MatchId) -> None:
        for listener in self.listeners:
            listener(match_id)

    def _public_match(self, scheduled: ev.AnyScheduled) -> PublicMatch:
        game, pause = self._games[scheduled.game_name], self._pauses.rule
        return PublicMatch(game, scheduled, pause, self._tallies.get)

    def _pause_over(self, feed: MatchFeed, items: Sequence[PublicItem]) -> None:
        """Publish what waited after a double; without items, too, watchers are no longer asked."""
        self._updates.offer(feed, items)
        match_id = feed.match.snapshot().scheduled.match_id
        if items:
            self._tell_listeners(match_id)
        if feed.forgotten and not feed.match.holds_back and self._feeds.get(match_id) is feed:
            self._drop(match_id)

    def _drop(self, match_id: MatchId) -> None:
        feed = self._feeds.pop(match_id, None)
        if feed is not None:
            self._pauses.drop(feed)

    def names_changed(self) -> None:
        """Send all followers frames with changed names, without new items."""
        for feed in self._feeds.values():
            self._updates.offer(feed, ())

    def parts_changed(self, match_id: MatchId) -> None:
        """Send a match's followers a frame with changed parts of its page, without new items."""
        feed = self._feeds.get(match_id)
        if feed is not None:
            feed.parts += 1
            if feed.followers:
                self._updates.offer(feed, ())

    def parts_revision(self, match_id: MatchId) -> int:
        """Return a number that rises when names or page parts change without a new item."""
        feed = self._feeds.get(match_id)
        return self.names_of(None).revision + (0 if feed is None else feed.parts)

    def snapshots(self) -> tuple[PublicSnapshot, ...]:
        """Return the public snapshot of every match in memory, by tournament and number."""
        return tuple(feed.match.snapshot() for _, feed in sorted(self._feeds.items()))

    def snapshot(self, match_id: MatchId) -> PublicSnapshot | None:
        """Return the public snapshot of one match; None for one that is not in memory."""
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.match.snapshot()

    def unknown(self, match_id: MatchId) -> MatchRefused:
        """Return the refusal of a match that does not exist."""
        return unknown_match(match_id, self.numbers(match_id.tournament))

    def numbers(self, tournament: TournamentId) -> list[int]:
        """Return the numbers of a tournament's matches, in order."""
        fed = {each.number for each in self._feeds if each.tournament == tournament}
        return sorted(fed.union(self.known.numbers(tournament)))

    def in_play(self, *asked_for: MatchId | None) -> list[PublicSnapshot]:
        """Return every match that is played or will be, by tournament and number.

        Those that are `asked_for` are included in any case. A match decided without further play is
        left out, unless a game of it is publicly under way.
        """
        return [
            now
            for now in self.unfinished(*asked_for)
            if (match_id := now.scheduled.match_id) in asked_for
            or now.game_is_known
            or not self._unplayed(match_id)
        ]

    def unfinished(self, *asked_for: MatchId | None) -> list[PublicSnapshot]:
        """Return every match except those listed as finished, by tournament and number.

        Matches decided before anything of them was public are left out. Those that are `asked_for`
        are included in any case, if in memory, and so are finished ones of which not all is public
        yet.
        """
        every = (
            (match_id, feed.match.snapshot()) for match_id, feed in sorted(self._feeds.items())
        )
        return [
            now
            for match_id, now in every
            if match_id in asked_for
            or not (self.is_finished(match_id) or self._is_walked_over(match_id, now))
        ]

    def _is_walked_over(self, match_id: MatchId, now: PublicSnapshot) -> bool:
        return now.phase is PublicPhase.PLANNED and self._unplayed(match_id)

    def is_finished(self, match_id: MatchId) -> bool:
        """Return True if a match is listed as finished, and all of it is public."""
        feed = self._feeds.get(match_id)
        return match_id in self.known.finished and not (feed and feed.match.holds_back)

    @property
    def finished(self) -> list[MatchId]:
        """The matches listed as finished of which all is public, by tournament and number."""
        held_back = {each for each, feed in self._feeds.items() if feed.match.holds_back}
        return [each for each in self.known.finished.ids if each not in held_back]

    def first_dice(self, match_id: MatchId) -> tuple[int, datetime] | None:
        """Return a match's current game and the time its first dice became public."""
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.match.first_dice

    def double_asked(self, match_id: MatchId) -> tuple[int, DoubleKey] | None:
        """Return the double that watchers may answer now with its item's number, None for none."""
        feed = self._feeds.get(match_id)
        double = None if feed is None else feed.match.double
        if feed is None or double is None or feed.match.is_pause_over(self._clock()):
            return None
        return feed.match.snapshot().last, double

    def published_at(self, match_id: MatchId) -> datetime | None:
        """Return the time the newest item of a match became public; None before the first."""
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.match.published_at

    def is_over(self, match_id: MatchId) -> bool:
        """Return True if it is public that every game of a match is over in both rooms."""
        now = self.snapshot(match_id)
        return now is not None and now.phase is PublicPhase.OVER

    def is_known_over(self, match_id: MatchId) -> bool:
        """Return True if `is_over`, also for matches that are not in memory."""
        return self.is_finished(match_id) or self.is_over(match_id)

    def items(self, match_id: MatchId) -> Sequence[PublicItem]:
        """Return every public item of a match so far; number n has index n - 1."""
        return self._feeds[match_id].match.items

    def frame(
        self, match_id: MatchId, after: int | None = None, language: str | None = None
    ) -> Frame:
        """Return the present state with the items after number `after`, None for no items.

        Items are left out, too, when this match has no item number `after`. With a language the
        frame has the changing parts of the match's page.
        """
        feed = self._feeds[match_id]
        known = after is not None and 0 <= after <= feed.match.snapshot().last
        missed = feed.match.items[after:] if known else ()
        return self._updates.update(feed, missed).frame(language)

    def follow(
        self,
        match_id: MatchId,
        after: int | None = None,
        language: str | None = None,
        write: Write | None = None,
        *,
        shown: int | None = None,
    ) -> Follower:
        """Follow a match from now on; the first frame has the state and the items missed.

        `shown`: the follower has the page's parts as of item `after` and of that `parts_revision`,
        and needs none unless there is something newer.
        """
        as_of = self._feeds[match_id].match.snapshot().last, self.parts_revision(match_id)
        has_parts = (after, shown) == as_of
        first = self.frame(match_id, after, None if has_parts else language)
        follower = Follower(language, (first,), write)
        self._feeds[match_id].followers[follower] = None
        return follower

    def follow_all(
        self,
        write: Write | None = None,
        at_once: Collection[MatchId] | None = None,
        hidden: Collection[MatchId] = (),
    ) -> Follower:
        """Follow every match but those `hidden`; data alone.

        `at_once` names the matches whose state the follower gets first, None for all that are not
        listed as finished; others are sent when they change.
        """
        begun = [
            each
            for each in sorted(self._feeds)
            if each not in hidden
            if (not self.is_finished(each) if at_once is None else each in at_once)
        ]
        frames = [self.frame(each) for each in begun]
        follower = Follower(None, frames, write, hidden)
        self._updates.of_all[follower] = None
        return follower

    def leave(self, follower: Follower) -> None:
        """End a follower, whatever it follows."""
        self._updates.of_all.pop(follower, None)
        for feed in self._feeds.values():
            feed.followers.pop(follower, None)
