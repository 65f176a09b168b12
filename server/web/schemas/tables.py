"""One room's table: what lies there and what it waits for, its clock (ruling 30) and its board."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from rules.any_match import AnyMatchState, awaited
from rules.clocks import FREE_MS, MatchClocks, milliseconds
from rules.errors import MatchRefused
from rules.events import Clocks
from rules.position import Side
from rules.room import Room
from server.matches.hall_holds import director_at
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.sheets import still_settable
from server.matches.table_form import standing_table_form
from server.persons.naming import NO_NAMES
from server.web.schemas.fields import BoardId, Body, MatchText, Reason, RoomName
from server.web.schemas.results import ResultValues


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


class RoomIn(Body):
    """Which of a match's two tables."""

    room: RoomName


class GameIn(Body):
    """One attempt at a game of a match."""

    match: MatchText
    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)] = 1


class BoardSeatIn(RoomIn):
    """Which board stands on a room's table.

    Where the board is taken from a game under way, `from_match` names that match. Where it would
    carry dice between rooms, a director `voids` the games whose dice players have seen. Both are
    asked for by a refusal that names them, and need a `reason` (ruling 28). `was` is the board that
    stands there now, "" for none.
    """

    board_id: BoardId
    from_match: MatchText | None = None
    voids: list[GameIn] = Field([], max_length=20)
    reason: Reason | None = None
    was: BoardId | Literal[""] | None = None


class BoardTakenIn(RoomIn):
    """The board is taken from a room's table; `was` is the one that stands there."""

    was: BoardId | Literal[""] | None = None


class BoardLetInIn(RoomIn):
    """A board that is to go on at a room's table in spite of a doubt (ruling 28).

    `doubt`: "new-journal" for one that is held because it came back with another memory,
    "battery-low" for one at which no game begins.
    """

    board_id: BoardId
    doubt: Literal["new-journal", "battery-low"]


class RecordingIn(Body):
    """Whether a table records positions from game 1 on, or dice only; `was` until now."""

    positions: bool
    was: bool


class RecordingOut(BaseModel):
    """Whether a table records positions; `settable` until it has begun the match."""

    positions: bool
    settable: bool


class CubeOut(BaseModel):
    """The cube in force and whose it is; of nobody while it is centred."""

    value: int
    owner: str | None


class DiceOut(BaseModel):
    """A throw with its game, side and turn; White's die first in an opening."""

    game: int
    side: str
    turn: int
    dice: tuple[int, int]
    opening: bool


class SideScoreOut(BaseModel):
    """A side's points and holes; how many tokens show the points, at which field."""

    points: int
    holes: int
    tokens: int
    triangle: int


class DirectorOut(BaseModel):
    """Whether the table has called the director, who comes, by id, and why it is held.

    `held` is null where it is not, and empty where the match or the hall is: why is of no room.
    """

    called: bool
    coming: str | None
    held: str | None


class TableOut(BaseModel):
    """One room's table: what it waits for, and what lies there as the feed's `table` tells it.

    `position` is null where positions are not recorded, `dice` are those being played; `doubled` is
    the value of a double that waits for its answer; `score` is of a game that counts points. `cube`
    is null in the Crawford game (ruling 17), `clock` where time is not counted.
    """

    board: str | None
    linked: bool
    phase: str
    turn: int | None
    awaited: str
    awaited_from: str
    confirmed: list[str]
    position: dict[str, list[int]] | None
    on_turn: str | None
    dice: DiceOut | None
    cube: CubeOut | None
    doubled: int | None
    score: dict[str, SideScoreOut] | None
    result: ResultValues | None
    director: DirectorOut
    clock: ClockOut | None


def recording_out(record: MatchRecord, room: Room) -> RecordingOut:
    """What the next setting replaces; raises MatchRefused where the match has no table there."""
    if room not in record.rooms:
        raise MatchRefused("room", room.value, ", ".join(each.value for each in record.rooms))
    recorded = room not in record.unrecorded
    return RecordingOut(positions=recorded, settable=still_settable(record, room))


def table_out(process: MatchProcess, room: Room, now: datetime) -> TableOut:
    """One room's table as it stands now.

    Raises MatchRefused before the match has started, and where it has none there.
    """
    record = process.record
    if room not in record.rooms:
        raise MatchRefused("room", room.value, ", ".join(each.value for each in record.rooms))
    if record.state is None:
        raise MatchRefused("match", record.match_id, "a match that has started")
    return table_of(record, record.state, room, clock_out(process.clocks, room, now))


def table_of(
    record: MatchRecord, state: AnyMatchState, room: Room, clock: ClockOut | None
) -> TableOut:
    """One room's table of a match that has started."""
    table, standing = state.table(room), state.standing(room)
    wait = awaited(state, room)
    return TableOut(
        **standing_table_form(record.game, state, room),
        board=record.boards.get(room),
        linked=room in record.linked,
        phase=table.phase.value,
        turn=table.current.turn if table.current else None,
        awaited=wait.what.value,
        awaited_from=wait.side.value if wait.side else "none",
        clock=clock,
        confirmed=sorted(side.value for side in standing.players) if standing else [],
        director=DirectorOut(**asdict(director_at(record, room, NO_NAMES))),
    )
