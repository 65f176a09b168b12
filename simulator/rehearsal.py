"""What goes wrong in a rehearsal, one thing after the other, and what was done about it when.

Each incident waits until the hall has dealt with it, or people have had enough.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from board_drivers.wire.values import DirectorState
from rules.dice import Roll
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.rehearsed_board import Cable, RehearsedBoard

LOOK_EVERY = 0.25
"""Seconds between looks at whether an incident is over."""
OUT_FOR = 1 / 30
"""Which part of the rehearsal a lost board stays away: two minutes of an hour."""
POWER_CUT_FOR = 1 / 60
PATIENCE = 1 / 12
"""Which part of it people wait for the director before they play on as they can."""


@dataclass(frozen=True, slots=True)
class RehearsedTable:
    """A table at which something may go wrong; `match` is named as "trial/1"."""

    match: str
    room: Room
    board: RehearsedBoard
    connected: ConnectedBoard
    cable: Cable


@dataclass(slots=True)
class Incident:
    """What happened and when; `steps` is what became of it."""

    what: str
    at: datetime
    steps: list[tuple[datetime, str]] = field(default_factory=list)


Say = Callable[[str], None]


class Rehearsal:
    """Everything that goes wrong once, within so many `minutes`, at these tables.

    `now` is the time in the hall's time zone. `incidents` are those that have happened so far.
    """

    def __init__(
        self,
        tables: Sequence[RehearsedTable],
        minutes: float,
        now: Callable[[], datetime],
        say: Say,
    ) -> None:
        self.incidents: list[Incident] = []
        self._tables, self._now, self._say = tables, now, say
        self._seconds = minutes * 60

    async def run(self) -> None:
        """Let it happen, each thing at its time; later where the one before is not dealt with."""
        begun = self._now()
        for part, incident in self._plan().items():
            due = begun + timedelta(seconds=part * self._seconds)
            await asyncio.sleep(max(0.0, (due - self._now()).total_seconds()))
            await incident()

    def _plan(self) -> Mapping[float, Callable[[], Awaitable[None]]]:
        return {
            1 / 12: self._lost_board,
            1 / 4: self._wrong_roll,
            1 / 2: self._power_cut,
            3 / 4: self._angry_captain,
        }

    async def _lost_board(self) -> None:
        """The board of the closed room goes, where there is one."""
        table = self._tables[-1]
        incident = self._happens(f"{_place(table)}: the board has lost its connection")
        await table.cable.pull_out()
        await asyncio.sleep(OUT_FOR * self._seconds)
        table.cable.plug_in()
        self._goes_on(incident, "its connection is there again")
        if await self._until(lambda: not table.connected.problem):
            self._goes_on(incident, "the board is in play again")

    async def _power_cut(self) -> None:
        incident = self._happens("the power is off at all tables")
        for table in self._tables:
            await table.cable.pull_out()
        await asyncio.sleep(POWER_CUT_FOR * self._seconds)
        for table in self._tables:
            table.cable.plug_in()
        self._goes_on(incident, "the power is on again")
        if await self._until(lambda: not any(each.connected.problem for each in self._tables)):
            self._goes_on(incident, "all boards are in play again")

    async def _wrong_roll(self) -> None:
        """Dice of an open room are keyed wrongly, and the play contradicts them (ruling 9)."""
        table = next((each for each in self._tables if each.room is Room.OPEN), None)
        if table is None:
            return
        table.board.miskey()
        await self._until(lambda: table.board.wrong_dice is not None)
        wrong = table.board.wrong_dice
        if wrong is None:
            return
        thrown, keyed = wrong
        dice = f"{_shown(keyed)} was keyed where {_shown(thrown)} lies"
        incident = self._happens(f"{_place(table)}: {dice}, and {_shown(thrown)} is played")
        if await self._until(lambda: table.board.wrong_dice is None):
            right = table.board.was_put_right
            became = "the dice have been put right" if right else "they play on as it was keyed"
            self._goes_on(incident, became)
            return
        table.board.give_in()
        table.connected.wake()
        self._goes_on(incident, f"nobody has put it right: the players go on with {_shown(keyed)}")

    async def _angry_captain(self) -> None:
        """A captain shouts that the other side takes too long, and the director is called."""
        table = self._tables[0]
        incident = self._happens(
            f"{_place(table)}: a captain is angry, says that the other side plays too slowly and"
            " that nobody may go on; the table calls the director"
        )
        table.connected.call_director()
        if not await self._until(lambda: _director(table) != DirectorState.NONE):
            return
        if await self._until(
            lambda: (
                DirectorState.CALLED not in _director(table)
                or DirectorState.COMING in _director(table)
            )
        ):
            self._goes_on(incident, "somebody has taken the call")
        if await self._until(lambda: DirectorState.CALLED not in _director(table)):
            self._goes_on(incident, "the call is ended")

    async def _until(self, is_over: Callable[[], bool]) -> bool:
        """Wait until it is, at most as long as people have patience; whether it is by then."""
        tries = max(1, round(PATIENCE * self._seconds / LOOK_EVERY))
        for _ in range(tries):
            if is_over():
                return True
            await asyncio.sleep(LOOK_EVERY)
        return is_over()

    def _happens(self, what: str) -> Incident:
        incident = Incident(what, self._now())
        self.incidents.append(incident)
        self._say(what)
        return incident

    def _goes_on(self, incident: Incident, step: str) -> None:
        incident.steps.append((self._now(), step))
        self._say(f"… {step}")


def incident_lines(incidents: Sequence[Incident]) -> list[str]:
    """What was done when, as lines: each incident, then its steps with the time they took."""
    lines = []
    for incident in incidents:
        lines.append(f"{incident.at:%H:%M:%S}  {incident.what}")
        for at, step in incident.steps:
            lines.append(f"{at:%H:%M:%S}    {step}, after {_lasted(at - incident.at)}")
        if not incident.steps:
            lines.append("            nothing was done about it")
    return lines


def _lasted(time: timedelta) -> str:
    minutes, seconds = divmod(round(time.total_seconds()), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def _director(table: RehearsedTable) -> DirectorState:
    """What the table is shown of its call, and whether it is held."""
    shown = table.board.display.director
    return DirectorState.NONE if shown is None else shown.state


def _place(table: RehearsedTable) -> str:
    return f"{table.match}, {table.room.value} room"


def _shown(dice: Roll) -> str:
    return f"{dice.first}-{dice.second}"
