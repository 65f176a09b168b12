"""What the public hears of a match whose round is shortened (rulings 1 and 12)."""

import pytest

from rules import events as ev
from rules.duplicate.machine import shorten
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from server.live import facts as fx
from server.live.public_match import PublicMatch
from server.live.snapshot import PublicPhase
from tests.server.live.by_hand import MADE, OPEN, RAN, WHITE, embargo_set, opened, played
from tests.support.rooms import Rooms, Temper, scheduled, started
from tests.support.stored import NOON

CUT = ev.MatchShortened(games=4, reason="the hall closes")


@pytest.mark.parametrize("embargo", ev.Embargo)
@pytest.mark.parametrize("room", Room)
def test_it_is_told_in_the_same_way_whatever_either_room_has_done(
    embargo: ev.Embargo, room: Room
) -> None:
    quiet, busy = opened(), opened()
    for match in (quiet, busy):
        match.happens(embargo_set(embargo))
    busy.happens(played(room, WHITE, 1, *(MADE if room is OPEN else RAN)))
    expected = fx.MatchCutShort(games=4)
    assert quiet.happens(CUT) == busy.happens(CUT) == (expected,)


@pytest.mark.parametrize("thrown", [0, 40])
def test_a_match_cut_after_a_game_is_shown_as_it_stood_then_and_is_over(thrown: int) -> None:
    rooms = Rooms.seated(BACKGAMMON, 3, Temper(resign=0.3, mischief=0.0), games=6)
    public = PublicMatch(BACKGAMMON, scheduled(games=6))
    public.take(started(), NOON)
    while rooms.state.game < 5:
        rooms.step()
    for _ in range(thrown):
        if rooms.state.game == 5:
            rooms.step()
    for event in rooms.history:
        public.take(event, NOON)
    cut_to = rooms.state.game - 1
    decision = shorten(BACKGAMMON, rooms.state, ev.MatchShortened(games=cut_to, reason="late"))
    for event in decision.events:
        public.take(event, NOON)
    now = public.snapshot()
    assert now.phase is PublicPhase.OVER
    assert isinstance(now.scheduled, ev.MatchScheduled)
    assert (now.game, now.scheduled.games) == (cut_to, cut_to)
    assert now.results == decision.state.results
    assert now.table.result == decision.state.results[cut_to, OPEN]
    assert set(now.finished) == set(range(1, cut_to + 1))
