"""The pause behind a public double: as long at every one, whatever is held back."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.games.known_games import GAMES
from rules.room import Ending
from server.live import facts as fx
from server.live.doubles import NO_PAUSE, DoublePause, PauseRule, Published
from server.live.hub import LiveHub
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
from tests.support.rooms import scheduled, started
from tests.support.stored import NOON, stored

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
    return public_match(*PLAYED, *events, pause=PauseRule(PAUSE), tallies={DOUBLE: tally}.get)


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
    pause = DoublePause(PauseRule(PAUSE))
    assert [each.fact for each in pause.take([first, second, over], NOON)] == [first]
    assert [*pause.after(NOON + PAUSE)] == [(second, NOON + PAUSE)]
    assert pause.until == NOON + 2 * PAUSE
    assert [*pause.after(NOON + 2 * PAUSE)] == [(over, NOON + 2 * PAUSE)]


def test_with_no_pause_everything_passes_at_once() -> None:
    match = public_match(*PLAYED, *PASSED)
    assert kinds(match.items)[-3:] == ["CubeActed", "CubeActed", "OpenGameFinished"]
    assert not match.snapshot().asked


def watched(double: fx.CubeActed) -> tuple[fx.PublicFact, ...]:
    """What watchers have answered: to every double but those at turn 3."""
    if double.turn == 3:
        return ()
    answered = fx.WatchersAnswered(
        game=1, side=double.side, turn=double.turn, takes=double.turn, passes=0
    )
    return (answered,)


CUBES = st.builds(
    fx.CubeActed,
    game=st.just(1),
    side=st.sampled_from([WHITE, RED]),
    turn=st.integers(1, 5),
    step=st.sampled_from(fx.CubeStep),
    cube=st.just(2),
)
GAPS = st.integers(0, 40).map(lambda seconds: timedelta(seconds=seconds))


@given(
    steps=st.lists(st.tuples(GAPS, st.lists(CUBES, max_size=3)), max_size=12),
    rule=st.builds(PauseRule, GAPS, st.integers(0, 300).map(lambda s: NOON + timedelta(seconds=s))),
)
def test_a_pause_tells_the_same_in_the_same_order_later(
    steps: list[tuple[timedelta, list[fx.CubeActed]]], rule: PauseRule
) -> None:
    """Whenever pauses were asked for: so no number of an item rests on them."""
    paused, at_once = DoublePause(rule, watched), DoublePause(NO_PAUSE, watched)
    told, expected, now = list[Published](), list[Published](), NOON
    for gap, facts in steps:
        now += gap
        told += [*paused.after(now), *paused.take(facts, now)]
        expected += at_once.take(facts, now)
        assert [each.fact for each in told] == [each.fact for each in expected[: len(told)]]
    while paused.until is not None:
        told += paused.after(paused.until)
    assert [each.fact for each in told] == [each.fact for each in expected]
    assert all(late.at >= early.at for late, early in zip(told, expected, strict=True))


def test_what_was_told_before_pauses_were_asked_for_is_not_taken_back() -> None:
    hub = LiveHub(GAMES, lambda *_: {}, clock=lambda: NOON)
    known = stored(1, (scheduled(), *OPENED, *TAKEN), NOON - timedelta(seconds=1))
    hub.begin(known)
    told = [*hub.items(match_id(1))]
    hub.pause_at_doubles(PAUSE, nobody_answered)
    assert hub.double_asked(match_id(1)) is None
    hub.receive(known)
    assert hub.items(match_id(1)) == told


async def nobody_answered(_double: DoubleKey) -> None:
    """Nobody did."""


async def test_a_double_of_a_match_that_is_under_way_pauses_from_then_on() -> None:
    hub = LiveHub(GAMES, lambda *_: {}, clock=lambda: NOON)
    hub.begin(stored(1, (scheduled(), *OPENED), NOON))
    hub.pause_at_doubles(PAUSE, nobody_answered)
    hub.receive(stored(1, TAKEN, NOON))
    assert hub.double_asked(match_id(1)) == (hub.items(match_id(1))[-1].number, DOUBLE)
