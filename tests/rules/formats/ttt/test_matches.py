"""Matches of a TTT: which count, how they are decided, who is removed (rulings 18 to 20)."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused, ValuesChanged
from rules.events import TttEnding, TttForfeit
from rules.formats.ttt.deciding import decide
from rules.formats.ttt.match_decisions import invites
from rules.formats.ttt.standings import TttCounts, group_table, official, standings_of_matches
from rules.formats.ttt.state import Forfeit, TttState
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.match_files.ids import position_id
from rules.position import Side
from tests.rules.formats.ttt.tourneys import BY, SEED, after, drawn_ttt, forfeited, people, won

OPENING = position_id(BACKGAMMON.start(), Side.WHITE)
OPENING_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:{turn}:00:0:0:0:0:10"


def refused_field(state: TttState, command: cmd.TttCommand) -> str:
    with pytest.raises(MatchRefused) as refused:
        decide(state, command, SEED, BY)
    return refused.value.field


@given(st.permutations([31, 12, 40, 7]))
def test_of_two_players_matches_the_lowest_id_counts_in_whatever_order_they_come(
    ids: list[int],
) -> None:
    state = drawn_ttt(4)
    first, second = state.groups[0][:2]
    for number in ids:
        state = won(state, number, first, second)
    assert [match.number for match in official(state).values()] == [7]
    friendly = {
        number
        for number, standing in standings_of_matches(state).items()
        if standing is TttCounts.FRIENDLY
    }
    assert friendly == {12, 31, 40}


def test_a_match_across_groups_or_with_an_outsider_is_friendly() -> None:
    state = drawn_ttt(8, groups=2)
    here, there = state.groups[0][0], state.groups[1][0]
    state = won(won(state, 1, here, there), 2, here, PersonId("outsider"))
    assert set(standings_of_matches(state).values()) == {TttCounts.FRIENDLY}
    assert {row.points for row in group_table(state, 1).rows} == {0}


def test_an_invitation_is_accepted_with_the_id_the_match_has_elsewhere() -> None:
    state = drawn_ttt(5)
    inviter = state.groups[0][0]
    invited = invites(state.groups[0], inviter)[0]
    state = after(state, cmd.InviteTttOpponent(inviter=inviter, invited=invited))
    accepted = cmd.AcceptTttInvitation(inviter=inviter, invited=invited, match=4711)
    state = after(state, accepted)
    assert state.matches[4711].pair == {inviter, invited}
    assert not state.invitations
    assert refused_field(state, accepted) == "inviter"


def test_whoever_waits_for_an_invitation_does_not_make_it() -> None:
    state = drawn_ttt(5)
    inviter = state.groups[0][0]
    invited = invites(state.groups[0], inviter)[0]
    assert refused_field(state, cmd.InviteTttOpponent(inviter=invited, invited=inviter)) == (
        "invited"
    )


def test_a_players_report_counts_until_the_other_reports_something_else() -> None:
    state = drawn_ttt(4)
    one, two = state.groups[0][:2]
    state = after(state, cmd.StartTttMatch(match=5, inviter=one, invited=two))
    report = cmd.ReportTttResult(match=5, player=one, winner=one, ending=TttEnding.GAMMON)
    state = after(state, report)
    assert state.matches[5].result is not None
    differs = cmd.ReportTttResult(match=5, player=two, winner=one, ending=TttEnding.SINGLE)
    state = after(state, differs)
    assert state.matches[5].result is None
    assert state.matches[5].in_doubt
    state = after(state, cmd.EnterTttResult(match=5, winner=one, ending=TttEnding.SINGLE))
    assert not state.matches[5].in_doubt
    assert refused_field(state, report) == "match"


def test_a_result_that_replaces_another_one_needs_a_reason() -> None:
    state = drawn_ttt(4)
    one, two = state.groups[0][:2]
    state = won(state, 5, one, two)
    known = state.matches[5].known_as
    change = cmd.EnterTttResult(match=5, winner=two, ending=TttEnding.SINGLE, was=known)
    assert refused_field(state, change) == "reason"
    again = cmd.EnterTttResult(match=5, winner=one, ending=TttEnding.SINGLE, was=known)
    assert decide(state, again, SEED, BY)


def test_what_was_made_from_another_result_is_refused_and_shows_both() -> None:
    state = drawn_ttt(4)
    one, two = state.groups[0][:2]
    state = won(state, 5, one, two)
    late = cmd.EnterTttResult(
        match=5, winner=two, ending=TttEnding.SINGLE, reason="read off the site", was="open"
    )
    forfeit = cmd.ForfeitTttGame(
        match=5, loser=one, how=ev.TttForfeit.TIME_OUT, reason="slow", was="open"
    )
    for each in (late, forfeit, replace(late, was=None), replace(forfeit, was=None)):
        with pytest.raises(ValuesChanged) as changed:
            decide(state, each, SEED, BY)
        assert (changed.value.was, changed.value.now) == ((), (one, TttEnding.SINGLE))
    assert decide(state, replace(late, was=state.matches[5].known_as), SEED, BY)


@pytest.mark.parametrize(("turn", "on_roll"), [(1, 0), (-1, 1)])
def test_an_xgid_says_whose_turn_it_was_once_it_is_known_who_is_x(turn: int, on_roll: int) -> None:
    state = drawn_ttt(4)
    players = state.groups[0][:2]
    state = after(state, cmd.StartTttMatch(match=5, inviter=players[0], invited=players[1]))
    lost = cmd.ForfeitTttGame(
        match=5,
        loser=players[0],
        how=TttForfeit.RESIGNED,
        position=OPENING_XGID.format(turn=turn),
        who=players[0],
    )
    forfeit = after(state, lost).matches[5].decided
    assert isinstance(forfeit, Forfeit)
    assert (forfeit.position, forfeit.on_roll) == (OPENING, players[on_roll])


@pytest.mark.parametrize(
    ("pasted", "field"),
    [
        ("4HPwATDgc/ABM", "position"),
        ("XGID=-b:0", "position"),
        ("AAAAAAAAAAAAAA", "position"),
        ("4HPwATDgc/CBIA", "position"),
    ],
)
def test_a_position_that_cannot_be_is_refused(pasted: str, field: str) -> None:
    state = drawn_ttt(4)
    one, two = state.groups[0][:2]
    state = after(state, cmd.StartTttMatch(match=5, inviter=one, invited=two))
    lost = cmd.ForfeitTttGame(match=5, loser=one, how=TttForfeit.TIME_OUT, position=pasted, who=two)
    assert refused_field(state, lost) == field


def test_figures_of_a_position_that_is_no_longer_the_last_are_refused() -> None:
    state = drawn_ttt(4)
    one, two = state.groups[0][:2]
    state = forfeited(state, 5, one, two)
    given = cmd.GiveTttPosition(match=5, position=OPENING, who=one)
    stale = cmd.AdjudicateTttGame(
        match=5, wins=Decimal(1), gammons=Decimal(0), backgammons=Decimal(0), position=""
    )
    with pytest.raises(ValuesChanged):
        decide(after(state, given), stale, SEED, BY)


def test_an_amendment_leaves_earlier_results_their_version() -> None:
    state = drawn_ttt(6, cap=27)
    one, two, three = state.groups[0][:3]
    state = forfeited(state, 1, one, two)
    amended = cmd.SetTttRules(cap=20, removal_at=12, move_hours=12, text="the cap is 2", was=1)
    state = after(state, amended)
    state = forfeited(state, 2, one, three, ("1", "1", "1"))
    earlier = cmd.AdjudicateTttGame(
        match=1, wins=Decimal(1), gammons=Decimal(1), backgammons=Decimal(1)
    )
    state = after(state, earlier)
    points = {row.player: row.points for row in group_table(state, 1).rows}
    assert (points[two], points[three]) == (27, 20)


def test_an_amendment_says_what_is_amended_and_knows_what_it_amends() -> None:
    state = drawn_ttt(4)
    silent = cmd.SetTttRules(cap=20, removal_at=12, move_hours=12, was=1)
    assert refused_field(state, silent) == "text"
    blind = cmd.SetTttRules(cap=20, removal_at=12, move_hours=12, text="less", was=0)
    with pytest.raises(ValuesChanged):
        decide(state, blind, SEED, BY)


def all_lose_to(state: TttState, loser: PersonId, count: int) -> TttState:
    others = [each for each in state.groups[0] if each != loser][:count]
    for number, other in enumerate(others, 100):
        state = forfeited(state, number, loser, other, ("0.9", "0.5", "0.1"))
    return state


def test_the_twelfth_time_out_removes_a_player_and_annuls_all_his_games() -> None:
    state = drawn_ttt(16)
    sleeper, winner = state.groups[0][:2]
    state = won(state, 1, state.groups[0][14], sleeper)
    state = all_lose_to(state, sleeper, 11)
    assert sleeper not in state.removed
    state = all_lose_to(drawn_ttt(16), sleeper, 12)
    assert state.removed[sleeper].forfeits == 12
    assert set(standings_of_matches(state).values()) == {TttCounts.ANNULLED}
    table = group_table(state, 1)
    assert {row.points for row in table.rows} == {0}
    assert (table.rows[-1].player, table.rows[-1].place) == (sleeper, 0)
    assert winner in {row.player for row in table.rows[:-1]}


def test_a_removal_by_mistake_is_taken_back_with_the_time_out_that_made_it() -> None:
    state = drawn_ttt(16)
    sleeper = state.groups[0][0]
    state = all_lose_to(state, sleeper, 12)
    other = state.matches[100].other(sleeper)
    corrected = cmd.EnterTttResult(
        match=100,
        winner=other,
        ending=TttEnding.SINGLE,
        reason="it was played to its end",
        was=state.matches[100].known_as,
    )
    events = decide(state, corrected, SEED, BY)
    assert [type(each) for each in events] == [ev.TttResultEntered, ev.TttPlayerReturned]
    assert not state.after(events).removed


def test_who_was_removed_comes_back_by_the_directors_word_when_fewer_time_outs_count() -> None:
    sleeper, awake = people(16)[:2]
    state = all_lose_to(drawn_ttt(16), sleeper, 12)
    back = cmd.ReturnTttPlayer(player=sleeper, reason="his connection")
    assert refused_field(state, back) == "player"
    more = cmd.SetTttRules(cap=27, removal_at=13, move_hours=12, text="thirteen", was=1)
    assert not after(state, more, back).removed
    assert refused_field(state, cmd.ReturnTttPlayer(player=awake, reason="")) == "player"


def test_an_amended_number_of_time_outs_removes_nobody_for_earlier_ones() -> None:
    state = all_lose_to(drawn_ttt(16), people(16)[0], 5)
    amended = cmd.SetTttRules(cap=27, removal_at=3, move_hours=12, text="three", was=1)
    assert not after(state, amended).removed


def test_who_is_taken_out_is_not_drawn() -> None:
    first, *others = people(3)
    rules = cmd.SetTttRules(cap=27, removal_at=12, move_hours=12)
    state = after(TttState(), rules, cmd.EnterTttPlayers(players=people(3)))
    state = after(state, cmd.TakeOutTttPlayer(player=first), cmd.DrawTtt(seen=2))
    assert sorted(state.groups[0]) == others


@pytest.mark.parametrize(
    ("entered", "command", "field"),
    [
        (3, cmd.EnterTttPlayers(players=people(1)), "players"),
        (3, cmd.EnterTttPlayers(players=(PersonId("new"), PersonId("new"))), "players"),
        (3, cmd.EnterTttPlayers(players=()), "players"),
        (1, cmd.DrawTtt(seen=1), "players"),
    ],
)
def test_nobody_is_entered_twice_and_nobody_drawn_alone(
    entered: int, command: cmd.TttCommand, field: str
) -> None:
    assert refused_field(TttState(), command) == "ttt"
    rules = cmd.SetTttRules(cap=27, removal_at=12, move_hours=12)
    state = after(TttState(), rules, cmd.EnterTttPlayers(players=people(entered)))
    assert refused_field(state, command) == field


def test_a_match_is_started_once_and_figures_are_for_one_that_was_given_up() -> None:
    state = drawn_ttt(4)
    one, two = state.groups[0][:2]
    started = cmd.StartTttMatch(match=1, inviter=one, invited=two)
    state = after(state, started)
    assert refused_field(state, started) == "match"
    assert refused_field(state, replace(started, match=0)) == "match"
    none = Decimal(0)
    figures = cmd.AdjudicateTttGame(match=1, wins=none, gammons=none, backgammons=none)
    assert refused_field(state, figures) == "match"


def test_a_draw_of_which_somebody_was_removed_is_not_taken_back() -> None:
    state = drawn_ttt(4)
    removed = after(state, cmd.RemoveTttPlayer(player=state.groups[0][0], reason="ill"))
    assert refused_field(removed, cmd.WithdrawTttDraw(reason="drawn too early")) == "mini"


def test_a_draw_is_taken_back_only_while_no_match_is_known() -> None:
    state = drawn_ttt(4)
    again = cmd.WithdrawTttDraw(reason="somebody was left out")
    assert not after(state, again).groups
    one, two = state.groups[0][:2]
    started = after(state, cmd.StartTttMatch(match=1, inviter=one, invited=two))
    assert refused_field(started, again) == "mini"


def test_a_position_is_refused_until_it_is_said_whose_turn_it_was() -> None:
    state = drawn_ttt(4)
    one, two = state.groups[0][:2]
    state = after(state, cmd.StartTttMatch(match=5, inviter=one, invited=two))
    lost = cmd.ForfeitTttGame(match=5, loser=one, how=TttForfeit.TIME_OUT, position=OPENING)
    assert refused_field(state, lost) == "who"
