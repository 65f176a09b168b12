"""Which frames of the boards are durable, and which are on their way to the log.

A board that reconnects while a frame of its is still being written says it again on its new link;
it must be stored once and acknowledged on the link that is open when it is durable. A frame is
acknowledged together with all before it, so none may overtake one that could not be written.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from server.store.event_log.contract import JournalEntry

DurableCallback = Callable[[], None]


@dataclass(slots=True)
class _Journal:
    """One journal: all up to `head` is durable, and so are the numbers in `beyond`."""

    head: int = 0
    beyond: set[int] = field(default_factory=set)
    under_way: dict[int, list[DurableCallback]] = field(default_factory=dict)


class Deliveries:
    """All board journals; `heads` by board id and journal id are what the log holds by now.

    `stored` hears the board's id each time a frame has become durable.
    """

    def __init__(
        self, heads: Mapping[tuple[str, bytes], int], stored: Callable[[str], None] | None = None
    ) -> None:
        self._stored = stored
        self._journals = {journal: _Journal(head) for journal, head in heads.items()}

    def head(self, board_id: str, journal_id: bytes) -> int:
        """The highest event number of that journal with all before it durable; 0 for none."""
        journal = self._journals.get((board_id, journal_id))
        return journal.head if journal else 0

    def knows_another(self, board_id: str, journal_id: bytes) -> bool:
        """Whether something of another journal of that board is stored, and nothing of this one."""
        if self.head(board_id, journal_id):
            return False
        return any(known[0] == board_id and each.head for known, each in self._journals.items())

    def begin(self, entry: JournalEntry, durable: DurableCallback) -> bool:
        """True if this frame is to be written now; `durable` is called once it is, either way.

        A frame that would leave a gap behind it is not written: the board will say both again.
        """
        journal, number = self._journal(entry), entry.number
        if number <= journal.head:
            durable()
        elif number in journal.under_way or number in journal.beyond:
            journal.under_way.setdefault(number, []).append(durable)
        elif number == journal.head + 1 or number - 1 in (journal.beyond | set(journal.under_way)):
            journal.under_way[number] = [durable]
            return True
        return False

    def done(self, entry: JournalEntry) -> None:
        """The frame is durable: those who wait for it hear so once all before it is."""
        journal = self._journal(entry)
        journal.beyond.add(entry.number)
        while journal.head + 1 in journal.beyond:
            journal.head += 1
            journal.beyond.discard(journal.head)
            for durable in journal.under_way.pop(journal.head, []):
                durable()
        if self._stored is not None:
            self._stored(entry.board_id)

    def dropped(self, entry: JournalEntry) -> None:
        """The frame could not be written; when it is said again it is written then."""
        self._journal(entry).under_way.pop(entry.number, None)

    def _journal(self, entry: JournalEntry) -> _Journal:
        return self._journals.setdefault((entry.board_id, entry.journal_id), _Journal())
