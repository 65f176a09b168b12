"""Records with any number of finished matches, made of copies of stored matches.

The originals are the golden records of a release: a duplicate match of four games and a match to
three points that are both over, and a match in play. A copy has its own number, sets of rolls and
hashes; everything else, even its nonces, is as in the original. Eight streams at a time are written
in turns, as if eight tables played at the same time.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from pathlib import Path

from rules import events as ev
from rules.identities import MatchId
from rules.ledger import entry_digest, genesis
from server.matches.finished_match import VERSION, read_stored, stored_form
from server.matches.match_record import MatchRecord
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.finished_matches import FinishedMatchStore, KeptMatch
from server.store.event_log.codec import encode
from server.store.event_log.contract import Batch
from server.store.event_log.log_file import open_log_file
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.stored_events import StoredEvent, match_stream
from tests.support.golden_records import FINISHED, TO_POINTS, UNDER_WAY, restored
from tests.support.ids import match_id
from tests.support.served import opened

RELEASE = "0.2.0"
IN_PLAY = 8
_AT_ONCE = 20_000
"""Number of events in a transaction."""
_DUPLICATE_OF = 4
"""The number of finished matches of which three are duplicate matches and one is to points."""

Stream = Sequence[StoredEvent]


async def make_records(folder: Path, finished: int) -> None:
    """Fill a new folder with `finished` finished matches and IN_PLAY matches in play.

    The originals are among them.
    """
    restored(RELEASE, folder)
    async with opened(folder):
        pass  # brings the databases up to date, and keeps finished matches
    await asyncio.to_thread(_fill, folder, finished, await _originals(folder))


async def _originals(folder: Path) -> dict[int, Stream]:
    log = await SqliteEventLog.open(folder / "log.sqlite3")
    try:
        numbers = (FINISHED, UNDER_WAY, TO_POINTS)
        return {number: await log.read(match_stream(match_id(number))) for number in numbers}
    finally:
        await log.close()


def _fill(folder: Path, finished: int, originals: dict[int, Stream]) -> None:
    copies = list(_plan(finished))
    log_file = open_log_file(folder / "log.sqlite3")
    kept = list[KeptMatch]()
    accounts_file = AccountsFile.open(folder / "accounts.sqlite3")
    store = FinishedMatchStore(accounts_file, VERSION)
    known = {each.match_id: each for each in store.all()}
    batch = list[StoredEvent]()
    roll_set = 1 + sum(_sets(originals[number]) for number in originals)
    for tables in _by(IN_PLAY, copies):
        streams = list[Stream]()
        for number, original in tables:
            stream = _copy(originals[original], match_id(number), roll_set)
            roll_set += _sets(stream)
            streams.append(stream)
            if original != UNDER_WAY:
                kept.append(_kept(known[match_id(original)], stream))
        batch += [each for turn in zip_longest(*streams) for each in turn if each is not None]
        if len(batch) >= _AT_ONCE:
            log_file.append_all([Batch(tuple(batch))])
            batch.clear()
    log_file.append_all([Batch(tuple(batch))])
    log_file.close()
    store.keep(kept, {})
    accounts_file.close()


def _plan(finished: int) -> Iterator[tuple[int, int]]:
    """Yield the number of each match to be made, and the number of the match that it copies."""
    number = TO_POINTS
    for _ in range(finished - 2):
        number += 1
        yield number, TO_POINTS if number % _DUPLICATE_OF == 0 else FINISHED
    for _ in range(IN_PLAY - 1):
        number += 1
        yield number, UNDER_WAY


def _by(size: int, copies: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    rest = iter(copies)
    while tables := list(islice(rest, size)):
        yield tables


def _sets(stream: Stream) -> int:
    """Return how many sets of rolls the match of this stream uses: one for each game, or none."""
    scheduled = stream[0].event
    return scheduled.games if isinstance(scheduled, ev.MatchScheduled) else 0


def _copy(original: Stream, as_match: MatchId, roll_set: int) -> Stream:
    scheduled = original[0].event
    assert isinstance(scheduled, ev.AnyScheduled)
    if isinstance(scheduled, ev.MatchScheduled):
        first: ev.Event = replace(scheduled, match_id=as_match, roll_set=roll_set)
    else:
        first = replace(scheduled, match_id=as_match)
    opening = original[0]._replace(event=first, payload=encode(first).payload, command_id="")
    stream, digest, copied = match_stream(as_match), genesis(match_stream(as_match)), []
    for entry in (opening, *original[1:]):
        moved = entry._replace(stream=stream)
        digest = entry_digest(digest, moved)
        copied.append(moved._replace(digest=digest))
    return copied


def _kept(original: KeptMatch, stream: Stream) -> KeptMatch:
    scheduled = stream[0].event
    assert isinstance(scheduled, ev.AnyScheduled)
    summary = read_stored(original.summary)
    if isinstance(scheduled, ev.MatchScheduled):
        summary = replace(summary, duplicate=scheduled)
    else:
        summary = replace(summary, to_points=scheduled)
    return original._replace(
        match_id=scheduled.match_id,
        digest=stream[-1].digest,
        next_roll_set=MatchRecord.of(scheduled).roll_set_behind,
        command_id="",
        summary=stored_form(summary),
    )
