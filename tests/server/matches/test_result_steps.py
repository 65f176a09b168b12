"""When results were posted and what of them waits, read from a match's log (ruling 32)."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.room import Ending, Room
from server.matches.result_steps import result_steps
from tests.rules.duplicate.test_orders_at_random import interfered_with
from tests.support.endings import lost
from tests.support.examples import examples
from tests.support.rooms import Temper
from tests.support.stored import NOON


@examples(6)
@given(st.integers(min_value=0, max_value=2**32))
def test_whatever_is_ordered_the_last_step_says_what_waits_for_confirmation(seed: int) -> None:
    rooms = interfered_with(BACKGAMMON, seed, Temper(closed_speed=0.5, reader=True))
    times = [NOON + timedelta(seconds=number) for number in range(len(rooms.history))]
    steps = result_steps(zip(rooms.history, times, strict=True))
    closed = [
        at for event, at in zip(rooms.history, times, strict=True) if type(event) is ev.MatchClosed
    ]
    assert steps[0].at == closed[-1]
    assert steps[-1].unconfirmed == bool(rooms.state.unconfirmed)
    assert not result_steps(zip(rooms.history[:-1], times, strict=False)) or closed[-1] != times[-1]


@pytest.mark.parametrize("event", [ev.GameVoided, ev.GameStarted])
def test_a_match_that_goes_on_is_not_posted(event: type[ev.GameVoided | ev.GameStarted]) -> None:
    words: dict[str, Any] = {"by": "d", "reason": "wrong dice"}
    words = words if event is ev.GameVoided else {}
    again = event(game=1, attempt=1, **words)
    assert result_steps([(ev.MatchClosed(), NOON), (again, NOON)]) == ()


def test_no_result_of_a_game_that_is_not_played_any_more_waits() -> None:
    at: dict[str, Any] = {"attempt": 1, "room": Room.OPEN, "owner": None, "proposer": None}
    entered = [
        ev.ResultCorrected(
            **at,
            **lost(ending=Ending.BEAROFF, left=3, cube=1),
            game=game,
            by="Olena",
            reason="the sheet says so",
        )
        for game in (1, 2)
    ]
    confirmed = ev.ResultConfirmed(
        game=1,
        attempt=1,
        room=Room.OPEN,
        side=None,
        by="Petro",
        confirmer=ev.Confirmer.ACCOUNT,
        result=1,
    )
    shortened = ev.MatchShortened(games=1, reason="the hall closes")
    history: list[ev.Event] = [*entered, confirmed, ev.MatchClosed()]
    (waits,) = result_steps([(each, NOON) for each in history])
    assert waits.unconfirmed
    *_, last = result_steps([(each, NOON) for each in (*history, shortened)])
    assert not last.unconfirmed
