"""Clocks at the tables of a running hall: what boards are told, time-outs, restarts (ruling 30)."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from board_drivers.wire import messages as wire
from board_drivers.wire.values import ResignKind, ThrowSource, WireSide
from rules import events as ev
from rules.clocks import MatchClocks
from rules.dice import DiceSource, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.access import SERVER, Role, Visitor
from server.hall import Hall
from server.matches.decide import KeepFrame, RecordFacts
from server.matches.deferred_work import Envelope
from server.matches.match_clocks import with_clocks_stood
from server.values.stored_events import StoredEvent
from tests.support.clock import Clock, Elapsed
from tests.support.commands import assign_board, happen
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.plugged import PluggedBoard, plugged
from tests.support.rooms import Rooms, Temper
from tests.support.served import DIRECTOR, Served, opened, started_match, throw_opening
from tests.support.stored import Heard, Listener

WATCHER = person_id("Cleo")
OPEN, CLOSED = "open-1", "closed-1"
MATCH = "/api/t/club/matches/1"
ON = {
    "clocks": "on",
    "minutes": 3,
    "was": {"clocks": "off", "minutes": 3},
    "reason": "as announced",
}
RESERVE = 4 * 3 * 60_000


@dataclass
class Timed:
    """A served match of four games with clocks; `ran_out` are the time-outs that were stored."""

    served: Served
    director: httpx.AsyncClient
    clock: Clock
    ran_out: list[ev.Event] = field(default_factory=list)
    heard: Heard = field(default_factory=Heard)

    @property
    def hall(self) -> Hall:
        return self.served.hall

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        found = (entry.event for entry in stored)
        self.ran_out += [event for event in found if isinstance(event, ev.TimeRanOut)]
        self.heard(stored)

    async def table(self, room: Room) -> dict[str, Any]:
        answer = await self.director.get(f"{MATCH}/tables/{room.value}")
        clock: dict[str, Any] = answer.json()["clock"]
        return clock


@contextlib.asynccontextmanager
async def timed(folder: Path, clock: Clock, elapsed: Elapsed | None = None) -> AsyncIterator[Timed]:
    async with (
        opened(folder, clock, elapsed=elapsed) as served,
        served.client(DIRECTOR) as director,
    ):
        timed = Timed(served, director, clock)
        served.hall.subscriptions.add(Listener(timed.receive))
        yield timed


async def set_up(timed: Timed) -> None:
    await started_match(timed.director)
    answer = await timed.director.post(f"{MATCH}/director/clocks", json=ON)
    assert answer.status_code == 200, answer.text
    await assign_board(timed.hall, 1, Room.OPEN, OPEN)
    await assign_board(timed.hall, 1, Room.CLOSED, CLOSED)


def clocks_of(board: PluggedBoard) -> list[wire.Clock]:
    return [each for each in board.commands if isinstance(each, wire.Clock)]


def throw(board: PluggedBoard) -> None:
    """The open board's reader reads the opening throw: White begins with 4-3."""
    board.link.report(wire.Roll(1, 1, 1, WireSide.NONE, 4, 3, ThrowSource.DICE_READER, 100, 0))


