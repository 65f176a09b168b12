"""The display of a board and the state of its match, as the server's commands have set them.

The module also describes the sensors of a simulated board: their kind, and which are broken.
"""

from dataclasses import dataclass, replace
from enum import Enum

from board_drivers.interpreter.sensors import Sensors
from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import Awaited, Capability, CubeState, Positions, Question, WireSide
from rules.dice import Cube, Roll
from rules.games.game import Game
from rules.position import Position, Side

SIDE_OF = {WireSide.WHITE: Side.WHITE, WireSide.RED: Side.RED}
WIRE_OF = {side: number for number, side in SIDE_OF.items()}

_OF_THE_OPPONENT = (
    Awaited.DOUBLE_ANSWER,
    Awaited.RESIGNATION_ANSWER,
    Awaited.DICE_CONFIRMATION,
    Awaited.END_ANSWER,
)
"""The actions for which a table waits from the opponent of the side on turn."""


@dataclass(frozen=True, slots=True)
class Display:
    """The latest command of each kind about the current game; `game` is 0 before the first game.

    `positions` says whether the table records positions (ADR 23).
    """

    game: int = 0
    attempt: int = 0
    cube: wire.Cube | None = None
    dice: wire.DiceShow | None = None
    wait: wire.Wait | None = None
    over: wire.GameOver | None = None
    score: wire.Score | None = None
    question: wire.Ask | None = None
    clock: wire.Clock | None = None
    director: wire.Director | None = None
    positions: Positions = Positions.RECORDED

    def after(self, command: wire.ServerMessage) -> "Display":
        """Return the display as it is after a command.

        Applying the same command twice has the same effect as applying it once.
        """
        if isinstance(command, wire.GameStart):
            return self._started(command)
        if isinstance(command, wire.TurnMessage) and not self._is_current(command):
            return self
        match command:
            case wire.Config():
                return replace(self, positions=command.positions)
            case wire.Cube():
                return replace(self, cube=command)
            case wire.DiceShow():
                return replace(self, dice=command)
            case wire.GameOver():
                return replace(self, over=command)
            case wire.Score():
                return replace(self, score=command)
            case wire.Ask():
                return replace(self, question=command)
            case wire.Wait():
                return replace(self, wait=command)
            case wire.Clock():
                return replace(self, clock=command)
            case wire.Director():
                return replace(self, director=command)
            case _:
                return self

    def _started(self, command: wire.GameStart) -> "Display":
        if (command.game, command.attempt) == (self.game, self.attempt):
            return self
        return Display(
            command.game, command.attempt, director=self.director, positions=self.positions
        )

    def _is_current(self, command: wire.TurnMessage) -> bool:
        return (command.game, command.attempt) == (self.game, self.attempt)

    @property
    def records_positions(self) -> bool:
        """True if the table records positions.

        At other tables the board reports a play with the message PLAYED, and players claim the end
        of a game.
        """
        return self.positions is Positions.RECORDED

    @property
    def on_turn(self) -> WireSide:
        """The side whose turn it is; NONE if it is nobody's turn.

        The server may be waiting for the opponent of this side. For example, a double is answered
        in the turn of the side that doubled, and a claim that the game has ended in the turn of the
        side that claims it. A claim to pass a double is different: the side that doubled is on turn
        and also has to answer the claim.
        """
        wait = self.wait
        if wait is None or wait.side is WireSide.NONE:
            return WireSide.NONE
        is_pass = wait.what is Awaited.END_ANSWER and self._is_doubled
        if wait.what in _OF_THE_OPPONENT and not is_pass:
            return WIRE_OF[SIDE_OF[wait.side].opponent]
        return wait.side

    @property
    def _is_doubled(self) -> bool:
        return self.cube is not None and self.cube.state is CubeState.OFFERED

    @property
    def asks_which_play(self) -> bool:
        """True if the displayed question asks which of several plays was made."""
        return self.question is not None and self.question.about is Question.WHICH_PLAY

    def roll_of(self, turn: int, side: WireSide) -> Roll | None:
        """Return the dice displayed for this turn, or None if there are none for this turn."""
        shown = self.dice
        if shown is None or (shown.turn, shown.side) != (turn, side):
            return None
        return Roll(shown.die1, shown.die2)

    def points_of(self, side: Side) -> int:
        """Return a side's points towards its next trou, or 0 in games that count no points."""
        if self.score is None:
            return 0
        return self.score.white_points if side is Side.WHITE else self.score.red_points

    def cube_to_turn(self) -> Cube | None:
        """Return the cube; while a double is offered, return it as it was before the offer.

        Return None if the game has no cube.
        """
        shown = self.cube
        if shown is None or shown.state is CubeState.ABSENT:
            return None
        value, owner = shown.cube, SIDE_OF.get(shown.owner)
        if shown.state is CubeState.OFFERED:
            value //= 2
            owner = owner if value > 1 else None
        return Cube(value, owner)


BEZMA_LIMIT = 5
"""Number of sensors on each point of a board made by BEZMA (BEZMA notes, docs/rulings.md)."""
_TRAYS = 1 << 0


class SensorKind(Enum):
    """The kind of a simulated board's sensors; boards by BEZMA have no sensors in the trays."""

    EXACT = "exact"
    SATURATING = "saturating"
    COLOUR_BLIND = "colour-blind"
    BEZMA = "bezma"


@dataclass(frozen=True, slots=True)
class SensorSet:
    """The sensors of a board.

    `broken` is a bit mask: each set bit stands for a place whose sensors give no readings. Places
    are numbered as White numbers the points. Every fault mask that the board sends contains these
    bits.
    """

    kind: SensorKind = SensorKind.EXACT
    broken: int = 0

    @property
    def point_limit(self) -> int:
        """Largest number of checkers that a point's sensors can count; 0 if there is no limit."""
        limited = self.kind in (SensorKind.SATURATING, SensorKind.BEZMA)
        return BEZMA_LIMIT if limited else 0

    @property
    def capabilities(self) -> Capability:
        """The capabilities that the board reports about its sensors in HELLO."""
        return Capability.COLOUR_SENSING if self._sees_colour else Capability.NONE

    @property
    def fault_mask(self) -> int:
        """Bit mask of the places that give no readings, numbered as White numbers the points."""
        return self.broken | (_TRAYS if self.kind is SensorKind.BEZMA else 0)

    @property
    def _sees_colour(self) -> bool:
        return self.kind in (SensorKind.EXACT, SensorKind.SATURATING)

    def counts(self, game: Game, position: Position) -> PointCounts:
        """Return the position as the board's sensors report it."""
        sensors = Sensors(game, self.point_limit, self._sees_colour, self.fault_mask)
        return PointCounts(*sensors.sense(position))


EXACT = SensorSet()
"""Sensors that count every checker and can tell its colour."""
