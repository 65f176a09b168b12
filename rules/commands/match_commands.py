"""What is asked of one match besides its play: line-ups, substitutes, embargo, signatures.

Source: rulings 11, 12, 13 and 15.
"""

from dataclasses import dataclass

from rules.events import Embargo
from rules.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitLineUp:
    """Hand in a team's line-up, or another one while it is sealed (ruling 13)."""

    team: str
    open_player: str
    closed_player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSubstitute:
    """Seat another player of the team in that room before this game begins (ruling 11)."""

    team: str
    room: Room
    player: str
    game: int
    attempt: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetEmbargo:
    """Tell spectators by another embargo from now on; what they know stays (ruling 12)."""

    embargo: Embargo
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignProtocol:
    """Sign the protocol of a finished match for a team (ruling 15); `by` is its captain."""

    team: str
    by: str


MatchCommand = SubmitLineUp | SeatSubstitute | SetEmbargo | SignProtocol
