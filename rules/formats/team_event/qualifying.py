"""Who has qualified for a stage by the standings of those before it, and who won a pair.

Source: ruling 4 (a pair level in IMP is decided by two more games, else for the better qualifier)
and ruling 13.
"""

from rules import events as ev
from rules.formats.format import NOTHING_PLAYED, Outcomes
from rules.formats.team_event.stages import EventState, Pairing, Stage
from rules.formats.team_event.standings import absent, is_decided, outcome_of, standings
from rules.room import Room
from rules.scoring.scales import EXTRA_GAMES


def qualified(state: EventState, stage: Stage, outcomes: Outcomes) -> ev.Groups | None:
    """The pairs of a stage as its places stand now; None while one of them is open."""
    teams = [place_holder(state, slot, outcomes) for slot in stage.plan.slots]
    named = [team for team in teams if team is not None]
    if len(named) < len(teams):
        return None
    return tuple(zip(named[::2], named[1::2], strict=True))


def place_holder(state: EventState, slot: ev.Slot, outcomes: Outcomes) -> str | None:
    """Who holds a place of a group whose matches are all decided; None while nobody does."""
    stage = state.stages[slot.stage]
    if not group_decided(state, stage, slot.group, outcomes):
        return None
    if stage.plan.kind is ev.StageKind.PAIRS:
        order = pair_order(state, stage, slot.group, outcomes)
        return None if order is None else order[slot.place - 1]
    lines = [each for each in standings(state, stage, slot.group, outcomes) if not each.withdrawn]
    if slot.place > len(lines) or lines[slot.place - 1].shared:
        return None
    return lines[slot.place - 1].team


def group_decided(state: EventState, stage: Stage, group: int, outcomes: Outcomes) -> bool:
    """Whether a group is drawn and every match of it is decided."""
    if group > len(stage.groups):
        return False
    return all(is_decided(state, each, outcomes) for each in stage.pairings_by_group[group])


def pair_order(
    state: EventState, stage: Stage, group: int, outcomes: Outcomes
) -> tuple[str, str] | None:
    """Winner and loser of a pair; None while its match is open, or level and for the director."""
    (pairing,) = stage.pairings_by_group[group]
    home, away = pairing.teams
    missing = absent(state, pairing, outcomes)
    if len(missing) == 1:
        return (away, home) if missing == (home,) else (home, away)
    outcome = outcome_of(pairing, outcomes)
    if outcome.vp is not None and outcome.imp[0] != outcome.imp[1]:
        return (home, away) if outcome.imp[0] > outcome.imp[1] else (away, home)
    if group in stage.orders:
        first, second = stage.orders[group].teams
        return first, second
    return None if outcome.vp is None else _by_extra_games(stage, pairing, outcomes)


def is_level(stage: Stage, pairing: Pairing, outcomes: Outcomes) -> bool:
    """Whether a pair's match is over and level in IMP, and nothing decides it yet."""
    outcome = outcome_of(pairing, outcomes)
    level = outcome.vp is not None and outcome.imp[0] == outcome.imp[1]
    return level and pairing.group not in stage.extra and pairing.group not in stage.orders


def is_undecided_pair(
    state: EventState, stage: Stage, pairing: Pairing, outcomes: Outcomes
) -> bool:
    """Whether a pair's match is over and nothing says who has won it: it was level in IMP."""
    if stage.plan.kind is not ev.StageKind.PAIRS or outcome_of(pairing, outcomes).vp is None:
        return False
    return pair_order(state, stage, pairing.group, outcomes) is None


def _by_extra_games(stage: Stage, pairing: Pairing, outcomes: Outcomes) -> tuple[str, str] | None:
    """By IMP of the two games played for it, then their SMP, else the better qualifier."""
    extra = stage.extra.get(pairing.group)
    outcome = outcomes.get(extra.number, NOTHING_PLAYED) if extra is not None else NOTHING_PLAYED
    if outcome.games < len(Room) * EXTRA_GAMES:
        return None
    for own, theirs in (outcome.imp, outcome.smp):
        if own != theirs:
            return pairing.teams if own > theirs else (pairing.away, pairing.home)
    return _better_qualifier(stage, pairing.group)


def dependents(state: EventState, number: int) -> list[Stage]:
    """Stages that were filled, directly or through another, from the standings a match is in."""
    own = state.stage_of(number)
    return [] if own is None else filled_from(state, own.number)


def filled_from(state: EventState, stage_number: int) -> list[Stage]:
    """Stages that were filled, directly or through another, from the standings of a stage."""
    changed, found = {stage_number}, list[Stage]()
    for stage in state.stages.values():
        if changed.intersection(slot.stage for slot in stage.plan.slots) and stage.drawn:
            changed.add(stage.number)
            found.append(stage)
    return found


def unconfirmed_before(state: EventState, stage: Stage, outcomes: Outcomes) -> int:
    """How many matches that a stage's places rest on have results that nobody has confirmed yet."""
    earlier = {slot.stage for slot in stage.plan.slots}
    numbers = {number for each in earlier for number in state.stages[each].numbers}
    return sum(outcomes.get(number, NOTHING_PLAYED).unconfirmed for number in numbers)


def is_in_question(state: EventState, stage: Stage, outcomes: Outcomes) -> bool:
    """Whether others than those who were drawn into a stage would be in it by now.

    So too while a place is open again. Not where the director has kept them knowing just that.
    """
    if stage.drawn is None or not stage.plan.slots:
        return False
    now = qualified(state, stage, outcomes) or ()
    return now not in (stage.groups, stage.kept)


def _better_qualifier(stage: Stage, group: int) -> tuple[str, str] | None:
    """By the places from which both came; None where these are alike."""
    home, away = stage.groups[group - 1]
    first, second = stage.plan.slots[2 * group - 2 : 2 * group]
    if first.place == second.place:
        return None
    return (home, away) if first.place < second.place else (away, home)
