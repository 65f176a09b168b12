"""A tournament's public pages while they change: their parts, in frames of their own.

A frame is made when the public part of the tournament has changed, and has the same bytes for all
followers of the same page in the same language. It is made from public facts and the time of day:
what is under embargo neither causes a frame nor is in one (ruling 12).

Also here: announcements to followers of a feed who ask for them, in frames of their own.

They depend on nothing under embargo: a frame is made when something is announced or taken down, and
has what is shown then. Feeds of matches have as many frames with them as without.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from rules import events as ev
from rules.directing.announcements import Announcements
from rules.identities import MatchId, TournamentId
from server.live.follower import SLICE, Follower, Frame, Write
from server.values.naming import Names
from server.values.stored_events import StoredEvent, Subscriber, tournament_of

EVERY = 30.0
"""Seconds after which parts are made again: estimates and deadlines change without an event."""


class Followed(NamedTuple):
    """A follower's subject: a page of a tournament, in a language."""

    tournament: TournamentId
    page: str
    language: str
    all_rounds: bool = False


PartsOf = Callable[[Followed], Mapping[str, str]]
FactsOf = Callable[[TournamentId], object]


class TournamentFeed(Subscriber):
    """A subscriber to stored events of tournaments; `more_public` is to be called for matches.

    `parts_of` makes the parts of a page, `facts_of` gives all they are made from except the time of
    day, equal as long as none of them can differ, `name_of` the tournament's name. `is_settled` is
    False while announced matches are being set up: the announcement is sent with all of them.
    """

    name = "tournament pages"

    def __init__(
        self,
        parts_of: PartsOf,
        facts_of: FactsOf,
        name_of: Callable[[TournamentId], str],
        is_settled: Callable[[TournamentId], bool],
    ) -> None:
        self._parts_of, self._facts_of, self._name_of = parts_of, facts_of, name_of
        self._is_settled = is_settled
        self._followers: dict[Follower, Followed] = {}
        self._frames: dict[Followed, Frame] = {}
        self._facts: dict[TournamentId, object] = {}
        self._changed: set[TournamentId] = set()
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, followed: Followed, write: Write | None = None) -> Follower:
        """Follow a page from now on; the first frame has its present parts."""
        self._facts.setdefault(followed.tournament, self._facts_of(followed.tournament))
        if followed in self._frames:
            self._make([followed])  # those who follow already learn of changes since
        frame = self._made(followed)
        follower = Follower(followed.language, [frame], write)
        self._followers[follower] = followed
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(EVERY, self._as_time_passes)
        return follower

    def leave(self, follower: Follower) -> None:
        """Send this follower nothing more."""
        followed = self._followers.pop(follower, None)
        if followed is not None and followed not in self._followers.values():
            self._frames.pop(followed, None)
        if not self._followers and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Note that a tournament's stream has events which may change its pages."""
        tournament = tournament_of(stored[0].stream)
        if tournament is not None:
            self._look_soon(tournament)

    def more_public(self, match_id: MatchId) -> None:
        """Note that more of a tournament's match is public."""
        self._look_soon(match_id.tournament)

    def _look_soon(self, tournament: TournamentId) -> None:
        if not self._followed(tournament):
            return
        if not self._changed:
            asyncio.get_running_loop().call_soon(self._look)
        self._changed.add(tournament)

    def _followed(self, tournament: TournamentId) -> bool:
        return any(each.tournament == tournament for each in self._frames)

    def _look(self) -> None:
        """Send frames of tournaments whose public facts have changed."""
        changed, self._changed = self._changed, set()
        # Each match that is set up has this checked again, and so does time if one cannot be
        # stored.
        for tournament in filter(self._is_settled, changed):
            facts = self._facts_of(tournament)
            if facts != self._facts.get(tournament):
                self._facts[tournament] = facts
                self._make([each for each in self._frames if each.tournament == tournament])

    def _as_time_passes(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._as_time_passes)
        self._make([*self._frames])

    def _make(self, every: Sequence[Followed]) -> None:
        news = {each for each in every if self._frames[each] is not self._made(each)}
        waiting = [(who, of) for who, of in self._followers.items() if of in news]
        self._tell(waiting)

    def _tell(self, waiting: Sequence[tuple[Follower, Followed]]) -> None:
        for follower, followed in waiting[:SLICE]:
            if followed in self._frames:
                follower.offer(self._frames[followed])
        if len(waiting) > SLICE:
            asyncio.get_running_loop().call_soon(self._tell, waiting[SLICE:])

    def _made(self, followed: Followed) -> Frame:
        """Return the present frame of a page; the last one if nothing in it differs."""
        known = self._frames.get(followed)
        last = 1 if known is None else known.last + 1
        name = json.dumps(self._name_of(followed.tournament))
        parts_json = json.dumps(self._parts_of(followed), ensure_ascii=False, separators=(",", ":"))
        parts = f'"parts":{parts_json}}}'.encode()
        if known is not None and known.payload.endswith(parts):
            return known
        payload = f'{{"tournament":{name},"last":{last},'.encode() + parts
        made = self._frames[followed] = Frame(followed.tournament, last, payload)
        return made


class AnnouncementFeed(Subscriber):
    """Followers of announcements: of the hall and their tournament, None for all.

    `announced` gives the announcements, `names` the tournaments' names, `now` the time in UTC.
    """

    name = "announcements"

    def __init__(
        self,
        announced: Callable[[], Announcements],
        names: Callable[[], Names],
        now: Callable[[], datetime],
    ) -> None:
        self._announced, self._names, self._now = announced, names, now
        self._followers: dict[Follower, TournamentId | None] = {}

    def follow(self, follower: Follower, tournament: TournamentId | None = None) -> None:
        """Send this follower announcements from now on; at once the present ones, if any."""
        self._followers[follower] = tournament
        if self._announced().changes:
            follower.offer(self.frame(tournament))

    def leave(self, follower: Follower) -> None:
        """Send this follower nothing more."""
        self._followers.pop(follower, None)

    def frame(self, tournament: TournamentId | None = None) -> Frame:
        """Return the present announcements, as a frame of the feed."""
        announced, names = self._announced(), self._names()
        announcements = [
            {
                "number": each.made.number,
                "tournament": None if of is None else str(names.tournaments.get(of, of)),
                "texts": {text.language: text.text for text in each.made.texts},
                "made_at": each.made_at.isoformat(),
                "until": each.made.until.isoformat() if each.made.until else None,
            }
            for each in announced.shown(self._now(), tournament)
            for of in [each.made.tournament]
        ]
        text = json.dumps(
            {"announcements": announcements}, ensure_ascii=False, separators=(",", ":")
        )
        return Frame(None, announced.changes, text.encode())

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Send followers the changed announcements, some followers in each pass of the loop."""
        if any(isinstance(entry.event, ev.AnnouncementEvent) for entry in stored):
            self._tell(list(self._followers.items()), {})

    def _tell(
        self,
        waiting: Sequence[tuple[Follower, TournamentId | None]],
        frames: dict[TournamentId | None, Frame],
    ) -> None:
        for follower, tournament in waiting[:SLICE]:
            if tournament not in frames:
                frames[tournament] = self.frame(tournament)
            follower.offer(frames[tournament])
        if len(waiting) > SLICE:
            asyncio.get_running_loop().call_soon(self._tell, waiting[SLICE:], frames)
