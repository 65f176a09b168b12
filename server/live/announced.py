"""Announcements to whoever follows a feed and asks for them, in frames of their own.

They depend on nothing that is embargoed: a frame is made when something is announced or taken
down, and tells what is shown then. Feeds of matches have as many frames with them as without.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import datetime

from rules import events as ev
from rules.directing.announcements import Announcements
from rules.identities import TournamentId
from server.live.follower import Follower, Frame
from server.live.update_slices import SLICE
from server.persons.naming import Names
from server.store.event_log.contract import StoredEvent


class AnnouncementFeed:
    """Followers who are told what is announced: of the hall and their tournament, None for all.

    `announced` gives what is, `names` the tournaments' names, `now` the time in UTC.
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
        """Tell this follower from now on; at once what is shown, if ever anything was."""
        self._followers[follower] = tournament
        if self._announced().changes:
            follower.offer(self.frame(tournament))

    def leave(self, follower: Follower) -> None:
        """Tell this follower nothing more."""
        self._followers.pop(follower, None)

    def frame(self, tournament: TournamentId | None = None) -> Frame:
        """What is shown now, as a frame of the feed."""
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

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Nothing: nobody follows yet."""

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Tell followers of what was announced or taken down, some in each pass of the loop."""
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

    def restart(self, stream: str) -> None:
        """Nothing is kept of what was stored."""

    forget = restart
