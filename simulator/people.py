"""The two people at a simulated board: every choice a function of the seed and the turn."""

from dataclasses import dataclass
from random import Random

from players.player import Player
from rules.dice import Cube, Roll
from rules.position import Play, Position, Side
from rules.room import Ending, Room
from simulator.seating import Seating, sensible_players


@dataclass(frozen=True, slots=True)
class Moment:
    """The turn a choice belongs to: `side` is on turn in it, whoever is asked."""

    game: int
    attempt: int
    side: Side
    turn: int


class People:
    """Both players of one room.

    Equal questions at equal moments have equal answers, in whatever order they are put: a run
    repeats exactly whatever the timing, and so does a board that was told twice.
    """

    def __init__(self, seed: int, room: Room, seating: Seating = sensible_players) -> None:
        self._name = f"{seed}/{room.value}"
        self._room, self._seating = room, seating

    def play(self, at: Moment, position: Position, roll: Roll) -> Play:
        """The play of the side on turn."""
        return self._asked("play", at, at.side).choose_play(position, at.side, roll, at.turn)

    def doubles(self, at: Moment, position: Position, cube: Cube | None) -> bool:
        """Whether the side on turn offers the cube, where it may."""
        if cube is None or not cube.may_double(at.side):
            return False
        return self._asked("double", at, at.side).wants_to_double(position, at.side, cube)

    def takes(self, at: Moment, position: Position, cube: Cube) -> bool:
        """Whether the opponent of the side on turn takes its double; `cube` as before it."""
        answering = at.side.opponent
        return self._asked("take", at, answering).takes(position, answering, cube)

    def resigns(self, at: Moment, position: Position, cube: Cube) -> Ending | None:
        """What the side on turn offers to lose, if anything."""
        return self._asked("resign", at, at.side).resigns(position, at.side, cube)

    def accepts(self, at: Moment, position: Position, offered: Ending) -> bool:
        """Whether the opponent of the side on turn accepts its resignation."""
        answering = at.side.opponent
        return self._asked("accept", at, answering).accepts(position, answering, offered)

    def holds(self, at: Moment, position: Position, points: int) -> bool:
        """Whether the side on turn plays on where it may go, with so many points left over."""
        return self._asked("hold", at, at.side).holds(position, at.side, points)

    def confirms_dice(self, at: Moment) -> bool:
        """Whether the opponent confirms keyed dice by hand; else the fitting play does."""
        return self._chance("confirm", at).random() < 0.5

    def _asked(self, question: str, at: Moment, side: Side) -> Player:
        return self._seating(self._room, side, self._chance(question, at))

    def _chance(self, question: str, at: Moment) -> Random:
        turn = f"{at.game}/{at.attempt}/{at.side.value}/{at.turn}"
        return Random(f"{self._name}/{turn}/{question}")
