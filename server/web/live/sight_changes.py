"""Matches hidden from signed-in spectators, and feeds that end when more are hidden.

A feed that somebody follows while they take a seat, or are entered in a team, ends before another
frame of that match is sent (ruling 34). A visitor who has not signed in is the public: it cannot be
known whether they play.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from rules import events as ev
from rules.identities import MatchId
from server.access import Sight, Visitor
from server.live.follower import Follower
from server.live.hub import LiveHub
from server.values.stored_events import StoredEvent, Subscriber, match_of
from server.web.edge.authorization import visitor_of
from server.web.edge.public_services import room_service


@dataclass(eq=False, slots=True)
class Watch:
    """A signed-in visitor's feed, of one `match` or of all.

    `changed` is set once other matches are hidden from them than were.
    """

    visitor: Visitor
    follower: Follower
    hidden: frozenset[MatchId]
    match: MatchId | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class SpectatorSight(Subscriber):
    """Hides matches from those who play in them: a subscriber to stored events.

    `sight` returns how much a visitor is shown of a match now; `shown` is called with each match
    whose open room a visitor is shown.
    """

    name = "spectators who play"

    def __init__(
        self,
        hub: LiveHub,
        sight: Callable[[Visitor, MatchId], Sight],
        shown: Callable[[Visitor, MatchId], None],
    ) -> None:
        self._hub, self._sight, self.shown = hub, sight, shown
        self._watches: set[Watch] = set()

    def hidden_from(self, visitor: Visitor) -> frozenset[MatchId]:
        """Return the matches of which the visitor is not even shown what the public sees."""
        if visitor.person is None:
            return frozenset()
        return frozenset(
            each for each in self._every_match() if self._sight(visitor, each) is not Sight.BY_ROLE
        )

    def watching(
        self, visitor: Visitor, follower: Follower, match: MatchId | None = None
    ) -> contextlib.AbstractContextManager[Watch] | None:
        """Watch a feed while it is followed; None for the many followers who are the public."""
        return None if visitor.person is None else self._watching(visitor, follower, match)

    @contextlib.contextmanager
    def _watching(
        self, visitor: Visitor, follower: Follower, match: MatchId | None
    ) -> Iterator[Watch]:
        watch = Watch(visitor, follower, self.hidden_from(visitor), match)
        self._watches.add(watch)
        self._tell_shown(watch, [match] if match else list(self._every_match()))
        try:
            yield watch
        finally:
            self._watches.discard(watch)

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Take the next events of a stream; events of play alone change nobody's sight."""
        if not all(map(_is_of_play, stored)):
            self.look_again()
        match_id = match_of(stored[0].stream)
        if match_id is not None and any(map(_begins_a_game, stored)):
            for watch in self._watches:
                if watch.match in (None, match_id):
                    self._tell_shown(watch, [match_id])

    def _tell_shown(self, watch: Watch, matches: Iterable[MatchId]) -> None:
        for match_id in matches:
            if match_id not in watch.hidden:
                self.shown(watch.visitor, match_id)

    def _every_match(self) -> Iterator[MatchId]:
        return (now.scheduled.match_id for now in self._hub.snapshots())

    def look_again(self) -> None:
        """End the feeds of visitors from whom other matches are hidden now."""
        for watch in self._watches:
            if not watch.changed.is_set() and self.hidden_from(watch.visitor) != watch.hidden:
                self._hub.leave(watch.follower)
                watch.follower.end()
                watch.changed.set()


def _is_of_play(entry: StoredEvent) -> bool:
    """Return True if an event belongs to play, and can hide no match.

    Of these a corrected result alone can open a match again that was over (ruling 17).
    """
    event = entry.event
    return isinstance(event, ev.GameEvent) and not isinstance(event, ev.ResultCorrected)


def _begins_a_game(entry: StoredEvent) -> bool:
    """Return True if this is the first throw of a game, after which there is something to watch."""
    event = entry.event
    return isinstance(event, ev.OpeningDecided) or (
        isinstance(event, ev.RollThrown) and event.opening
    )


SpectatorSightDep = Annotated[SpectatorSight, Depends(room_service(SpectatorSight))]


async def _hidden(connection: HTTPConnection, sight: SpectatorSightDep) -> frozenset[MatchId]:
    return sight.hidden_from(visitor_of(connection))


HiddenMatchesDep = Annotated[frozenset[MatchId], Depends(_hidden)]
"""The matches that are hidden from the visitor."""
