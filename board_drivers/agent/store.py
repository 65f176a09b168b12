"""The journals of boards on an agent's disk; events stay for a while after the server has them.

Each journal has the id and the numbers of the board's own journal, so that the server, or another
computer that serves the board later, identifies every event in the same way.
"""

from collections.abc import Callable
from pathlib import Path

from board_drivers.errors import JournalDamaged
from board_drivers.link.conversation import nobody
from board_drivers.link.journal import FileJournal
from board_drivers.wire.handshake import Hello
from board_drivers.wire.table import pack, unpack


class KeptJournal(FileJournal):
    """The agent's copy of a board's journal; `hello` is the board's latest HELLO.

    `on_stored` is called whenever the server has stored more of the events.
    """

    def __init__(self, path: Path, hello: Hello) -> None:
        """Open the journal at `path`, or create it if there is none. Raises JournalDamaged.

        A new journal begins with the oldest event that the board still has.
        """
        super().__init__(path, hello.journal_id, max(hello.first_event, 1))
        if self.journal_id != hello.journal_id:
            raise JournalDamaged(f"{path} is the journal of another board")
        self.hello = hello
        self.on_stored: Callable[[], None] = nobody

    @property
    def waiting(self) -> int:
        """The number of events that the server has not stored yet."""
        return self.last - self.stored

    def acknowledged(self, number: int) -> None:
        """Record that the server has stored event `number` and all before it."""
        before = self.stored
        super().acknowledged(number)
        if self.stored != before:
            self.on_stored()


class BoardStore:
    """A folder of journals, which only one process may use. Raises JournalDamaged, OSError."""

    def __init__(self, folder: Path) -> None:
        """Open the journals in `folder`.

        If the folder does not exist, it is created, readable by its owner only.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder
        self._kept: dict[tuple[str, bytes], KeptJournal] = {}
        for path in sorted(folder.glob("*.hello")):
            hello = unpack(1, path.read_bytes()[1:])
            if not isinstance(hello, Hello):
                raise JournalDamaged(f"{path} does not say which board's journal is beside it")
            self._open(hello)

    @property
    def waiting(self) -> list[KeptJournal]:
        """The journals with events that the server has not stored yet."""
        return [journal for journal in self._kept.values() if journal.waiting]

    def received(self, hello: Hello) -> int:
        """Return the number of the event after which the board is to begin sending.

        Usually the number is that of the newest event stored here. In two cases it is the number
        before the oldest event that the board still has, so that the board sends all that it has:
        if the journal is unknown here, and if the board no longer has the next event although the
        server has everything that is stored here. The second case arises when another computer has
        served the board meanwhile.
        """
        kept = self._kept.get((hello.board_id, hello.journal_id))
        if kept is None or (hello.first_event > kept.last + 1 and not kept.waiting):
            return max(hello.first_event, 1) - 1
        return kept.last

    def begin(self, hello: Hello) -> KeptJournal:
        """Return the journal in which to store the events of a board that has connected.

        The stored journal with the HELLO's board id and journal id is used if the board will send
        the event after the newest one in it. Otherwise that journal is deleted and an empty one is
        used.
        """
        key = hello.board_id, hello.journal_id
        kept = self._kept.get(key)
        if kept is not None and kept.last != self.received(hello):
            kept.close()
            self._path(hello, "journal").unlink()
            kept = None
        aside = self._path(hello, "hello.new")
        aside.write_bytes(pack(hello))
        aside.replace(self._path(hello, "hello"))
        if kept is None:
            kept = self._open(hello)
        kept.hello = hello
        return kept

    def close(self) -> None:
        """Close the files of all journals."""
        for journal in self._kept.values():
            journal.close()

    def _open(self, hello: Hello) -> KeptJournal:
        journal = KeptJournal(self._path(hello, "journal"), hello)
        self._kept[hello.board_id, hello.journal_id] = journal
        return journal

    def _path(self, hello: Hello, ending: str) -> Path:
        # A board's id may be any text; its journal's id is unique and valid in every file system.
        return self._folder / f"{hello.journal_id.hex()}.{ending}"