async def test_a_board_is_told_its_own_clock_when_it_changes_and_not_every_second(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with timed(tmp_path, clock) as hall:
        await set_up(hall)
        async with plugged(hall.hall, OPEN) as first, plugged(hall.hall, CLOSED) as second:
            await first.until(lambda it: bool(clocks_of(it)))
            await second.until(lambda it: bool(clocks_of(it)))
            throw(first)
            await first.until(lambda it: clocks_of(it)[-1].running == 1)
            clock.passes(seconds=20)
            first.link.report(wire.Resign(1, 1, 1, WireSide.WHITE, ResignKind.SINGLE))
            await first.until(lambda it: clocks_of(it)[-1].runs is WireSide.RED)
            last = clocks_of(first)[-1]
            assert (last.white_ms, last.red_ms) == (RESERVE - 8_000, RESERVE)
            assert (last.free_ms, last.running) == (12_000, 1)
            assert [(each.running, each.runs) for each in clocks_of(second)] == [(0, WireSide.NONE)]
        await hall.heard.until(lambda: not hall.hall.match(match_id(1)).record.linked)
        assert (await hall.table(Room.OPEN))["runs"] is None


async def test_an_hour_that_the_machines_clock_jumps_during_a_turn_is_nobodys(
    tmp_path: Path,
) -> None:
    clock, elapsed = Clock(), Elapsed()
    async with timed(tmp_path, clock, elapsed) as hall:
        await set_up(hall)
        async with plugged(hall.hall, OPEN) as board:
            throw(board)
            await board.until(lambda it: bool(clocks_of(it)) and clocks_of(it)[-1].running == 1)
            for step in ({"seconds": 15}, {"hours": 1}, {"seconds": 2}, {"hours": -1}):
                clock.passes(**step)
                elapsed.seconds += step.get("seconds", 0)
                seen = (await hall.table(Room.OPEN))["white_ms"]
            assert seen == RESERVE - 5_000
        assert hall.ran_out == []


async def test_time_while_the_server_was_down_is_nobodys(tmp_path: Path) -> None:
    clock = Clock()
    async with timed(tmp_path, clock) as hall:
        await set_up(hall)
        async with plugged(hall.hall, OPEN) as board:
            throw(board)
            await board.until(lambda it: bool(clocks_of(it)) and clocks_of(it)[-1].running == 1)
            clock.passes(seconds=15)
            assert (await hall.table(Room.OPEN))["white_ms"] == RESERVE - 3_000
    clock.passes(hours=1)
    async with timed(tmp_path, clock) as hall:
        await assign_board(hall.hall, 1, Room.OPEN, "open-2")
        async with plugged(hall.hall, "open-2") as board:
            await board.until(lambda it: bool(clocks_of(it)) and clocks_of(it)[-1].running == 1)
            clock.passes(seconds=1)
            assert (await hall.table(Room.OPEN))["white_ms"] == RESERVE - 4_000
    assert hall.ran_out == []


async def test_no_time_is_lost_by_a_server_that_was_killed(tmp_path: Path) -> None:
    """What was thought since the last thing happened is nobody's, too: nobody knows how much."""
    clock = Clock()
    async with timed(tmp_path, clock) as hall:
        await set_up(hall)
        await happen(hall.hall, 1, ev.BoardAttached(room=Room.OPEN, board_id=OPEN))
        await throw_opening(hall.hall, 1, 1)
        clock.passes(seconds=14)
        await happen(hall.hall, 1, ev.OpenRoomWatched(game=1, attempt=1, player=WATCHER, by=""))
        clock.passes(seconds=30)
    clock.passes(hours=1)
    async with timed(tmp_path, clock) as hall:
        await hall.heard.until(lambda: not hall.hall.match(match_id(1)).record.linked)
        assert (await hall.table(Room.OPEN))["white_ms"] == RESERVE - 2_000
        assert hall.ran_out == []


def test_what_is_put_off_while_nothing_can_be_stored_begins_with_clocks_that_stand() -> None:
    at = Clock().now
    rooms = Rooms.seated(BACKGAMMON, 1, Temper())
    running = MatchClocks.started(ev.ClockSetting(ev.Clocks.ON), 4, Room, at)
    thrown = rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(4, 3), source=DiceSource.READER)
    running = running.after(rooms.say(thrown), at, rooms.state, (), 4)
    envelope = Envelope(KeepFrame(), SERVER, lasts=True)
    put_off = with_clocks_stood([envelope], running, at)
    assert [each.command for each in put_off] == [
        RecordFacts((ev.ClocksStood(since=at.replace(microsecond=0)),)),
        KeepFrame(),
    ]
    assert with_clocks_stood(put_off, running, at) == put_off
    assert with_clocks_stood([], running, at) == []
    assert with_clocks_stood([envelope], None, at) == [envelope]


async def test_the_director_hears_once_that_time_has_run_out_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with timed(tmp_path, clock) as hall:
        await set_up(hall)
        async with plugged(hall.hall, OPEN) as board:
            throw(board)
            await board.until(lambda it: bool(clocks_of(it)) and clocks_of(it)[-1].running == 1)
            clock.passes(minutes=13)
            for embargo, was in (("live", "lockstep"), ("after_game", "live")):
                order = {"embargo": embargo, "was": was, "reason": "the stream"}
                await hall.director.post(f"{MATCH}/director/embargo", json=order)
                await board.until(lambda _: bool(hall.ran_out))
            page = (await hall.director.get("/hall/t/club/matches/1")).text
            state = hall.hall.match(match_id(1)).record.state
            assert "time has run out" in page
            assert state is not None
            assert state.open.result is None
            clerk = Visitor(Role.CLERK, person_id("Cleo"), room=Room.CLOSED)
            async with hall.served.client(clerk) as other:
                assert "run out" not in (await other.get("/room")).text
            assert (await hall.table(Room.OPEN))["runs"] is None
        log = await hall.hall.registry.entries(match_id(1))
    kinds = ev.TimeRanOut | ev.DirectorCalled
    assert [each.event for each in log if isinstance(each.event, kinds)] == [
        ev.TimeRanOut(game=1, attempt=1, room=Room.OPEN, side=Side.WHITE),
        ev.DirectorCalled(room=Room.OPEN, side=Side.WHITE, reason=ev.CallReason.CLOCK),
    ]
