"""Which game decided a match."""

import pytest

from rules.room import Room
from rules.scoring.swings import Gain, Swing, deciding_room, deciding_swing, swings
from rules.scoring.teams import TeamPlace


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
    ("points", "winner", "game"),
    [
        ((-3, 5, 0, 3, -2, -11), TeamPlace.AWAY, 6),
        ((4, 2, 3), TeamPlace.HOME, 1),
        ((4, -4, 1, 2), TeamPlace.HOME, 3),
        ((4, -9, 2, -1), TeamPlace.AWAY, 2),
        ((5, -6, 7, -7, 8), TeamPlace.HOME, 5),
    ],
)
def test_the_deciding_game_is_the_last_before_which_the_winner_was_not_ahead(
    points: tuple[int, ...], winner: TeamPlace, game: int
) -> None:
    decided = deciding_swing(of(*points), winner)
    assert decided is not None
    assert decided.game == game


@pytest.mark.parametrize(
    ("points", "winner"),
    [((), TeamPlace.HOME), ((3, -3), None), ((3, -3), TeamPlace.HOME), ((3,), TeamPlace.AWAY)],
)
def test_a_match_that_is_level_was_decided_by_no_game(
    points: tuple[int, ...], winner: TeamPlace | None
) -> None:
    assert deciding_swing(of(*points), winner) is None


@pytest.mark.parametrize(
    ("opened", "closed", "room"), [(-1, -10, Room.CLOSED), (-9, 3, Room.OPEN), (-4, -4, None)]
)
def test_the_room_that_decided_is_the_one_that_brought_the_winner_more(
    opened: int, closed: int, room: Room | None
) -> None:
    swing = swings([Gain(1, Room.OPEN, opened), Gain(1, Room.CLOSED, closed)])[0]
    assert deciding_room(swing, TeamPlace.AWAY) is room


def test_at_one_table_no_room_is_named() -> None:
    assert deciding_room(of(2)[0], TeamPlace.HOME) is None
