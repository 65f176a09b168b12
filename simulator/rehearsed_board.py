"""What a rehearsal needs of a board: its cable can be pulled out, and its dice keyed wrongly."""

from collections.abc import Awaitable, Callable

from board_drivers.errors import PortUnavailable
from board_drivers.transports.transport import Transport
from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, WireSide
from rules.dice import Roll
from simulator.dice_supply import DiceSupply
from simulator.people import Moment
from simulator.sensor_board import SensorBoard


class Cable:
    """A way to the server that somebody may pull out and plug in again."""

    def __init__(self, connect: Callable[[], Awaitable[Transport]]) -> None:
        self._connect = connect
        self._transport: Transport | None = None
        self._is_out = False

    async def connect(self) -> Transport:
        """Connect; raises PortUnavailable while it is out."""
        if self._is_out:
            raise PortUnavailable("the cable is out")
        self._transport = await self._connect()
        return self._transport

    async def pull_out(self) -> None:
        """The board is gone from now on."""
        self._is_out = True
        if self._transport is not None:
            await self._transport.close()

    def plug_in(self) -> None:
        """The board may come again."""
        self._is_out = False


class RehearsedBoard(SensorBoard):
    """A board at which somebody keys other dice than lie there, once each time it is asked for.

    The play is made from the dice that lie there, so that it contradicts the keyed ones (ruling 9).
    Then the players wait for the director, until the dice are put right or they `give_in`.
    """

    _thrown: Roll | None = None
    _keyed: Roll | None = None
    _wrong_at: Moment | None = None
    _is_asked = _has_given_in = False
    was_put_right = False
    """The server has shown the dice that were thrown, after those that were keyed."""

    def miskey(self) -> None:
        """Key the next dice wrongly."""
        self._is_asked = True

    def give_in(self) -> None:
        """Play the dice as keyed after all."""
        self._has_given_in = True
        self._forget_answer()

    @property
    def wrong_dice(self) -> tuple[Roll, Roll] | None:
        """The dice that were thrown and those that were keyed; None once that is settled."""
        if self._thrown is None or self._keyed is None or not self._is_wrong_turn():
            return None
        return self._thrown, self._keyed

    def hear(self, command: wire.ServerMessage) -> tuple[wire.BoardMessage, ...]:
        """Obey a command; dice that were put right are played."""
        seen = self.display.dice
        replies = super().hear(command)
        if self._is_wrong_turn() and seen != self.display.dice and self._awaits(Awaited.MOVE):
            self._forget_answer()
            wait = self.display.wait
            assert wait is not None
            self.was_put_right = self.display.roll_of(wait.turn, wait.side) == self._thrown
        return replies

    def due(self, clock_ms: int = 0) -> wire.BoardMessage | None:
        """The next thing somebody says; nothing while they wait for the director."""
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
        # Rolls after the game here are played in the other room: no play contradicts them.
        if not self._is_asked or wait.side is WireSide.NONE or self.display.over is not None:
            return thrown
        keyed = self._contradicted(thrown)
        if keyed is None:
            return thrown
        self._is_asked = self._has_given_in = self.was_put_right = False
        self._wrong_at, self._thrown, self._keyed = self._on_turn(), thrown, keyed
        return keyed

    def _contradicted(self, thrown: Roll) -> Roll | None:
        """Dice that do not allow the play which is going to be made from those thrown."""
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
