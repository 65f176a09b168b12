"""The boards of one match in a round: what they send before the measured frame, and that frame."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterator

from benchmarks.relay.game_script import ScriptedTurn
from benchmarks.relay.load_board import BoardRefused, LoadBoard
from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.timers import NETWORK
from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, Capability, ThrowSource, WireRoom, WireSide

_PATIENCE = 20.0
"""Seconds to wait until a round can go on; a healthy machine takes a fraction of a second."""


class BareTable:
    """A closed board at the bare relay; it sends the same as a board at the real server."""

    def __init__(self, script: tuple[ScriptedTurn, ...], closed: LoadBoard) -> None:
        self.closed = closed
        self.attempt, self._script, self._index = 1, script, -1

    @property
    def is_played(self) -> bool:
        """True if the script is at its end, so that the next round has to begin it again."""
        return self._index == len(self._script) - 1

    def begin_again(self) -> None:
        """Begin the script again in a new attempt, after the game was voided."""
        self.attempt, self._index = self.attempt + 1, -1

    def approach(self) -> None:
        """Send what the closed board has to report before the measured frame of the next turn.

        The board reports that it has shown the dice of the turn before, and that this turn is
        played. In the opening it sends READY for White.
        """
        self._index += 1
        if self._index == 0:
            self.closed.say(wire.Ready(1, self.attempt, 1, WireSide.WHITE))
            return
        shown, last = self.closed.shown, self._script[self._index - 1]
        assert shown is not None
        at = (1, self.attempt, last.turn, last.side)
        self.closed.say(
            wire.DiceShown(*at, die1=shown.die1, die2=shown.die2),
            wire.TurnDone(*at, position=last.after, fault_mask=0, scan=self._index),
        )

    def is_due(self) -> bool:
        """Return True once everything that `approach` has sent is stored.

        Only the frame to be measured is missing then.
        """
        return self.closed.is_quiet

    def last_frame(self) -> wire.Ready:
        """Return the frame to be measured: READY for this turn, or for Red in the opening."""
        at = self._script[self._index]
        side = at.side if self._index else WireSide.RED
        return wire.Ready(1, self.attempt, at.turn, side)


class RelayTable(BareTable):
    """A match on the real server, whose open room throws and plays before the closed READY."""

    def __init__(
        self, script: tuple[ScriptedTurn, ...], closed: LoadBoard, opened: LoadBoard
    ) -> None:
        super().__init__(script, closed)
        self.opened = opened

    def is_set_up(self) -> bool:
        """Return True if both boards have been told of the current attempt."""
        awaited = (Awaited.SET, Awaited.ROLL)
        for board, what in zip((self.closed, self.opened), awaited, strict=True):
            wait = board.wait
            if wait is None or (wait.attempt, wait.turn, wait.what) != (self.attempt, 1, what):
                return False
        return True

    def approach(self) -> None:
        """Send the same as a BareTable, and the throw and play of the open room.

        The throw is by a dice reader.
        """
        super().approach()
        now = self._script[self._index]
        at = (1, self.attempt, now.turn)
        self.opened.say(
            wire.Roll(
                *at,
                now.side if self._index else WireSide.NONE,
                die1=now.dice.first,
                die2=now.dice.second,
                source=ThrowSource.DICE_READER,
                quality=100,
                clock_ms=0,
            ),
            wire.TurnDone(*at, now.side, position=now.after, fault_mask=0, scan=self._index + 1),
        )

    def is_due(self) -> bool:
        """Return True once all is stored and the server waits for READY and the next throw."""
        if not (super().is_due() and self.opened.is_quiet):
            return False
        here, there, ready = self.closed.wait, self.opened.wait, self.last_frame()
        if here is None or there is None:
            return False
        expected = Awaited.READY_OR_DOUBLE if self._index else Awaited.SET
        awaited = (here.what, here.turn, here.side) == (expected, ready.turn, ready.side)
        return awaited and there.what is Awaited.ROLL and there.turn > 0 and self._has_played(there)

    def _has_played(self, next_throw: wire.Wait) -> bool:
        now = self._script[self._index]
        return next_throw.side not in (WireSide.NONE, now.side)


class Boards:
    """All boards of the load generator."""

    def __init__(self) -> None:
        self.all: list[LoadBoard] = []
        self._changed = asyncio.Event()

    async def connect(self, address: str, board_id: str, key: bytes, room: WireRoom) -> LoadBoard:
        """Connect a board to the server at an http address, and return it."""
        journal = MemoryJournal(os.urandom(8))
        can = Capability.DICE_READER | Capability.DISPLAY
        identity = BoardIdentity(board_id, "Load", "1", can, room=room)
        link = BoardLink(identity, journal, key, 1, os.urandom(16), timers=NETWORK)
        where = f"{address.replace('http', 'ws', 1)}/boards"
        board = LoadBoard(link, journal, where, self._changed.set)
        host, _, port = address.removeprefix("http://").rpartition(":")
        await asyncio.get_running_loop().create_connection(lambda: board, host, int(port))
        self.all.append(board)
        return board

    async def until(self, *conditions: Callable[[], bool]) -> None:
        """Wait until all these conditions return True.

        Raises BoardRefused if this takes longer than a time limit.
        """
        missing = list(conditions)
        try:
            async with asyncio.timeout(_PATIENCE):
                while missing := [holds for holds in missing if not holds()]:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError as error:
            raise BoardRefused(f"{len(missing)} boards wait in vain: {missing[0]}") from error

    @contextlib.contextmanager
    def kept_alive(self) -> Iterator[None]:
        """Call `tick` of every board regularly while the `with` block runs."""
        ticking = asyncio.get_running_loop().create_task(self._tick())
        try:
            yield
        finally:
            ticking.cancel()

    async def _tick(self) -> None:
        while True:
            for board in self.all:
                board.tick()
            await asyncio.sleep(0.2)

    def close(self) -> None:
        """Close the connections of all boards."""
        for board in self.all:
            board.close()
