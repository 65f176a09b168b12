"""What is asked about electronic boards and the tables they stand at (ruling 28).

AssignBoard and RemoveBoard are given by people. What the first one means to each match concerned is
a command to that match: another match surrenders the board, this one receives it, and one whose
closed room it had served is cleared of it.
"""

from dataclasses import dataclass

from rules.events.reasons import BoardDoubt
from rules.identities import MatchId
from rules.room import Room


@dataclass(frozen=True, slots=True, order=True)
class GameUnderWay:
    """One attempt at a game of a match."""

    match: MatchId
    game: int
    attempt: int


@dataclass(frozen=True, slots=True)
class BoardConsent:
    """What whoever assigns a board accepts, with the reason; without one, nothing.

    `from_match` loses its board in mid-game; `voids` are games whose dice players have seen, for a
    director alone.
    """

    from_match: MatchId | None = None
    voids: frozenset[GameUnderWay] = frozenset()
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AssignBoard:
    """Put a board on a match's table in that room.

    `was` is the board that stands there as far as one saw, "" for none; None does not ask.
    """

    board_id: str
    match: MatchId
    room: Room
    consent: BoardConsent = BoardConsent()
    was: str | None = None


@dataclass(frozen=True, slots=True)
class RemoveBoard:
    """Take the board from a room's table; it stays connected and serves none; `was` as above."""

    room: Room
    was: str | None = None


@dataclass(frozen=True, slots=True)
class LetBoardIn:
    """Let the board at a room's table go on in spite of a doubt; `journal_id` as in BoardLetIn."""

    room: Room
    board_id: str
    doubt: BoardDoubt
    journal_id: bytes = b""
    by: str = ""


@dataclass(frozen=True, slots=True)
class SurrenderBoard:
    """Let another match have the board that it is assigned to."""

    assigned: AssignBoard


@dataclass(frozen=True, slots=True)
class ReceiveBoard:
    """Take the board that is assigned to this match; `of_closed`: a closed table was its last."""

    assigned: AssignBoard
    of_closed: bool


@dataclass(frozen=True, slots=True)
class ClearBoard:
    """Forget the board as this match's closed room's: it stands at an open table now."""

    assigned: AssignBoard


@dataclass(frozen=True, slots=True)
class ReturnBoard:
    """Take the board back that was surrendered for an assignment another match refused."""

    room: Room
    board_id: str


BoardCommand = RemoveBoard | LetBoardIn | SurrenderBoard | ReceiveBoard | ClearBoard | ReturnBoard
"""What one match is asked about a board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBoardKey:
    """Give a board its key; from now on it is let in with that only (ruling 28)."""

    board_id: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceBoardKey:
    """Give a board another key; the one it has is good no more."""

    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeBoardKey:
    """Take a board's key away; it is not let in any more."""

    board_id: str


BoardKeyCommand = GiveBoardKey | ReplaceBoardKey | RevokeBoardKey
"""What is asked about a board's key, which is drawn when it is given."""
