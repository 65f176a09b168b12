"""Plans of stages: allowed games, lengths and qualifying ranks (rulings 1 and 13); and presets.

A preset plans all stages of an event at once. Source of the first preset: Fair Backgammon
Duplicated Team Tournament (Garal, 2008) by ruling 13: long gammon once and backgammon twice with
four games per match, then a final of six games between the best two of the backgammon stage.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules import events as ev
from rules.checks import check_between
from rules.commands import stage_commands as cmd
from rules.commands.stage_commands import StagePlan
from rules.errors import MatchRefused
from rules.events import Slot, StageKind
from rules.formats.team_event.stages import TeamEventState
from rules.games.backgammon import BACKGAMMON
from rules.games.long_gammon import LONG_GAMMON
from rules.scoring.terms import SCORED, TERMS
from rules.text import N_, Say

MOST_GROUPS, MOST_MEETINGS, MOST_LEAD = 32, 4, 100
TWO_PLACES = N_("two places for each pair")


def stages_planned(state: TeamEventState, command: cmd.PlanStages) -> tuple[ev.StagePlanned, ...]:
    """Return the events by which a command plans stages.

    Raises MatchRefused naming the first wrong field.
    """
    if not command.stages:
        raise MatchRefused("stages", 0, N_("at least one"))
    known = {number: stage.plan for number, stage in state.stages.items()}
    planned = list[ev.StagePlanned]()
    for number, plan in enumerate(command.stages, state.last_stage + 1):
        _check_stage(plan, [*known.values()])
        for slot in plan.slots:
            _check_slot(slot, known.get(slot.stage))
        known[number] = _planned(number, plan)
        planned.append(known[number])
    return tuple(planned)


def _planned(number: int, plan: cmd.StagePlan) -> ev.StagePlanned:
    return ev.StagePlanned(
        stage=number,
        name=plan.name,
        kind=plan.kind,
        game_name=plan.game_name,
        games=plan.games,
        meetings=plan.meetings,
        groups=plan.groups,
        slots=plan.slots,
        max_lead=plan.max_lead,
        tail_drawn=plan.tail_drawn,
        embargo=plan.embargo,
        clocks=plan.clocks,
        clock_minutes=plan.clock_minutes,
    )


def _check_stage(plan: cmd.StagePlan, known: Sequence[ev.StagePlanned]) -> None:
    if plan.name in {each.name for each in known}:
        raise MatchRefused("name", plan.name, N_("a name no other stage has"))
    if plan.game_name not in SCORED:
        raise MatchRefused("game", plan.game_name, ", ".join(SCORED))
    lengths = TERMS[plan.game_name].lengths
    if plan.games not in lengths:
        raise MatchRefused("games", plan.games, ", ".join(map(str, lengths)))
    bounds = (
        ("meetings", plan.meetings, 1, MOST_MEETINGS),
        ("groups", plan.groups, 1, MOST_GROUPS),
        ("max_lead", plan.max_lead, 0, MOST_LEAD),
        ("clock_minutes", plan.clock_minutes, ev.LEAST_MINUTES, ev.MOST_MINUTES),
    )
    for field, value, least, most in bounds:
        check_between(field, value, least, most)
    in_pairs = plan.kind is ev.StageKind.PAIRS
    if len(plan.slots) != (2 * plan.groups if in_pairs else 0):
        allowed = TWO_PLACES if in_pairs else N_("no places: every team plays in it")
        raise MatchRefused("slots", len(plan.slots), allowed)
    if len(set(plan.slots)) < len(plan.slots):
        raise MatchRefused("slots", len(plan.slots), N_("each place once"))


def _check_slot(slot: ev.Slot, source: ev.StagePlanned | None) -> None:
    if source is None:
        raise MatchRefused("slots", slot.stage, N_("a stage that is planned before this one"))
    check_between("slots", slot.group, 1, source.groups)
    most = 2 if source.kind is ev.StageKind.PAIRS else 64
    check_between("slots", slot.place, 1, most)


ROBIN_GAMES, FINAL_GAMES = 4, 6
"""The games per room that a preset proposes for matches of a round robin and of a final."""
_NAMED_SINGLY = 4


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play a tournament. Addresses and the command line use `name`, people read `label`.

    `groups` are the allowed numbers of groups, the usual number first. `stages` is a function that
    returns the plans of the stages. Its arguments are the number of the first stage, a function
    that translates stage names, and the number of groups.
    """

    name: str
    label: str
    groups: Sequence[int]
    stages: Callable[[int, Say, int], tuple[StagePlan, ...]]

    def planned(self, first: int, say: Say, groups: int | None) -> tuple[StagePlan, ...]:
        """Return the plans of the preset's stages.

        `first` is the number of the first stage, `say` the function that translates stage names. If
        `groups`, the number of groups, is None, the usual number is used. Raises MatchRefused for a
        number of groups that is not among the allowed ones.
        """
        number = self.groups[0] if groups is None else groups
        if number not in self.groups:
            raise MatchRefused("groups", number, _allowed(self.groups))
        return self.stages(first, say, number)


