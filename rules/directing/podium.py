"""Who has won an event and who stands behind: the first three, as far as its stages tell.

Sources: rulings 4 and 13. The last stage decides: of a final its winner and loser; third is the
winner of a match of those who lost the semi-finals (its loser, where by a correction the winner
came into the final), or the best of the group from which both finalists came who is no finalist and
has not withdrawn. Of an event that ends in one round robin they are its first three.
"""

from collections.abc import Sequence

from rules import events as ev
from rules.formats.qualifying import group_decided, is_in_question, pair_order
from rules.formats.stages import EventState, Stage
from rules.formats.standings import Outcomes, standings

_PLACES = 3


def podium(state: EventState, outcomes: Outcomes) -> tuple[tuple[str, ...], ...]:
    """The teams of the first, second and third place; several where nothing separates them.

    Nobody while the last stage is not decided, has several groups or pairs, or while it is in
    question who is in some stage.
    """
    drawn = [stage for stage in state.stages.values() if stage.drawn is not None]
    last = drawn[-1] if drawn and drawn[-1].number == state.last_stage else None
    if last is None or len(last.groups) != 1 or not group_decided(state, last, 1, outcomes):
        return ()
    if any(is_in_question(state, stage, outcomes) for stage in drawn):
        return ()
    if last.plan.kind is ev.StageKind.ROUND_ROBIN:
        return _first(state, last, 1, outcomes)
    order = pair_order(state, last, 1, outcomes)
    if order is None:
        return ()
    third = _third(state, last, drawn[:-1], outcomes)
    return ((order[0],), (order[1],), *((third,) if third else ()))


def _third(
    state: EventState, final: Stage, before: list[Stage], outcomes: Outcomes
) -> tuple[str, ...]:
    places = [(slot.stage, slot.group) for slot in final.plan.slots]
    losers = [(stage, group, 2) for stage, group in places]
    for stage in before:
        slots = [(slot.stage, slot.group, slot.place) for slot in stage.plan.slots]
        if stage.plan.kind is ev.StageKind.PAIRS and sorted(slots) == sorted(losers):
            order = pair_order(state, stage, 1, outcomes) or ()
            return tuple(team for team in order if team not in final.groups[0])[:1]
    if len(set(places)) == 1:
        number, group = places[0]
        if state.stages[number].plan.kind is ev.StageKind.ROUND_ROBIN:
            return _best_behind(state, state.stages[number], group, outcomes, final.groups[0])
    return ()


def _best_behind(
    state: EventState, stage: Stage, group: int, outcomes: Outcomes, finalists: Sequence[str]
) -> tuple[str, ...]:
    """The best of a group that are no finalists; several where nothing separates them."""
    lines = [
        each
        for each in standings(state, stage, group, outcomes)
        if not each.withdrawn and each.team not in finalists
    ]
    return tuple(each.team for each in lines if each.place == lines[0].place)


def _first(
    state: EventState, stage: Stage, group: int, outcomes: Outcomes
) -> tuple[tuple[str, ...], ...]:
    """Teams by place, the first three of them."""
    lines = [each for each in standings(state, stage, group, outcomes) if not each.withdrawn]
    places = dict[int, list[str]]()
    for line in lines:
        if line.place <= _PLACES:
            places.setdefault(line.place, []).append(line.team)
    return tuple(map(tuple, places.values()))
