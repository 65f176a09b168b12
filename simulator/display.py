"""What a board shows and knows of the match: only what the server has told it."""

from dataclasses import dataclass, replace

from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, CubeState, Positions, Question, WireSide
from rules.dice import Cube, Roll
from rules.position import Side

SIDE_OF = {WireSide.WHITE: Side.WHITE, WireSide.RED: Side.RED}
WIRE_OF = {side: number for number, side in SIDE_OF.items()}

_OF_THE_OPPONENT = (
    Awaited.DOUBLE_ANSWER,
    Awaited.RESIGNATION_ANSWER,
    Awaited.DICE_CONFIRMATION,
    Awaited.END_ANSWER,
)
"""What somebody says in his opponent's turn."""


@dataclass(frozen=True, slots=True)
class Display:
    """The latest of each command about the game being played; `game` 0 before the first.

    `positions`: whether this table records them (ADR 23).
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
        """The display once a command has been obeyed; obeying it again changes nothing."""
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
    def is_over(self) -> bool:
        """The match has ended: nothing more is asked of anybody here."""
        return self.wait is not None and self.wait.what is Awaited.MATCH_OVER

    @property
    def records_positions(self) -> bool:
        """Where they are not recorded plays are PLAYED and ends are claimed."""
        return self.positions is Positions.RECORDED

    @property
    def on_turn(self) -> WireSide:
        """Whose turn the command to wait is about: a pass is claimed in the turn of the doubler,
        who answers, other ends in that of whoever claims them."""
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
        """The question shown is which of several plays was made."""
        return self.question is not None and self.question.about is Question.WHICH_PLAY

    def roll_of(self, turn: int, side: WireSide) -> Roll | None:
        """The dice shown for that turn, None while others or none are shown."""
        shown = self.dice
        if shown is None or (shown.turn, shown.side) != (turn, side):
            return None
        return Roll(shown.die1, shown.die2)

    def points_of(self, side: Side) -> int:
        """What a side has towards its next hole; 0 in games that count no points."""
        if self.score is None:
            return 0
        return self.score.white_points if side is Side.WHITE else self.score.red_points

    def cube_to_turn(self) -> Cube | None:
        """The cube in force; before the double while one is offered; None when none is used."""
        shown = self.cube
        if shown is None or shown.state is CubeState.ABSENT:
            return None
        value, owner = shown.cube, SIDE_OF.get(shown.owner)
        if shown.state is CubeState.OFFERED:
            value //= 2
            owner = owner if value > 1 else None
        return Cube(value, owner)