def _allowed(groups: Sequence[int]) -> str:
    if len(groups) > _NAMED_SINGLY:
        return f"{groups[0]} to {groups[-1]}"
    return ", ".join(map(str, sorted(groups)))


def _event_of_2008(first: int, say: Say, _: int) -> tuple[StagePlan, ...]:
    backgammon = first + 1
    return (
        _robin(say("Long gammon"), LONG_GAMMON.name),
        _robin(say("Backgammon"), BACKGAMMON.name, meetings=2),
        _pairs(say("Final"), (_place(backgammon, 1, 1), _place(backgammon, 1, 2))),
    )


def _one_round_robin(_: int, say: Say, groups: int) -> tuple[StagePlan, ...]:
    return (_robin(say("Round robin"), BACKGAMMON.name, groups=groups),)


def _groups_and_finals(first: int, say: Say, groups: int) -> tuple[StagePlan, ...]:
    """Return the plans of a round robin and finals.

    With two groups, the winner of each group meets the second of the other in a semi-final. With
    four groups, the four winners play the semi-finals. With one group, the best two play the final.
    """
    if groups == 1:
        best = (_place(first, 1, 1), _place(first, 1, 2))
        return _robin(say("Round robin"), BACKGAMMON.name), _pairs(say("Final"), best)
    places = ((1, 1), (2, 2), (2, 1), (1, 2)) if groups == 2 else ((1, 1), (4, 1), (2, 1), (3, 1))
    semis = tuple(_place(first, group, place) for group, place in places)
    semi = first + 1
    return (
        _robin(say("Groups"), BACKGAMMON.name, groups=groups),
        _pairs(say("Semi-finals"), semis),
        _pairs(say("Third place"), (_place(semi, 1, 2), _place(semi, 2, 2))),
        _pairs(say("Final"), (_place(semi, 1, 1), _place(semi, 2, 1))),
    )


def _place(stage: int, group: int, place: int) -> Slot:
    return Slot(stage=stage, group=group, place=place)


def _robin(name: str, game_name: str, meetings: int = 1, groups: int = 1) -> StagePlan:
    return StagePlan(
        name=name,
        kind=StageKind.ROUND_ROBIN,
        game_name=game_name,
        games=ROBIN_GAMES,
        meetings=meetings,
        groups=groups,
    )


def _pairs(name: str, slots: tuple[Slot, ...]) -> StagePlan:
    return StagePlan(
        name=name,
        kind=StageKind.PAIRS,
        game_name=BACKGAMMON.name,
        games=FINAL_GAMES,
        groups=len(slots) // 2,
        slots=slots,
    )


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("yalta-2008", N_("As in Yalta 2008"), (1,), _event_of_2008),
        Preset("round-robin", N_("One round robin"), range(1, MOST_GROUPS + 1), _one_round_robin),
        Preset(
            "groups-and-finals",
            N_("Groups, then semi-finals and finals"),
            (2, 1, 4),
            _groups_and_finals,
        ),
    )
}
