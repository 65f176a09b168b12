"""Who invites whom (ruling 18)."""

from hypothesis import given
from hypothesis import strategies as st

from rules.formats.ttt.match_decisions import invited_by, invites, pairs
from tests.rules.formats.ttt.tourneys import people


@given(st.integers(2, 60))
def test_everybody_meets_everybody_once_and_invites_half_of_them(count: int) -> None:
    order = people(count)
    met = [frozenset(pair) for pair in pairs(order)]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    for player in order:
        mine, theirs = invites(order, player), invited_by(order, player)
        assert abs(len(mine) - len(theirs)) <= 1
        assert (count % 2 == 1) <= (len(mine) == len(theirs))
        assert {*mine, *theirs, player} == set(order)


def test_of_twenty_four_players_everybody_makes_eleven_or_twelve_of_276_invitations() -> None:
    order = people(24)
    made = [len(invites(order, player)) for player in order]
    assert sum(made) == 276
    assert set(made) == {11, 12}
