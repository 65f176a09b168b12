"""The first, second and third place of a tournament of teams.

Sources: rulings 4, 13 and 32. The last stage decides. If it is a final, its winner and loser are
first and second. Third is the winner of a match between the losers of the semi-finals, or that
match's loser if a correction has put its winner into the final. If there is no such match and both
finalists come from one group, third is the best other team of that group that has not withdrawn. If
the event ends with one round robin, its first three teams have the places.
"""

from collections.abc import Sequence

from rules import events as ev
from rules.formats.format import Outcomes
from rules.formats.team_event.qualifying import group_decided, is_in_question, pair_order
from rules.formats.team_event.stages import Stage, TeamEventState
from rules.formats.team_event.standings import standings

_PLACES = 3


def podium(state: TeamEventState, outcomes: Outcomes) -> tuple[tuple[str, ...], ...]:
    """Return the teams of the first, second and third place, each place a tuple.

    A place has several teams if no criterion separates them. The result is empty while the last
    stage is not decided, if it has several groups or pairs, or while the teams that qualify for a
    stage differ from those drawn into it.
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
    state: TeamEventState, final: Stage, before: list[Stage], outcomes: Outcomes
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
    state: TeamEventState, stage: Stage, group: int, outcomes: Outcomes, finalists: Sequence[str]
) -> tuple[str, ...]:
    """Return the best team of a group apart from the finalists.

    There are several teams if no criterion separates them.
    """
    lines = [
        each
        for each in standings(state, stage, group, outcomes)
        if not each.withdrawn and each.team not in finalists
    ]
    return tuple(each.team for each in lines if each.place == lines[0].place)


def _first(
    state: TeamEventState, stage: Stage, group: int, outcomes: Outcomes
) -> tuple[tuple[str, ...], ...]:
    """Return the teams of each of the first three places of a group."""
    lines = [each for each in standings(state, stage, group, outcomes) if not each.withdrawn]
    places = dict[int, list[str]]()
    for line in lines:
        if line.place <= _PLACES:
            places.setdefault(line.place, []).append(line.team)
    return tuple(map(tuple, places.values()))
