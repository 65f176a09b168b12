"""Every match's public feed: each frame is encoded once and shared by all who follow it.

Which match is shown large to spectators, as the hub knows it.

What the public feeds know of matches that are not in memory: finished ones.

The pauses behind public doubles: what waits is told when its time has come, and never before.
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
"""Ends the answers to a double: what is on file of them, None where nobody answered."""


async def _nobody_asked(_double: DoubleKey) -> None:
    """Nobody was asked."""


class DoublePauses:
    """Ends the pauses of feeds by `clock`, once what watchers answered is on file.

    `rule` says how long they are, `closing` ends the answers to a double. `over` is called with a
    feed and what has become public behind its double, `tallies` are those that may be told.
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
        """Have what waits behind a feed's double told when its pause is over, if there is one."""
        until = feed.match.paused_until
        if until is None or feed.pause_end is not None:
            return
        seconds = (until - self._clock()).total_seconds()
        loop = asyncio.get_running_loop()
        feed.pause_end = loop.call_later(max(seconds, 0.0), self._end, feed)

    def drop(self, feed: MatchFeed) -> None:
        """Nobody waits for the end of its pause any more."""
        if feed.pause_end is not None:
            feed.pause_end.cancel()

    def _end(self, feed: MatchFeed) -> None:
        """Tell what waited once the answers are kept; never before the pause is over."""
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
    """Remembers which match the operator chose; None for no choice."""

    match_id: MatchId | None

    def choose(self, match_id: MatchId | None) -> None:
        """Remember that match; may wait for the disk."""


class Unchosen:
    """Remembers a choice until the server stops."""

    def __init__(self) -> None:
        self.match_id: MatchId | None = None

    def choose(self, match_id: MatchId | None) -> None:
        """Remember that match."""
        self.match_id = match_id


class KnownMatches(Protocol):
    """Every match of a server; a registry of matches is one."""

    @property
    def finished(self) -> FinishedList:
        """Those that are listed as finished."""

    def __contains__(self, match_id: object) -> bool: ...

    def numbers(self, tournament: TournamentId) -> Sequence[int]:
        """The numbers of a tournament's matches, in order."""

    def held(self, match_id: MatchId | None) -> AbstractAsyncContextManager[None]:
        """Keep a match in memory meanwhile."""


class NoneFinished:
    """Knows of none: all there are have been told to the feeds."""

    def __init__(self) -> None:
        self.finished: FinishedList = NothingFinished()

    def __contains__(self, match_id: object) -> bool:
        return False

    def numbers(self, tournament: TournamentId) -> Sequence[int]:
        """None of any tournament."""
        return ()

    @contextlib.asynccontextmanager
    async def held(self, match_id: MatchId | None) -> AsyncIterator[None]:
        """Nothing: all are in memory."""
        yield


_UTC_NOW = partial(datetime.now, UTC)


