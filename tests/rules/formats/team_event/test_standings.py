"""Standings: ruling 1's byes, walkovers, withdrawals and penalties, ruling 13's order."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.formats.format import MatchOutcome
from rules.formats.team_event.stages import TeamEventState
from rules.formats.team_event.standings import TeamStanding, meetings, standings
from rules.formats.team_event.tie_breaks import Compared, Criterion, ranked
from tests.rules.formats.team_event.rounds import THREE, drawn_robin, outcome, published

A, B, C = THREE
NOTHING = Fraction(0)


def table(state: TeamEventState, outcomes: dict[int, MatchOutcome]) -> list[TeamStanding]:
    return list(standings(state, state.stages[1], 1, outcomes))


def line(state: TeamEventState, outcomes: dict[int, MatchOutcome], team: str) -> TeamStanding:
    return next(each for each in table(state, outcomes) if each.team == team)


def order(state: TeamEventState, outcomes: dict[int, MatchOutcome]) -> list[tuple[int, str]]:
    return [(each.place, each.team) for each in table(state, outcomes)]


def numbers(state: TeamEventState) -> dict[tuple[str, str], int]:
    pairings = state.stages[1].published_pairings
    return {pairing.teams: pairing.number for pairing in pairings if pairing.number}


def results(state: TeamEventState, *scores: tuple[str, str, int, int]) -> dict[int, MatchOutcome]:
    """Outcomes by match number, of two teams and their IMP, whichever of them is home."""
    found = dict[int, MatchOutcome]()
    for (home, away), number in numbers(state).items():
        for one, other, own, theirs in scores:
            if {one, other} == {home, away}:
                imp = (own, theirs) if one == home else (theirs, own)
                found[number] = outcome(*imp)
    return found


def test_before_anything_is_played_all_share_the_first_place() -> None:
    state = published(drawn_robin(THREE))
    assert order(state, {}) == [(1, team) for team in state.stages[1].groups[0]]
    assert all(each.shared for each in table(state, {}))


def test_more_vp_stand_ahead_and_say_nothing_of_ties() -> None:
    state = published(drawn_robin(THREE))
    played = results(state, (A, B, 30, 20), (A, C, 35, 15), (B, C, 40, 15))
    assert order(state, played) == [(1, A), (2, B), (3, C)]
    assert table(state, played)[0].tie_break is None


def test_a_running_match_counts_its_imp_and_no_vp() -> None:
    state = published(drawn_robin(THREE))
    (first, *_) = numbers(state).values()
    home = next(pair[0] for pair, number in numbers(state).items() if number == first)
    running = {first: MatchOutcome(imp=(12, 4), smp=(600, 150), games=2)}
    own = line(state, running, home)
    assert (int(own.vp), own.imp, own.played) == (0, (12, 4), 0)


def test_level_teams_are_parted_by_their_own_match() -> None:
    state = published(drawn_robin(THREE))
    played = results(state, (A, B, 20, 14), (A, C, 14, 20), (B, C, 15, 15))
    assert [each.team for each in table(state, played)] == [C, A, B]
    state = published(drawn_robin((A, B, C, "D")))
    played = results(
        state,
        (A, B, 20, 14),
        (A, C, 14, 20),
        (A, "D", 20, 20),
        (B, C, 20, 14),
        (B, "D", 20, 20),
        (C, "D", 40, 10),
    )
    level = [each for each in table(state, played) if each.team in (A, B)]
    assert level[0].vp == level[1].vp
    assert level[0].team == A
    assert level[0].tie_break is not None
    assert level[0].tie_break.by is Criterion.OWN_MATCHES
    assert level[0].tie_break.over == (B,)
    assert (int(level[0].tie_break.own), int(level[0].tie_break.theirs)) == (17, 13)


def test_own_matches_of_which_some_met_more_often_part_nobody() -> None:
    level = dict.fromkeys(THREE, Fraction(50))
    imp = {A: 1, B: 5, C: 9}
    own = {(A, B): [(25, 5), (20, 10)], (A, C): [(15, 15)], (B, C): [(15, 15)]}
    ranks = list(ranked(Compared(level, imp, dict.fromkeys(THREE, 0), own, ())))
    assert [rank.teams for rank in ranks] == [(C,), (B,), (A,)]
    assert ranks[0].tie_break is not None
    assert ranks[0].tie_break.by is Criterion.IMP


def test_a_circle_of_three_is_parted_by_imp_then_by_smp() -> None:
    state = published(drawn_robin(THREE))
    circle = [(A, B, 24, 18), (B, C, 23, 17), (C, A, 22, 15)]
    played = results(state, *circle)
    lines = table(state, played)
    assert len({each.vp for each in lines}) == 1
    by_imp = sorted(lines, key=lambda each: each.imp_difference, reverse=True)
    assert [each.team for each in lines] == [each.team for each in by_imp]
    assert lines[0].tie_break is not None
    assert lines[0].tie_break.by is Criterion.IMP


def test_what_nothing_parts_shares_a_place_until_the_director_decides() -> None:
    state = published(drawn_robin(THREE))
    level = results(state, (A, B, 20, 20), (A, C, 20, 20), (B, C, 20, 20))
    assert {each.place for each in table(state, level)} == {1}
    decided = state.after(
        [ev.OrderDecided(stage=1, group=1, teams=(C, A, B), reason="drawn by lot")]
    )
    assert order(decided, level) == [(1, C), (2, A), (3, B)]
    assert [each.tie_break and each.tie_break.by for each in table(decided, level)] == [
        Criterion.DIRECTOR,
        Criterion.DIRECTOR,
        None,
    ]


def test_a_bye_scores_nothing_where_all_have_equally_many() -> None:
    state = published(drawn_robin(THREE))
    assert [(each.byes, int(each.vp)) for each in table(state, {})] == [(1, 0)] * 3


@pytest.mark.parametrize(
    ("own", "against", "worth"),
    [((20, 20), (20, 20), 18), ((60, 10), (20, 20), 29), ((20, 20), (10, 60), 29)],
)
def test_a_walkover_is_worth_the_best_of_18_and_two_averages(
    own: tuple[int, int], against: tuple[int, int], worth: int
) -> None:
    """The own average, and what others scored on average against the absent team (ruling 1)."""
    state = published(drawn_robin(THREE))
    match = {frozenset(pair): number for pair, number in numbers(state).items()}
    absent = ev.WalkoverGiven(number=match[frozenset((A, B))], absent=(B,), reason="not there")
    played = results(state, (A, C, *own), (B, C, *against))
    assert line(state.after([absent]), played, A).vp - line(state, played, A).vp == worth
    assert line(state.after([absent]), played, A).walkovers == 1


def test_the_director_may_rule_otherwise_on_a_walkover() -> None:
    state = published(drawn_robin(THREE))
    (pair, number), *_ = numbers(state).items()
    ruled = ev.WalkoverGiven(number=number, absent=(pair[0],), reason="ill", ruled=(5, 20))
    state = state.after([ruled])
    assert [line(state, {}, team).vp for team in pair] == [5, 20]
    lifted = state.after([ev.WalkoverLifted(number=number, reason="they came")])
    assert {each.vp for each in table(lifted, {})} == {0}


def test_who_withdraws_early_is_annulled_and_leaves_a_bye_to_everybody() -> None:
    state = published(drawn_robin((A, B, C, "D")))
    played = results(state, (A, "D", 60, 10))
    state = state.after([ev.TeamWithdrawn(team="D", annulled=(1,), reason="train")])
    assert table(state, played)[-1].team == "D"
    assert table(state, played)[-1].withdrawn
    assert [(int(each.vp), each.byes) for each in table(state, played)[:-1]] == [(0, 1)] * 3


def test_who_withdraws_later_loses_the_rest_by_walkover() -> None:
    state = published(drawn_robin(THREE))
    played = results(state, (A, C, 20, 20))
    state = state.after([ev.TeamWithdrawn(team=C, annulled=(), reason="train")])
    assert line(state, played, B).walkovers == 1
    assert line(state, played, B).vp == 18
    assert line(state, played, A).vp == 15


def test_penalties_stand_on_their_own_and_come_off_the_sums() -> None:
    state = published(drawn_robin(THREE))
    played = results(state, (A, B, 20, 20))
    taken = {"penalty": 1, "stage": 1, "team": A, "vp": 2, "imp": 3, "reason": "late"}
    state = state.after([ev.PenaltyGiven(**taken)])  # type: ignore[arg-type]
    own = line(state, played, A)
    assert (int(own.vp), own.vp_penalty, own.imp_difference, own.imp_penalty) == (13, 2, -3, 3)


IMPS = st.tuples(st.integers(0, 70), st.integers(0, 70))


@given(st.integers(3, 7), st.data())
def test_places_follow_the_sums_computed_otherwise(entrants: int, data: Any) -> None:
    teams = [f"T{number}" for number in range(entrants)]
    state = published(drawn_robin(teams))
    played = {
        number: outcome(*data.draw(IMPS))
        for number in numbers(state).values()
        if data.draw(st.booleans())
    }
    lines = table(state, played)
    assert sorted(each.team for each in lines) == sorted(teams)
    for each in lines:
        vp, imp = _by_hand(state, played, each.team)
        assert (each.vp, each.imp_difference) == (vp, imp)
        above = [other for other in lines if other.vp > each.vp]
        assert each.place > len(above)
    assert [each.vp for each in lines] == sorted((each.vp for each in lines), reverse=True)
    assert [each.place for each in lines] == _places(lines)


@given(st.integers(3, 6), st.integers(1, 2), st.data())
def test_what_a_team_has_of_each_match_and_of_byes_less_penalties_is_its_sum(
    entrants: int, met: int, data: Any
) -> None:
    teams = [f"T{number}" for number in range(entrants)]
    state = published(drawn_robin(teams, meetings=met))
    every = numbers_of_all(state)
    played = {number: outcome(*data.draw(IMPS)) for number in every if data.draw(st.booleans())}
    for number in data.draw(st.lists(st.sampled_from([*every]), max_size=2, unique=True)):
        if number not in played:
            ruled = data.draw(st.none() | st.tuples(st.integers(0, 30), st.integers(0, 30)))
            absent = (data.draw(st.sampled_from(every[number])),)
            given_up = ev.WalkoverGiven(number=number, absent=absent, reason="ill", ruled=ruled)
            state = state.after([given_up])
    for team in data.draw(st.lists(st.sampled_from(teams), max_size=2, unique=True)):
        annulled = (1,) if data.draw(st.booleans()) else ()
        state = state.after([ev.TeamWithdrawn(team=team, annulled=annulled, reason="train")])
    taken = {"penalty": 1, "stage": 1, "team": teams[0], "vp": 2, "imp": 3, "reason": "late"}
    state = state.after([ev.PenaltyGiven(**taken)])  # type: ignore[arg-type]
    sums = dict.fromkeys(teams, NOTHING)
    for meeting in meetings(state, state.stages[1], 1, played):
        for team, points in zip(
            meeting.pairing.teams, meeting.points or (NOTHING, NOTHING), strict=True
        ):
            sums[team] += NOTHING if meeting.annulled else points
    for each in table(state, played):
        assert each.vp == sums[each.team] + each.bye_vp - each.vp_penalty


def numbers_of_all(state: TeamEventState) -> dict[int, tuple[str, str]]:
    """The teams of every match by its number, of several meetings too."""
    return {number: each.teams for number, each in state.stages[1].of_numbers.items()}


def _by_hand(
    state: TeamEventState, played: dict[int, MatchOutcome], team: str
) -> tuple[Fraction, int]:
    vp, imp = Fraction(0), 0
    for (home, away), number in numbers(state).items():
        if number in played and team in (home, away):
            place = (home, away).index(team)
            match = played[number]
            assert match.vp is not None
            vp += match.vp[place]
            imp += match.imp[place] - match.imp[1 - place]
    return vp, imp


def _places(lines: Sequence[TeamStanding]) -> list[int]:
    """Competition ranking: who shares a place has that of the first of them."""
    places, place = list[int](), 1
    for number, each in enumerate(lines, 1):
        if not (each.shared and number > 1 and lines[number - 2].place == each.place):
            place = number
        places.append(place)
    return places
