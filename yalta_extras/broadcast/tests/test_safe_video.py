"""Up to which time a camera's picture may be shown, compared with what the public's feed tells."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.events import Embargo
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.room import Room
from server.live import facts as fx
from server.live.doubles import NO_PAUSE, PauseRule
from server.live.public_match import PublicMatch
from server.values.stored_events import StoredEvent
from tests.server.live.following import whole_match
from tests.support.stored import stored
from yalta_extras.broadcast.safe_video import SafeVideo

START = datetime(2026, 5, 1, 14, tzinfo=UTC)
STEP = timedelta(seconds=7)


def timed(events: Sequence[ev.Event]) -> list[StoredEvent]:
    """Return these events as stored one every seven seconds."""
    return [
        entry._replace(recorded_at=START + STEP * place)
        for place, entry in enumerate(stored(1, events))
    ]


def is_done_at_the_open_table(event: ev.Event) -> bool:
    """Return True if a camera at the open table sees something of the event."""
    seen = ev.RollThrown | ev.PlayMade | ev.TurnPlayed | ev.DoubleOffered | ev.DoubleTaken
    if isinstance(event, ev.RollThrown):
        return True
    return isinstance(event, seen) and getattr(event, "room", None) is Room.OPEN


def public_count(count: int, items: Sequence[fx.PublicItem]) -> int:
    """Return how many throws, plays and cube actions of the present game are public.

    `count` is this number before the given items became public.
    """
    for item in items:
        if isinstance(item.fact, fx.GameOpened):
            count = 0
        count += isinstance(item.fact, fx.DiceShown | fx.PlayShown | fx.CubeActed)
    return count


@pytest.mark.parametrize(
    ("game", "embargo"),
    [
        pytest.param(game, embargo, marks=pytest.mark.long(2) if game.name != "backgammon" else ())
        for game in GAMES.values()
        for embargo in (Embargo.LOCKSTEP, Embargo.AFTER_GAME)
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_all_that_a_camera_saw_up_to_the_time_is_public(game: Game, embargo: Embargo) -> None:
    match = timed(whole_match(3, game, embargo=embargo))
    scheduled = match[0].event
    assert isinstance(scheduled, ev.MatchScheduled)
    safe, public = SafeVideo(scheduled, NO_PAUSE), PublicMatch(game, scheduled)
    seen = list[datetime]()
    before, known = START, 0
    for entry in match[1:]:
        safe.take(entry)
        known = public_count(known, public.take(entry.event, entry.recorded_at))
        if isinstance(entry.event, ev.GameStarted):
            seen = []
        if is_done_at_the_open_table(entry.event):
            seen.append(entry.recorded_at)
        times = safe.times(entry.recorded_at)
        if times.up_to is None:
            continue
        assert times.up_to >= before, "it never goes back"
        before = times.up_to
        shown = sum(moment <= times.up_to for moment in seen)
        assert shown <= known or public.snapshot().phase.value == "game-over"
    assert safe.times(match[-1].recorded_at).up_to is None


def test_a_picture_is_never_safe_before_its_turn_is_public_whatever_the_pace() -> None:
    """At each moment, dice that are not public were thrown after the last safe time for video."""
    match = timed(whole_match(5))
    scheduled = match[0].event
    assert isinstance(scheduled, ev.MatchScheduled)
    safe = SafeVideo(scheduled, NO_PAUSE)
    public = PublicMatch(GAMES["backgammon"], scheduled)
    thrown = dict[tuple[int, str, int], datetime]()
    for entry in match[1:]:
        event = entry.event
        safe.take(entry)
        public.take(event, entry.recorded_at)
        if isinstance(event, ev.RollThrown) and not event.tail:
            thrown[event.game, event.side.value, event.turn] = entry.recorded_at
        now = public.snapshot()
        shown = {
            (fact.game, fact.side.value, fact.turn)
            for fact in now.table.facts
            if isinstance(fact, fx.DiceShown)
        }
        up_to = safe.times(entry.recorded_at).up_to
        if up_to is None or now.phase.value == "game-over":
            continue
        held_back = [at for key, at in thrown.items() if key[0] == now.game and key not in shown]
        assert all(at > up_to for at in held_back)


@given(st.integers(0, 3000))
def test_the_delay_needed_is_the_time_since_the_picture_was_safe(seconds: int) -> None:
    match = timed(whole_match(1)[:40])
    scheduled = match[0].event
    assert isinstance(scheduled, ev.MatchScheduled)
    safe = SafeVideo(scheduled, NO_PAUSE)
    for entry in match[1:]:
        safe.take(entry)
    now = match[-1].recorded_at + timedelta(seconds=seconds)
    times = safe.times(now)
    assert times.up_to is not None
    assert times.needed(now) == now - times.up_to


def test_what_follows_a_double_waits_for_its_pause() -> None:
    pause = timedelta(minutes=5)
    match = timed(whole_match(1))
    scheduled = match[0].event
    assert isinstance(scheduled, ev.MatchScheduled)
    paused, at_once = SafeVideo(scheduled, PauseRule(pause)), SafeVideo(scheduled, NO_PAUSE)
    later = 0
    for entry in match[1:-1]:
        paused.take(entry)
        at_once.take(entry)
        slow, fast = (each.times(entry.recorded_at).up_to for each in (paused, at_once))
        if slow and fast:
            assert slow <= fast
            later += slow < fast
    assert later


def test_each_game_has_the_times_at_which_it_began_and_was_over_for_the_public() -> None:
    match = timed(whole_match(1))
    scheduled = match[0].event
    assert isinstance(scheduled, ev.MatchScheduled)
    safe = SafeVideo(scheduled, NO_PAUSE)
    for entry in match[1:]:
        safe.take(entry)
    times = safe.times(match[-1].recorded_at)
    begun = [each.recorded_at for each in match if isinstance(each.event, ev.GameStarted)]
    assert [each.began for each in times.games] == begun
    assert [each.game for each in times.games] == [1, 2, 3, 4]
    assert all(each.over and each.over > each.began for each in times.games)
    assert timedelta() < times.longest < match[-1].recorded_at - START
