"""The database file with the visitors' replays of games.

Moments in the file are in microseconds since 1970 in UTC.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from json import loads
from pathlib import Path
from typing import Final, cast
from zlib import compress, decompress
from zlib import error as ZlibError

from sqlalchemy import BigInteger, MetaData, func
from sqlalchemy.exc import DBAPIError
from sqlmodel import Field, Session, SQLModel, col, delete, select

from rules.events import Event
from rules.identities import MatchId
from rules.ledger import unix_microseconds
from rules.position import Side
from rules.room import RoomResult
from server.store.database_file import DatabaseFile, DatabaseRefused, open_database
from server.store.event_log.codec import EventUnreadable, decode, encode, form_of
from server.store.schemas import Schema


class ClosedSeatsTable(SQLModel):
    """The base class of the database tables in the file."""

    metadata = MetaData()


CLOSED_SEATS_SCHEMA: Final = Schema(
    "closed_seats", ClosedSeatsTable.metadata, folder=Path(__file__).parent / "migrations"
)


class SeatedGameRow(ClosedSeatsTable, table=True):
    """A replay that a visitor is playing, or has played to its end.

    `match`, `game` and `attempt` name the game that is replayed; `side` is the visitor's side at
    the closed table. `events` has one event per line (kind, version, JSON), compressed by zlib;
    `length` is the number of events. `result` is the replay's result as JSON, None while it is
    being played.
    """

    __tablename__ = "seated_game"

    seat_id: str = Field(primary_key=True)
    match: str
    game: int
    attempt: int
    side: str
    begun_at: int = Field(sa_type=BigInteger)
    last_at: int = Field(sa_type=BigInteger, index=True)
    length: int
    events: bytes
    result: str | None = None


AT_ONCE = 200
"""The most unfinished replays that are stored (our choice).

If there are so many, a new replay takes the place of the one that was unused for longest.
"""
RESTED = timedelta(minutes=30)
"""The time for which a replay must be unused before a new one may replace it (our choice)."""
KEPT = 5_000
"""The most replays that are stored (our choice).

If there are more, those that were unused for longest are deleted.
"""
UNFINISHED_FOR = timedelta(days=14)
"""The time for which an unfinished replay is stored after its last use (our choice)."""


class SeatsUnavailable(Exception):
    """The file with the replays cannot be used; nothing was changed. The operator can delete it."""


class SeatsFull(Exception):
    """No new replay can be stored: AT_ONCE are unfinished, and each was used within RESTED."""


@dataclass(frozen=True, slots=True, order=True)
class GamePlayed:
    """The game that a visitor replays: its match, its number and its attempt."""

    match: MatchId
    game: int
    attempt: int


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A visitor's replay as it is stored.

    `events` is empty if this version of the program cannot read the stored events.
    """

    seat_id: str
    played: GamePlayed
    side: Side
    events: tuple[Event, ...]
    result: RoomResult | None


