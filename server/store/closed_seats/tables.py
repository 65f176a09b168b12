"""The table of the closed seats' file. Moments are microseconds from 1970 in UTC."""

from typing import Final

from sqlalchemy import BigInteger, MetaData
from sqlmodel import Field, SQLModel

from server.store.schemas import Schema


class ClosedSeatsTable(SQLModel):
    """Root of the tables in the closed seats' file."""

    metadata = MetaData()


CLOSED_SEATS_SCHEMA: Final = Schema("closed_seats", ClosedSeatsTable.metadata)


class SeatedGameRow(ClosedSeatsTable, table=True):
    """A game that a visitor plays, or has played to its end.

    `match` with `game` and `attempt` is which one, `side` whose seat in the closed room. `events`
    are one a line, packed by zlib: kind, version, JSON. `length` counts them. `result` is the
    room's result as JSON, None while the game is played.
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
