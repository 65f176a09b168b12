"""The event log in one SQLite file that only one thread uses, so that a slow disk blocks no socket.

The thread stores all waiting batches in one transaction and passes the results to the event loop in
one call. Batches that arrive during a commit are stored in the next transaction, in the order of
arrival.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from operator import gt
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, NamedTuple, cast

from server.store.event_log.contract import Batch, LogUnavailable, StoredCallback
from server.store.event_log.log_copy import ROWS_A_STEP, AnotherLogsCopy, LogCopy, LogMark, Row
from server.store.event_log.log_file import LogFile, StoredRow, open_log_file, stored_event
from server.values.stored_events import StoredEvent

_ANSWERS = 8
"""The most callbacks that one pass of the event loop runs.

What the callbacks send to boards and pages goes out in the next pass.
"""

_PASSES_AT_MOST = 4
"""The largest number of event loop passes that a batch waits for other batches.

Batches that arrive in these passes are stored by the same commit.
"""

_QUIET_S = 0.02
"""The seconds without work after which the write-ahead log is moved into the file."""

_WORTH_FOLDING = 16
"""The number of commits after which the write-ahead log is worth moving into the file.

So many commits, each with events of a hundred matches, fill a quarter of the size at which SQLite
itself would move the write-ahead log.
"""


class _Append(NamedTuple):
    batch: Batch
    callback: StoredCallback


class _Question(NamedTuple):
    ask: Callable[[LogFile], Any]
    answer: asyncio.Future[Any]


class _Close(NamedTuple):
    answer: asyncio.Future[None]


_Task = _Append | _Question | _Close


class SqliteEventLog:
    """An EventLog in an SQLite file.

    Call its methods only in the event loop in which `SqliteEventLog.open` was called.
    """

    def __init__(self, writer: "WriterThread") -> None:
        self._writer = writer

    @classmethod
    async def open(
        cls,
        path: Path,
        refused: Callable[[LogUnavailable], None] = lambda _: None,
        committed: Sequence[Callable[[float], None]] = (),
    ) -> "SqliteEventLog":
        """Open the file, or create a new one, and migrate it.

        `refused` is called with the error of every batch that the disk or SQLite could not store.
        The functions in `committed` are called with the seconds that each other batch took to
        become durable. Raises one of the classes of DatabaseRefused.
        """
        writer = WriterThread(path, refused=refused, committed=committed)
        await writer.open()
        return cls(writer)

    async def identity(self) -> bytes:
        """Return sixteen bytes that no other log has, drawn when the file was made."""
        return cast(bytes, await self._writer.ask(lambda file: file.identity))

    async def append(self, batch: Batch) -> None:
        """See EventLog.append."""
        await self._writer.append(batch)

    def put(self, batch: Batch, callback: StoredCallback) -> None:
        """See EventLog.put."""
        self._writer.put(batch, callback)

    async def read(self, stream: str) -> list[StoredEvent]:
        """See EventLog.read."""
        rows = cast(list[StoredRow], await self._writer.ask(lambda file: file.rows_of(stream)))
        return await asyncio.to_thread(lambda: [stored_event(row) for row in rows])

    async def ledger(self, stream: str) -> list[StoredRow]:
        """See EventLog.ledger. A few rows are read at a time, so that no commit is delayed."""
        place = cast(int, await self._writer.ask(lambda file: file.last_place(stream)))
        backwards = list[StoredRow]()
        while place:
            ask = partial(LogFile.rows_back, stream=stream, place=place, count=ROWS_A_STEP)
            rows, place = cast(tuple[list[StoredRow], int], await self._writer.ask(ask))
            backwards += rows
        return backwards[::-1]

    async def heads(self) -> dict[str, int]:
        """See EventLog.heads."""
        return cast(dict[str, int], await self._writer.ask(LogFile.heads))

    async def journal_heads(self) -> dict[tuple[str, bytes], int]:
        """See EventLog.journal_heads."""
        return cast(dict[tuple[str, bytes], int], await self._writer.ask(LogFile.journal_heads))

    async def latest(self) -> datetime | None:
        """Return the time of the log's last event, UTC.

        Return None if there is no event, or if the stored time is damaged.
        """
        return cast(datetime | None, await self._writer.ask(LogFile.latest))

    async def try_write(self) -> None:
        """Write something to the disk and delete it again. Raises LogUnavailable."""
        await self._writer.ask(LogFile.try_write)

    async def copy_into(self, copy: LogCopy) -> None:
        """Add everything that is stored now to the copy, durably.

        Batches can be stored meanwhile. This log's thread only reads a few rows at a time between
        two commits, so that a slow disk of the copy delays nobody. Raises LogUnavailable,
        AnotherLogsCopy or sqlite3.Error.
        """
        identity = await self.identity()
        last = cast(LogMark, await self._writer.ask(LogFile.mark))
        had = copy.mark
        await asyncio.to_thread(copy.belongs_to, identity)
        digest = await self._writer.ask(lambda file: file.digest_at(had.events))
        known = await asyncio.to_thread(lambda: copy.last_digest)
        if digest != known or any(map(gt, had, last)):
            raise AnotherLogsCopy(copy.path)
        for table, (after, end) in enumerate(zip(had, last, strict=True)):
            place = after
            while place < end:
                ask = partial(LogFile.rows_behind, table=table, after=place, last=end)
                rows = cast(list[Row], await self._writer.ask(ask))
                await asyncio.to_thread(copy.add, table, rows)
                place = cast(int, rows[-1][0]) if rows else end
        await asyncio.to_thread(copy.commit)

    async def close(self) -> None:
        """See EventLog.close."""
        await self._writer.close()


class WriterThread:
    """A thread that alone uses one log file; methods are called in one event loop.

    After `quiet_s` seconds without work the thread moves the write-ahead log into the file.
    `refused` and `committed` are called as in `SqliteEventLog.open`.
    """

    def __init__(
        self,
        path: Path,
        quiet_s: float = _QUIET_S,
        refused: Callable[[LogUnavailable], None] = lambda _: None,
        committed: Sequence[Callable[[float], None]] = (),
    ) -> None:
        self._path, self._quiet_s = path, quiet_s
        self._refused, self._committed = refused, committed
        self._loop = asyncio.get_running_loop()
        self._accepted: list[_Task] = []
        self._inbox: SimpleQueue[list[_Task]] = SimpleQueue()
        self._answers: deque[Callable[[], None]] = deque()
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._closed: asyncio.Future[None] | None = None
        # The process may end without closing the log; only unacknowledged batches are lost then.
        self._thread = threading.Thread(target=self._run, name=f"log {path.name}", daemon=True)

    async def open(self) -> None:
        """Start the thread and open the file. Raises one of the classes of DatabaseRefused."""
        self._thread.start()
        await self._opened

    def put(self, batch: Batch, callback: StoredCallback) -> None:
        """Store a batch, but return at once.

        `callback` is called in the event loop with None once the batch is durable, or with the
        error.
        """
        if self._closed is None:
            self._accept(_Append(batch, partial(self._settled, callback, perf_counter())))
        else:
            self._loop.call_soon(callback, _closed())

    def _settled(self, callback: StoredCallback, began: float, error: Exception | None) -> None:
        if isinstance(error, LogUnavailable):
            self._refused(error)
        else:
            seconds = perf_counter() - began
            for committed in self._committed:
                committed(seconds)
        callback(error)

    def append(self, batch: Batch) -> asyncio.Future[None]:
        """Store a batch; the returned future is done when the batch is durable."""
        answer: asyncio.Future[None] = self._loop.create_future()
        self.put(batch, partial(_settle, answer, None))
        return answer

    def ask(self, ask: Callable[[LogFile], Any]) -> asyncio.Future[Any]:
        """Call `ask` with the file in the thread; return a future with what `ask` returns.

        Everything that was put or asked before is done first.
        """
        answer: asyncio.Future[Any] = self._loop.create_future()
        if self._closed is None:
            self._accept(_Question(ask, answer))
        else:
            answer.set_exception(_closed())
        return answer

    async def close(self) -> None:
        """Do everything that was put or asked before, then close the file."""
        if self._closed is None:
            self._closed = self._loop.create_future()
            self._accept(_Close(self._closed))
        await asyncio.shield(self._closed)

    def _accept(self, task: _Task) -> None:
        self._accepted.append(task)
        if len(self._accepted) == 1:
            self._loop.call_soon(self._hand_over, 0, _PASSES_AT_MOST)

    def _hand_over(self, before: int, passes: int) -> None:
        """Pass waiting tasks to the thread once a pass of the event loop has added no more tasks.

        So if a hundred boards send at once, all their frames are stored by one commit. Otherwise
        the first board's frame would be stored by a commit of its own, and the other frames would
        have to wait for it. Also the thread does not compete for the interpreter's lock while the
        frames are received. `before` is the number of tasks that waited a pass ago, `passes` the
        number of passes that may still wait.
        """
        if len(self._accepted) > before and passes:
            self._loop.call_soon(self._hand_over, len(self._accepted), passes - 1)
            return
        accepted, self._accepted = self._accepted, []
        self._inbox.put(accepted)

    def _run(self) -> None:
        try:
            log_file = open_log_file(self._path)
        except Exception as error:
            self._tell([partial(_settle, self._opened, None, error)])
            return
        self._tell([partial(_settle, self._opened, None, None)])
        while (closing := self._serve(log_file)) is None:
            pass
        self._tell([partial(_settle, closing.answer, *_outcome(log_file.close))])

    def _serve(self, log_file: LogFile) -> _Close | None:
        tasks = self._drain(log_file)
        appends = [task for task in tasks if isinstance(task, _Append)]
        if appends:
            self._tell(_store(log_file, appends))
        closing = None
        for task in tasks:
            match task:
                case _Question(ask, answer):
                    outcome = _outcome(partial(ask, log_file))
                    self._tell([partial(_settle, answer, *outcome)])
                case _Close():
                    closing = task
                case _Append():
                    pass
        return closing

    def _drain(self, log_file: LogFile) -> list[_Task]:
        tasks = self._next(log_file)
        while True:
            try:
                tasks += self._inbox.get_nowait()
            except Empty:
                return tasks

    def _next(self, log_file: LogFile) -> list[_Task]:
        if log_file.unfolded >= _WORTH_FOLDING:
            try:
                return self._inbox.get(timeout=self._quiet_s)
            except Empty:
                # A disk that fails here loses nothing; the next commit reports the fault.
                with suppress(LogUnavailable):
                    log_file.fold()
        return self._inbox.get()

    def _tell(self, answers: list[Callable[[], None]]) -> None:
        try:
            self._loop.call_soon_threadsafe(self._hear, answers)
        except RuntimeError:
            # The loop ended without closing the log; nobody is left to receive the answers.
            return

    def _hear(self, answers: list[Callable[[], None]]) -> None:
        idle = not self._answers
        self._answers.extend(answers)
        if idle:
            self._answer()

    def _answer(self) -> None:
        """Run the _ANSWERS oldest callbacks. If one raises, the others are still run later."""
        try:
            for _ in range(min(_ANSWERS, len(self._answers))):
                self._answers.popleft()()
        finally:
            if self._answers:
                self._loop.call_soon(self._answer)


def _store(log_file: LogFile, appends: list[_Append]) -> list[Callable[[], None]]:
    answers, error = _outcome(lambda: log_file.append_all([append.batch for append in appends]))
    if error is not None:
        return [partial(append.callback, error) for append in appends]
    return [partial(append.callback, taken) for append, taken in zip(appends, answers, strict=True)]


def _outcome(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """Return the result of `work` and None, or None and the error that it raised.

    An error must not end the thread, because everything that waits for it would wait forever.
    """
    try:
        return work(), None
    except Exception as error:
        return None, error


def _settle(answer: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if answer.done():
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)


def _closed() -> LogUnavailable:
    return LogUnavailable("the event log is closed: the server stops")
