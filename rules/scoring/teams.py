"""The two teams of a match and the colours they keep (ruling 5)."""

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from rules.position import Side
from rules.room import Room

T = TypeVar("T")


class TeamPlace(Enum):
    """Home or away.

    Home is first on the protocol and has White in the open and Red in the closed room.
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
        """Return the value of `team`."""
        return self.home if team is TeamPlace.HOME else self.away


def side_of(team: TeamPlace, room: Room) -> Side:
    """Return the side `team` plays in `room` for the whole match."""
    return Side.WHITE if (team is TeamPlace.HOME) == (room is Room.OPEN) else Side.RED


def team_of(side: Side, room: Room) -> TeamPlace:
    """Return the team that plays `side` in `room`."""
    return TeamPlace.HOME if side_of(TeamPlace.HOME, room) is side else TeamPlace.AWAY


def ahead(difference: int) -> TeamPlace | None:
    """Return the team that has more, by home's sum minus away's; None when level."""
    if difference == 0:
        return None
    return TeamPlace.HOME if difference > 0 else TeamPlace.AWAY


def won_by(winner: TeamPlace, won: T, lost: T) -> PerTeam[T]:
    """Return the winner's value and the loser's, in the order of the protocol."""
    return PerTeam(won, lost) if winner is TeamPlace.HOME else PerTeam(lost, won)
