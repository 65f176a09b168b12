"""The teams that qualify for a stage by earlier standings, and the winners of pairs.

Sources: ruling 4 (a pair that is level in IMP is decided by two more games, and then in favour of
the team that qualified from the better rank) and ruling 13.
"""

from rules import events as ev
from rules.formats.format import NOTHING_PLAYED, Outcomes
from rules.formats.team_event.stages import Pairing, Stage, TeamEventState
from rules.formats.team_event.standings import absent, is_decided, outcome_of, standings
from rules.room import Room
from rules.scoring.scales import EXTRA_GAMES


def qualified(state: TeamEventState, stage: Stage, outcomes: Outcomes) -> ev.Groups | None:
    """Return the pairs of teams that would play in a stage by the present standings.

    Return None while the team of any rank that qualifies for the stage is undecided.
    """
    teams = [place_holder(state, slot, outcomes) for slot in stage.plan.slots]
    named = [team for team in teams if team is not None]
    if len(named) < len(teams):
        return None
    return tuple(zip(named[::2], named[1::2], strict=True))


def place_holder(state: TeamEventState, slot: ev.Slot, outcomes: Outcomes) -> str | None:
    """Return the team that has the rank `slot` in an earlier stage.

    Return None while matches of its group are undecided, or if two teams share the rank.
    """
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


def group_decided(state: TeamEventState, stage: Stage, group: int, outcomes: Outcomes) -> bool:
    """Return True if the group is drawn and each of its matches is decided."""
    if group > len(stage.groups):
        return False
    return all(is_decided(state, each, outcomes) for each in stage.pairings_by_group[group])


def pair_order(
    state: TeamEventState, stage: Stage, group: int, outcomes: Outcomes
) -> tuple[str, str] | None:
    """Return the winner and the loser of a pair.

    Return None while the match is not over, or if it is level and extra games or the director have
    to decide.
    """
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
    """Return True if a pair's match is over and level in IMP, and its tie needs a decision.

    No decision is needed if extra games are set or the director has decided the order.
    """
    outcome = outcome_of(pairing, outcomes)
    level = outcome.vp is not None and outcome.imp[0] == outcome.imp[1]
    return level and pairing.group not in stage.extra and pairing.group not in stage.orders


def is_undecided_pair(
    state: TeamEventState, stage: Stage, pairing: Pairing, outcomes: Outcomes
) -> bool:
    """Return True if the match of a pair is over but has no winner, because it was level in IMP."""
    if stage.plan.kind is not ev.StageKind.PAIRS or outcome_of(pairing, outcomes).vp is None:
        return False
    return pair_order(state, stage, pairing.group, outcomes) is None


def _by_extra_games(stage: Stage, pairing: Pairing, outcomes: Outcomes) -> tuple[str, str] | None:
    """Return the winner and the loser by the IMP of the extra games, then by their SMP.

    If both are equal, the team that qualified from the better rank wins. Return None until the
    extra games are over, or if these ranks are equal, too.
    """
    extra = stage.extra.get(pairing.group)
    outcome = outcomes.get(extra.number, NOTHING_PLAYED) if extra is not None else NOTHING_PLAYED
    if outcome.games < len(Room) * EXTRA_GAMES:
        return None
    for own, theirs in (outcome.imp, outcome.smp):
        if own != theirs:
            return pairing.teams if own > theirs else (pairing.away, pairing.home)
    return _better_qualifier(stage, pairing.group)


def dependents(state: TeamEventState, number: int) -> list[Stage]:
    """Return the drawn stages whose teams depend on the result of match `number`.

    The dependence is direct, or through the standings of another stage.
    """
    own = state.stage_of(number)
    return [] if own is None else filled_from(state, own.number)


def filled_from(state: TeamEventState, stage_number: int) -> list[Stage]:
    """Return the drawn stages whose teams come from a stage, directly or through another stage."""
    changed, found = {stage_number}, list[Stage]()
    for stage in state.stages.values():
        if changed.intersection(slot.stage for slot in stage.plan.slots) and stage.drawn:
            changed.add(stage.number)
            found.append(stage)
    return found


def unconfirmed_before(state: TeamEventState, stage: Stage, outcomes: Outcomes) -> int:
    """Return the number of matches with unconfirmed results in the stages that feed a stage.

    The stages that feed it are those from which its teams qualify.
    """
    earlier = {slot.stage for slot in stage.plan.slots}
    numbers = {number for each in earlier for number in state.stages[each].numbers}
    return sum(outcomes.get(number, NOTHING_PLAYED).unconfirmed for number in numbers)


def is_in_question(state: TeamEventState, stage: Stage, outcomes: Outcomes) -> bool:
    """Return True if other teams qualify for a stage now than those drawn into it.

    Return True also if a rank that qualifies is undecided again. The director can have accepted
    such a difference by keeping the drawn teams. Then return False as long as the same other teams
    qualify as when the director decided.
    """
    if stage.drawn is None or not stage.plan.slots:
        return False
    now = qualified(state, stage, outcomes) or ()
    return now not in (stage.groups, stage.kept)


def _better_qualifier(stage: Stage, group: int) -> tuple[str, str] | None:
    """Return both teams of a pair, the one that qualified from the better rank first.

    Return None if they qualified from equal ranks.
    """
    home, away = stage.groups[group - 1]
    first, second = stage.plan.slots[2 * group - 2 : 2 * group]
    if first.place == second.place:
        return None
    return (home, away) if first.place < second.place else (away, home)
