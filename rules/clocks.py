"""The clocks of a match: whose time runs at which table, and what is left of it.

Each player has a reserve for the whole match, so many minutes a game, and twelve seconds of each
turn free. A clock runs only while its side can act: not before the opening, not while the table
waits for dice or for the other room, not between games, and not where the table stands: held, its
director called, or its board down. An answer to a double or to a resignation is a turn of its own
for whoever gives it. A game that is voided gives no time back, a match that is shortened takes none
away (ours). What is thrown for the closed room once the open game is over is on nobody's time
(ours).

Nothing here knows the time: it comes with the events, as the moment they were recorded at.
Source: ruling 30.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from rules import events as ev
from rules.any_match import AnyMatchState, awaited
from rules.events import Clocks, ClockSetting
from rules.position import Side
from rules.room import Room
from rules.tables.awaited import Awaited
from rules.tables.state import TurnKey

FREE_MS = 12_000
"""Milliseconds of each turn that are nobody's loss."""

NOBODYS = frozenset(
    {
        Awaited.SET,
        Awaited.RESULT_CONFIRMATION,
        Awaited.OTHER_ROOM,
        Awaited.NEXT_GAME,
        Awaited.MATCH_OVER,
        Awaited.OPERATOR,
        Awaited.HELD,
    }
)
"""What a table may wait for while no clock runs; everything else is an act of one side's."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class ActingSide:
    """A side that can act now, in the turn in progress: its own, or the opponent's it answers."""

    side: Side
    game: int
    attempt: int
    turn: TurnKey


@dataclass(frozen=True, slots=True)
class TableClock:
    """One table's clock as it stood at `at_ms`, milliseconds since 1970 UTC.

    `acting` used `free_ms` of its free time; while the clock is not `running` it is who acted last.
    `white_ms` and `red_ms` are used of the reserves.
    """

    at_ms: int
    acting: ActingSide | None = None
    running: bool = False
    free_ms: int = 0
    white_ms: int = 0
    red_ms: int = 0

    def used(self, side: Side) -> int:
        """Milliseconds a side has used of its reserve."""
        return self.white_ms if side is Side.WHITE else self.red_ms

    def at(self, at_ms: int) -> "TableClock":
        """The clock as it stands at that moment, if nothing happens before."""
        if not self.running or self.acting is None or at_ms <= self.at_ms:
            return self
        passed = at_ms - self.at_ms
        free = min(passed, FREE_MS - self.free_ms)
        clock = replace(self, at_ms=at_ms, free_ms=self.free_ms + free)
        if self.acting.side is Side.WHITE:
            return replace(clock, white_ms=self.white_ms + passed - free)
        return replace(clock, red_ms=self.red_ms + passed - free)


