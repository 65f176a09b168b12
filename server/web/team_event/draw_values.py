"""Values of the forms that plan and draw a stage.

The form of a draw shows each team's pot and club, and which teams have not come yet.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules import events as ev
from rules.formats.team_event.stages import Stage, TeamEventState
from rules.scoring.scales import MATCH_LENGTHS
from rules.scoring.terms import SCORED
from server.views.team_event.values import group_letter
from server.views.tournament.words import stage_name
from server.words.translation import Words

MOST_PAIRS = 4
"""Greatest number of pairs that one form can plan for a stage; see `_with_slots`."""
_MOST_PLACES = 8
"""Greatest number of places of a group that a form offers for qualifying (our choice)."""


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """A final place in an earlier stage, such as second of group B, by which a team can qualify.

    `value` is what the form sends, `label` the place in words.
    """

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class StageChoices:
    """The choices in the form of a new stage.

    `games` are the games that can be played, `lengths` the numbers of games in each room, `places`
    the final places in earlier stages. `pairs` has the numbers, from 1, of the pairs of teams for
    which the form has fields.
    """

    games: Sequence[str]
    lengths: Sequence[int]
    places: tuple[PlaceChoice, ...]
    pairs: range = range(1, MOST_PAIRS + 1)


def stage_choices(state: TeamEventState, teams: Collection[str], words: Words) -> StageChoices:
    """Return the choices for a new, later stage; `teams` are the entered teams."""
    every = (each for stage in state.stages.values() for each in _places(stage, teams, words))
    return StageChoices(SCORED, MATCH_LENGTHS, tuple(every))


def _places(stage: Stage, teams: Collection[str], words: Words) -> Iterator[PlaceChoice]:
    """Yield the final places in a stage by which a team can qualify for a later one.

    These are the first places of each group or, in a stage of pairs, the winner and the loser of
    each pair. `teams` are the entered teams: if no teams were drawn into the stage yet, the number
    of entered teams limits the places.
    """
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
    """A confirmed team in the form of a draw. `absent` is true if the team is proposed as absent.

    `pot` is 0 if the team is in no pot.
    """

    team: str
    absent: bool
    club: str
    pot: int


@dataclass(frozen=True, slots=True)
class DrawValues:
    """The teams in the form of a draw, and the teams on the waiting list, which are not drawn."""

    entrants: tuple[DrawEntrant, ...]
    waiting: tuple[str, ...]

    @property
    def absent(self) -> list[str]:
        """The teams whose boxes *absent* are ticked when the form is opened."""
        return [each.team for each in self.entrants if each.absent]


def draw_values(state: TeamEventState, teams: Iterable[str]) -> DrawValues:
    """Return the teams for the form of a draw, with their clubs and pots as entered.

    A team is proposed as absent if the desk has not marked it as present. As long as no team is
    marked as present, no team is proposed as absent.
    """
    entries = state.entries
    entrants = []
    for team in entries.confirmed(teams, state.withdrawn):
        details = entries.details_of(team)
        absent = bool(entries.present) and team not in entries.present
        entrants.append(DrawEntrant(team, absent, details.club, details.pot))
    waiting = tuple(team for team in entries.waiting if team not in state.withdrawn)
    return DrawValues(tuple(entrants), waiting)
