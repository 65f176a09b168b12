"""Keeps finished matches as lists show them, so that no start of the server reads their logs."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

import structlog

from rules.identities import MatchId
from server.matches.finished_match import LastRooms, is_finished
from server.matches.match_process import MatchProcess
from server.matches.registry import MatchRegistry
from server.matches.stream_writer import match_of, match_stream
from server.results.finished_summary import kept_match
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.finished_matches import FinishedMatchStore, KeptMatch
from server.store.event_log.contract import StoredEvent
from server.store.event_log.subscriptions import Subscriber

log = structlog.get_logger()
SETTLED = 5.0
"""Seconds after which what has changed is looked at: nobody waits for it."""


class FinishedMatchWriter(Subscriber):
    """A subscriber to stored events; what it has not kept is taken up at the next start.

    `last_rooms` are kept with the matches in which boards were put there.
    """

    name = "list of finished matches"

    def __init__(
        self, registry: MatchRegistry, store: FinishedMatchStore, last_rooms: LastRooms
    ) -> None:
        self._registry, self._store, self._last_rooms = registry, store, last_rooms
        self._changed: dict[MatchId, int] = {}
        self._news = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many matches have changed since they were looked at."""
        return len(self._changed)

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Hear that a match has changed, or has been taken up."""
        match_id, sequence = match_of(stored[-1].stream), stored[-1].sequence
        if match_id is None:
            return
        kept = self._registry.finished.kept(match_id)
        if kept is None or kept.head != sequence:
            self._changed[match_id] = sequence
            self._news.set()

    begin = receive

    async def run(self, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Keep what is finished, whenever something has changed; runs until it is cancelled."""
        while True:
            await self._news.wait()
            await pause(SETTLED)
            await self.write()

    async def write(self) -> None:
        """Keep every match that is finished by now; one that cannot be kept is tried again."""
        self._news.clear()
        finished = [process for process in map(self._settled, [*self._changed]) if process]
        if not finished:
            return
        kept = [kept_match(process) for process in finished]
        boards = set[str]()
        for process in finished:
            boards |= self._last_rooms.take_history(process.history, process.moments)
        places = {board: self._last_rooms.places[board] for board in boards}
        try:
            await asyncio.to_thread(self._store.keep, kept, places)
        except AccountsUnavailable as unavailable:
            log.warning("finished_matches_not_kept", why=str(unavailable))
            self._news.set()
            return
        for process, each in zip(finished, kept, strict=True):
            if self._changed.get(each.match_id) == each.head == process.sequence:
                del self._changed[each.match_id]
                self._registry.put_finished(each)
        self._registry.let_go()

    async def close(self) -> None:
        """Keep what is finished when the server stops, whether it was told by now or not."""
        for match_id, process in self._registry.matches.items():
            kept = self._registry.finished.kept(match_id)
            if kept is None or kept.head != process.sequence:
                self._changed[match_id] = process.sequence
        await self.write()

    def _settled(self, match_id: MatchId) -> MatchProcess | None:
        """The match if it is finished and all that is stored of it was told."""
        process = self._registry.matches.get(match_id)
        if process is None or not is_finished(process.record):
            del self._changed[match_id]
            return None
        if not process.idle or process.sequence != self._changed[match_id]:
            self._news.set()
            return None
        return process


async def take_up_finished(
    registry: MatchRegistry,
    store: FinishedMatchStore,
    last_rooms: LastRooms,
    heads: Mapping[str, int],
) -> list[MatchId]:
    """Take what was kept of matches whose logs end where they did then; the others, in order.

    `heads` says how far each stream goes.
    """
    every = await asyncio.to_thread(store.all)
    good, gone, streams = list[KeptMatch](), list[MatchId](), set[str]()
    for each in every:
        stream = match_stream(each.match_id)
        if heads.get(stream) == each.head:
            good.append(each)
            streams.add(stream)
        else:
            gone.append(each.match_id)
    last_rooms.take(await asyncio.to_thread(store.places))
    registry.take_finished(good)
    if gone:
        # Else one could hold again, should another play on restored records come as far.
        try:
            await asyncio.to_thread(store.forget, gone)
        except AccountsUnavailable as unavailable:  # the next start tries again
            log.warning("finished_matches_not_forgotten", why=str(unavailable))
    others = map(match_of, heads.keys() - streams)
    return sorted(match_id for match_id in others if match_id is not None)
