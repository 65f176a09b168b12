"""Values of the forms of stages: the stages that can be planned, and the teams in a draw.

A draw's: each one's pot and club, and teams that are not here yet.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules import events as ev
from rules.formats.team_event.stages import EventState, Stage
from rules.scoring.scales import MATCH_LENGTHS
from rules.scoring.terms import SCORED
from server.views.team_event.values import group_letter
from server.views.tournament.words import stage_name
from server.words.translation import Words

MOST_PAIRS = 4
"""Matches between places that one form plans."""
_MOST_PLACES = 8
"""Places of a group that are offered to qualify."""


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """A place of a planned stage that can qualify: `value` in forms, `label` in words."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class StageChoices:
    """Choices for a new stage: games, games in each room, places that can meet in so many pairs."""

    games: Sequence[str]
    lengths: Sequence[int]
    places: tuple[PlaceChoice, ...]
    pairs: range = range(1, MOST_PAIRS + 1)


def stage_choices(state: EventState, teams: Collection[str], words: Words) -> StageChoices:
    """Return the choices for a stage behind the present ones; `teams` are those entered."""
    every = (each for stage in state.stages.values() for each in _places(stage, teams, words))
    return StageChoices(SCORED, MATCH_LENGTHS, tuple(every))


def _places(stage: Stage, teams: Collection[str], words: Words) -> Iterator[PlaceChoice]:
    """Yield the first places of each group, and the winner and the loser of a pair."""
    name, plan = stage_name(stage.plan.name, words), stage.plan
    for group in range(1, plan.groups + 1):
        if plan.kind is ev.StageKind.PAIRS:
            of = f"{name} {group}" if plan.groups > 1 else name
            labels = [
                words.gettext("%(stage)s: who wins", stage=of),
                words.gettext("%(stage)s: who loses", stage=of),
            ]
        else:
            letter = group_letter(stage, group)
            of = words.gettext("%(stage)s, group %(letter)s", stage=name, letter=letter)
            largest = -(-len(stage.teams or teams) // plan.groups)
            labels = [
                words.gettext("%(stage)s: place %(place)s", stage=of if letter else name, place=at)
                for at in range(1, max(2, min(largest, _MOST_PLACES)) + 1)
            ]
        for place, label in enumerate(labels, 1):
            yield PlaceChoice(f"{stage.number}-{group}-{place}", label)


@dataclass(frozen=True, slots=True)
class DrawEntrant:
    """A confirmed team; `absent` is ticked beforehand, `pot` 0 for none."""

    team: str
    absent: bool
    club: str
    pot: int


@dataclass(frozen=True, slots=True)
class DrawValues:
    """The form's teams, and those on the waiting list, which are not drawn."""

    entrants: tuple[DrawEntrant, ...]
    waiting: tuple[str, ...]

    @property
    def absent(self) -> list[str]:
        """Teams ticked as absent beforehand."""
        return [each.team for each in self.entrants if each.absent]


def draw_values(state: EventState, teams: Iterable[str]) -> DrawValues:
    """Return the draw's values (club and pot) of these teams, as entered.

    While no team is ticked as present none is taken for absent.
    """
    entries = state.entries
    entrants = []
    for team in entries.confirmed(teams, state.withdrawn):
        details = entries.details_of(team)
        absent = bool(entries.present) and team not in entries.present
        entrants.append(DrawEntrant(team, absent, details.club, details.pot))
    waiting = tuple(team for team in entries.waiting if team not in state.withdrawn)
    return DrawValues(tuple(entrants), waiting)
