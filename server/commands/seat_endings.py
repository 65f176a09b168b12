"""When a phone is a table's board no more, as its match tells: another board there, or its end."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from rules.identities import MatchId
from server.matches.match_record import MatchRecord
from server.matches.registry import MatchRegistry
from server.matches.stream_writer import match_of
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.seats import Seat, SeatEnding, Seats
from server.store.event_log.contract import StoredEvent

log = structlog.get_logger()


class SeatEndings:
    """A subscriber to stored events that has seats ended; `open` it once matches are taken up.

    `end` ends a seat and may raise AccountsUnavailable; `one_seat` is held meanwhile, so that
    nobody takes a seat half way.
    """

    name = "seats of phones"

    def __init__(
        self,
        registry: MatchRegistry,
        seats: Seats,
        end: Callable[[Seat, SeatEnding], Awaitable[None]],
        one_seat: asyncio.Lock,
    ) -> None:
        self._registry, self._seats = registry, seats
        self._end, self._one_seat = end, one_seat
        self._tasks: set[asyncio.Task[None]] = set()

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """See whether seats of that match have ended."""
        match_id = match_of(stored[0].stream)
        if match_id is None:
            return
        if any(self._ending(each) is not None for each in self._seats.of_match(match_id)):
            task = asyncio.get_running_loop().create_task(self._settle(match_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Nothing: `open` looks at all seats once everything is taken up."""

    def restart(self, stream: str) -> None:
        """Nothing is kept of what was stored."""

    forget = restart

    async def open(self) -> None:
        """End seats whose match was over, or whose table has another board, before the start."""
        for match_id in {each.match for each in self._seats.known()}:
            await self._settle(match_id)

    async def close(self) -> None:
        """Stop every task."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _settle(self, match_id: MatchId) -> None:
        async with self._one_seat:
            for seat in self._seats.of_match(match_id):
                how = self._ending(seat)
                if how is None:
                    continue
                try:
                    await self._end(seat, how)
                except AccountsUnavailable as unavailable:  # the next event, or start, tries again
                    log.warning("seat_not_ended", board=seat.board_id, why=str(unavailable))

    def _ending(self, seat: Seat) -> SeatEnding | None:
        """How a seat has ended that is still kept as one, None for one that has not."""
        if seat.ended not in (None, SeatEnding.REPLACED):
            return None
        process = self._registry.matches.get(seat.match)
        if process is None or needs_no_board(process.record):
            return SeatEnding.MATCH_OVER
        if seat.ended is SeatEnding.REPLACED:
            return None
        standing = process.record.boards.get(seat.room)
        if standing == seat.board_id:
            return None
        return SeatEnding.TAKEN_OFF if standing is None else SeatEnding.REPLACED


def needs_no_board(record: MatchRecord) -> bool:
    """Whether the match's tables are played at no more."""
    return record.withdrawn or record.is_over
