"""The hub of all matches' public feeds: each frame is encoded once and shared by all its followers.

Also here: the timers of the pauses after public doubles; the match that the operator chose to be
shown large to spectators; the interface through which the hub reads about finished matches, which
are not in memory.
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
from server.live.follower import (
    Follower,
    Fragments,
    Frame,
    Heartbeats,
    MatchFeed,
    NamesOf,
    UpdateSlices,
    Write,
)
from server.live.public_match import PublicMatch
from server.live.public_source import FinishedList, NothingFinished
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.values.double_answers import DoubleKey, Tally
from server.values.naming import NO_NAMES, unknown_match
from server.values.stored_events import StoredEvent, Subscriber, match_of

Closing = Callable[[DoubleKey], Awaitable[Tally | None]]
"""A function that ends the question to watchers about a double.

Later answers are refused. The function stores the tally of the answers and returns it, or returns
None if no watcher answered.
"""


async def _nobody_asked(_double: DoubleKey) -> None:
    """Return None, because no watchers were asked."""


class DoublePauses:
    """The timers of all feeds' pauses after a double, which end each pause at its time.

    Before a pause ends, `closing` is called to store the watchers' answers; the tally it returns is
    put into `tallies`. Then `over` is called with the feed and the items that became public. `rule`
    gives the length of pauses, `clock` returns the time in UTC.
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
        """Set the timer that ends the pause of a feed, if the feed has a pause and no timer yet."""
        until = feed.match.paused_until
        if until is None or feed.pause_end is not None:
            return
        seconds = (until - self._clock()).total_seconds()
        loop = asyncio.get_running_loop()
        feed.pause_end = loop.call_later(max(seconds, 0.0), self._end, feed)

    def drop(self, feed: MatchFeed) -> None:
        """Cancel the timer of the feed's pause."""
        if feed.pause_end is not None:
            feed.pause_end.cancel()

    def _end(self, feed: MatchFeed) -> None:
        """Store the watchers' answers, then publish the facts that waited for the pause's end.

        If the pause is not over yet by the clock, only set the timer again.
        """
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
    """A store of the match that the operator chose to be shown large to spectators.

    `match_id` is that match, or None if nobody chose one.
    """

    match_id: MatchId | None

    def choose(self, match_id: MatchId | None) -> None:
        """Store the choice of that match, None for no match. The call can wait for the disk."""


class Unchosen:
    """A Featured that has the choice only in memory, so that it is lost when the server stops."""

    def __init__(self) -> None:
        self.match_id: MatchId | None = None

    def choose(self, match_id: MatchId | None) -> None:
        """Set the choice to that match."""
        self.match_id = match_id


class KnownMatches(Protocol):
    """What the hub must be able to ask about all matches of a server, also those not in memory.

    The server's registry of matches implements it. `match_id in known` is True if the match exists.
    """

    @property
    def finished(self) -> FinishedList:
        """The list of finished matches."""

    def __contains__(self, match_id: object) -> bool: ...

    def numbers(self, tournament: TournamentId) -> Sequence[int]:
        """Return the numbers of a tournament's matches in ascending order."""

    def in_memory(self, match_id: MatchId | None) -> AbstractAsyncContextManager[None]:
        """Return a context manager that keeps a match in memory while its block runs.

        A finished match is loaded first. Nothing is done for None or an unknown match.
        """


class NoneFinished:
    """A KnownMatches without any match, for a hub with all its matches in memory, as in tests."""

    def __init__(self) -> None:
        self.finished: FinishedList = NothingFinished()

    def __contains__(self, match_id: object) -> bool:
        return False

    def numbers(self, tournament: TournamentId) -> Sequence[int]:
        """Return no numbers."""
        return ()

    @contextlib.asynccontextmanager
    async def in_memory(self, match_id: MatchId | None) -> AsyncIterator[None]:
        """Do nothing, because all matches are in memory."""
        yield


_UTC_NOW = partial(datetime.now, UTC)


