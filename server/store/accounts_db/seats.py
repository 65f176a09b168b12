"""Seats: the places of phones and tablets that are, or were, a table's board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from sqlmodel import col, or_, select

from rules.identities import MatchId
from rules.ledger import from_unix_microseconds, unix_microseconds
from rules.room import Room
from server.store.accounts_db.accounts_file import AccountsFile, moment
from server.store.accounts_db.tables import SeatRow

REMEMBERED = timedelta(days=14)
"""The time that an ended seat stays in memory: longer than any match is played (our choice)."""


_PHONE = "phone-"


def phone_id(number: str) -> str:
    """Return the board id of a phone; `number` is eight hexadecimal digits, different for each."""
    return f"{_PHONE}{number}"


def is_phone(board_id: str) -> bool:
    """Return True if that board id is a phone's."""
    return board_id.startswith(_PHONE)


class SeatEnding(Enum):
    """The way in which a phone's seat ended.

    A phone whose seat was REPLACED by another phone or board stays signed in, so that it can still
    send what the server has not acknowledged.
    """

    SIGNED_OUT = "signed out"
    TAKEN_OFF = "taken off"
    REPLACED = "replaced"
    MATCH_OVER = "match over"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneSeat:
    """A phone's seat: the phone is, or was, the board of the table in `room` of a match.

    `board_id` is the phone's board id. `device` is the SHA-256 of the cookie that stays in the
    phone's browser. `link_id` is the number of the code with which the phone got the seat. `ended`
    says how the seat ended, None while the phone is the table's board. Moments are in UTC.
    """

    seat_id: int
    match: MatchId
    room: Room
    board_id: str
    device: bytes
    link_id: int
    taken_at: datetime
    ended: SeatEnding | None = None
    ended_at: datetime | None = None


class Seats:
    """The phones' seats, stored in the accounts file and cached in memory.

    `take` and `end` can wait for the disk and raise AccountsUnavailable; the other methods read
    from memory. Any thread may call the methods. `now` returns the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now
        self._known: dict[int, PhoneSeat] = {}
        self._of_match: dict[MatchId, list[PhoneSeat]] = {}
        accounts_file.read_by(self._read)

    def get(self, seat_id: int) -> PhoneSeat | None:
        """Return the seat of that number, ended or not, or None if it is not in memory."""
        return self._known.get(seat_id)

    def known(self) -> Sequence[PhoneSeat]:
        """Return the seats that have not ended or ended at most REMEMBERED ago, oldest first."""
        return [*self._known.values()]

    def of_match(self, match_id: MatchId) -> Sequence[PhoneSeat]:
        """Return the seats of a match, the oldest first."""
        return self._of_match.get(match_id, ())

    def at_table(self, match_id: MatchId, room: Room) -> PhoneSeat | None:
        """Return the seat at that table that has not ended, or None if there is none."""
        own = (each for each in self.of_match(match_id) if each.room is room)
        return next((each for each in own if each.ended is None), None)

    def of_board(self, board_id: str) -> PhoneSeat | None:
        """Return the seat, ended or not, of the phone with that board id, or None."""
        return next((each for each in self._known.values() if each.board_id == board_id), None)

    def of_device(self, device: bytes) -> Sequence[PhoneSeat]:
        """Return the seats of the browser with that cookie's digest, the oldest first."""
        return [each for each in self._known.values() if each.device == device]

    def take(
        self, *, match: MatchId, room: Room, board_id: str, device: bytes, link_id: int
    ) -> PhoneSeat:
        """Store a new seat of the phone `board_id`; return the seat with its number.

        `device` is the SHA-256 of the cookie in the phone's browser, `link_id` the number of the
        code that was used.
        """
        row = SeatRow(
            match=str(match),
            room=room.value,
            board_id=board_id,
            device=device,
            link_id=link_id,
            taken_at=unix_microseconds(self._now()),
        )
        with self._file.transaction() as session:
            session.add(row)
            session.flush()
            seat = _seat(row)
            self._read()
            return seat

    def end(self, seat_id: int, how: SeatEnding) -> None:
        """Store that a seat has ended, and how; an earlier ending of the seat is replaced."""
        now = unix_microseconds(self._now())
        with self._file.transaction() as session:
            for row in session.exec(select(SeatRow).where(SeatRow.seat_id == seat_id)):
                row.ended, row.ended_at = how.value, now
            self._read()

    def _read(self) -> None:
        since = unix_microseconds(self._now() - REMEMBERED)
        with self._file.transaction() as session:
            lately = or_(col(SeatRow.ended_at).is_(None), col(SeatRow.ended_at) >= since)
            rows = session.exec(select(SeatRow).where(lately).order_by(col(SeatRow.seat_id)))
            seats = [_seat(row) for row in rows]
        of_match: dict[MatchId, list[PhoneSeat]] = {}
        for seat in seats:
            of_match.setdefault(seat.match, []).append(seat)
        self._known, self._of_match = {each.seat_id: each for each in seats}, of_match


def _seat(row: SeatRow) -> PhoneSeat:
    assert row.seat_id is not None
    return PhoneSeat(
        seat_id=row.seat_id,
        match=MatchId.read(row.match),
        room=Room(row.room),
        board_id=row.board_id,
        device=row.device,
        link_id=row.link_id,
        taken_at=from_unix_microseconds(row.taken_at),
        ended=SeatEnding(row.ended) if row.ended else None,
        ended_at=moment(row.ended_at),
    )
