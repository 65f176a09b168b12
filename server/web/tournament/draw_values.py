"""What the form of a draw shows: who is drawn, from which pot and club, and who is not here yet."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.formats.team_event.stages import EventState


@dataclass(frozen=True, slots=True)
class DrawEntrant:
    """A confirmed team; `absent` is ticked beforehand, `pot` 0 for none."""

    team: str
    absent: bool
    club: str
    pot: int


@dataclass(frozen=True, slots=True)
class DrawValues:
    """The form's teams, and those on the waiting list, who are not drawn."""

    entrants: tuple[DrawEntrant, ...]
    waiting: tuple[str, ...]

    @property
    def absent(self) -> list[str]:
        """Who is ticked as absent beforehand."""
        return [each.team for each in self.entrants if each.absent]


def draw_values(state: EventState, teams: Iterable[str]) -> DrawValues:
    """Of these teams, as entered. While nobody is ticked as present nobody is taken for absent."""
    entries = state.entries
    entrants = []
    for team in entries.confirmed(teams, state.withdrawn):
        details = entries.details_of(team)
        absent = bool(entries.present) and team not in entries.present
        entrants.append(DrawEntrant(team, absent, details.club, details.pot))
    waiting = tuple(team for team in entries.waiting if team not in state.withdrawn)
    return DrawValues(tuple(entrants), waiting)