@dataclass(frozen=True, slots=True)
class MatchClocks:
    """The clocks of a match's tables by what was recorded so far.

    `reserve_ms` is each player's for the whole match, in milliseconds. `ran_out` are the places
    where the director has been told so.
    """

    setting: ClockSetting
    reserve_ms: int
    tables: Mapping[Room, TableClock]
    ran_out: frozenset[tuple[int, Room, Side]] = field(default_factory=frozenset)

    @classmethod
    def started(
        cls, setting: ClockSetting, games: int, rooms: Iterable[Room], at: datetime
    ) -> "MatchClocks":
        """The clocks of a match of so many games, or points, at its tables; nobody has used any."""
        tables = {room: TableClock(milliseconds(at)) for room in rooms}
        return cls(setting, games * setting.minutes * 60_000, tables)

    @property
    def running(self) -> bool:
        """Whether any of them runs."""
        return any(clock.running for clock in self.tables.values())

    def left(self, room: Room, side: Side) -> int:
        """Milliseconds a side had left when its table's clock last changed; below 0 once over."""
        return self.reserve_ms - self.tables[room].used(side)

    def after(
        self,
        happened: Iterable[ev.Event],
        at: datetime,
        state: AnyMatchState | None,
        stands: Collection[Room],
        games: int,
    ) -> "MatchClocks":
        """The clocks after events recorded at one moment, which left the match at `state`.

        `stands` are rooms whose board cannot be reached, `games` how many the match has, or points
        it is played to. A table's clock stays the very same unless something changes it.
        """
        at_ms, clocks = milliseconds(at), self
        until = at_ms
        for event in happened:
            match event:
                case ev.ClocksSet():
                    clocks = clocks._set(event, games)
                case ev.ClocksStood():
                    until = min(until, milliseconds(event.since))
                case ev.TimeRanOut():
                    key = event.game, event.room, event.side
                    clocks = replace(clocks, ran_out=clocks.ran_out | {key})
                case _:
                    pass
        used = clocks.setting.clocks is not Clocks.OFF and state is not None
        tables = {
            room: _after(
                clock,
                acting_side(state, room) if used and state is not None else None,
                (until, at_ms),
                stands=room in stands,
            )
            for room, clock in clocks.tables.items()
        }
        return replace(clocks, tables=tables)

    def _set(self, event: ev.ClocksSet, games: int) -> "MatchClocks":
        setting = ClockSetting(event.clocks, event.minutes)
        reserve = self.reserve_ms
        if event.minutes != self.setting.minutes:
            reserve = games * event.minutes * 60_000
        return replace(self, setting=setting, reserve_ms=reserve, ran_out=frozenset())

    def next_time_out(self) -> datetime | None:
        """When a reserve will be used up that the director does not know of, if nothing happens."""
        moments = [
            clock.at_ms + FREE_MS - clock.free_ms + max(self.left(room, acting.side), 0)
            for room, acting, clock in self._awaited_time_outs()
        ]
        return _EPOCH + min(moments) * _MS if moments else None

    def time_outs(self, at: datetime) -> tuple[ev.TimeRanOut, ...]:
        """The reserves that are used up at that moment, of which the director does not know yet."""
        at_ms = milliseconds(at)
        return tuple(
            ev.TimeRanOut(game=acting.game, attempt=acting.attempt, room=room, side=acting.side)
            for room, acting, clock in self._awaited_time_outs()
            if self.reserve_ms <= (then := clock.at(at_ms)).used(acting.side)
            and then.free_ms == FREE_MS
        )

    def _awaited_time_outs(self) -> list[tuple[Room, ActingSide, TableClock]]:
        if self.setting.clocks is not Clocks.ON:
            return []
        return [
            (room, clock.acting, clock)
            for room, clock in self.tables.items()
            if clock.running
            and clock.acting is not None
            and (clock.acting.game, room, clock.acting.side) not in self.ran_out
        ]


def acting_side(state: AnyMatchState, room: Room) -> ActingSide | None:
    """The side that can act at that room's table, None while it waits for anything else."""
    table = state.table(room)
    if table.result is not None or table.current is None or state.stands(room):
        return None
    wait = awaited(state, room)
    if wait.side is None or wait.what in NOBODYS:
        return None
    return ActingSide(wait.side, state.game, state.attempt, table.current)


def _after(
    clock: TableClock, acting: ActingSide | None, span: tuple[int, int], *, stands: bool
) -> TableClock:
    """The clock once that side can act; of `span` no more than up to its first end was used."""
    until, at_ms = span
    running = acting is not None and not stands
    same_turn = acting is None or acting == clock.acting
    if same_turn and running is clock.running and until == at_ms:
        return clock
    clock = clock.at(until)
    return replace(
        clock,
        at_ms=max(at_ms, clock.at_ms),
        running=running,
        acting=clock.acting if acting is None else acting,
        free_ms=clock.free_ms if same_turn else 0,
    )


def milliseconds(moment: datetime) -> int:
    """Whole milliseconds since 1970, UTC."""
    return (moment - _EPOCH) // _MS
