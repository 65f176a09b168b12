"""What sensors a simulated board has: of which kind, and which of them are broken."""

from dataclasses import dataclass
from enum import Enum

from board_drivers.interpreter.sensors import Sensors
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import Capability
from rules.games.game import Game
from rules.position import Position

BEZMA_LIMIT = 5
"""Sensors of a triangle (BEZMA notes)."""
_TRAYS = 1 << 0


class SensorKind(Enum):
    """How well a simulated board senses its checkers; BEZMA's have no sensors in the trays."""

    EXACT = "exact"
    SATURATING = "saturating"
    COLOUR_BLIND = "colour-blind"
    BEZMA = "bezma"


@dataclass(frozen=True, slots=True)
class SensorSet:
    """A board's sensors. `broken` are places that say nothing, bits of White's points, and are
    named in every fault mask."""

    kind: SensorKind = SensorKind.EXACT
    broken: int = 0

    @property
    def point_limit(self) -> int:
        """How many checkers a point can count, 0 for any number."""
        limited = self.kind in (SensorKind.SATURATING, SensorKind.BEZMA)
        return BEZMA_LIMIT if limited else 0

    @property
    def capabilities(self) -> Capability:
        """What the board says in its HELLO of what it senses."""
        return Capability.COLOUR_SENSING if self._sees_colour else Capability.NONE

    @property
    def fault_mask(self) -> int:
        """Places that say nothing."""
        return self.broken | (_TRAYS if self.kind is SensorKind.BEZMA else 0)

    @property
    def _sees_colour(self) -> bool:
        return self.kind in (SensorKind.EXACT, SensorKind.SATURATING)

    def counts(self, game: Game, position: Position) -> PointCounts:
        """What the board says lies there."""
        sensors = Sensors(game, self.point_limit, self._sees_colour, self.fault_mask)
        return PointCounts(*sensors.sense(position))


EXACT = SensorSet()
"""Every checker is counted, and its colour seen."""
