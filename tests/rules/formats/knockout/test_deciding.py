from typing import Any

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.format import PointOutcome
from rules.formats.knockout.deciding import MOST, decide
from rules.identities import PersonId
from rules.position import Side
from tests.rules.formats.knockout.evening import LENGTH, Evening, persons


def _drawn(count: int = 8, draw: ev.KnockoutDraw = ev.KnockoutDraw.BRACKET) -> Evening:
    evening = Evening(count, draw)
    evening.draw()
    return evening


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "Main"}, "name"),
        ({"length": 0}, "length"),
        ({"length": 65}, "length"),
        ({"last_lengths": (0,)}, "last_lengths"),
        ({"last_lengths": (5,) * 9}, "last_lengths"),
        ({"game_name": "trictrac"}, "game"),
        ({"game_name": "chess"}, "game"),
        ({"clock_minutes": 0}, "clock_minutes"),
    ],
)
def test_what_cannot_be_planned_is_refused_by_its_field(fields: Any, field: str) -> None:
    with pytest.raises(MatchRefused) as refused:
        Evening(2).order(cmd.PlanKnockout(**{"name": "Side event", "length": 3, **fields}))
    assert refused.value.field == field


def test_the_last_rounds_are_as_long_as_planned_for_them() -> None:
    evening = Evening(2)
    evening.order(cmd.PlanKnockout(name="Open", length=5, last_lengths=(7, 9)))
    evening.order(cmd.EnterKnockout(knockout=2, players=persons(8)))
    knockout = evening.state.by_number[2]
    assert [knockout.length_of(round_, 3) for round_ in (1, 2, 3)] == [5, 7, 9]
    assert knockout.length_of(1, 1) == 9


def test_nobody_is_entered_twice_and_nobody_after_the_draw() -> None:
    evening = Evening(3)
    for players in (persons(1), (), tuple(PersonId(f"q{each}") for each in range(MOST - 2))):
        with pytest.raises(MatchRefused, match="players"):
            evening.order(cmd.EnterKnockout(knockout=1, players=players))
    evening.draw()
    with pytest.raises(MatchRefused, match="not drawn"):
        evening.order(cmd.EnterKnockout(knockout=1, players=(PersonId("late"),)))


def test_one_player_alone_is_not_drawn() -> None:
    with pytest.raises(MatchRefused, match="players"):
        Evening(1).draw()


def test_a_draw_made_from_other_entrants_is_not_made() -> None:
    evening = Evening(4)
    with pytest.raises(ValuesChanged):
        evening.order(cmd.DrawKnockoutRound(knockout=1, round=1, seen=persons(3)))


def test_who_does_not_say_which_entrants_or_pairs_there_were_draws_and_publishes_nothing() -> None:
    evening = Evening(4)
    with pytest.raises(ValuesChanged) as changed:
        decide(evening.state, cmd.DrawKnockoutRound(knockout=1), evening.given)
    assert (changed.value.was, changed.value.now) == (None, persons(4))
    evening.draw()
    publish = cmd.PublishKnockoutMatches(knockout=1, round=1)
    with pytest.raises(ValuesChanged) as changed:
        decide(evening.state, publish, evening.given)
    assert changed.value.now == evening.bracket.pairs_ready(1)


def test_a_match_can_be_announced_as_soon_as_its_two_players_are_known() -> None:
    evening = _drawn()
    evening.publish(1)
    for match in evening.bracket.rounds[0][:2]:
        evening.win(match)
    evening.publish(2)
    announced = [match.number is not None for match in evening.bracket.rounds[1]]
    assert announced == [True, False]
    with pytest.raises(MatchRefused, match="two players are known"):
        evening.publish(2)


def test_a_round_of_its_own_draw_waits_for_the_whole_round_before_it() -> None:
    evening = _drawn(8, ev.KnockoutDraw.EACH_ROUND)
    evening.publish(1)
    evening.win(evening.bracket.rounds[0][0])
    with pytest.raises(MatchRefused, match="2, 3, 4"):
        evening.draw(2)


def _ruled(evening: Evening, number: int, **fields: Any) -> tuple[ev.KnockoutEvent, ...]:
    result: dict[str, Any] = {"decision": ev.KnockoutDecision.RESULT, "winner": None}
    return evening.order(
        cmd.RuleKnockoutMatch(number=number, **{**result, "reason": "by hand", **fields})
    )


def test_a_decision_made_from_another_one_than_stands_is_refused() -> None:
    evening = _drawn()
    evening.publish(1)
    _ruled(evening, 1, score=(3, LENGTH), was="")
    white, red = evening.bracket.of_number(1).players  # type: ignore[union-attr]
    with pytest.raises(ValuesChanged) as changed:
        _ruled(evening, 1, score=(LENGTH, 3), was="")
    assert (changed.value.was, changed.value.now) == (None, red)
    with pytest.raises(ValuesChanged):
        evening.order(cmd.LiftKnockoutRuling(number=1, reason="misread", was=""))
    with pytest.raises(ValuesChanged) as blind:
        decide(evening.state, cmd.LiftKnockoutRuling(number=1, reason="misread"), evening.given)
    assert (blind.value.was, blind.value.now) == (None, red)
    _ruled(evening, 1, score=(LENGTH, 3), was=f"{red.text} result 3–{LENGTH}")
    assert evening.bracket.of_number(1).winner == white  # type: ignore[union-attr]


