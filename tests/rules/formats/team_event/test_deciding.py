"""What a director may do with stages, and that nothing already decided changes in silence."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.commands import stage_commands as cmd
from rules.errors import MatchRefused, RulesError, ValuesChanged
from rules.formats.format import FormatGiven, MatchOutcome
from rules.formats.team_event.deciding import decide
from rules.formats.team_event.planning import PRESETS
from rules.formats.team_event.qualifying import dependents, is_in_question, pair_order, qualified
from rules.formats.team_event.stages import TeamEventState
from rules.formats.team_event.standings import is_decided, standings
from rules.scoring.scales import HIGHEST
from tests.rules.formats.team_event.rounds import (
    SEED,
    THREE,
    drawn_robin,
    outcome,
    publish_next,
    published,
    robin,
)
from tests.support.as_read import stages_read
from tests.support.examples import examples

A, B, C = THREE


def after(state: TeamEventState, command: cmd.StageCommand, given: FormatGiven) -> TeamEventState:
    """The state once somebody who had read it ordered this."""
    return state.after(decide(state, stages_read(command, state), given))


def event_of_2008() -> TeamEventState:
    """Set up and drawn, its backgammon published."""
    stages = PRESETS["yalta-2008"].stages(1, str, 1)
    state = after(TeamEventState(), cmd.PlanStages(stages), FormatGiven())
    for stage in (1, 2):
        state = after(state, cmd.DrawStage(stage=stage), FormatGiven(teams=THREE, seed=SEED))
    return published(state, 2)


def played(state: TeamEventState, best: tuple[str, ...]) -> dict[int, MatchOutcome]:
    """Every published match won by the team that stands earlier in `best`."""
    found = dict[int, MatchOutcome]()
    for stage in state.stages.values():
        for number, pairing in stage.of_numbers.items():
            home_wins = best.index(pairing.home) < best.index(pairing.away)
            found[number] = outcome(*((30, 10) if home_wins else (10, 30)))
    return found


def final_drawn(best: tuple[str, ...]) -> tuple[TeamEventState, dict[int, MatchOutcome]]:
    state = event_of_2008()
    outcomes = played(state, best)
    return after(
        state, cmd.DrawStage(stage=3), FormatGiven(teams=THREE, outcomes=outcomes)
    ), outcomes


def test_the_event_of_2008_has_three_rounds_six_rounds_and_a_final_of_six_games() -> None:
    state = event_of_2008()
    shape = [(each.plan.name, len(each.rounds), each.plan.games) for each in state.stages.values()]
    assert shape == [("Long gammon", 3, 4), ("Backgammon", 6, 4), ("Final", 0, 6)]
    assert all(len(round_.byes) == 1 for round_ in state.stages[2].rounds)


def test_the_best_two_of_the_backgammon_play_the_final_the_first_as_home() -> None:
    state, _ = final_drawn((B, A, C))
    assert state.stages[3].groups == ((B, A),)


def test_a_final_is_not_drawn_before_every_match_is_decided() -> None:
    state = event_of_2008()
    outcomes = played(state, THREE)
    outcomes.popitem()
    with pytest.raises(MatchRefused, match="places are decided; these are open: Backgammon 1:1"):
        after(state, cmd.DrawStage(stage=3), FormatGiven(teams=THREE, outcomes=outcomes))


def test_a_result_that_changes_who_qualified_is_a_question_that_stops_the_final() -> None:
    state, _ = final_drawn((A, B, C))
    changed = played(state, (C, B, A))
    publish = cmd.PublishRound(stage=3, round=1, seen=((A, B),))
    with pytest.raises(MatchRefused, match="teams are certain"):
        after(state, publish, FormatGiven(outcomes=changed))
    kept = after(
        state,
        cmd.KeepQualified(stage=3, seen=((C, B),), reason="they have begun"),
        FormatGiven(outcomes=changed),
    )
    assert after(kept, publish, FormatGiven(outcomes=changed, next_number=10)).stages[3].published


def test_keeping_who_was_drawn_holds_for_the_standings_that_were_seen_and_no_others() -> None:
    state, outcomes = final_drawn((A, B, C))
    changed = played(state, (C, B, A))
    keep = cmd.KeepQualified(stage=3, seen=((A, B),), reason="they have begun")
    with pytest.raises(ValuesChanged, match="different teams have now qualified for Final"):
        after(state, keep, FormatGiven(outcomes=changed))
    kept = after(state, replace(keep, seen=((C, B),)), FormatGiven(outcomes=changed))
    assert not is_in_question(kept, kept.stages[3], changed)
    assert is_in_question(kept, kept.stages[3], played(state, (B, C, A)))
    assert not is_in_question(kept, kept.stages[3], outcomes)


def test_a_place_that_is_open_again_is_a_question_until_the_director_keeps_who_was_drawn() -> None:
    state, outcomes = final_drawn((A, B, C))
    state = publish_next(state, 3, FormatGiven(outcomes=outcomes, next_number=10))
    open_again = dict(list(outcomes.items())[:-1])
    assert is_in_question(state, state.stages[3], open_again)
    keep = cmd.KeepQualified(stage=3, seen=(), reason="the final is under way")
    kept = after(state, keep, FormatGiven(outcomes=open_again))
    assert not is_in_question(kept, kept.stages[3], open_again)
    assert is_in_question(kept, kept.stages[3], played(state, (C, B, A)))


def test_a_final_that_is_level_is_not_closed_before_something_says_who_has_won_it() -> None:
    state, outcomes = final_drawn((A, B, C))
    state = publish_next(state, 3, FormatGiven(outcomes=outcomes, next_number=10))
    level = {**outcomes, 10: outcome(30, 30)}
    close = cmd.CloseRound(stage=3, round=1)
    with pytest.raises(MatchRefused, match="these are not: 10"):
        after(state, close, FormatGiven(outcomes=level))
    extra = FormatGiven(outcomes=level, next_number=11)
    state = after(state, cmd.SetExtraGames(stage=3, group=1), extra)
    with pytest.raises(MatchRefused, match="these are not: 10"):
        after(state, close, extra)
    played_out = {**level, 11: MatchOutcome(imp=(8, 5), games=4)}
    assert after(state, close, FormatGiven(outcomes=played_out)).stages[3].closed == {1}


@pytest.mark.parametrize(
    ("preset", "groups", "planned"),
    [("groups-and-finals", None, 2), ("groups-and-finals", 4, 4), ("round-robin", 3, 3)],
)
def test_a_preset_has_the_groups_that_are_asked_for(
    preset: str, groups: int | None, planned: int
) -> None:
    assert PRESETS[preset].planned(1, str, groups)[0].groups == planned


def test_groups_that_a_preset_cannot_have_are_refused_with_those_it_can() -> None:
    with pytest.raises(MatchRefused, match="groups: 3 is not possible; allowed: 1, 2, 4"):
        PRESETS["groups-and-finals"].planned(1, str, 3)
    with pytest.raises(MatchRefused, match="groups: 33 is not possible; allowed: 1 to 32"):
        PRESETS["round-robin"].planned(1, str, 33)


def test_a_stage_is_not_taken_out_while_another_takes_teams_from_it() -> None:
    stages = PRESETS["yalta-2008"].stages(1, str, 1)
    state = after(TeamEventState(), cmd.PlanStages(stages), FormatGiven())
    with pytest.raises(MatchRefused, match="a stage from which nobody qualifies for Final"):
        after(state, cmd.WithdrawStage(stage=2), FormatGiven())
    state = after(state, cmd.WithdrawStage(stage=3), FormatGiven())
    assert [*after(state, cmd.WithdrawStage(stage=2), FormatGiven()).stages] == [1]


def test_who_won_a_pairs_match_and_withdraws_afterwards_has_won_it() -> None:
    state, outcomes = final_drawn((A, B, C))
    state = publish_next(state, 3, FormatGiven(outcomes=outcomes, next_number=10))
    given = FormatGiven(teams=THREE, outcomes={**outcomes, 10: outcome(40, 20)})
    gone = after(state, cmd.WithdrawTeam(team=A, reason="train"), given)
    assert pair_order(gone, gone.stages[3], 1, given.outcomes) == (A, B)
    unplayed = FormatGiven(teams=THREE, outcomes=outcomes)
    gone = after(state, cmd.WithdrawTeam(team=A, reason="train"), unplayed)
    assert pair_order(gone, gone.stages[3], 1, outcomes) == (B, A)


def test_a_withdrawn_draw_is_filled_anew_and_what_was_played_of_it_counts_no_more() -> None:
    state, outcomes = final_drawn((A, B, C))
    state = publish_next(
        state, 3, FormatGiven(outcomes=outcomes, next_number=state.last_number + 1)
    )
    (number,) = state.stages[3].of_numbers
    changed = played(state, (C, B, A))
    state = after(state, cmd.WithdrawDraw(stage=3, reason="the result was wrong"), FormatGiven())
    assert number in state.annulled
    state = after(state, cmd.DrawStage(stage=3), FormatGiven(teams=THREE, outcomes=changed))
    assert state.stages[3].groups == ((C, B),)
    state = publish_next(state, 3, FormatGiven(outcomes=changed, next_number=number + 1))
    assert state.stages[3].of_numbers.keys() == {number + 1}


def test_a_changed_match_names_the_stages_that_were_filled_from_it() -> None:
    state, _ = final_drawn((A, B, C))
    numbers = state.stages[2].of_numbers
    assert [each.number for each in dependents(state, min(numbers))] == [3]
    assert dependents(event_of_2008(), min(numbers)) == []


def test_a_round_is_published_with_the_pairs_that_were_looked_at() -> None:
    state = drawn_robin(THREE)
    pairs = tuple(each.teams for each in state.stages[1].rounds[0].pairings)
    turned = tuple((away, home) for home, away in pairs)
    with pytest.raises(ValuesChanged, match="the pairs of round 1 have changed"):
        after(state, cmd.PublishRound(stage=1, round=1, seen=turned), FormatGiven())
    with pytest.raises(MatchRefused, match="round: 2 is not possible; allowed: 1"):
        after(state, cmd.PublishRound(stage=1, round=2, seen=pairs), FormatGiven())
    state = after(state, cmd.PublishRound(stage=1, round=1, seen=pairs), FormatGiven())
    with pytest.raises(MatchRefused, match="round: 1 is not possible; allowed: 2"):
        after(state, cmd.PublishRound(stage=1, round=1, seen=pairs), FormatGiven())


def test_matches_of_a_round_take_their_numbers_and_sets_of_rolls_one_after_the_other() -> None:
    state = drawn_robin((A, B, C, "D", "E", "F"))
    state = publish_next(state, 1, FormatGiven(next_number=4, next_roll_set=9))
    pairings = state.stages[1].published[1].pairings
    assert [each.number for each in pairings] == [4, 5, 6]
    assert [each.roll_set for each in pairings] == [9, 13, 17]
    assert (state.last_number, state.next_roll_set) == (6, 21)


def test_a_round_is_taken_back_while_nothing_of_it_was_played() -> None:
    state = publish_next(drawn_robin(THREE), 1)
    (number,) = state.stages[1].of_numbers
    back = cmd.WithdrawRound(stage=1, round=1, reason="too early")
    with pytest.raises(MatchRefused, match="play has begun in match 1"):
        after(state, back, FormatGiven(begun=frozenset({number})))
    state = after(state, back, FormatGiven())
    assert state.stages[1].next_round == 1
    assert publish_next(state, 1).stages[1].of_numbers.keys() == {number + 1}


def test_the_last_published_round_is_taken_back_first() -> None:
    state = publish_next(publish_next(drawn_robin(THREE), 1), 1)
    with pytest.raises(MatchRefused) as refused:
        after(state, cmd.WithdrawRound(stage=1, round=1, reason="too early"), FormatGiven())
    assert refused.value.named == {"last": 2}


def test_what_is_there_is_not_taken_back_or_added_to_by_who_does_not_say_what_was_seen() -> None:
    state = publish_next(drawn_robin(THREE), 1)
    penalty = cmd.GivePenalty(stage=1, team=A, vp=2, reason="late")
    state = state.after(decide(state, penalty, FormatGiven()))
    (number,) = state.stages[1].of_numbers
    for command, now in (
        (cmd.WithdrawDraw(stage=1, reason="too early"), state.stages[1].groups),
        (cmd.WithdrawRound(stage=1, round=1, reason="too early"), (number,)),
        (penalty, (cmd.PenaltyInForce(A, 2, 0),)),
    ):
        with pytest.raises(ValuesChanged) as changed:
            decide(state, command, FormatGiven())
        assert (changed.value.field, changed.value.was, changed.value.now) == ("seen", None, now)


def test_a_round_is_closed_once_all_is_decided_and_confirmed() -> None:
    state = publish_next(drawn_robin(THREE), 1)
    (number,) = state.stages[1].of_numbers
    close = cmd.CloseRound(stage=1, round=1)
    with pytest.raises(MatchRefused, match="these are not: 1"):
        after(state, close, FormatGiven())
    waiting = {number: replace(outcome(10, 5), unconfirmed=True)}
    with pytest.raises(MatchRefused, match="results are all confirmed; these are not: 1"):
        after(state, close, FormatGiven(outcomes=waiting))
    closed = after(state, close, FormatGiven(outcomes={number: outcome(10, 5)}))
    assert closed.stages[1].rounds[0].closed
    with pytest.raises(MatchRefused, match="allowed: a round that is not closed"):
        after(closed, close, FormatGiven(outcomes={number: outcome(10, 5)}))
    reopen = cmd.ReopenRound(stage=1, round=1, reason="a sheet came late")
    assert not after(closed, reopen, FormatGiven()).stages[1].rounds[0].closed
    with pytest.raises(MatchRefused, match="a round that is closed"):
        after(state, reopen, FormatGiven())


def pairs_of(*places: tuple[int, int]) -> cmd.StagePlan:
    """Pairs of these groups and places of a stage 7."""
    slots = tuple(ev.Slot(stage=7, group=group, place=place) for group, place in places)
    return replace(robin("Final"), kind=ev.StageKind.PAIRS, slots=slots)


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (replace(robin(), games=9), "games: 9 is not possible; allowed: 4, 5, 6, 7, 8, 10, 12"),
        (replace(robin(), game_name="trictrac"), "allowed: backgammon, long-gammon"),
        (replace(robin(), meetings=0), "meetings: 0 is not possible; allowed: 1 to 4"),
        (replace(robin(), kind=ev.StageKind.PAIRS), "two places for each pair"),
        (pairs_of((1, 1), (1, 1)), "slots: 2 is not possible; allowed: each place once"),
        (pairs_of((1, 1), (1, 2)), "slots: 7 is not possible; allowed: a stage that is planned"),
    ],
)
def test_a_stage_that_cannot_be_is_refused_with_what_is_allowed(
    plan: cmd.StagePlan, why: str
) -> None:
    with pytest.raises(MatchRefused, match=why):
        decide(TeamEventState(), cmd.PlanStages((plan,)), FormatGiven())


def test_an_order_to_plan_names_a_stage() -> None:
    with pytest.raises(MatchRefused, match="stages: 0 is not possible; allowed: at least one"):
        decide(TeamEventState(), cmd.PlanStages(()), FormatGiven())


def test_nothing_of_several_stages_is_planned_where_one_cannot_be() -> None:
    with pytest.raises(MatchRefused, match="a name no other stage has"):
        decide(TeamEventState(), cmd.PlanStages((robin(), robin())), FormatGiven())


def test_a_draw_names_who_is_absent_and_leaves_them_out() -> None:
    state = after(TeamEventState(), cmd.PlanStages((robin(),)), FormatGiven())
    given_teams = FormatGiven(teams=(*THREE, "Odesa"), seed=SEED)
    drawn = after(state, cmd.DrawStage(stage=1, absent=("Odesa",)), given_teams)
    assert sorted(drawn.stages[1].teams) == sorted(THREE)
    assert drawn.stages[1].drawn is not None
    assert drawn.stages[1].drawn.absent == ("Odesa",)


def test_a_draw_of_too_few_teams_is_refused() -> None:
    state = after(TeamEventState(), cmd.PlanStages((robin(groups=2),)), FormatGiven())
    with pytest.raises(MatchRefused, match="teams: 3 is not possible; allowed: 4 to 128"):
        after(state, cmd.DrawStage(stage=1), FormatGiven(teams=THREE, seed=SEED))


def test_a_team_that_withdraws_plays_in_no_later_round() -> None:
    state = publish_next(drawn_robin((A, B, C, "D")), 1)
    gone = cmd.WithdrawTeam(team="D", reason="train")
    state = after(state, gone, FormatGiven(teams=(A, B, C, "D")))
    state = publish_next(state, 1)
    pairs = state.stages[1].published[2].pairings
    assert all("D" not in (each.home, each.away) for each in pairs)
    assert len(pairs) == 1


def test_a_team_that_has_another_name_now_keeps_its_place_in_the_draw() -> None:
    state = drawn_robin(THREE)
    renamed = state.after([ev.TeamChanged(team=C, name="Kyiv", players=(), by="")])
    names = ["Kyiv" if team == C else team for team in state.stages[1].teams]
    assert [*renamed.stages[1].teams] == names


def test_a_penalty_follows_a_team_to_its_other_name() -> None:
    state = drawn_robin(THREE)
    for team in (A, C):
        penalty = cmd.GivePenalty(stage=1, team=team, vp=2, reason="late")
        state = after(state, penalty, FormatGiven())
    state = after(state, cmd.PlanStages((robin("More"),)), FormatGiven())
    state = state.after([ev.TeamChanged(team=C, name="Kyiv", players=(), by="")])
    assert [each.team for each in state.penalties.values()] == [A, "Kyiv"]
    assert state.stages[2].teams == ()


def test_a_penalty_that_is_lifted_takes_nothing_any_more() -> None:
    state = drawn_robin(THREE)
    penalty = cmd.GivePenalty(stage=1, team=A, vp=2, reason="late")
    state = after(state, penalty, FormatGiven())
    lines = standings(state, state.stages[1], 1, {})
    assert {each.team: each.vp_penalty for each in lines}[A] == 2
    state = after(state, cmd.LiftPenalty(penalty=1, reason="the bus was late"), FormatGiven())
    lines = standings(state, state.stages[1], 1, {})
    assert {each.vp_penalty for each in lines} == {0}
    with pytest.raises(MatchRefused, match="penalty: 1 is not possible; allowed: none yet"):
        after(state, cmd.LiftPenalty(penalty=1, reason="again"), FormatGiven())


def test_a_walkover_that_is_lifted_leaves_the_match_to_be_played() -> None:
    state = publish_next(drawn_robin(THREE), 1)
    ((number, pairing),) = state.stages[1].of_numbers.items()
    walkover = cmd.GiveWalkover(number=number, absent=(pairing.home,), reason="not there")
    state = after(state, walkover, FormatGiven())
    assert is_decided(state, pairing, {})
    state = after(state, cmd.LiftWalkover(number=number, reason="they came"), FormatGiven())
    assert not is_decided(state, pairing, {})


def test_a_walkover_is_for_a_match_that_is_not_finished_and_within_the_points_there_are() -> None:
    state = publish_next(drawn_robin(THREE), 1)
    ((number, pairing),) = state.stages[1].of_numbers.items()
    walkover = cmd.GiveWalkover(number=number, absent=(pairing.home,), reason="not there")
    with pytest.raises(MatchRefused, match="allowed: a match that is not finished"):
        after(state, walkover, FormatGiven(outcomes={number: outcome(10, 5)}))
    with pytest.raises(MatchRefused, match=r"^ruled: "):
        after(state, replace(walkover, ruled=(HIGHEST + 1, 0)), FormatGiven())
    assert after(state, replace(walkover, ruled=(HIGHEST, 0)), FormatGiven()).walkovers


ORDERS = st.sampled_from(
    [
        "publish",
        "play",
        "correct",
        "walkover",
        "lift",
        "withdraw",
        "return",
        "back",
        "penalty",
        "close",
        "reopen",
        "draw",
        "undraw",
        "keep",
        "order",
    ]
)


class Random:
    """A tournament under random orders, and what is asked of it after each."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.teams = tuple(f"T{number}" for number in range(data.draw(st.integers(2, 6))))
        final = PRESETS["yalta-2008"].stages(1, str, 1)[1:]
        slots = tuple(replace(slot, stage=1) for slot in final[1].slots)
        plans = cmd.PlanStages((final[0], replace(final[1], slots=slots)))
        self.state = after(TeamEventState(), plans, FormatGiven())
        self.outcomes: dict[int, MatchOutcome] = {}

    @property
    def given(self) -> FormatGiven:
        return FormatGiven(
            teams=self.teams,
            outcomes=self.outcomes,
            begun=frozenset(self.outcomes),
            next_number=self.state.last_number + 1,
            next_roll_set=self.state.next_roll_set,
            seed=SEED,
        )

    def step(self, order: str) -> None:
        """Try an order; a refused one changes nothing."""
        before = {each: dict(s.published) for each, s in self.state.stages.items()}
        command = self._command(order)
        if command is None:
            return
        try:
            self.state = after(self.state, command, self.given)
        except RulesError:
            return
        taken_back = isinstance(command, cmd.WithdrawRound | cmd.WithdrawDraw)
        for number, rounds in before.items():
            now = self.state.stages[number].published
            assert taken_back or all(now[each] == known for each, known in rounds.items())

    def _number(self) -> int:
        return int(self.data.draw(st.integers(1, max(1, self.state.last_number))))

    def _team(self) -> str:
        return str(self.data.draw(st.sampled_from(self.teams)))

    def _command(self, order: str) -> cmd.StageCommand | None:
        stage = self.data.draw(st.integers(1, 2))
        match order:
            case "play" | "correct":
                number = self._number()
                if self.state.stage_of(number) is not None:
                    self.outcomes[number] = outcome(*self.data.draw(IMPS))
                return None
            case "publish" if (following := self.state.stages[stage].next_round) is not None:
                pairs = self.state.stages[stage].rounds[following - 1].pairings
                gone = self.state.withdrawn.keys()
                seen = tuple(pair.teams for pair in pairs if not set(pair.teams) & gone)
                return cmd.PublishRound(stage=stage, round=following, seen=seen)
            case "walkover":
                return cmd.GiveWalkover(number=self._number(), absent=(self._team(),), reason="r")
            case "lift":
                return cmd.LiftWalkover(number=self._number(), reason="r")
            case "withdraw":
                return cmd.WithdrawTeam(team=self._team(), reason="r")
            case "return":
                return cmd.ReturnTeam(team=self._team(), reason="r")
            case "back":
                round_ = self.data.draw(st.integers(1, 6))
                return cmd.WithdrawRound(stage=stage, round=round_, reason="r")
            case "penalty":
                return cmd.GivePenalty(stage=stage, team=self._team(), vp=2, reason="r")
            case "close":
                return cmd.CloseRound(stage=stage, round=self.data.draw(st.integers(1, 6)))
            case "reopen":
                return cmd.ReopenRound(stage=stage, round=1, reason="r")
            case "draw":
                return cmd.DrawStage(stage=stage)
            case "undraw" if self.data.draw(st.integers(0, 3)) == 0:
                return cmd.WithdrawDraw(stage=stage, reason="r")
            case "keep":
                now = qualified(self.state, self.state.stages[2], self.outcomes) or ()
                return cmd.KeepQualified(stage=2, seen=now, reason="r")
            case "order":
                teams = tuple(self.data.draw(st.permutations(self.teams)))[:2]
                return cmd.DecideOrder(stage=1, group=1, teams=teams, reason="r")
            case _:
                return None


