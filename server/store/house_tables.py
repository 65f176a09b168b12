"""Tables of the house's file: what the server keeps besides the events."""

from sqlalchemy import BigInteger, MetaData
from sqlmodel import Field, SQLModel


class HouseTable(SQLModel):
    """Root of the tables in the house's file."""

    metadata = MetaData()


class BoardRow(HouseTable, table=True):
    """A board and its key; the key is kept in clear because frames are signed with it.

    Moments are microseconds from 1970 in UTC; `revoked_at` is empty while the key is good.
    """

    __tablename__ = "board"

    board_id: str = Field(primary_key=True)
    key: bytes
    label: str
    created_at: int = Field(sa_type=BigInteger)
    revoked_at: int | None = Field(default=None, sa_type=BigInteger)
