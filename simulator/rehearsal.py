"""The incidents of a rehearsal, one after the other, and how long the hall took to deal with each.

An incident lasts until the hall has dealt with it, or until the simulated people have no more
patience. Boards in a rehearsal can be unplugged, and wrong dice can be keyed at them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from board_drivers.errors import PortUnavailable
from board_drivers.transports.transport import Transport
from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, DirectorState, WireSide
from rules.dice import Roll
from rules.room import Room
from simulator.connected_board import ConnectedBoard
from simulator.dice_supply import DiceSupply
from simulator.people import Moment
from simulator.sensor_board import SensorBoard


class Cable:
    """The cable between a board and the server, which can be unplugged and plugged in again."""

    def __init__(self, connect: Callable[[], Awaitable[Transport]]) -> None:
        self._connect = connect
        self._transport: Transport | None = None
        self._is_out = False

    async def connect(self) -> Transport:
        """Connect to the server. Raises PortUnavailable while the cable is unplugged."""
        if self._is_out:
            raise PortUnavailable("the cable is out")
        self._transport = await self._connect()
        return self._transport

    async def pull_out(self) -> None:
        """Disconnect the board. It cannot connect again before `plug_in`."""
        self._is_out = True
        if self._transport is not None:
            await self._transport.close()

    def plug_in(self) -> None:
        """Let the board connect again."""
        self._is_out = False


class RehearsedBoard(SensorBoard):
    """A board at which people can be made to key wrong dice once.

    The people play the dice that were thrown, so that the play contradicts the dice that were keyed
    (ruling 9). Then they wait for the director until the dice are corrected, or until `give_in` is
    called.
    """

    _thrown: Roll | None = None
    _keyed: Roll | None = None
    _wrong_at: Moment | None = None
    _is_asked = _has_given_in = False
    was_put_right = False
    """True once the wrong dice are put right: the server has replaced them by those thrown."""

    def miskey(self) -> None:
        """Make the people key the next dice wrongly."""
        self._is_asked = True

    def give_in(self) -> None:
        """Make the people stop waiting and play the dice that were keyed."""
        self._has_given_in = True
        self._forget_answer()

    @property
    def wrong_dice(self) -> tuple[Roll, Roll] | None:
        """The dice that were thrown and those that were keyed, or None.

        None means that no wrong dice have been keyed, or that their turn is no longer in progress.
        """
        if self._thrown is None or self._keyed is None or not self._is_wrong_turn():
            return None
        return self._thrown, self._keyed

    def hear(self, command: wire.ServerMessage) -> tuple[wire.BoardMessage, ...]:
        """Obey a command and return the board's own replies.

        If the command corrects the dice, the people play again, with the corrected dice.
        """
        seen = self.display.dice
        replies = super().hear(command)
        if self._is_wrong_turn() and seen != self.display.dice and self._awaits(Awaited.MOVE):
            self._forget_answer()
            wait = self.display.wait
            assert wait is not None
            self.was_put_right = self.display.roll_of(wait.turn, wait.side) == self._thrown
        return replies

    def due(self, clock_ms: int = 0) -> wire.BoardMessage | None:
        """Return the next message of the people, or None while they wait for the director."""
        if self._waits_for_director():
            return None
        return super().due(clock_ms)

    def _waits_for_director(self) -> bool:
        wait = self.display.wait
        if wait is None or wait.what is not Awaited.MOVE or not self._is_wrong_turn():
            return False
        is_played = self._played == self._wrong_at
        shown = self.display.roll_of(wait.turn, wait.side)
        return is_played and not self._has_given_in and shown == self._keyed

    def _is_wrong_turn(self) -> bool:
        wait = self.display.wait
        has_turn = wait is not None and wait.side is not WireSide.NONE
        return self._wrong_at is not None and has_turn and self._on_turn() == self._wrong_at

    def _dice_of(self, wait: wire.Wait, dice: DiceSupply) -> Roll:
        thrown = super()._dice_of(wait, dice)
        if self._is_wrong_turn() and self._keyed is not None:
            return self._keyed
        # Rolls after the end of the game here are for the other room: no play contradicts them.
        if not self._is_asked or wait.side is WireSide.NONE or self.display.over is not None:
            return thrown
        keyed = self._contradicted(thrown)
        if keyed is None:
            return thrown
        self._is_asked = self._has_given_in = self.was_put_right = False
        self._wrong_at, self._thrown, self._keyed = self._on_turn(), thrown, keyed
        return keyed

    def _contradicted(self, thrown: Roll) -> Roll | None:
        """Return wrong dice to key instead of `thrown`, or None if none are found.

        The people will play as if `thrown` had been keyed. With the returned dice that play is
        illegal.
        """
        at, found = self._on_turn(), self._found()
        after = self._game.apply(found, at.side, self._people.play(at, found, thrown))
        for first, second in ((6, 5), (2, 1), (4, 3), (3, 1)):
            keyed = Roll(first, second)
            if self._game.play_between(found, after, at.side, keyed, at.turn) is None:
                return keyed
        return None

    def _dice_to_play(self, wait: wire.Wait) -> Roll | None:
        shown = super()._dice_to_play(wait)
        is_miskeyed = self._is_wrong_turn() and shown == self._keyed
        return self._thrown if is_miskeyed and not self._has_given_in else shown


LOOK_EVERY = 0.25
"""Seconds to wait before checking again if an incident is over."""
OUT_FOR = 1 / 30
"""Fraction of the rehearsal for which a board is unplugged: two minutes of an hour."""
POWER_CUT_FOR = 1 / 60
PATIENCE = 1 / 12
"""Fraction of the rehearsal for which people wait for the director before they play on."""


@dataclass(frozen=True, slots=True)
class RehearsedTable:
    """A table at which the incidents of a rehearsal can happen, with its board and its cable.

    `match` is the name of the table's match, such as "trial/1".
    """

    match: str
    room: Room
    board: RehearsedBoard
    connected: ConnectedBoard
    cable: Cable


@dataclass(slots=True)
class Incident:
    """An incident of a rehearsal: what happened, and the time at which it began.

    `steps` has the time and the description of each thing that followed.
    """

    what: str
    at: datetime
    steps: list[tuple[datetime, str]] = field(default_factory=list)


Say = Callable[[str], None]


class Rehearsal:
    """A rehearsal of `minutes` minutes, in which each kind of incident happens once.

    `now` returns the time in the hall's time zone. `incidents` has the incidents so far.
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
        """Run the incidents one after the other.

        Each begins at its planned time, or once the incident before it is over.
        """
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
        """Unplug the board at the last table for OUT_FOR of the rehearsal."""
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
        """Make people in an open room key wrong dice, which their play contradicts (ruling 9)."""
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
        """Make a captain call the director and complain that the other side plays too slowly."""
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
        """Wait until `is_over` returns True, but at most for PATIENCE of the rehearsal.

        Return False if `is_over` has not returned True in this time.
        """
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
    """Return the incidents as lines of text, each followed by its steps and the time they took."""
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
    """Return what the table's display says about the director: a call, or a hold."""
    shown = table.board.display.director
    return DirectorState.NONE if shown is None else shown.state


def _place(table: RehearsedTable) -> str:
    return f"{table.match}, {table.room.value} room"


def _shown(dice: Roll) -> str:
    return f"{dice.first}-{dice.second}"