IMPS = st.tuples(st.integers(0, 70), st.integers(0, 70))


@examples(60)
@given(st.data(), st.lists(ORDERS, max_size=60))
def test_whatever_is_ordered_no_match_is_lost_and_nobody_sits_twice_in_a_round(
    data: Any, orders: list[str]
) -> None:
    it = Random(data)
    for order in ("draw", "publish", *orders):
        it.step(order)
        assert_sound(it.state, it.outcomes)


def assert_sound(state: TeamEventState, outcomes: dict[int, MatchOutcome]) -> None:
    numbers = Counter[int]()
    for stage in state.stages.values():
        numbers.update(stage.of_numbers.keys())
        for round_ in stage.rounds:
            seats = [team for pairing in round_.pairings for team in pairing.teams]
            assert len(seats) == len(set(seats))
            assert not set(seats) & set(round_.byes)
            for pairing in round_.pairings:
                is_decided(state, pairing, outcomes)
        for group, teams in enumerate(stage.groups, 1):
            if stage.plan.kind is ev.StageKind.ROUND_ROBIN:
                lines = standings(state, stage, group, outcomes)
                assert sorted(line.team for line in lines) == sorted(teams)
                assert [line.vp for line in lines if line.place <= len(lines)] == sorted(
                    (line.vp for line in lines if line.place <= len(lines)), reverse=True
                ) or any(line.withdrawn for line in lines)
    every = range(1, state.last_number + 1)
    assert all(numbers[number] + (number in state.annulled) == 1 for number in every)


