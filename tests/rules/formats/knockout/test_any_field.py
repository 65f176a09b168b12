"""What holds for every number of players, whoever wins and whoever leaves."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import commands as cmd
from rules import events as ev
from rules.formats.knockout.draws import power_of_two
from rules.formats.knockout.state import placings
from rules.identities import PersonId
from rules.position import Side
from tests.rules.formats.knockout.evening import Evening, persons
from tests.support.examples import examples

ALL_FIELDS = range(2, 65)
FIELDS = [
    count
    if count in (2, 3, 4, 5, 7, 8, 9, 16, 21, 33)
    else pytest.param(count, marks=pytest.mark.long)
    for count in ALL_FIELDS
]
seeds = st.binary(min_size=16, max_size=16)


@pytest.mark.parametrize("draw", ev.KnockoutDraw)
@pytest.mark.parametrize("count", FIELDS)
def test_every_field_ends_in_one_winner_and_everybody_has_a_place(
    count: int, draw: ev.KnockoutDraw
) -> None:
    evening = Evening(count, draw)
    evening.draw()
    evening.play_to_the_end()
    first, second, *third = evening.podium
    assert (len(first), len(second), len(third)) == (1, 1, 0 if count == 2 else 1)
    placed = placings(evening.knockout, evening.outcomes)
    assert sorted(player for each in placed for player in each.players) == list(persons(count))
    ends = [0, *(each.last for each in placed)]
    assert [(each.first, each.last) for each in placed] == [
        (before + 1, before + len(each.players)) for before, each in zip(ends, placed, strict=False)
    ]


@pytest.mark.parametrize("count", FIELDS)
def test_a_bracket_has_byes_in_its_first_round_only_and_no_two_of_them_meet(count: int) -> None:
    evening = Evening(count)
    evening.draw()
    first, *later = evening.bracket.rounds
    assert sum(match.is_bye for match in first) == power_of_two(count) - count
    assert all(match.players for match in first)
    assert not any(match.is_bye for matches in later for match in matches)
    halves = [
        sum(match.is_bye for match in half)
        for half in (first[: len(first) // 2], first[len(first) // 2 :])
    ]
    assert len(first) == 1 or abs(halves[0] - halves[1]) <= 1


@examples(25)
@given(st.integers(2, 64), st.sampled_from(ev.KnockoutDraw), seeds, st.data())
def test_nobody_plays_twice_in_a_round_and_nobody_goes_on_who_has_lost(
    count: int, draw: ev.KnockoutDraw, seed: bytes, data: st.DataObject
) -> None:
    evening = Evening(count, draw, seed)
    evening.draw()
    round_ = 1
    while round_ <= evening.bracket.rounds_in_all:
        if round_ > len(evening.bracket.rounds):
            evening.draw(round_)
        if any(match.is_ready for match in evening.bracket.rounds[round_ - 1]):
            evening.publish(round_)
        matches = evening.bracket.rounds[round_ - 1]
        playing = Counter(player for match in matches for player in match.players)
        assert set(playing.values()) == {1}
        lucky = {player for match in matches for player in match.lucky}
        if round_ > 1:
            before = evening.bracket.rounds[round_ - 2]
            winners = {match.winner for match in before}
            assert playing.keys() - lucky <= winners
            assert lucky.isdisjoint(winners)
        for match in matches:
            if match.number is not None:
                evening.win(match, data.draw(st.sampled_from(Side)))
        round_ += 1
    assert evening.podium


@examples(25)
@given(st.integers(2, 64), seeds)
def test_two_lucky_losers_never_meet_in_round_two_and_none_has_a_bye(
    count: int, seed: bytes
) -> None:
    evening = Evening(count, ev.KnockoutDraw.EACH_ROUND, seed)
    evening.draw()
    assert sum(match.is_bye for match in evening.bracket.rounds[0]) == count % 2
    evening.play(1)
    if evening.bracket.rounds_in_all == 1:
        return
    evening.draw(2)
    second = evening.bracket.rounds[1]
    assert len(second) == power_of_two((count + 1) // 2) // 2
    assert all(len(match.lucky) < 2 for match in second)
    assert not any(match.is_bye for match in second if match.lucky)
    filled = power_of_two((count + 1) // 2) - (count + 1) // 2
    assert sum(len(match.lucky) for match in second) == min(filled, count // 2)


@examples(25)
@given(st.integers(5, 64), seeds, st.data())
def test_too_few_who_may_be_lucky_losers_leave_byes(
    count: int, seed: bytes, data: st.DataObject
) -> None:
    evening = Evening(count, ev.KnockoutDraw.EACH_ROUND, seed)
    evening.draw()
    evening.play(1)
    matches = [each for each in evening.bracket.rounds[0] if each.number is not None]
    forfeited = data.draw(st.lists(st.sampled_from(matches), unique_by=lambda each: each.place))
    for match in forfeited:
        assert match.number is not None
        evening.order(
            cmd.RuleKnockoutMatch(
                number=match.number,
                decision=ev.KnockoutDecision.FORFEIT,
                winner=match.players[0],
                reason="slow play",
            )
        )
    evening.draw(2)
    second = evening.bracket.rounds[1]
    lucky = {player for match in second for player in match.lucky}
    assert lucky.isdisjoint(match.players[1] for match in forfeited)
    missing = power_of_two((count + 1) // 2) - (count + 1) // 2
    eligible = len(matches) - len(forfeited)
    assert len(lucky) == min(missing, eligible)
    assert sum(match.is_bye for match in second) == missing - len(lucky)


@examples(25)
@given(st.integers(2, 33), st.sampled_from(ev.KnockoutDraw), seeds, st.data())
def test_whoever_leaves_and_when_the_others_play_to_one_winner(
    count: int, draw: ev.KnockoutDraw, seed: bytes, data: st.DataObject
) -> None:
    evening = Evening(count, draw, seed)
    evening.draw()
    left = set(persons(count))
    round_ = 1
    while round_ <= evening.bracket.rounds_in_all:
        if round_ > len(evening.bracket.rounds):
            evening.draw(round_)
        leaving = data.draw(st.lists(st.sampled_from(sorted(left)), unique=True, max_size=3))
        for player in leaving[: len(left) - 1]:
            evening.order(cmd.WithdrawKnockoutPlayer(knockout=1, player=player, reason="a train"))
            left.discard(player)
        evening.play(round_)
        assert not evening.bracket.questions
        assert all(match.is_decided for match in evening.bracket.rounds[round_ - 1])
        round_ += 1
    assert evening.podium
    placed = placings(evening.knockout, evening.outcomes)
    assert sorted(player for each in placed for player in each.players) == list(persons(count))


def test_where_everybody_leaves_who_would_go_on_the_last_to_leave_has_won() -> None:
    evening = Evening(8, ev.KnockoutDraw.EACH_ROUND)
    evening.draw()
    evening.play(1)
    evening.draw(2)
    evening.play(2)
    semifinals = evening.bracket.rounds[1]
    finalists = [match.winner for match in semifinals if isinstance(match.winner, PersonId)]
    for player in reversed(finalists):
        evening.order(cmd.WithdrawKnockoutPlayer(knockout=1, player=player, reason="a train"))
    losers = tuple(match.players[1] for match in semifinals)
    assert evening.podium == ((finalists[0],), (finalists[1],), losers)
