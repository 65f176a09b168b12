"""A duplicate match of Grand Trictrac as it is really played: twelve trous in both rooms."""

from pathlib import Path
from typing import Any

import pytest

from rules import events as ev
from rules.games.game import HoleChoice
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import Ending, Room
from tests.end_to_end.match_run import dice_by_turn, play_match, refused_in_killed
from tests.end_to_end.test_long_gammon import Spectator

SEED = 5
KILLED_AFTER = (333, 901)
"""Changes at the boards after which the server is killed and started again."""


@pytest.mark.long(20)
async def test_a_match_of_trictrac_runs_through_crashes_from_the_dice_to_the_trous_compared(
    tmp_path: Path,
) -> None:
    spectator = Spectator()
    run = await play_match(
        tmp_path, SEED, KILLED_AFTER, game=TRICTRAC, games=1, visit=spectator.visit
    )

    assert run.kills == len(KILLED_AFTER)
    assert not refused_in_killed(run.log)
    _both_rooms_had_the_same_dice(run.log)
    _a_side_that_went_or_was_off_threw_again(run.log)
    _the_protocol_compares_the_trous_of_both_rooms(run.protocol, run.log)
    assert 'game="trictrac"' in spectator.page
    assert spectator.pdf.startswith(b"%PDF")
    state = spectator.feed
    assert (state["game_name"], state["phase"], state["imp"]) == ("trictrac", "over", None)
    assert {result["ending"] for result in state["results"]} == {Ending.TROUS.value}


def _both_rooms_had_the_same_dice(log: list[ev.Event]) -> None:
    thrown = dice_by_turn(log)
    released = {
        (e.game, e.attempt, e.side, e.turn): e.dice for e in log if isinstance(e, ev.RollReleased)
    }
    assert released
    assert released.items() <= thrown.items()
    assert len([e for e in log if isinstance(e, ev.OpeningDecided)]) == 1


def _a_side_that_went_or_was_off_threw_again(log: list[ev.Event]) -> None:
    went = [e for e in log if isinstance(e, ev.ChoiceMade) and e.choice is HoleChoice.GO]
    assert {event.room for event in went} <= set(Room)
    for choice in went:
        later = [
            e
            for e in log[log.index(choice) :]
            if isinstance(e, ev.PlayMade | ev.ChoiceMade | ev.GameFinished)
            and e.room is choice.room
            and e is not choice
        ]
        following = later[0]
        if isinstance(following, ev.TurnEvent):
            assert (following.side, following.turn) == (choice.side, choice.turn + 1)


def _the_protocol_compares_the_trous_of_both_rooms(
    protocol: dict[str, Any], log: list[ev.Event]
) -> None:
    finished = {e.room: e for e in log if isinstance(e, ev.GameFinished)}
    assert set(finished) == set(Room)
    assert {event.ending for event in finished.values()} == {Ending.TROUS}
    home_open, away_open = finished[Room.OPEN].tally
    away_closed, home_closed = finished[Room.CLOSED].tally
    assert protocol["complete"]
    assert protocol["table_title"] == "Trous compared: house rule"
    assert protocol["home"]["tally"] == home_open + home_closed
    assert protocol["away"]["tally"] == away_open + away_closed
    marked = [e for e in log if isinstance(e, ev.PointsMarked)]
    for room, event in finished.items():
        last = [e for e in marked if e.room is room][-1]
        assert event.tally == (last.white.holes, last.red.holes)
        assert max(event.tally) == event.tally[list(Side).index(event.loser.opponent)] == 12
