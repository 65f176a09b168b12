"""Who has won an event, and who is second and third."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules import events as ev
from rules.commands import stage_commands as cmd
from rules.formats.format import FormatGiven, MatchOutcome
from rules.formats.team_event.deciding import decide
from rules.formats.team_event.planning import PRESETS
from rules.formats.team_event.podium import podium
from rules.formats.team_event.stages import TeamEventState
from tests.rules.formats.team_event.rounds import SEED, outcome, publish_next, published

FOUR = ("Lviv", "Kherson", "Poltava", "Odesa")


def played(preset: str, teams: Sequence[str]) -> tuple[TeamEventState, Mapping[int, MatchOutcome]]:
    """An event in which the team that is named first wins each of its matches."""
    return played_out(PRESETS[preset].stages(1, str, 2), teams)


def played_out(
    stages: tuple[cmd.StagePlan, ...], teams: Sequence[str]
) -> tuple[TeamEventState, Mapping[int, MatchOutcome]]:
    """The same of these stages."""
    state, outcomes = TeamEventState(), dict[int, MatchOutcome]()
    state = state.after(decide(state, cmd.PlanStages(stages), FormatGiven()))
    for stage in [*state.stages]:
        given = FormatGiven(teams=teams, seed=SEED, outcomes=outcomes)
        state = state.after(decide(state, cmd.DrawStage(stage=stage), given))
        while state.stages[stage].next_round is not None:
            state = publish_next(state, stage, replace(given, next_number=state.last_number + 1))
        for number, pairing in state.stages[stage].of_numbers.items():
            home_wins = teams.index(pairing.home) < teams.index(pairing.away)
            games = state.stages[stage].plan.games
            outcomes[number] = outcome(*((20, 4) if home_wins else (4, 20)), games)
    return state, outcomes


def test_a_final_gives_winner_and_second_and_its_robin_the_third() -> None:
    assert podium(*played("yalta-2008", FOUR[:3])) == (("Lviv",), ("Kherson",), ("Poltava",))


def test_the_first_three_of_one_round_robin_are_those_of_its_table() -> None:
    state, outcomes = TeamEventState(), dict[int, MatchOutcome]()
    stages = PRESETS["round-robin"].stages(1, str, 1)
    state = state.after(decide(state, cmd.PlanStages(stages), FormatGiven()))
    given = FormatGiven(teams=FOUR, seed=SEED)
    state = published(state.after(decide(state, cmd.DrawStage(stage=1), given)))
    for number, pairing in state.stages[1].of_numbers.items():
        home_wins = FOUR.index(pairing.home) < FOUR.index(pairing.away)
        outcomes[number] = outcome(*((20, 4) if home_wins else (4, 20)))
    assert podium(state, outcomes) == (("Lviv",), ("Kherson",), ("Poltava",))
    outcomes.popitem()
    assert podium(state, outcomes) == ()


def test_third_is_who_won_the_match_of_those_who_lost_the_semi_finals() -> None:
    state, outcomes = played("groups-and-finals", FOUR)
    first, second, third = podium(state, outcomes)
    assert first == ("Lviv",)
    losers = {team for pair in state.stages[3].groups for team in pair}
    assert third == (min(losers, key=FOUR.index),)
    assert {*second, *losers, *first} == {*FOUR}


def test_nobody_has_won_before_the_last_stage_is_decided() -> None:
    state, outcomes = played("yalta-2008", FOUR[:3])
    (final,) = state.stages[3].of_numbers
    assert podium(state, {n: each for n, each in outcomes.items() if n != final}) == ()
    withdrawn = state.after([ev.DrawWithdrawn(stage=3, reason="a sheet was read wrongly")])
    assert podium(withdrawn, outcomes) == ()


def robin_won_by(
    order: Sequence[str],
    state: TeamEventState,
    outcomes: Mapping[int, MatchOutcome],
    stage: int = 2,
) -> dict[int, MatchOutcome]:
    """The same event with a robin in which the team that is named first wins each match."""
    changed = dict(outcomes)
    for number, pairing in state.stages[stage].of_numbers.items():
        home_wins = order.index(pairing.home) < order.index(pairing.away)
        games = state.stages[stage].plan.games
        changed[number] = outcome(*((20, 4) if home_wins else (4, 20)), games)
    return changed


def test_nobody_is_named_while_others_than_the_finalists_are_the_first_of_their_robin() -> None:
    state, outcomes = played("yalta-2008", FOUR[:3])
    corrected = robin_won_by(("Lviv", "Poltava", "Kherson"), state, outcomes)
    assert podium(state, corrected) == ()


def test_third_is_the_best_of_the_robin_who_is_no_finalist_where_the_finalists_were_kept() -> None:
    state, outcomes = played("yalta-2008", FOUR[:3])
    corrected = robin_won_by(("Lviv", "Poltava", "Kherson"), state, outcomes)
    keep = cmd.KeepQualified(stage=3, seen=(("Lviv", "Poltava"),), reason="the final is played")
    kept = state.after(decide(state, keep, FormatGiven(outcomes=corrected)))
    assert podium(kept, corrected) == (("Lviv",), ("Kherson",), ("Poltava",))


def test_third_is_the_next_of_the_robin_where_one_of_its_first_two_withdrew_before_the_final() -> (
    None
):
    state, outcomes = TeamEventState(), dict[int, MatchOutcome]()
    stages = PRESETS["yalta-2008"].stages(1, str, 2)
    state = state.after(decide(state, cmd.PlanStages(stages), FormatGiven()))
    for stage in (1, 2):
        given = FormatGiven(teams=FOUR, seed=SEED, outcomes=outcomes)
        state = published(state.after(decide(state, cmd.DrawStage(stage=stage), given)), stage)
        outcomes = robin_won_by(FOUR, state, outcomes, stage)
    withdraw = cmd.WithdrawTeam(team="Lviv", reason="had to leave")
    state = state.after(decide(state, withdraw, FormatGiven(teams=FOUR, outcomes=outcomes)))
    given = FormatGiven(teams=FOUR, seed=SEED, outcomes=outcomes)
    state = state.after(decide(state, cmd.DrawStage(stage=3), given))
    state = publish_next(state, 3, replace(given, next_number=state.last_number + 1))
    outcomes = robin_won_by(FOUR, state, outcomes, 3)
    assert podium(state, outcomes) == (("Kherson",), ("Poltava",), ("Odesa",))


def test_nobody_is_third_where_winners_of_groups_meet_and_no_match_decides_it() -> None:
    groups = cmd.StagePlan(
        name="Groups", kind=ev.StageKind.ROUND_ROBIN, game_name="backgammon", games=4, groups=2
    )
    best = tuple(ev.Slot(stage=1, group=group, place=1) for group in (1, 2))
    final = replace(groups, name="Final", kind=ev.StageKind.PAIRS, groups=1, slots=best)
    first, second = podium(*played_out((groups, final), FOUR))
    assert first == ("Lviv",)
    assert second != first
