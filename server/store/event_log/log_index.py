"""What the event log's file holds, kept in memory: each stream's places, the numbers taken.

The tables have no key that refuses a number twice or finds a stream: with one, every match would
write to a page of its own. The file has one writer (server.store.database_file), so what that
writer knows stays true until it closes the file.
"""

from array import array
from collections.abc import Iterator

from server.store.event_log.contract import Batch, SequenceTaken

_Owner = str | tuple[str, bytes]
"""Who counts: a stream its events, a board's journal (board id, journal id) its frames."""


class StoredNumbers:
    """A set of numbers, most of them from 1 on; `head` is the highest with no gap below it."""

    __slots__ = ("_beyond", "head")

    def __init__(self) -> None:
        self.head = 0
        self._beyond: set[int] = set()

    def __contains__(self, number: int) -> bool:
        return 0 < number <= self.head or number in self._beyond

    def add(self, number: int) -> None:
        """Take up a number that is not contained."""
        if number != self.head + 1:
            self._beyond.add(number)
            return
        self.head = number
        while self.head + 1 in self._beyond:
            self.head += 1
            self._beyond.remove(self.head)


class LogIndex:
    """The streams and journals of one file; `last_place` is the latest event's, 0 for none."""

    def __init__(self) -> None:
        self.last_place = 0
        self._numbers: dict[_Owner, StoredNumbers] = {}
        self._places: dict[str, array[int]] = {}

    def add_event(self, place: int, stream: str, sequence: int) -> None:
        """An event is durable at that place, behind all others."""
        self.last_place = place
        if stream not in self._places:
            self._places[stream] = array("q")
        self._places[stream].append(place)
        self._add(stream, sequence)

    def add_frame(self, board_id: str, journal_id: bytes, number: int) -> None:
        """A board's frame is durable."""
        self._add((board_id, journal_id), number)

    def add_batch(self, batch: Batch) -> None:
        """A batch is durable, its events at the next places."""
        for event in batch.events:
            self.add_event(self.last_place + 1, event.stream, event.sequence)
        for entry in batch.journal:
            self.add_frame(entry.board_id, entry.journal_id, entry.number)

    def holds(self, owner: _Owner, number: int) -> bool:
        """Tell whether that event or frame is durable."""
        stored = self._numbers.get(owner)
        return stored is not None and number in stored

    def places_of(self, stream: str) -> list[int]:
        """Give the places of a stream's events, the earliest stored first; empty when unknown."""
        places = self._places.get(stream)
        return places.tolist() if places is not None else []

    def streams(self) -> list[str]:
        """Name the streams in alphabetical order."""
        return sorted(self._places)

    def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """Give each journal's highest number with no gap below it, if there is one."""
        return {
            owner: stored.head
            for owner, stored in self._numbers.items()
            if isinstance(owner, tuple) and stored.head
        }

    def _add(self, owner: _Owner, number: int) -> None:
        stored = self._numbers.get(owner)
        if stored is None:
            stored = self._numbers[owner] = StoredNumbers()
        stored.add(number)


class Admission:
    """Finds the batches that can be stored in one transaction; the index learns nothing of it."""

    def __init__(self, index: LogIndex) -> None:
        self._index = index
        self._claimed: set[tuple[_Owner, int]] = set()

    def admit(self, batch: Batch) -> SequenceTaken | None:
        """Let a batch in and give None, or say which of its numbers is stored or claimed."""
        claimed = set[tuple[_Owner, int]]()
        for claim in _claims(batch):
            if claim in claimed or claim in self._claimed or self._index.holds(*claim):
                return _taken(*claim)
            claimed.add(claim)
        self._claimed |= claimed
        return None


def _claims(batch: Batch) -> Iterator[tuple[_Owner, int]]:
    for event in batch.events:
        yield event.stream, event.sequence
    for entry in batch.journal:
        yield (entry.board_id, entry.journal_id), entry.number


def _taken(owner: _Owner, number: int) -> SequenceTaken:
    if isinstance(owner, str):
        return SequenceTaken(f"stream {owner!r}", number)
    board_id, journal_id = owner
    return SequenceTaken(f"journal {journal_id.hex()} of board {board_id!r}", number)