class LiveHub(Subscriber):
    """The public feeds of all matches; given again, a match's first event begins its feed anew.

    `games` are the games by the name a match is scheduled with; `fragments` makes the changing
    parts of a match's page once an update and language, for all followers together.
    `featured` remembers which match is shown large. `names_of` names the people of a frame.
    `known` are all matches, also those that are not in memory. `clock` gives the time in UTC, for
    pauses behind doubles alone. `tallies` are what watchers have answered so far. `unplayed` tells
    of a match whether it is decided without play.
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
        """Called with a match each time that more of it is public, or it was withdrawn."""

    name = "live feed"

    def add_parts(self, parts: Fragments) -> None:
        """Have these parts of a match's page in its frames, too."""
        self._updates.add_parts(parts)

    def pause_at_doubles(self, length: timedelta, closing: Closing) -> None:
        """Have what follows doubles that are told from now on wait so long.

        Watchers' answers are ended by `closing` before it is told.
        """
        self._pauses.rule = PauseRule(length, self._clock())
        self._pauses.closing = closing
        for feed in self._feeds.values():
            feed.match.pause_by(self._pauses.rule)

    @property
    def pause_rule(self) -> PauseRule:
        """How long what follows public doubles waits."""
        return self._pauses.rule

    @property
    def followers(self) -> int:
        """How many pages of the public are open."""
        return len(self._updates.of_all)

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Take up a match as it stands; no follower hears of it."""
        match_id, first = match_of(stored[0].stream), stored[0].event
        if match_id is not None and isinstance(first, ev.AnyScheduled):
            feed = self._feeds[match_id] = MatchFeed(self._public_match(first))
            for entry in stored[1:]:
                feed.match.after(entry.recorded_at)
                feed.match.take(entry.event, entry.recorded_at)
            feed.match.after(self._clock())
            self._pauses.begin(feed)

    def forget(self, stream: str) -> None:
        """Let go of a match that nobody follows, once all of it is public."""
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

        Takes no time worth naming: frames are made and offered in later passes of the loop.
        """
        match_id = match_of(stored[0].stream)
        if match_id is not None:
            self._happened(match_id, stored)

    def _happened(self, match_id: MatchId, stored: Sequence[StoredEvent]) -> None:
        if any(isinstance(entry.event, ev.MatchWithdrawn) for entry in stored):
            # Followers hear nothing more; given again from its first event, it stays gone.
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
        """What waited behind a double is public; without items, too, nobody is asked any more."""
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
        """Somebody is named otherwise: frames without news, in which he is."""
        for feed in self._feeds.values():
            self._updates.offer(feed, ())

    def parts_changed(self, match_id: MatchId) -> None:
        """Parts of a match's page are others, without news: a frame for those who follow it."""
        feed = self._feeds.get(match_id)
        if feed is not None:
            feed.parts += 1
            if feed.followers:
                self._updates.offer(feed, ())

    def parts_revision(self, match_id: MatchId) -> int:
        """A number that rises whenever names or parts of the match's page change without news."""
        feed = self._feeds.get(match_id)
        return self.names_of(None).revision + (0 if feed is None else feed.parts)

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
        """Every match that is played or will be, by tournament and number.

        Those that are `asked_for` in any case. None that is decided without further play, once the
        public knows of no game that is under way in it.
        """
        return [
            now
            for now in self.unfinished(*asked_for)
            if (match_id := now.scheduled.match_id) in asked_for
            or now.game_is_known
            or not self._unplayed(match_id)
        ]

    def unfinished(self, *asked_for: MatchId | None) -> list[PublicSnapshot]:
        """Every match but those that are listed as finished, by tournament and number.

        None that is decided before anything of it was public. Those that are `asked_for` in any
        case, as far as they are in memory, and finished ones of which not all is public yet.
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
        """Whether a match is listed as finished, and all of it is public."""
        feed = self._feeds.get(match_id)
        return match_id in self.known.finished and not (feed and feed.match.holds_back)

    @property
    def finished(self) -> list[MatchId]:
        """The matches listed as finished of which all is public, by tournament and number."""
        held_back = {each for each, feed in self._feeds.items() if feed.match.holds_back}
        return [each for each in self.known.finished.ids if each not in held_back]

    def first_dice(self, match_id: MatchId) -> tuple[int, datetime] | None:
        """A match's current game and since when everybody may know its first dice."""
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.match.first_dice

    def double_asked(self, match_id: MatchId) -> tuple[int, DoubleKey] | None:
        """The double that watchers may answer now and the number of its item, None without one."""
        feed = self._feeds.get(match_id)
        double = None if feed is None else feed.match.double
        if feed is None or double is None or feed.match.is_pause_over(self._clock()):
            return None
        return feed.match.snapshot().last, double

    def published_at(self, match_id: MatchId) -> datetime | None:
        """When the newest item of a match became public; None before the first."""
        feed = self._feeds.get(match_id)
        return None if feed is None else feed.match.published_at

    def is_over(self, match_id: MatchId) -> bool:
        """Whether the public knows that every game of a match is over in both rooms."""
        now = self.snapshot(match_id)
        return now is not None and now.phase is PublicPhase.OVER

    def is_known_over(self, match_id: MatchId) -> bool:
        """The same of matches that are not in memory, too."""
        return self.is_finished(match_id) or self.is_over(match_id)

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
        """Follow a match from now on; the first frame holds the state and the items missed.

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

        `at_once` names the matches with whose state the follower begins, None all but those that
        are listed as finished; others follow as they change.
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
        """Stop following, whatever it was."""
        self._updates.of_all.pop(follower, None)
        for feed in self._feeds.values():
            feed.followers.pop(follower, None)