def test_a_result_by_hand_says_by_its_score_who_goes_on() -> None:
    evening = _drawn()
    evening.publish(1)
    _ruled(evening, 1, score=(3, LENGTH + 1))
    match = evening.bracket.of_number(1)
    assert match is not None
    assert (match.winner, match.score) == (match.red, (3, LENGTH + 1))


@pytest.mark.parametrize("score", [None, (4, 4), (5, 5), (6, 7), (-1, 5)])
def test_a_score_by_which_nobody_or_everybody_has_won_is_refused(
    score: tuple[int, int] | None,
) -> None:
    evening = _drawn()
    evening.publish(1)
    with pytest.raises(MatchRefused, match="score"):
        _ruled(evening, 1, score=score)


def test_a_result_of_a_table_is_not_entered_over_by_hand() -> None:
    evening = _drawn()
    evening.play(1)
    with pytest.raises(MatchRefused, match="own page"):
        _ruled(evening, 1, score=(5, 0))


def test_who_plays_another_match_or_has_fewer_points_does_not_win_this_one() -> None:
    evening = _drawn()
    evening.publish(1)
    match, another = evening.bracket.rounds[0][:2]
    for other in another.players:
        with pytest.raises(MatchRefused, match="winner"):
            _ruled(evening, 1, decision=ev.KnockoutDecision.FORFEIT, winner=other)
    with pytest.raises(MatchRefused, match="winner"):
        _ruled(evening, 1, score=(LENGTH, 3), winner=match.players[1])


def test_where_neither_came_nobody_goes_on_and_the_next_opponent_has_a_bye() -> None:
    evening = _drawn(4)
    evening.publish(1)
    _ruled(evening, 1, decision=ev.KnockoutDecision.WALKOVER)
    evening.win(evening.bracket.rounds[0][1])
    assert evening.podium[0] == (evening.bracket.rounds[0][1].white,)


def test_who_withdraws_loses_the_match_he_plays_and_can_come_back_into_none() -> None:
    evening = _drawn(4)
    evening.publish(1)
    match = evening.bracket.rounds[0][0]
    white = match.players[0]
    events = evening.order(cmd.WithdrawKnockoutPlayer(knockout=1, player=white, reason="not well"))
    assert len(events) == 2
    assert evening.bracket.rounds[0][0].winner == match.red
    evening.order(cmd.ReturnKnockoutPlayer(knockout=1, player=white, reason="well again"))
    assert evening.bracket.rounds[0][0].winner == match.red
    evening.order(cmd.LiftKnockoutRuling(number=1, reason="plays after all"))
    assert not evening.bracket.rounds[0][0].is_decided


def test_before_the_draw_nobody_withdraws_from_a_bracket() -> None:
    gone = cmd.WithdrawKnockoutPlayer(knockout=1, player=persons(1)[0], reason="not well")
    with pytest.raises(MatchRefused, match="a knockout that is drawn"):
        Evening(4).order(gone)


def test_who_left_does_not_come_back_once_his_opponent_has_gone_on_without_a_match() -> None:
    evening = _drawn(4)
    gone, opponent = evening.bracket.rounds[0][0].players
    evening.order(cmd.WithdrawKnockoutPlayer(knockout=1, player=gone, reason="not well"))
    evening.play(1)
    evening.publish(2)
    assert opponent in evening.bracket.rounds[1][0].players
    with pytest.raises(MatchRefused, match="void the later matches first"):
        evening.order(cmd.ReturnKnockoutPlayer(knockout=1, player=gone, reason="well again"))


def test_where_neither_of_two_matches_has_a_winner_their_next_match_has_nobody() -> None:
    evening = _drawn(8)
    evening.publish(1)
    for number in (1, 2):
        _ruled(evening, number, decision=ev.KnockoutDecision.WALKOVER)
    empty = evening.bracket.rounds[1][0]
    assert (empty.players, empty.is_decided, empty.is_bye) == ((), True, True)


def test_rounds_are_taken_back_from_the_last() -> None:
    evening = Evening(4, ev.KnockoutDraw.EACH_ROUND)
    evening.draw()
    evening.play(1)
    evening.draw(2)
    with pytest.raises(MatchRefused, match="round: 1 is not possible"):
        evening.order(cmd.WithdrawKnockoutRound(knockout=1, round=1, reason="a wrong entry"))


def test_a_round_is_taken_back_while_nothing_of_it_was_played() -> None:
    evening = _drawn()
    evening.publish(1)
    taken = cmd.WithdrawKnockoutRound(knockout=1, round=1, reason="a wrong entry")
    evening.begun = frozenset({2})
    with pytest.raises(MatchRefused, match="begun in match 2"):
        evening.order(taken)
    evening.begun = frozenset()
    evening.order(taken)
    assert evening.bracket.rounds == ()
    assert evening.state.annulled == frozenset({1, 2, 3, 4})
    evening.draw()
    evening.publish(1)
    assert min(evening.knockout.numbers) == 5


