"""Real matches through sensors: every position is reproduced, whatever the board can sense."""

import pytest

from tests.support.needs import transcribed_matches
from tests.support.sensed_matches import HALF_DEAD, KINDS, games_of, share


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_position_of_real_matches_is_reproduced(kind: str) -> None:
    found = share(list(games_of(transcribed_matches())), KINDS[kind])
    print(f"{kind}: {found}")
    assert found.plays > 1000
    assert found.asked <= found.plays // (2 if kind == HALF_DEAD else 100)
    if KINDS[kind].are_exact:
        assert found.asked == 0


def test_a_real_match_is_reproduced_by_the_poorest_sensors() -> None:
    games = list(games_of(transcribed_matches()))[:3]
    assert share(games, KINDS["the same, two dead points"]).plays > 60
