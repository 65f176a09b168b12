"""The two teams of a match, and the colours that they have in each room (ruling 5)."""

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from rules.position import Side
from rules.room import Room

T = TypeVar("T")


class TeamPlace(Enum):
    """The home team or the away team of a match.

    Home is first on the protocol. It plays White in the open room and Red in the closed room.
    """

    HOME = "home"
    AWAY = "away"

    @property
    def opponent(self) -> "TeamPlace":
        """The other team of the match."""
        return TeamPlace.AWAY if self is TeamPlace.HOME else TeamPlace.HOME


@dataclass(frozen=True, slots=True)
class PerTeam(Generic[T]):
    """One value for each team of a match."""

    home: T
    away: T

    def of(self, team: TeamPlace) -> T:
        """Return the value of a team."""
        return self.home if team is TeamPlace.HOME else self.away


def side_of(team: TeamPlace, room: Room) -> Side:
    """Return the side that a team plays in a room during the whole match."""
    return Side.WHITE if (team is TeamPlace.HOME) == (room is Room.OPEN) else Side.RED


def team_of(side: Side, room: Room) -> TeamPlace:
    """Return the team that plays a side in a room."""
    return TeamPlace.HOME if side_of(TeamPlace.HOME, room) is side else TeamPlace.AWAY


def ahead(difference: int) -> TeamPlace | None:
    """Return the team with the higher sum, or None if both sums are equal.

    `difference` is home's sum less away's.
    """
    if difference == 0:
        return None
    return TeamPlace.HOME if difference > 0 else TeamPlace.AWAY


def won_by(winner: TeamPlace, won: T, lost: T) -> PerTeam[T]:
    """Return a value for each team: `won` for the team `winner`, `lost` for the other."""
    return PerTeam(won, lost) if winner is TeamPlace.HOME else PerTeam(lost, won)