def _at_the_semi_finals() -> Evening:
    """Eight players: the first semi-final is played, the final waits for the second."""
    evening = _drawn()
    evening.play(1)
    evening.publish(2)
    evening.win(evening.bracket.rounds[1][0])
    return evening


def test_a_quarter_final_winner_changed_after_the_semi_final_stops_all_that_rests_on_it() -> None:
    evening = _at_the_semi_finals()
    evening.outcomes[1] = PointOutcome(Side.RED, 4, LENGTH)
    (question,) = evening.bracket.questions
    assert question.went_on == evening.bracket.rounds[0][0].white
    assert question.later == (5,)
    evening.win(evening.bracket.rounds[1][1])
    with pytest.raises(MatchRefused, match="who goes through from match 1 of round 1"):
        evening.publish(3)
    with pytest.raises(MatchRefused, match="who goes through from match 1 of round 1"):
        _ruled(evening, 5, decision=ev.KnockoutDecision.FORFEIT)
    assert evening.podium == ()


def _resolve(evening: Evening, later: cmd.Later) -> tuple[ev.KnockoutEvent, ...]:
    seen = evening.bracket.rounds[0][0].winner
    assert isinstance(seen, PersonId)
    return evening.order(
        cmd.ResolveKnockoutWinner(
            knockout=1, round=1, place=1, later=later, reason="a score misread", seen=seen
        )
    )


def test_keeping_who_went_on_lets_the_semi_final_stand() -> None:
    evening = _at_the_semi_finals()
    went_on = evening.bracket.rounds[0][0].white
    evening.outcomes[1] = PointOutcome(Side.RED, 4, LENGTH)
    _resolve(evening, cmd.Later.KEEP)
    assert evening.bracket.questions == ()
    assert evening.bracket.rounds[0][0].winner == went_on
    evening.play(2)
    evening.play(3)
    assert evening.podium[0] == (went_on,)


def test_voiding_the_later_matches_of_that_branch_lets_the_right_player_play_them() -> None:
    evening = _at_the_semi_finals()
    evening.win(evening.bracket.rounds[1][1])
    evening.publish(3)
    evening.outcomes[1] = PointOutcome(Side.RED, 4, LENGTH)
    _resolve(evening, cmd.Later.VOID)
    assert evening.state.annulled == frozenset({5, 7})
    semi, other = evening.bracket.rounds[1]
    assert (semi.white, semi.is_ready) == (evening.bracket.rounds[0][0].red, True)
    assert other.is_decided
    evening.play(2)
    evening.play(3)
    assert evening.podium[0] == (evening.bracket.rounds[0][0].red,)


def test_a_decision_that_would_change_who_went_on_says_what_becomes_of_later_matches() -> None:
    evening = _at_the_semi_finals()
    ruling = {"decision": ev.KnockoutDecision.FORFEIT, "winner": evening.bracket.rounds[0][0].red}
    before = evening.state
    with pytest.raises(MatchRefused, match=r"later.*match 5"):
        _ruled(evening, 1, **ruling)
    assert evening.state == before
    events = _ruled(evening, 1, **ruling, later=cmd.Later.VOID)
    assert [type(each) for each in events] == [ev.KnockoutMatchRuled, ev.KnockoutMatchesVoided]
    assert evening.bracket.questions == ()


def test_a_winner_who_plays_on_as_a_lucky_loser_does_not_play_twice() -> None:
    evening = _drawn(11, ev.KnockoutDraw.EACH_ROUND)
    evening.play(1)
    evening.draw(2)
    lucky = sorted(player for match in evening.bracket.rounds[1] for player in match.lucky)[0]
    lost = next(match for match in evening.bracket.rounds[0] if lucky in match.players)
    assert lost.number is not None
    evening.outcomes[lost.number] = PointOutcome(Side.RED, 4, LENGTH)
    (question,) = evening.bracket.questions
    assert (question.must_keep, question.went_on) == (True, lost.white)
    resolve = {"knockout": 1, "round": 1, "place": lost.place, "reason": "misread", "seen": lucky}
    with pytest.raises(MatchRefused, match="lucky loser"):
        evening.order(cmd.ResolveKnockoutWinner(**resolve, later=cmd.Later.VOID))  # type: ignore[arg-type]
    evening.order(cmd.ResolveKnockoutWinner(**resolve, later=cmd.Later.KEEP))  # type: ignore[arg-type]
    evening.play_to_the_end()
    assert evening.podium


def test_a_question_answered_from_another_winner_than_there_is_now_is_not_settled() -> None:
    evening = _at_the_semi_finals()
    evening.outcomes[1] = PointOutcome(Side.RED, 4, LENGTH)
    with pytest.raises(ValuesChanged):
        evening.order(
            cmd.ResolveKnockoutWinner(
                knockout=1, round=1, place=1, later=cmd.Later.KEEP, reason="-", seen=None
            )
        )
