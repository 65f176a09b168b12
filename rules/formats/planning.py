"""What stages may be planned: allowed games, lengths and places that qualify (rulings 1 and 13)."""

from collections.abc import Sequence

from rules import events as ev
from rules.commands import stage_commands as cmd
from rules.errors import MatchRefused
from rules.formats.given import check_between
from rules.formats.stages import EventState
from rules.scoring.terms import TERMS

SCORED = tuple(name for name, terms in TERMS.items() if not terms.counted)
"""Games whose matches give victory points, by which a stage is ranked."""
MOST_GROUPS, MOST_MEETINGS, MOST_LEAD = 32, 4, 100


def stages_planned(state: EventState, command: cmd.PlanStages) -> tuple[ev.StagePlanned, ...]:
    """A StagePlanned for each; raises MatchRefused naming the first field that cannot be."""
    if not command.stages:
        raise MatchRefused("stages", 0, "at least one")
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
        raise MatchRefused("name", plan.name, "a name no other stage has")
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
        allowed = "two places for each pair" if in_pairs else "no places: every team plays in it"
        raise MatchRefused("slots", len(plan.slots), allowed)
    if len(set(plan.slots)) < len(plan.slots):
        raise MatchRefused("slots", len(plan.slots), "each place once")


def _check_slot(slot: ev.Slot, source: ev.StagePlanned | None) -> None:
    if source is None:
        raise MatchRefused("slots", slot.stage, "a stage that is planned before this one")
    check_between("slots", slot.group, 1, source.groups)
    most = 2 if source.kind is ev.StageKind.PAIRS else 64
    check_between("slots", slot.place, 1, most)
