"""Who plays in a TTT: entered, taken out before the draw, removed and back behind it."""

import pytest

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.formats.ttt.state import TttState
from rules.identities import PersonId
from tests.rules.formats.ttt.tourneys import after, drawn_ttt, forfeited, people

RULES = cmd.SetTttRules(cap=27, removal_at=12, move_hours=12)
FIRST, SECOND, THIRD = people(3)


def entered(count: int = 3) -> TttState:
    return after(TttState(), RULES, cmd.EnterTttPlayers(players=people(count)))


def test_who_is_taken_out_before_the_draw_is_in_no_group() -> None:
    state = after(entered(), cmd.TakeOutTttPlayer(player=SECOND))
    assert state.players == (FIRST, THIRD)
    assert {*after(state, cmd.DrawTtt(groups=1, seen=2)).groups[0]} == {FIRST, THIRD}


@pytest.mark.parametrize(
    ("players", "field"),
    [((FIRST,), FIRST), ((PersonId("p09"), PersonId("p09")), PersonId("p09")), ((), 3)],
)
def test_nobody_is_entered_twice_and_somebody_has_to_be(
    players: tuple[PersonId, ...], field: object
) -> None:
    with pytest.raises(MatchRefused) as refused:
        after(entered(), cmd.EnterTttPlayers(players=players))
    assert (refused.value.field, refused.value.value) == ("players", field)


def test_one_player_alone_cannot_be_drawn() -> None:
    with pytest.raises(MatchRefused, match="two players or more"):
        after(entered(1), cmd.DrawTtt(groups=1, seen=1))


def test_a_draw_on_which_a_mini_ttt_rests_stays() -> None:
    state = drawn_ttt(3)
    with pytest.raises(MatchRefused, match="a group that is finished"):
        after(state, cmd.DrawMiniTtt(group=1))
    removed = after(state, cmd.RemoveTttPlayer(player=FIRST, reason="ill"))
    with pytest.raises(MatchRefused, match="nobody was removed"):
        after(removed, cmd.WithdrawTttDraw(reason="drawn too early"))


def test_who_was_removed_by_the_director_comes_back() -> None:
    removed = after(drawn_ttt(3), cmd.RemoveTttPlayer(player=FIRST, reason="ill"))
    assert FIRST in removed.removed
    back = after(removed, cmd.ReturnTttPlayer(player=FIRST, reason="well again"))
    assert not back.removed
    with pytest.raises(MatchRefused, match="player"):
        after(back, cmd.ReturnTttPlayer(player=FIRST, reason="once more"))


def test_who_has_timed_out_too_often_comes_back_by_no_order() -> None:
    state = drawn_ttt(4, removal_at=2)
    sleeper, other, third, _ = state.groups[0]
    state = forfeited(forfeited(state, 1, sleeper, other), 2, sleeper, third)
    assert sleeper in state.removed
    with pytest.raises(MatchRefused, match="timed out in fewer than 2 games"):
        after(state, cmd.ReturnTttPlayer(player=sleeper, reason="the site was down"))
