"""The match that `yalta demo` plays unless another is asked for."""

import pytest

from rules.room import Ending, Room
from simulator.demo import USUAL_SEED
from simulator.people import PlayerKind, playing_on, seated
from tests.simulator.in_process import TwoRooms
from tests.support.needs import NETS


@pytest.mark.parametrize(
    "kind", [PlayerKind.SENSIBLE, pytest.param(PlayerKind.GNUBG, marks=[NETS, pytest.mark.long])]
)
def test_games_of_the_usual_demo_end_in_every_common_way(kind: PlayerKind) -> None:
    with seated(kind) as seating:
        people = playing_on(seating)
        rooms = TwoRooms.seated(USUAL_SEED, timing=1, seating=people, games=6)
        results = rooms.play()
    first = results[1, Room.OPEN]
    assert (first.ending, first.left > 1) == (Ending.BEAROFF, True)
    endings = {result.ending for result in results.values()}
    assert endings == {Ending.BEAROFF, Ending.GAMMON, Ending.PASS}
