"""Hiding matches from signed-in spectators who play in them, and ending feeds when this changes.

If somebody who follows a feed takes a seat in a match, or is entered in a team, the feed ends
before another websocket frame about that match is sent (ruling 34). Visitors who are not signed in
are treated as the public, since nobody can know whether they play.
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
from server.web.edge.public_services import package_service


@dataclass(eq=False, slots=True)
class Watch:
    """A feed that a signed-in visitor follows: of one `match`, or of all matches if it is None.

    `changed` is set as soon as the set of matches that are hidden from the visitor differs from the
    set at the beginning of the feed.
    """

    visitor: Visitor
    follower: Follower
    hidden: frozenset[MatchId]
    match: MatchId | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class SpectatorSight(Subscriber):
    """Hides matches from signed-in visitors who play in them; it subscribes to stored events.

    `sight` returns how much a visitor may be shown of a match now. `shown` is called with a visitor
    and a match whenever the visitor is shown the match's open room.
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
        """Return the matches of which a visitor is shown nothing, not even what the public sees."""
        if visitor.person is None:
            return frozenset()
        return frozenset(
            each for each in self._every_match() if self._sight(visitor, each) is not Sight.BY_ROLE
        )

    def watching(
        self, visitor: Visitor, follower: Follower, match: MatchId | None = None
    ) -> contextlib.AbstractContextManager[Watch] | None:
        """Return a context manager that yields the Watch of a visitor's feed.

        `follower` gets the feed, which is of one `match`, or of all matches if it is None. Return
        None if the visitor is not signed in: such visitors are treated as the public.
        """
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
        """Check again which matches are hidden from visitors, unless all new events are of play.

        Events of play, such as throws and plays, hide no match. When a game begins, `shown` is
        called for each visitor who follows the match, because they see the game from now on.
        """
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
        """End the feed of each visitor for whom the set of hidden matches has changed."""
        for watch in self._watches:
            if not watch.changed.is_set() and self.hidden_from(watch.visitor) != watch.hidden:
                self._hub.leave(watch.follower)
                watch.follower.end()
                watch.changed.set()


def _is_of_play(entry: StoredEvent) -> bool:
    """Return True if an event belongs to play and therefore cannot hide a match.

    The correction of a result does not belong to play in this sense: after it, a match that was
    over can be in play again (ruling 17).
    """
    event = entry.event
    return isinstance(event, ev.GameEvent) and not isinstance(event, ev.ResultCorrected)


def _begins_a_game(entry: StoredEvent) -> bool:
    """Return True if the event is the first throw of a game: there is something to watch now."""
    event = entry.event
    return isinstance(event, ev.OpeningDecided) or (
        isinstance(event, ev.RollThrown) and event.opening
    )


SpectatorSightDep = Annotated[SpectatorSight, Depends(package_service(SpectatorSight))]


async def _hidden(connection: HTTPConnection, sight: SpectatorSightDep) -> frozenset[MatchId]:
    return sight.hidden_from(visitor_of(connection))


HiddenMatchesDep = Annotated[frozenset[MatchId], Depends(_hidden)]
"""The matches that are hidden from the visitor."""
