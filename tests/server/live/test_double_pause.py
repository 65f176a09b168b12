"""The pause behind a public double: as long at every one, whatever is held back."""

from datetime import timedelta

from rules import events as ev
from rules.room import Ending
from server.live import facts as fx
from server.live.doubles import MOST_ANSWERS, Crowd, DoublePause
from server.live.public_match import PublicMatch
from server.values.double_answers import DoubleKey, Tally
from tests.server.live.by_hand import (
    BEGUN,
    CLOSED_PLAY,
    OPEN,
    RED,
    WHITE,
    doubled,
    finished,
    kinds,
    public_match,
    ready,
)
from tests.support.ids import match_id
from tests.support.rooms import started
from tests.support.stored import NOON

PAUSE = timedelta(seconds=20)
PLAYED = (*BEGUN, CLOSED_PLAY)
OPENED = (started(), ev.GameStarted(game=1, attempt=1), *PLAYED)
TAKEN = (*doubled(OPEN, RED, 1, ev.DoubleTaken), ready(RED, 1))
PASSED = (
    *doubled(OPEN, RED, 1, ev.DoublePassed),
    finished(OPEN, WHITE, Ending.PASS),
    ready(RED, 1),
)
DOUBLE = DoubleKey(match_id(1), 1, 1, RED, 1)


def public(*events: ev.Event, tally: Tally | None = None) -> PublicMatch:
    """A game both rooms began, these events, and what watchers answered to its double."""
    return public_match(*PLAYED, *events, double_pause=PAUSE, tallies={DOUBLE: tally}.get)


def test_the_answer_to_a_double_follows_after_the_pause() -> None:
    match = public(*TAKEN)
    assert kinds(match.items)[-2:] == ["PlayShown", "CubeActed"]
    assert match.snapshot().asked
    assert match.after(NOON + PAUSE - timedelta(microseconds=1)) == ()
    (taken,) = match.after(NOON + PAUSE)
    assert isinstance(taken.fact, fx.CubeActed)
    assert taken.fact.step is fx.CubeStep.TAKEN
    assert not match.snapshot().asked


def test_until_then_a_take_and_a_pass_are_the_same_to_the_public() -> None:
    taken, passed = public(*TAKEN), public(*PASSED)
    assert taken.items == passed.items
    assert taken.snapshot() == passed.snapshot()
    assert taken.paused_until == passed.paused_until == NOON + PAUSE


def test_a_double_pauses_as_long_when_its_answer_has_not_been_given() -> None:
    offer, *_ = TAKEN
    match = public(ready(RED, 1), offer)
    assert match.paused_until == NOON + PAUSE
    assert not match.holds_back
    assert match.after(NOON + PAUSE) == ()
    taken = ev.DoubleTaken(game=1, attempt=1, room=OPEN, side=RED, turn=1, cube=2)
    assert kinds(match.take(taken, NOON + 2 * PAUSE)) == ["CubeActed"]


def test_what_watchers_answered_is_told_just_before_the_answer() -> None:
    match = public(*PASSED, tally=Tally(12, 5))
    answered, *rest = match.after(NOON + PAUSE)
    assert answered.fact == fx.WatchersAnswered(game=1, side=RED, turn=1, takes=12, passes=5)
    assert kinds(rest) == ["CubeActed", "OpenGameFinished"]


def test_nobody_hears_what_watchers_answered_before_the_player_has() -> None:
    offer, taken = doubled(OPEN, RED, 1, ev.DoubleTaken)
    match = public(ready(RED, 1), offer, tally=Tally(12, 5))
    assert match.after(NOON + PAUSE) == ()
    assert not match.snapshot().asked
    assert kinds(match.take(taken, NOON + 2 * PAUSE)) == ["WatchersAnswered", "CubeActed"]


def test_a_double_that_waited_itself_pauses_as_long_from_when_it_is_told() -> None:
    first, second = (
        fx.CubeActed(game=1, side=side, turn=1, step=fx.CubeStep.OFFERED, cube=cube)
        for side, cube in ((WHITE, 2), (RED, 4))
    )
    over = fx.GameOpened(game=2, attempt=1)
    pause = DoublePause(PAUSE)
    assert [each.fact for each in pause.take([first, second, over], NOON)] == [first]
    assert [*pause.after(NOON + PAUSE)] == [(second, NOON + PAUSE)]
    assert pause.until == NOON + 2 * PAUSE
    assert [*pause.after(NOON + 2 * PAUSE)] == [(over, NOON + 2 * PAUSE)]


def test_with_no_pause_everything_passes_at_once() -> None:
    match = public_match(*PLAYED, *PASSED)
    assert kinds(match.items)[-3:] == ["CubeActed", "CubeActed", "OpenGameFinished"]
    assert not match.snapshot().asked


async def test_at_most_so_many_watchers_are_counted_and_each_may_think_again() -> None:
    crowd = Crowd()
    assert all(crowd.answer(DOUBLE, str(each), takes=True) for each in range(MOST_ANSWERS))
    assert not crowd.answer(DOUBLE, "one more", takes=False)
    assert crowd.answer(DOUBLE, "7", takes=False)
    assert crowd.tally(DOUBLE) is None
    await crowd.close(DOUBLE)
    assert crowd.tally(DOUBLE) == Tally(MOST_ANSWERS - 1, 1)


async def test_a_double_that_nobody_answered_has_no_tally() -> None:
    crowd = Crowd()
    await crowd.close(DOUBLE)
    assert crowd.tally(DOUBLE) is None


async def test_answers_that_could_not_be_kept_are_not_told() -> None:
    def full(_double: DoubleKey, _tally: Tally) -> None:
        raise OSError("no space left on device")

    crowd = Crowd(keep=full)
    crowd.answer(DOUBLE, "somebody", takes=True)
    await crowd.close(DOUBLE)
    assert crowd.tally(DOUBLE) is None
