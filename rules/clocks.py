"""The clocks of a match: the time that each player has used and has left at each table.

Each player has a reserve for the whole match, which is a number of minutes per game. Twelve seconds
of each turn are free. A clock runs only while its side can act. It does not run before the opening,
between games, or while the table waits for dice or for the other room. It does not run either while
the table is held, has called the director, or has lost its board. An answer to a double or to a
resignation is a turn of its own for the side that answers. Voiding a game gives no time back, and
shortening a match takes none away. Throws that are made for the closed room when the open room's
game is over use nobody's time.

The code reads no system clock: it counts from the times at which events were recorded. Source:
ruling 30.
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
"""The milliseconds of each turn that are not taken from the reserve."""

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
"""The acts for which a table can wait while no clock runs, because neither side has to act."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class ActingSide:
    """The side that can act at a table now, and the turn in progress, which can be the opponent's.

    A side acts in its opponent's turn when it answers a double or a resignation.
    """

    side: Side
    game: int
    attempt: int
    turn: TurnKey


@dataclass(frozen=True, slots=True)
class TableClock:
    """The clock of one table at the time `at_ms`, in milliseconds since 1970 UTC.

    While the clock is `running`, `acting` is the side that can act; otherwise `acting` is the side
    that acted last. That side has used `free_ms` milliseconds of the free time of its turn.
    `white_ms` and `red_ms` are the milliseconds that each side has used of its reserve.
    """

    at_ms: int
    acting: ActingSide | None = None
    running: bool = False
    free_ms: int = 0
    white_ms: int = 0
    red_ms: int = 0

    def used(self, side: Side) -> int:
        """Return the milliseconds that `side` has used of its reserve."""
        return self.white_ms if side is Side.WHITE else self.red_ms

    def at(self, at_ms: int) -> "TableClock":
        """Return the clock as it will be at `at_ms` if nothing happens before."""
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
    """The clocks of a match's tables after the events recorded so far.

    `reserve_ms` is the reserve of each player for the whole match, in milliseconds. `ran_out` has
    the reserves that have run out and of which the director was told: each is the game in which it
    ran out, the room and the side.
    """

    setting: ClockSetting
    reserve_ms: int
    tables: Mapping[Room, TableClock]
    ran_out: frozenset[tuple[int, Room, Side]] = field(default_factory=frozenset)

    @classmethod
    def started(
        cls, setting: ClockSetting, games: int, rooms: Iterable[Room], at: datetime
    ) -> "MatchClocks":
        """Return unused clocks of the tables in `rooms` for a match that starts at the time `at`.

        `games` is the number of games of the match, or the number of points to which it is played.
        """
        tables = {room: TableClock(milliseconds(at)) for room in rooms}
        return cls(setting, games * setting.minutes * 60_000, tables)

    @property
    def running(self) -> bool:
        """True if at least one clock runs."""
        return any(clock.running for clock in self.tables.values())

    def left(self, room: Room, side: Side) -> int:
        """Return the milliseconds that were left of a side's reserve when its clock last changed.

        The value is below 0 if the reserve has run out.
        """
        return self.reserve_ms - self.tables[room].used(side)

    def after(
        self,
        happened: Iterable[ev.Event],
        at: datetime,
        state: AnyMatchState | None,
        stands: Collection[Room],
        games: int,
    ) -> "MatchClocks":
        """Return the clocks after events recorded at `at`.

        `state` is the state of the match after these events, None if the match has not started.

        `stands` are the rooms in which the clocks stand still because the board cannot be reached.
        `games` is the number of games of the match, or the number of points to which it is played.
        The clock of a table remains the same object if nothing changes it.
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
        """Return when the next reserve will run out if nothing happens before; None if none will.

        Reserves of which the director was already told are left out.
        """
        moments = [
            clock.at_ms + FREE_MS - clock.free_ms + max(self.left(room, acting.side), 0)
            for room, acting, clock in self._awaited_time_outs()
        ]
        return _EPOCH + min(moments) * _MS if moments else None

    def time_outs(self, at: datetime) -> tuple[ev.TimeRanOut, ...]:
        """Return an event for each reserve that is used up by the time `at`.

        Reserves of which the director was told before are left out.
        """
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
    """Return the side that can act at the table in `room`, None if no side can act."""
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
    """Return a table's clock after a change: from now on only `acting` can act, or nobody if None.

    `span` are two times in milliseconds: the time until which the clock has run, and the present.
    The two times differ if the server has let the clocks stand still since the first. `stands` is
    True if the table's board cannot be reached.
    """
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
    """Return the whole milliseconds from 1970 UTC to `moment`."""
    return (moment - _EPOCH) // _MS
