"""How time is counted in a match, and a table's clock (ruling 30)."""

from datetime import datetime

from pydantic import BaseModel

from rules.clocks import FREE_MS, MatchClocks, milliseconds
from rules.events import Clocks
from rules.position import Side
from rules.room import Room
from server.matches.match_record import MatchRecord


class ClocksOut(BaseModel):
    """How time is counted in a match."""

    clocks: Clocks
    minutes: int


class ClockOut(BaseModel):
    """A table's clock as it stands now, in milliseconds.

    `white_ms` and `red_ms` are left of the reserves, less than 0 once they are overdrawn; `runs` is
    the side whose time runs, null while it is nobody's, and `free_ms` what is left of its turn that
    is not taken from the reserve.
    """

    white_ms: int
    red_ms: int
    free_ms: int
    runs: str | None


def clocks_out(record: MatchRecord) -> ClocksOut:
    """How time is counted in a match now."""
    setting = record.clocks_in_force
    return ClocksOut(clocks=setting.clocks, minutes=setting.minutes)


def clock_out(clocks: MatchClocks | None, room: Room, now: datetime) -> ClockOut | None:
    """A table's clock at that moment, None where time is not counted."""
    if clocks is None or clocks.setting.clocks is Clocks.OFF:
        return None
    clock = clocks.tables[room].at(milliseconds(now))
    white, red = (clocks.reserve_ms - clock.used(side) for side in (Side.WHITE, Side.RED))
    runs = clock.acting.side.value if clock.running and clock.acting is not None else None
    return ClockOut(white_ms=white, red_ms=red, free_ms=FREE_MS - clock.free_ms, runs=runs)
