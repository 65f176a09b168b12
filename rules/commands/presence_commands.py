"""What is said of who is at the tables of a match, and of who has watched its open room.

Source: ruling 34.
"""

from dataclasses import dataclass

from rules.identities import PersonId
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLeaving:
    """Log that somebody leaves the table of this room for a while."""

    room: Room
    player: PersonId
    by: str = ""
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogReturn:
    """Log that he is back. `watched`: he has watched the open room of the game being played."""

    room: Room
    player: PersonId
    watched: bool
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogWatching:
    """Log that somebody was shown this attempt of a game in the open room; the server says so."""

    game: int
    attempt: int
    player: PersonId


PresenceCommand = LogLeaving | LogReturn | LogWatching
