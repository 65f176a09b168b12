from random import Random

import pytest

from players.gnubg_nets import NetsUnavailable
from players.gnubg_player import GnubgPlayer
from players.long_gammon_player import LongGammonPlayer
from players.player import RandomPlayer
from players.sensible_player import SensiblePlayer
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.long_gammon import LONG_GAMMON
from rules.position import Side
from rules.room import Room
from simulator.people import Moment, People, PlayerKind, seated
from tests.support.needs import NETS

START = BACKGAMMON.start()


def test_people_of_each_kind_are_seated_on_request() -> None:
    for kind, player in ((PlayerKind.SENSIBLE, SensiblePlayer), (PlayerKind.RANDOM, RandomPlayer)):
        with seated(kind) as seating:
            assert isinstance(seating(Room.OPEN, Side.WHITE, Random(1)), player)


def test_long_gammon_has_players_of_its_own_and_none_by_the_nets() -> None:
    with seated(PlayerKind.AUTO, LONG_GAMMON) as seating:
        assert isinstance(seating(Room.OPEN, Side.WHITE, Random(1)), LongGammonPlayer)
    with (
        pytest.raises(NetsUnavailable, match="do not play long-gammon"),
        seated(PlayerKind.GNUBG, LONG_GAMMON),
    ):
        pass


@NETS
def test_the_nets_are_taken_where_they_are_installed() -> None:
    with seated(PlayerKind.AUTO) as seating:
        assert isinstance(seating(Room.OPEN, Side.WHITE, Random(1)), GnubgPlayer)


@NETS
def test_home_judges_without_error_in_the_open_room_and_away_with_some() -> None:
    """The best two plays of an opening 6-4 are worth nearly the same."""
    with seated(PlayerKind.GNUBG) as seating:
        home, away = (
            {
                seating(Room.OPEN, side, Random(chance)).choose_play(START, side, Roll(6, 4), 1)
                for chance in range(30)
            }
            for side in (Side.WHITE, Side.RED)
        )
    assert len(home) == 1
    assert len(away) > 1


@NETS
def test_people_with_nets_answer_equal_questions_equally_in_any_order() -> None:
    moments = [Moment(1, 1, side, turn) for side in Side for turn in (1, 2, 3)]
    with seated(PlayerKind.GNUBG) as seating:
        first, second = (People(7, Room.OPEN, seating) for _ in range(2))
        answers = {at: first.play(at, START, Roll(6, 4)) for at in moments}
        again = {at: second.play(at, START, Roll(6, 4)) for at in reversed(moments)}
    assert answers == again