class LiveHub(Subscriber):
    """The public feeds of all matches.

    `games` are the games that can be played, keyed by the game's name, as in the `game_name` of a
    scheduled match. `fragments` makes the changing parts of a match's page, once for each update
    and language. `featured` stores the match shown large to spectators. `names_of` returns the
    names to be used in a frame. `known` has all matches, also those not in memory. `clock` returns
    the time in UTC and is used only for pauses after doubles. `tallies` are the watchers' answers
    to doubles so far. `unplayed` returns True for a match that was decided without play.

    If the stored events of a match are delivered again from its first event on, its feed starts
    again.
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
        self.heartbeats = Heartbeats()
        self._updates = UpdateSlices(fragments, names_of)
        self._clock, self._tallies = clock, dict(tallies or {})
        self._pauses = DoublePauses(self._tallies, clock, self._pause_over)
        self._feeds: dict[MatchId, MatchFeed] = {}
        self.listeners: list[Callable[[MatchId], None]] = []
        """Functions that are called with a match's id when more of the match is public.

        They are also called when the match was withdrawn.
        """

    name = "live feed"

    def add_parts(self, parts: Fragments) -> None:
        """Add a function that makes more of the changing HTML of a match's page.

        Frames then include this HTML, too.
        """
        self._updates.add_parts(parts)

    def pause_at_doubles(self, length: timedelta, closing: Closing) -> None:
        """Set the length of the pause after doubles that are published from now on.

        `closing` is called at the end of each pause, before anything is published: it must accept
        no more answers of watchers to the double, and store and return their tally.
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
        """The number of followers that follow all matches."""
        return len(self._updates.of_all)

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Load a match from all its stored events; nothing is sent to followers."""
        match_id, first = match_of(stored[0].stream), stored[0].event
        if match_id is not None and isinstance(first, ev.AnyScheduled):
            feed = self._feeds[match_id] = MatchFeed(self._public_match(first))
            for entry in stored[1:]:
                feed.match.after(entry.recorded_at)
                feed.match.take(entry.event, entry.recorded_at)
            feed.match.after(self._clock())
            self._pauses.begin(feed)

    def forget(self, stream: str) -> None:
        """Drop a match from memory, at once or when the pause after a double is over.

        Call it only if nobody follows the match.
        """
        match_id = match_of(stream)
        feed = None if match_id is None else self._feeds.get(match_id)
        if feed is None or match_id is None:
            return
        if feed.match.holds_back:
            feed.forgotten = True
        else:
            self._drop(match_id)

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Process the next events of a match; the very first event of a match is its scheduling.

        This takes very little time: frames are made and offered in later passes of the event loop.
        """
        match_id = match_of(stored[0].stream)
        if match_id is not None:
            self._happened(match_id, stored)

    def _happened(self, match_id: MatchId, stored: Sequence[StoredEvent]) -> None:
        if any(isinstance(entry.event, ev.MatchWithdrawn) for entry in stored):
            # Nothing more is sent to followers. Delivering its events again does not bring it back.
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
        """Offer followers the items that became public at the end of a pause after a double.

        A frame is offered even without items, because it ends the question to watchers.
        """
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
        """Send all followers a frame without items, with the present names in it.

        The names are those of persons and tournaments.
        """
        for feed in self._feeds.values():
            self._updates.offer(feed, ())

    def parts_changed(self, match_id: MatchId) -> None:
        """Send a match's followers a frame with the present HTML of its page but no new facts."""
        feed = self._feeds.get(match_id)
        if feed is not None:
            feed.parts += 1
            if feed.followers:
                self._updates.offer(feed, ())

    def parts_revision(self, match_id: MatchId) -> int:
        """Return the number of changes of a match's page that came without a new fact of the match.

        Such a change happens when a person in the match is renamed, or when an extra changes its
        part of the page.
        """
        feed = self._feeds.get(match_id)
        return self.names_of(None).revision + (0 if feed is None else feed.parts)

    def snapshots(self) -> tuple[PublicSnapshot, ...]:
        """Return the public snapshots of all matches in memory, by tournament and number."""
        return tuple(feed.match.snapshot() for _, feed in sorted(self._feeds.items()))

    def snapshot(self, match_id: MatchId) -> PublicSnapshot | None:
        """Return the public snapshot of a match, or None if the match is not in memory."""
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.match.snapshot()

    def unknown(self, match_id: MatchId) -> MatchRefused:
        """Return the error that refuses a request for that match, which does not exist."""
        return unknown_match(match_id, self.numbers(match_id.tournament))

    def numbers(self, tournament: TournamentId) -> list[int]:
        """Return the numbers of a tournament's matches in ascending order."""
        fed = {each.number for each in self._feeds if each.tournament == tournament}
        return sorted(fed.union(self.known.numbers(tournament)))

    def in_play(self, *asked_for: MatchId | None) -> list[PublicSnapshot]:
        """Return the snapshots of matches that still have to be played, by tournament and number.

        A match that was decided without further play is left out, unless one of its games is
        publicly under way. The matches in `asked_for` are included in any case, if they are in
        memory.
        """
        return [
            now
            for now in self.unfinished(*asked_for)
            if (match_id := now.scheduled.match_id) in asked_for
            or now.game_is_known
            or not self._unplayed(match_id)
        ]

    def unfinished(self, *asked_for: MatchId | None) -> list[PublicSnapshot]:
        """Return the snapshots of all unfinished matches in memory, by tournament and number.

        A match is finished if it is listed as finished and all of it is public. Matches that were
        decided before anything of them was public are left out as well. The matches in `asked_for`
        are included in any case, if they are in memory.
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
        """Return True if a match is listed as finished and none of it waits for a pause's end."""
        feed = self._feeds.get(match_id)
        return match_id in self.known.finished and not (feed and feed.match.holds_back)

    @property
    def finished(self) -> list[MatchId]:
        """The matches that are listed as finished and wholly public, by tournament and number."""
        held_back = {each for each, feed in self._feeds.items() if feed.match.holds_back}
        return [each for each in self.known.finished.ids if each not in held_back]

    def first_dice(self, match_id: MatchId) -> tuple[int, datetime] | None:
        """Return a match's current game and the time when that game's first dice became public.

        Return None if no dice of that game are public, or if the match is not in memory.
        """
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.match.first_dice

    def double_asked(self, match_id: MatchId) -> tuple[int, DoubleKey] | None:
        """Return the item number of the double that watchers may answer now, and the double.

        Return None if watchers may answer no double now.
        """
        feed = self._feeds.get(match_id)
        double = None if feed is None else feed.match.double
        if feed is None or double is None or feed.match.is_pause_over(self._clock()):
            return None
        return feed.match.snapshot().last, double

    def published_at(self, match_id: MatchId) -> datetime | None:
        """Return the time at which a match's newest item became public.

        Return None if the match has no items or is not in memory.
        """
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.match.published_at

    def is_over(self, match_id: MatchId) -> bool:
        """Return True if it is public that a match in memory is over."""
        now = self.snapshot(match_id)
        return now is not None and now.phase is PublicPhase.OVER

    def is_known_over(self, match_id: MatchId) -> bool:
        """Return True if it is public that a match is over, even if it is not in memory."""
        return self.is_finished(match_id) or self.is_over(match_id)

    def items(self, match_id: MatchId) -> Sequence[PublicItem]:
        """Return all public items of a match in memory; item number n has index n - 1."""
        return self._feeds[match_id].match.items

    def frame(
        self, match_id: MatchId, after: int | None = None, language: str | None = None
    ) -> Frame:
        """Return a frame with a match's present state, and the facts made public after `after`.

        `after` is the number of an item; items are numbered from 1. If it is None or more than the
        number of items, the frame has no items. If a language is given, the frame has the changing
        HTML of the match's page in that language.
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
        """Add and return a follower of a match.

        `after` is the number of the last item that the follower has already; its first frame has
        the later items and the present state. `language` is the language of the follower's page;
        with None its frames have no HTML of the page. `shown` is the `parts_revision` of the page
        that the follower shows now. If neither an item nor the page's HTML is newer than `after`
        and `shown`, the first frame has no HTML. `write` sends a frame directly when no other frame
        waits.
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
        """Add and return a follower of all matches except those in `hidden`.

        The follower gets frames without HTML of a page. It first gets a frame of each match in
        `at_once`; if `at_once` is None, it gets a frame of each match that is not finished. A frame
        of another match is sent when more of that match is public. `write` sends a frame directly
        when no other frame waits.
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
        """Remove a follower from all feeds."""
        self._updates.of_all.pop(follower, None)
        for feed in self._feeds.values():
            feed.followers.pop(follower, None)
