"""Events as subscribers are given them: in their place in a match's stream."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from rules import events as ev
from rules.ledger import NONCE_SIZE, genesis
from server.hall import Hall
from server.store.event_log.contract import chain
from server.values.stored_events import StoredEvent, Subscriber, match_stream
from tests.support.ids import match_id

NOON = datetime(2008, 10, 11, 12, tzinfo=UTC)


class Listener(Subscriber):
    """A subscriber that hands everything on."""

    name = "a test"

    def __init__(self, hear: Callable[[Sequence[StoredEvent]], None]) -> None:
        self._hear = hear

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Hand them on."""
        self._hear(stored)

    begin = receive


def stored(
    number: int, events: Iterable[ev.Event], recorded_at: datetime = NOON
) -> tuple[StoredEvent, ...]:
    """A match's next events; subscribers look at neither their numbers nor their hashes."""
    listed, stream = list(events), match_stream(match_id(number))
    return chain(
        stream,
        (0, genesis(stream)),
        listed,
        recorded_at=recorded_at,
        actor="table",
        nonces=[bytes(NONCE_SIZE)] * len(listed),
    )


class Heard:
    """What subscribers were told of; the public's feed is one, before this."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self._more = asyncio.Event()

    def __call__(self, stored: Sequence[StoredEvent]) -> None:
        self._last[stored[-1].stream] = stored[-1].sequence
        self._more.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until this is so; it is asked whenever something has been told."""
        while not holds():
            self._more.clear()
            await self._more.wait()

    async def all_of(self, hall: Hall) -> None:
        """Wait until all that is stored of the matches has been told."""
        for known, process in tuple(hall.matches.items()):
            while self._last.get(match_stream(known), 0) < process.sequence:
                self._more.clear()
                await self._more.wait()
