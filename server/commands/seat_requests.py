"""Phones that wait to become a table's board: whoever looks after the one in place is asked.

All of it is in memory. After a restart a phone that waits asks again, and a code that was given to
a phone is given anew.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.identities import MatchId
from rules.room import Room


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A phone that came by a good code to a table which has a board, and waits to be let in.

    `device` is the digest of its browser's cookie.
    """

    match: MatchId
    room: Room
    link_id: int
    device: bytes
    admitted: bool = False


class SeatRequests:
    """The latest request at each table; `tell` is called when one comes, is answered or goes."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._at: dict[tuple[MatchId, Room], SeatRequest] = {}

    def at(self, match_id: MatchId, room: Room) -> SeatRequest | None:
        """Who asks, or was let in, at that table."""
        return self._at.get((match_id, room))

    def is_open(self, match_id: MatchId, room: Room) -> bool:
        """Whether somebody waits there who was not answered."""
        request = self.at(match_id, room)
        return request is not None and not request.admitted

    def rooms_asked(self, match_id: MatchId) -> frozenset[Room]:
        """The rooms of a match where somebody waits who was not answered."""
        return frozenset(room for room in Room if self.is_open(match_id, room))

    def ask(self, request: SeatRequest) -> None:
        """Somebody waits to be let in."""
        self._at[request.match, request.room] = request
        self._tell()

    def admit(self, request: SeatRequest) -> None:
        """Whoever waits may go on."""
        self._at[request.match, request.room] = replace(request, admitted=True)
        self._tell()

    def forget(self, match_id: MatchId, room: Room) -> None:
        """Nobody waits there any more."""
        if self._at.pop((match_id, room), None) is not None:
            self._tell()