def level_final() -> tuple[TeamEventState, dict[int, MatchOutcome], int]:
    """A final of A, the first, and B that is over and level in IMP; its number."""
    state, outcomes = final_drawn((A, B, C))
    state = publish_next(
        state, 3, FormatGiven(outcomes=outcomes, next_number=state.last_number + 1)
    )
    (number,) = state.stages[3].of_numbers
    return state, {**outcomes, number: outcome(30, 30, games=6)}, number


def extra(imp: tuple[int, int], smp: tuple[int, int], games: int = 4) -> MatchOutcome:
    return MatchOutcome(imp=imp, smp=smp, games=games)


@pytest.mark.parametrize(
    ("played_on", "winner"),
    [
        (extra((8, 12), (900, 100)), B),
        (extra((8, 8), (300, 310)), B),
        (extra((8, 8), (300, 300)), A),
        (extra((12, 0), (900, 0), games=3), None),
    ],
    ids=["by IMP", "by SMP", "the better qualifier", "not over"],
)
def test_a_level_final_is_decided_by_two_more_games_scored_alone(
    played_on: MatchOutcome, winner: str | None
) -> None:
    state, outcomes, number = level_final()
    assert pair_order(state, state.stages[3], 1, outcomes) is None
    free = FormatGiven(outcomes=outcomes, next_number=number + 1, next_roll_set=state.next_roll_set)
    state = after(state, cmd.SetExtraGames(stage=3, group=1), free)
    assert state.next_roll_set == free.next_roll_set + 2
    order = pair_order(state, state.stages[3], 1, {**outcomes, number + 1: played_on})
    assert (order and order[0]) == winner


