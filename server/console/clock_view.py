"""A table's clock for those who may see its room (ruling 30).

It says how the clock stood when it last changed, and whose has run since: so nothing has to be sent
while nothing happens, and the page counts down by itself.
"""

from dataclasses import dataclass

from rules.any_match import AnyMatchState
from rules.clocks import FREE_MS, MatchClocks
from rules.events import Clocks
from rules.position import Side
from rules.room import Room


@dataclass(frozen=True, slots=True)
class SideClock:
    """What a side has left: `left_ms` of its reserve, below 0 once that is overdrawn.

    `since_ms`, milliseconds since 1970 UTC, is from when on it runs, and first `free_ms` that are
    not taken from the reserve; None while it stands.
    """

    left_ms: int
    free_ms: int = FREE_MS
    since_ms: int | None = None

    @property
    def text(self) -> str:
        """Minutes and seconds left, as it is read at that moment: 8:05, and 0:00 once used up."""
        minutes, seconds = divmod(max(self.left_ms, 0) // 1000, 60)
        return f"{minutes}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class TableClocks:
    """Both sides' clocks at a table; `out` are those whose time ran out in the current game."""

    white: SideClock
    red: SideClock
    out: tuple[Side, ...] = ()

    def of(self, side: Side) -> SideClock:
        """One side's."""
        return self.white if side is Side.WHITE else self.red


def table_clocks(
    clocks: MatchClocks | None, state: AnyMatchState | None, room: Room
) -> TableClocks | None:
    """The clocks of a room's table; None where time is not counted, and before the match starts."""
    if clocks is None or state is None or clocks.setting.clocks is Clocks.OFF:
        return None
    white, red = (_side_clock(clocks, room, side) for side in (Side.WHITE, Side.RED))
    in_play = state.table(room).result is None and not state.over
    out = tuple(side for side in Side if in_play and (state.game, room, side) in clocks.ran_out)
    return TableClocks(white, red, out)


def _side_clock(clocks: MatchClocks, room: Room, side: Side) -> SideClock:
    clock, left = clocks.tables[room], clocks.left(room, side)
    if clock.acting is None or clock.acting.side is not side or not clock.running:
        return SideClock(left)
    return SideClock(left, FREE_MS - clock.free_ms, clock.at_ms)
