"""Where a match turned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.room import Room
from rules.scoring.swings import Gain, Swing, levelled, swings, turning_point
from rules.scoring.teams import TeamPlace, ahead


def of(*points: int) -> tuple[Swing, ...]:
    return swings(Gain(game, Room.OPEN, each) for game, each in enumerate(points, start=1))


def test_each_game_has_what_both_rooms_brought_and_the_lead_before_it() -> None:
    found = swings(
        [
            Gain(2, Room.OPEN, 4),
            Gain(1, Room.OPEN, 5),
            Gain(1, Room.CLOSED, -8),
            Gain(2, Room.CLOSED, 0),
        ]
    )
    assert [(each.game, each.points, each.before, each.after) for each in found] == [
        (1, -3, 0, -3),
        (2, 4, -3, 1),
    ]


@pytest.mark.parametrize(
    ("points", "winner", "lead", "late", "most"),
    [
        ((-3, 5, 0, 3, -2, -11), TeamPlace.AWAY, 6, True, [6]),
        ((4, 2, 3), TeamPlace.HOME, 1, False, [1]),
        ((4, -4, 1, 2), TeamPlace.HOME, 3, True, [1]),
        ((4, -9, 2, -1), TeamPlace.AWAY, 2, False, [2]),
        ((5, -6, 7, -7, 8), TeamPlace.HOME, 5, True, [5]),
        ((-19, 11, -20, -24, 24, 3, -24), TeamPlace.AWAY, 1, False, [4, 7]),
        ((0, 3), TeamPlace.HOME, 2, True, [2]),
    ],
)
def test_a_match_turned_in_its_second_half_or_was_led_throughout(
    points: tuple[int, ...], winner: TeamPlace, lead: int, late: bool, most: list[int]
) -> None:
    point = turning_point(of(*points), winner)
    assert point is not None
    assert (point.lead.game, point.late) == (lead, late)
    assert [swing.game for swing in point.most] == most
    assert point.told.game == (lead if late else most[0])


@pytest.mark.parametrize(
    ("points", "winner"),
    [
        ((), TeamPlace.HOME),
        ((3, -3), None),
        ((3, -3), TeamPlace.HOME),
        ((3, 1), TeamPlace.AWAY),
        ((3,), TeamPlace.HOME),
    ],
)
def test_a_draw_and_a_match_of_one_game_turned_nowhere(
    points: tuple[int, ...], winner: TeamPlace | None
) -> None:
    assert turning_point(of(*points), winner) is None


@given(st.lists(st.integers(-24, 24), max_size=12))
def test_from_the_turn_on_the_winner_leads_and_before_it_did_not(points: list[int]) -> None:
    found = of(*points)
    winner = ahead(sum(points))
    point = turning_point(found, winner)
    if winner is None or len(points) == 1:
        assert point is None
        return
    assert point is not None
    sign = 1 if winner is TeamPlace.HOME else -1
    at = found.index(point.lead)
    assert point.lead.before * sign <= 0 < point.lead.points * sign
    assert all(swing.after * sign > 0 for swing in found[at:])
    assert point.late == (len(found[: at + 1]) > len(found[at + 1 :]))
    assert max(swing.points * sign for swing in found) == point.most[0].points * sign


@given(st.lists(st.integers(-24, 24), min_size=2, max_size=12))
def test_seen_from_the_other_team_a_match_turned_in_the_same_game(points: list[int]) -> None:
    mine = turning_point(of(*points), ahead(sum(points)))
    other = turning_point(of(*(-each for each in points)), ahead(-sum(points)))
    assert (mine and mine.told.game) == (other and other.told.game)


@pytest.mark.parametrize(
    ("points", "game"),
    [((0, 0, -8, 8), 4), ((5, -5, 0, 0), 2), ((3, 4, -7), 3), ((0, 0), None), ((3, 4), None)],
)
def test_a_draw_is_told_by_the_last_game_that_gained_anything(
    points: tuple[int, ...], game: int | None
) -> None:
    found = levelled(of(*points))
    assert (found and found.game) == game
