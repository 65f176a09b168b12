"""Which frames of the boards are durable, and which are on their way to the log.

A board that reconnects while a frame of its is still being written says it again on its new link;
it must be stored once and acknowledged on the link that is open when it is durable.
"""

from collections.abc import Callable, Mapping

from server.store.event_log import JournalEntry

Journal = tuple[str, bytes]


class Deliveries:
    """Heads of all board journals, by board id and journal id, and what is being written."""

    def __init__(self, heads: Mapping[Journal, int]) -> None:
        self._heads = dict(heads)
        self._under_way: dict[tuple[Journal, int], list[Callable[[], None]]] = {}

    def head(self, board_id: str, journal_id: bytes) -> int:
        """The highest event number of that journal that is durable; 0 for none."""
        return self._heads.get((board_id, journal_id), 0)

    def begin(self, entry: JournalEntry, durable: Callable[[], None]) -> bool:
        """True if this frame is to be written now; `durable` is called once it is, either way."""
        waiting = self._under_way.get((_journal(entry), entry.number))
        if waiting is not None:
            waiting.append(durable)
            return False
        self._under_way[_journal(entry), entry.number] = [durable]
        return True

    def done(self, entry: JournalEntry) -> None:
        """The frame is durable: those who wait for it may acknowledge it."""
        self._heads[_journal(entry)] = entry.number
        for durable in self._under_way.pop((_journal(entry), entry.number), []):
            durable()

    def dropped(self, entry: JournalEntry) -> None:
        """The frame could not be written; when it is said again it is written then."""
        self._under_way.pop((_journal(entry), entry.number), None)


def _journal(entry: JournalEntry) -> Journal:
    return entry.board_id, entry.journal_id
