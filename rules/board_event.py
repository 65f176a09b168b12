"""The number a board gave to what it said."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """One event of a board for ever: its id, its journal's id (8 bytes), the event's number there.

    Source: docs/wire.md, "Numbers and acknowledgement".
    """

    board_id: str
    journal_id: bytes
    number: int
