"""What boards have said to an agent, on its disk until the server has it, and for a while after.

Each journal of a board is kept under its own id with its own numbers, so that the server, or
whoever serves the board next, knows every event by the same name wherever it comes from.
"""

from collections.abc import Callable
from pathlib import Path

from board_drivers.errors import JournalDamaged
from board_drivers.link.conversation import nobody
from board_drivers.link.journal import FileJournal
from board_drivers.wire.handshake import Hello
from board_drivers.wire.table import pack, unpack


class KeptJournal(FileJournal):
    """One board's journal at the agent; `hello` is how the board introduced itself last.

    `on_stored` is called whenever the server has stored more of it.
    """

    def __init__(self, path: Path, hello: Hello) -> None:
        """Open it, or begin it with the oldest event the board still has. Raises JournalDamaged."""
        super().__init__(path, hello.journal_id, max(hello.first_event, 1))
        if self.journal_id != hello.journal_id:
            raise JournalDamaged(f"{path} is the journal of another board")
        self.hello = hello
        self.on_stored: Callable[[], None] = nobody

    @property
    def waiting(self) -> int:
        """How many events the server has not yet stored."""
        return self.last - self.stored

    def acknowledged(self, number: int) -> None:
        """Note that the server has stored this event and all before it."""
        before = self.stored
        super().acknowledged(number)
        if self.stored != before:
            self.on_stored()


class BoardStore:
    """A folder of journals; whoever owns it is its only user. Raises JournalDamaged, OSError."""

    def __init__(self, folder: Path) -> None:
        """Take up what is kept in the folder, which is made if need be, for its owner alone."""
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
        """The journals of which the server lacks something."""
        return [journal for journal in self._kept.values() if journal.waiting]

    def received(self, hello: Hello) -> int:
        """The newest event that is kept of a board's journal: it goes on after it.

        Of a journal unknown here it goes on with the oldest event the board still has. So it does
        where the board no longer has what would come next, if the server has all that is kept: it
        was served elsewhere meanwhile.
        """
        kept = self._kept.get((hello.board_id, hello.journal_id))
        if kept is None or (hello.first_event > kept.last + 1 and not kept.waiting):
            return max(hello.first_event, 1) - 1
        return kept.last

    def begin(self, hello: Hello) -> KeptJournal:
        """The journal of a board that has come, to append to."""
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
        """Let go of the files."""
        for journal in self._kept.values():
            journal.close()

    def _open(self, hello: Hello) -> KeptJournal:
        journal = KeptJournal(self._path(hello, "journal"), hello)
        self._kept[hello.board_id, hello.journal_id] = journal
        return journal

    def _path(self, hello: Hello, ending: str) -> Path:
        # A board's id is any text; its journal's is unique, and fits every file system.
        return self._folder / f"{hello.journal_id.hex()}.{ending}"
