"""Finished plays of boards whose sensors do not show the position itself (ruling 10, ADR 29).

What they show gets its meaning from the position before and the dice, so it is read when its turn
to be decided has come and not when it arrives: until then the match may not know the roll yet.
"""

from dataclasses import dataclass
from typing import Any

from board_drivers.interpreter.lying import lying_position
from board_drivers.interpreter.sensors import Sensed, Sensors, plays_shown
from board_drivers.wire import messages as wire
from board_drivers.wire.handshake import Hello
from board_drivers.wire.values import Capability
from rules import events as ev
from rules.games.game import Game
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.state import TurnKey
from server.boards.translation.questioned_plays import turn_played
from server.boards.translation.wire_terms import SIDE_OF
from server.matches.decide import RefuseReading
from server.matches.match_record import MatchRecord

PositionMessage = wire.TurnDone | wire.Snapshot


def sensors_of(hello: Hello | None, message: PositionMessage, game: Game) -> Sensors:
    """What the sensors that said this can tell: by the board's HELLO and the faults it names.

    Without COLOUR_SENSING a board may still say both colours, as one does whose players enter their
    plays: only where none of Red's checkers is in play are White's counts those of both sides.
    """
    point_limit = hello.point_limit if hello else 0
    senses_colour = hello is None or Capability.COLOUR_SENSING in hello.capabilities
    colour = senses_colour or any(message.position.red[1:])
    return Sensors(game, point_limit, colour, message.fault_mask)


def sensed_by(message: PositionMessage) -> Sensed:
    """What lies there, in the interpreter's words."""
    return Sensed(message.position.white, message.position.red)


@dataclass(frozen=True, slots=True)
class SensedPlay:
    """A TURN_DONE in that room whose position is not fifteen checkers a side as they lie."""

    hello: Hello | None
    message: wire.TurnDone
    room: Room

    def reading(self, record: MatchRecord) -> rd.AnyReading | RefuseReading:
        """The reading it stands for in the match as it is.

        One legal play, several to ask about, or what lies there that is none; it is refused where
        the sensors show nothing that can lie there, such as a checker still in the hand.
        """
        message, state, side = self.message, record.state, SIDE_OF.get(self.message.side)
        if state is None or side is None:
            return self._refused()
        where: dict[str, Any] = {"game": message.game, "attempt": message.attempt}
        where |= {"room": self.room, "side": side, "turn": message.turn}
        table = state.table(self.room)
        turn = turn_played(state, table, TurnKey(side, message.turn))
        if turn is None or (message.game, message.attempt) != (state.game, state.attempt):
            # Of whatever lies there nothing comes: the rules refuse it and say why.
            return rd.PlayFinished(**where, position=table.position)
        sensors, sensed = sensors_of(self.hello, message, record.game), sensed_by(message)
        plays = plays_shown(sensors, turn, sensed)
        if plays:
            return rd.PlayNarrowed(**where, plays=plays)
        lying = lying_position(sensors, turn, sensed)
        return self._refused() if lying is None else rd.PlayFinished(**where, position=lying)

    def _refused(self) -> RefuseReading:
        name = type(self.message).__name__
        return RefuseReading(self.room, name, ev.Refusal.IMPOSSIBLE_POSITION)