def test_extra_games_are_for_pairs_that_are_over_and_level() -> None:
    state, outcomes, number = level_final()
    more = cmd.SetExtraGames(stage=3, group=1)
    with pytest.raises(MatchRefused, match="a pair whose match is over and level in IMP"):
        after(state, more, FormatGiven(outcomes={**outcomes, number: outcome(30, 31, games=6)}))
    state = after(state, more, FormatGiven(outcomes=outcomes, next_number=number + 1))
    with pytest.raises(MatchRefused, match="a pair whose match is over and level in IMP"):
        after(state, more, FormatGiven(outcomes=outcomes, next_number=number + 2))


def test_a_final_of_two_winners_that_nothing_separates_is_for_the_director() -> None:
    state, outcomes = TeamEventState(), dict[int, MatchOutcome]()
    stages = PRESETS["groups-and-finals"].stages(1, str, 2)
    state = after(state, cmd.PlanStages(stages), FormatGiven())
    for stage in (1, 2, 4):
        given = FormatGiven(teams=(A, B, C, "D"), seed=SEED, outcomes=outcomes)
        state = after(state, cmd.DrawStage(stage=stage), given)
        given = replace(given, next_number=state.last_number + 1)
        state = publish_next(state, stage, given)
        for number in state.stages[stage].of_numbers:
            outcomes[number] = outcome(*((30, 30) if stage == 4 else (30, 10)), games=6)
    given = FormatGiven(outcomes=outcomes, next_number=state.last_number + 1)
    state = after(state, cmd.SetExtraGames(stage=4, group=1), given)
    outcomes[state.last_number] = extra((8, 8), (300, 300))
    assert pair_order(state, state.stages[4], 1, outcomes) is None
    better = state.stages[4].groups[0][::-1]
    decided = after(
        state,
        cmd.DecideOrder(stage=4, group=1, teams=better, reason="by lot"),
        FormatGiven(outcomes=outcomes),
    )
    assert pair_order(decided, decided.stages[4], 1, outcomes) == better