class SeatedGames:
    """The file with the visitors' replays; one thread at a time may use it.

    The first call opens the file at `path`, and creates it if it does not exist. `now` returns the
    time in UTC. Every method raises SeatsUnavailable if the file cannot be used.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        self._path, self._now = path, now
        self._database: DatabaseFile | None = None

    def find(self, seat_id: str) -> KeptGame | None:
        """Return the replay with that id, None if the id is unknown."""
        with self._transaction() as session:
            row = session.get(SeatedGameRow, seat_id)
            return None if row is None else _kept(row)

    def begin(self, game: KeptGame) -> None:
        """Store a new replay; raises SeatsFull if there is no room for it."""
        now = self._now()
        with self._transaction() as session:
            self._make_room(session, now)
            at = unix_microseconds(now)
            session.add(
                SeatedGameRow(
                    seat_id=game.seat_id,
                    match=str(game.played.match),
                    game=game.played.game,
                    attempt=game.played.attempt,
                    side=game.side.value,
                    begun_at=at,
                    last_at=at,
                    length=len(game.events),
                    events=_written(game.events),
                )
            )

    def keep(self, game: KeptGame) -> None:
        """Store a replay's present state; does nothing if the replay has been deleted."""
        with self._transaction() as session:
            row = session.get(SeatedGameRow, game.seat_id)
            if row is not None:
                row.length, row.events = len(game.events), _written(game.events)
                row.result = None if game.result is None else _RESULT.write(game.result)
                row.last_at = unix_microseconds(self._now())
                session.add(row)

    def forget(self, seat_id: str) -> None:
        """Delete the replay with that id."""
        with self._transaction() as session:
            session.exec(delete(SeatedGameRow).where(col(SeatedGameRow.seat_id) == seat_id))

    def results(self, played: GamePlayed) -> Counter[tuple[Side, RoomResult]]:
        """Return how many visitors who replayed that game had each result.

        The counts are keyed by the visitor's side and the result.
        """
        ended = (
            select(SeatedGameRow.side, SeatedGameRow.result, func.count())
            .where(col(SeatedGameRow.match) == str(played.match))
            .where(col(SeatedGameRow.game) == played.game)
            .where(col(SeatedGameRow.attempt) == played.attempt)
            .where(col(SeatedGameRow.result).is_not(None))
            .group_by(col(SeatedGameRow.side), col(SeatedGameRow.result))
        )
        with self._transaction() as session:
            rows = session.exec(ended).all()
        return Counter({(Side(side), _result(text)): count for side, text, count in rows if text})

    def close(self) -> None:
        """Close the file."""
        if self._database is not None:
            self._database.close()
            self._database = None

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        try:
            if self._database is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._database = open_database(self._path, CLOSED_SEATS_SCHEMA)
            connection = self._database.connection
            with connection.begin(), Session(connection) as session:
                yield session
                session.flush()
        except (DatabaseRefused, DBAPIError, OSError) as error:
            raise SeatsUnavailable(str(error)) from error

    def _make_room(self, session: Session, now: datetime) -> None:
        under_way = col(SeatedGameRow.result).is_(None)
        last = col(SeatedGameRow.last_at)
        too_old = unix_microseconds(now - UNFINISHED_FOR)
        session.exec(delete(SeatedGameRow).where(under_way).where(last < too_old))
        if _count(session, under_way) >= AT_ONCE:
            rested = unix_microseconds(now - RESTED)
            oldest = select(SeatedGameRow).where(under_way).where(last < rested).order_by(last)
            row = session.exec(oldest.limit(1)).first()
            if row is None:
                raise SeatsFull
            session.delete(row)
        for row in session.exec(select(SeatedGameRow).order_by(last).limit(_over(session))):
            session.delete(row)
        session.flush()


def _over(session: Session) -> int:
    """Return the number of replays that have to be deleted before one more is stored."""
    return max(_count(session) + 1 - KEPT, 0)


def _count(session: Session, *where: object) -> int:
    counted = select(func.count()).select_from(SeatedGameRow)
    for each in where:
        counted = counted.where(each)  # type: ignore[arg-type]
    return session.exec(counted).one()


_RESULT = form_of(RoomResult)


def _result(text: str) -> RoomResult:
    return cast(RoomResult, _RESULT.read(loads(text)))


def _kept(row: SeatedGameRow) -> KeptGame:
    return KeptGame(
        row.seat_id,
        GamePlayed(MatchId.read(row.match), row.game, row.attempt),
        Side(row.side),
        _read(row.events),
        None if row.result is None else _result(row.result),
    )


def _written(events: tuple[Event, ...]) -> bytes:
    lines = (encode(each) for each in events)
    texts = (f"{each.kind} {each.version} {each.payload.decode()}" for each in lines)
    return compress("\n".join(texts).encode())


def _read(written: bytes) -> tuple[Event, ...]:
    try:
        lines = (line.split(b" ", 2) for line in decompress(written).split(b"\n"))
        return tuple(decode(kind.decode(), int(version), body) for kind, version, body in lines)
    except (EventUnreadable, ValueError, ZlibError):
        return ()
