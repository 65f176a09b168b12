"""Who leaves a table and comes back, and who has watched the open room meanwhile.

Source: ruling 34 (who has watched does not sit down in the closed room before that game is over).
"""

from dataclasses import dataclass

from rules.identities import PersonId
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft:
    """Somebody who sits at the table of this room has left it for a while."""

    room: Room
    player: PersonId
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned:
    """Whoever had left the table of this room sits there again."""

    room: Room
    player: PersonId
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRoomWatched:
    """Somebody was shown this attempt of a game in the open room, or is known to have watched it.

    `by` says who has said so; it is empty where the server has shown it to an account or link.
    """

    game: int
    attempt: int
    player: PersonId
    by: str


PresenceEvent = PlayerLeft | PlayerReturned | OpenRoomWatched