def grouped(*entries: ev.Event) -> TeamEventState:
    """Four teams in two groups, not drawn, with these events of their entries."""
    plan = cmd.StagePlan(
        name="Groups", kind=ev.StageKind.ROUND_ROBIN, game_name="backgammon", games=4, groups=2
    )
    return after(TeamEventState(), cmd.PlanStages((plan,)), FormatGiven()).after(entries)


def groups_drawn(state: TeamEventState, seed: bytes, **asked: Any) -> list[set[str]]:
    given_four = FormatGiven(teams=("A", "B", "C", "D"), seed=seed)
    return [
        {*group}
        for group in after(state, cmd.DrawStage(stage=1, **asked), given_four).stages[1].groups
    ]


@given(st.binary(min_size=16, max_size=16))
def test_a_draw_takes_pots_and_clubs_from_the_entries_unless_others_are_named(seed: bytes) -> None:
    strong = [ev.EntryDescribed(team=team, club="", pot=1) for team in ("A", "B")]
    assert all(len(group & {"A", "B"}) == 1 for group in groups_drawn(grouped(*strong), seed))
    club = [ev.EntryDescribed(team=team, club="Fort", pot=0) for team in ("C", "D")]
    assert all(len(group & {"C", "D"}) == 1 for group in groups_drawn(grouped(*club), seed))
    named = groups_drawn(grouped(*strong), seed, pots=(("A", "C"),))
    assert all(len(group & {"A", "C"}) == 1 for group in named)


def test_who_waits_for_a_place_is_not_drawn() -> None:
    waits = ev.EntryPutToWait(team="D", place=1)
    plan = cmd.StagePlan(
        name="Robin", kind=ev.StageKind.ROUND_ROBIN, game_name="backgammon", games=4
    )
    state = after(TeamEventState(), cmd.PlanStages((plan,)), FormatGiven()).after([waits])
    assert groups_drawn(state, SEED) == [{"A", "B", "C"}]
