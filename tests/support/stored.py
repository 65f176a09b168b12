"""Events as subscribers are given them: in their place in a match's stream."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from rules import events as ev
from rules.ledger import NONCE_SIZE, genesis
from server.matches.streams import match_stream
from server.store.event_log.contract import StoredEvent, chain
from tests.support.ids import match_id

NOON = datetime(2008, 10, 11, 12, tzinfo=UTC)


class Listener:
    """A subscriber that hands everything on."""

    name = "a test"

    def __init__(self, receive: Callable[[Sequence[StoredEvent]], None]) -> None:
        self.receive = receive

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Take a stream that is taken up as any other events."""
        self.receive(stored)

    def restart(self, stream: str) -> None:
        """Nothing is kept here."""

    forget = restart


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
