"""Feeds that keep a tournament's open public pages, and the announcements on pages, up to date.

A frame of a page has the page's changing parts. It is made when the public part of the tournament
has changed, and has the same bytes for all followers of that page in the same language. It is made
from public facts and the time of day: what is under embargo neither causes a frame nor is in one
(ruling 12).

A frame of announcements is made when something is announced or an announcement is removed, and has
all announcements to be shown then; it depends on nothing under embargo. Announcements do not change
the number of frames in the feeds of matches.
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
"""The seconds after which pages' parts are made again, because estimates and deadlines change."""


class Followed(NamedTuple):
    """What a follower follows: one page of a tournament, in a language.

    `page` is the name of the page. `all_rounds` is True if the page shows the early rounds too.
    """

    tournament: TournamentId
    page: str
    language: str
    all_rounds: bool = False


PartsOf = Callable[[Followed], Mapping[str, str]]
FactsOf = Callable[[TournamentId], object]


class TournamentFeed(Subscriber):
    """The feed of tournaments' pages, which receives the stored events of tournaments.

    Four functions are given to it. `parts_of` returns the HTML of each changing part of a page,
    keyed by the part's name in the page (`data-part`). `facts_of` returns everything that a
    tournament's pages are made from, except the time of day. Parts are made again when the result
    of `facts_of` has changed, and after every EVERY seconds. `name_of` returns the tournament's
    short name. `is_settled` returns False while matches of a published round are being set up;
    until all of them are set up, nothing is sent. The server calls `more_public` when more of a
    match is public.
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
        """Add and return a follower of a page; its first frame has the page's present parts."""
        self._facts.setdefault(followed.tournament, self._facts_of(followed.tournament))
        if followed in self._frames:
            self._make([followed])  # earlier followers of the page get what has changed since
        frame = self._made(followed)
        follower = Follower(followed.language, [frame], write)
        self._followers[follower] = followed
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(EVERY, self._as_time_passes)
        return follower

    def leave(self, follower: Follower) -> None:
        """Remove a follower."""
        followed = self._followers.pop(follower, None)
        if followed is not None and followed not in self._followers.values():
            self._frames.pop(followed, None)
        if not self._followers and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """If these events are a tournament's, check soon which of its pages have changed."""
        tournament = tournament_of(stored[0].stream)
        if tournament is not None:
            self._look_soon(tournament)

    def more_public(self, match_id: MatchId) -> None:
        """Check soon which pages have changed, because more of that match is public."""
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
        """Send frames of the pages of tournaments whose public facts have changed."""
        changed, self._changed = self._changed, set()
        # An unsettled tournament is checked again with each match that is set up, and after a while
        # if a match cannot be stored.
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
        """Make and return a new frame of the page, or the last one if the page is unchanged."""
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
    """The feed of announcements, which receives the stored events of the hall.

    A follower gets the announcements to everybody, and also those to one tournament or those to all
    tournaments. `announced` returns all announcements, `names` the names of tournaments, `now` the
    time in UTC.
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
        """Send this follower announcements from now on, and the present ones at once.

        With `tournament` None the follower gets the announcements of all tournaments.
        """
        self._followers[follower] = tournament
        if self._announced().changes:
            follower.offer(self.frame(tournament))

    def leave(self, follower: Follower) -> None:
        """Remove a follower."""
        self._followers.pop(follower, None)

    def frame(self, tournament: TournamentId | None = None) -> Frame:
        """Return a frame with the announcements to be shown now.

        These are the announcements to everybody and those to the given tournament. If `tournament`
        is None, these are the announcements to everybody and to every tournament.
        """
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
        """Send followers the announcements if these events changed them.

        Each pass of the event loop offers the frame to SLICE followers.
        """
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
