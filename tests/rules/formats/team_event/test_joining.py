"""A team joins a drawn stage: what is announced stays, the rest and the table follow (ruling 1)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.commands import stage_commands as cmd
from rules.commands.stage_commands import JoinStage
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.format import FormatGiven
from rules.formats.team_event.deciding import decide
from rules.formats.team_event.qualifying import group_decided
from rules.formats.team_event.stages import TeamEventState
from rules.formats.team_event.standings import WALKOVER_VP, TeamStanding, standings
from tests.rules.formats.team_event.rounds import drawn_robin, outcome, publish_next, published
from tests.support.as_read import stages_read
from tests.support.examples import examples

LATE = "Kerch"


def joined(state: TeamEventState, team: str = LATE, round_: int | None = None) -> TeamEventState:
    stage = state.stages[1]
    number = round_ or stage.next_round or 0
    order = JoinStage(stage=1, group=1, team=team, round=number, reason="the ferry")
    given_teams = FormatGiven(teams=(*stage.teams, team))
    return state.after(decide(state, order, given_teams))


def after_rounds(size: int, rounds: int, meetings: int = 1) -> TeamEventState:
    state = drawn_robin([f"t{number}" for number in range(size)], meetings=meetings)
    for _ in range(rounds):
        state = publish_next(state, 1)
    return state


def table(state: TeamEventState) -> dict[str, TeamStanding]:
    """How it stands once every published match was level."""
    level = {number: outcome(20, 20) for number in state.stages[1].of_numbers}
    assert group_decided(state, state.stages[1], 1, level)
    return {line.team: line for line in standings(state, state.stages[1], 1, level)}


@examples(40)
@given(st.integers(3, 12), st.integers(1, 2), st.data())
def test_whatever_was_published_stays_and_in_the_end_everybody_has_as_many_matches(
    size: int, meetings: int, data: st.DataObject
) -> None:
    most = len(after_rounds(size, 0, meetings).stages[1].rounds) - 1
    state = after_rounds(size, data.draw(st.integers(0, most)), meetings)
    before = state.stages[1]
    state = joined(state)
    stage = state.stages[1]
    assert stage.published == before.published
    assert stage.published_pairings == before.published_pairings
    lines = table(published(state))
    counts = {line.played + line.walkovers for team, line in lines.items() if team != LATE}
    assert counts == {meetings * size}
    assert {line.byes for line in lines.values()} == {0}
    missed = [each.missed for every in stage.pairings_by_group.values() for each in every]
    assert lines[LATE].played == meetings * size - missed.count(LATE)


def test_who_had_a_bye_wins_by_walkover_and_the_late_team_gets_nothing() -> None:
    state = after_rounds(3, 1)
    (idle,) = state.stages[1].rounds[0].byes
    state = joined(state)
    assert len(state.stages[1].rounds) == 3
    assert [each.byes for each in state.stages[1].rounds] == [(), (), ()]
    lines = table(published(state))
    assert (lines[idle].walkovers, lines[idle].played) == (1, 2)
    assert lines[idle].vp == Fraction(2 * 15 + WALKOVER_VP)
    assert (lines[LATE].walkovers, lines[LATE].played) == (0, 2)
    assert lines[LATE].vp == Fraction(30)


def test_in_a_group_without_byes_the_late_team_meets_everybody_in_more_rounds() -> None:
    state = joined(after_rounds(4, 2))
    assert len(state.stages[1].rounds) > 3
    lines = table(published(state))
    assert {(line.played, line.walkovers) for line in lines.values()} == {(4, 0)}
    assert {line.vp for line in lines.values()} == {Fraction(60)}


def test_a_round_taken_back_afterwards_is_played_with_the_late_team() -> None:
    state = joined(after_rounds(3, 1))
    number = state.stages[1].published_pairings[0].number
    assert number is not None
    back = cmd.WithdrawRound(stage=1, round=1, reason="too early")
    state = state.after(decide(state, stages_read(back, state), FormatGiven()))
    lines = table(published(state))
    assert {(line.played, line.walkovers) for line in lines.values()} == {(3, 0)}


def test_two_teams_may_come_late_one_after_the_other() -> None:
    state = publish_next(joined(after_rounds(3, 1)), 1)
    state = joined(state, "Keel")
    lines = table(published(state))
    assert {line.played + line.walkovers for line in lines.values()} == {4, 3}
    assert lines[LATE].played == 3
    assert lines["Keel"].played == 4


def test_a_late_team_that_withdraws_leaves_as_any_other() -> None:
    state = publish_next(joined(after_rounds(3, 1)), 1)
    order = cmd.WithdrawTeam(team=LATE, reason="gone again")
    state = state.after(decide(state, order, FormatGiven(teams=state.stages[1].teams)))
    lines = table(published(state))
    assert lines[LATE].withdrawn
    assert {line.walkovers for line in lines.values()} == {0}


def test_a_renamed_team_keeps_what_joining_changed() -> None:
    state = joined(after_rounds(3, 1))
    state = state.after([ev.TeamChanged(team=LATE, name="Keel", players=(), by="")])
    assert "Keel" in table(published(state))


def test_who_waits_has_withdrawn_or_plays_already_does_not_join() -> None:
    state = after_rounds(3, 1)
    for wrong in (
        state.after([ev.EntryPutToWait(team=LATE, place=1)]),
        state.after([ev.TeamWithdrawn(team=LATE, annulled=(), reason="ill")]),
        joined(state),
    ):
        with pytest.raises(MatchRefused):
            joined(wrong)


def test_once_everybody_has_had_a_bye_nobody_joins_any_more() -> None:
    with pytest.raises(MatchRefused, match="not every team has had a bye"):
        joined(published(after_rounds(3, 0)), round_=4)


def test_a_group_without_byes_goes_on_for_who_comes_after_its_last_round() -> None:
    state = joined(published(after_rounds(4, 0)), round_=4)
    assert state.stages[1].next_round == 4
    lines = table(published(state))
    assert {(line.played, line.walkovers) for line in lines.values()} == {(4, 0)}


def test_an_order_from_an_older_page_is_refused() -> None:
    with pytest.raises(ValuesChanged):
        joined(after_rounds(4, 2), round_=2)


def test_pairs_and_a_full_group_are_joined_by_nobody() -> None:
    with pytest.raises(MatchRefused, match="allowed: a group of fewer than 64 teams"):
        joined(after_rounds(64, 0))
    final = ev.StagePlanned(
        stage=1, name="Final", kind=ev.StageKind.PAIRS, game_name="backgammon", games=4
    )
    paired = ev.StageDrawn(stage=1, seed=b"", groups=(("Lviv", "Odesa"),))
    with pytest.raises(MatchRefused, match="stage: 1 is not possible; allowed: a round robin"):
        joined(TeamEventState().after([final, paired]))


def test_a_smaller_group_that_somebody_joins_ends_before_the_larger_one() -> None:
    plan = ev.StagePlanned(
        stage=1,
        name="Groups",
        kind=ev.StageKind.ROUND_ROBIN,
        game_name="backgammon",
        games=4,
        groups=2,
    )
    large = tuple(f"t{number}" for number in range(6))
    drawn = ev.StageDrawn(stage=1, seed=b"", groups=(("Lviv", "Odesa"), large))
    state = TeamEventState().after([plan, drawn])
    assert len(state.stages[1].rounds) == 5
    state = joined(state)
    rounds = state.stages[1].rounds
    own = [pairing for each in rounds for pairing in each.pairings if pairing.group == 1]
    assert [pairing.group for pairing in rounds[4].pairings] == [2, 2, 2]
    assert {frozenset(each.teams) for each in own} == {
        frozenset(each) for each in (("Lviv", "Odesa"), ("Lviv", LATE), ("Odesa", LATE))
    }
