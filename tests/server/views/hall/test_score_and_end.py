"""The score on a tile and when its match is expected to end, for each who may know other facts."""

from dataclasses import replace
from datetime import timedelta

from rules import events as ev
from rules.any_match import AnyMatchState
from rules.dice import Roll
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.teams import PerTeam
from server.access import Sight, Visitor
from server.views.hall.tiles import expected_end, tile_of
from server.views.match.values import MatchView, Surroundings, match_view
from tests.server.views.hall.seen import (
    CLERKS,
    DIRECTOR,
    ENGLISH,
    NOON,
    Follower,
    at_tables,
    opening,
)
from tests.support.ids import NAMES, match_id

MINUTES = timedelta(minutes=20)
BEGAN = NOON - timedelta(minutes=8)


def lost(game: int, room: Room, loser: Side) -> ev.GameFinished:
    return ev.GameFinished(
        game=game, attempt=1, room=room, loser=loser, ending=Ending.BEAROFF, left=3, cube=1
    )


def seen(follower: Follower, visitor: Visitor, shown: Sight = Sight.BY_ROLE) -> MatchView:
    """The match for a visitor, its games reckoned with twenty minutes."""
    around = Surroundings(
        {},
        follower.waits.of(match_id(1)),
        NAMES,
        first_dice=follower.waits.first_dice(match_id(1)),
        minutes=20,
    )
    return match_view(follower.record, visitor, around, shown)


def begun() -> Follower:
    """White has opened game 1 eight minutes ago; the closed room has no dice yet."""
    follower = at_tables()
    follower.hours.now = BEGAN
    follower.tell(opening())
    follower.hours.now = NOON
    return follower


def test_the_score_is_of_all_results_for_who_sees_both_rooms_and_of_the_own_room_else() -> None:
    follower = begun()
    follower.tell(lost(1, Room.OPEN, Side.RED))
    both = seen(follower, DIRECTOR).sums
    assert both is not None
    assert both.home > 0
    assert seen(follower, CLERKS[Room.OPEN]).sums == both
    assert seen(follower, CLERKS[Room.CLOSED]).sums == PerTeam(0, 0)
    plays = seen(follower, DIRECTOR, Sight.NOTHING)
    assert plays.sums == PerTeam(0, 0)
    tile = tile_of(seen(follower, CLERKS[Room.OPEN]), ENGLISH, NOON)
    assert (tile.score, tile.unit) == (both, "IMP in this room")


def test_a_match_of_four_games_ends_four_games_after_its_first_dice() -> None:
    view = seen(begun(), DIRECTOR)
    assert expected_end(view, None, NOON) == NOON + 4 * MINUTES - timedelta(minutes=5)
    assert tile_of(view, ENGLISH, NOON).times == "ends about 13:15"


def test_a_planned_match_says_from_when_it_is_to_be_played() -> None:
    planned = seen(Follower(), DIRECTOR)
    tonight, tomorrow = NOON + timedelta(hours=8), NOON + timedelta(days=1)
    assert tile_of(planned, ENGLISH, NOON).times == ""
    assert tile_of(planned, ENGLISH, NOON, starts=tonight).times == "from 20:00"
    assert "12:00" in tile_of(planned, ENGLISH, NOON, starts=tomorrow).times
    assert tile_of(planned, ENGLISH, NOON, starts=tomorrow).times != "from 12:00"
    assert tile_of(seen(begun(), DIRECTOR), ENGLISH, NOON, starts=tonight).times.startswith("ends")


def test_a_game_that_takes_longer_than_planned_is_expected_to_end_at_any_moment() -> None:
    late = NOON + timedelta(hours=1)
    assert expected_end(seen(begun(), DIRECTOR), None, late) == late + 3 * MINUTES


def test_the_closed_room_expects_an_end_once_it_has_dice_itself() -> None:
    follower, clerk = begun(), CLERKS[Room.CLOSED]
    assert expected_end(seen(follower, clerk), None, NOON) is None
    follower.tell(ev.RollReleased(game=1, attempt=1, side=Side.WHITE, turn=1, dice=Roll(4, 2)))
    assert expected_end(seen(follower, clerk), None, NOON) == NOON + 4 * MINUTES


def test_whoever_plays_in_the_match_has_the_end_that_the_public_can_reckon() -> None:
    view = seen(begun(), DIRECTOR, Sight.NOTHING)
    assert expected_end(view, None, NOON) is None
    assert expected_end(view, (1, NOON), NOON) == NOON + 4 * MINUTES


def test_nothing_is_expected_of_a_match_that_is_not_played() -> None:
    assert expected_end(seen(Follower(), DIRECTOR), None, NOON) is None
    follower = begun()
    state: AnyMatchState | None = follower.record.state
    assert state is not None
    follower.record = replace(follower.record, state=replace(state, over=True))
    assert expected_end(seen(follower, DIRECTOR), None, NOON) is None
