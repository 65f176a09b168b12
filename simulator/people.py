"""The two people at a simulated board, whose choices depend only on the seed and the turn.

The module also chooses the players at the two tables of a simulated match: four players of
different strength. It also makes the messages by which a play or a game ends. At a table that
records no positions, those messages are claims (ADR 23).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from random import Random

from board_drivers.wire import messages as wire
from board_drivers.wire.values import ResignKind, WireEnding, WireSide
from players.gnubg_nets import GnubgNets, NetsUnavailable, nets_installed
from players.gnubg_player import GnubgPlayer
from players.player import Player, PlaysOn, RandomPlayer, plain_player
from players.sensible_player import SensiblePlayer
from rules.dice import Cube, Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.known_games import INFOS
from rules.position import Play, Position, Side
from rules.room import Ending, Room

Seating = Callable[[Room, Side, Random], Player]
"""A function that makes the computer player of a side in a room, with a random generator."""

_ERRS_BY = {
    (Room.OPEN, Side.WHITE): 0.0,
    (Room.CLOSED, Side.RED): 0.02,
    (Room.OPEN, Side.RED): 0.03,
    (Room.CLOSED, Side.WHITE): 0.06,
}
"""Standard deviation of each player's errors of judgement, in points of equity.

The home team, which has White in the open room, is the better one.
"""


class PlayerKind(Enum):
    """The way in which the players of a simulated match judge positions.

    AUTO uses GNU Backgammon's nets if they are installed and play the game; otherwise AUTO is the
    same as SENSIBLE.
    """

    AUTO = "auto"
    SENSIBLE = "sensible"
    RANDOM = "random"
    GNUBG = "gnubg"


def sensible_players(_room: Room, _side: Side, rng: Random) -> Player:
    """Return a SensiblePlayer, which plays backgammon; all four seats get the same kind."""
    return SensiblePlayer(rng)


def random_players(game: Game) -> Seating:
    """Return a function that makes players of this game who choose at random."""
    return lambda _room, _side, rng: RandomPlayer(game, rng)


def sensible_players_of(game: Game) -> Seating:
    """Return a function that makes equally strong players of this game.

    They are of the class that the game names in GameInfo.player.
    """
    return lambda _room, _side, rng: plain_player(INFOS[game.name], rng)


def playing_on(seating: Seating) -> Seating:
    """Return a function that makes the same players as `seating`, except that they never resign."""
    return lambda room, side, rng: PlaysOn(seating(room, side, rng))


@contextmanager
def seated(kind: PlayerKind, game: Game = BACKGAMMON) -> Iterator[Seating]:
    """Provide a function that makes players of this kind, for use inside the `with` block.

    Raises NetsUnavailable if GNU Backgammon's nets are asked for but are not installed, or if they
    do not play the game.
    """
    nets = INFOS[game.name].nets
    if kind is PlayerKind.GNUBG and not nets:
        raise NetsUnavailable(f"GNU Backgammon's nets do not play {game.name}")
    if kind is PlayerKind.GNUBG or (kind is PlayerKind.AUTO and nets and nets_installed()):
        with GnubgNets() as worker:
            yield lambda room, side, rng: GnubgPlayer(worker, rng, _ERRS_BY[room, side])
    elif kind is PlayerKind.RANDOM:
        yield random_players(game)
    else:
        yield sensible_players_of(game)


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn in a simulated game at which one of the two people decides something.

    `side` is the side on turn, even if the opponent decides.
    """

    game: int
    attempt: int
    side: Side
    turn: int


class People:
    """Both players at the table of one room.

    The same question at the same moment always has the same answer, in whatever order questions are
    asked. So a run can be repeated exactly even if its timing differs, and a board that receives a
    command twice acts as if the command came once.
    """

    def __init__(self, seed: int, room: Room, seating: Seating = sensible_players) -> None:
        self._name = f"{seed}/{room.value}"
        self._room, self._seating = room, seating

    def play(self, at: Moment, position: Position, roll: Roll) -> Play:
        """Return the play that the side on turn chooses."""
        return self._asked("play", at, at.side).choose_play(position, at.side, roll, at.turn)

    def doubles(self, at: Moment, position: Position, cube: Cube | None) -> bool:
        """Return True if the side on turn is allowed to double and wants to."""
        if cube is None or not cube.may_double(at.side):
            return False
        return self._asked("double", at, at.side).wants_to_double(position, at.side, cube)

    def takes(self, at: Moment, position: Position, cube: Cube) -> bool:
        """Return True if the opponent takes the double of the side on turn.

        `cube` is the cube before the double.
        """
        answering = at.side.opponent
        return self._asked("take", at, answering).takes(position, answering, cube)

    def resigns(self, at: Moment, position: Position, cube: Cube) -> Ending | None:
        """Return the resignation that the side on turn offers, or None."""
        return self._asked("resign", at, at.side).resigns(position, at.side, cube)

    def accepts(self, at: Moment, position: Position, offered: Ending) -> bool:
        """Return True if the opponent accepts the resignation of the side on turn."""
        answering = at.side.opponent
        return self._asked("accept", at, answering).accepts(position, answering, offered)

    def holds(self, at: Moment, position: Position, points: int) -> bool:
        """Return True if the side on turn chooses HOLD after a trou, False if GO (ruling 25).

        After HOLD the side plays on; after GO all checkers return to the starting position, and no
        side has points. `points` are the points that the side has left over after the trou.
        """
        return self._asked("hold", at, at.side).holds(position, at.side, points)

    def confirms_dice(self, at: Moment) -> bool:
        """Return True if the opponent confirms the keyed dice by a button.

        Otherwise the dice are confirmed by the play that fits them.
        """
        return self._chance("confirm", at).random() < 0.5

    def _asked(self, question: str, at: Moment, side: Side) -> Player:
        return self._seating(self._room, side, self._chance(question, at))

    def _chance(self, question: str, at: Moment) -> Random:
        turn = f"{at.game}/{at.attempt}/{at.side.value}/{at.turn}"
        return Random(f"{self._name}/{turn}/{question}")


Key = tuple[int, int, int, WireSide]
"""The game, the attempt, the turn, and the side that sends the message."""
_KINDS = {
    Ending.RESIGNED: ResignKind.SINGLE,
    Ending.RESIGNED_GAMMON: ResignKind.GAMMON,
    Ending.RESIGNED_BACKGAMMON: ResignKind.BACKGAMMON,
}
_RESIGNED = {kind: ending for ending, kind in _KINDS.items()}


def played(key: Key, game: Game, lying: Position) -> wire.Played | wire.End:
    """Return the message that reports a finished play at a table without recorded positions.

    `key` names the turn, and `lying` is the position after the play. If the play ends the game, the
    message is the claim that the game is over.
    """
    outcome = game.outcome(lying)
    if outcome is None:
        return wire.Played(*key)
    return wire.End(*key, ending=_wire_ending(outcome.ending), left=outcome.left)


def passed(key: Key, position: Position, side: Side, *, recorded: bool) -> wire.Pass | wire.End:
    """Return the message by which a side passes a double.

    `key` names the turn. If positions are not `recorded`, the message is a claim that the game is
    over.
    """
    if recorded:
        return wire.Pass(*key)
    return wire.End(*key, ending=WireEnding.PASS, left=position.left(side))


def resigned(
    key: Key, position: Position, side: Side, ending: Ending, *, recorded: bool
) -> wire.Resign | wire.End:
    """Return the message by which a side resigns.

    `key` names the turn, and `ending` is what the side offers to lose. If positions are not
    `recorded`, the message is a claim that the game is over.
    """
    if recorded:
        return wire.Resign(*key, kind=_KINDS[ending])
    return wire.End(*key, ending=_wire_ending(ending), left=position.left(side))


def ending_of(message: wire.Resign | wire.End) -> Ending:
    """Return the ending of the game that a resignation or a claim proposes."""
    if isinstance(message, wire.Resign):
        return _RESIGNED[message.kind]
    return Ending[message.ending.name]


def is_resignation(ending: Ending) -> bool:
    """Return True if the ending is a resignation, which the opponent may refuse as too small."""
    return ending in _KINDS


def _wire_ending(ending: Ending) -> WireEnding:
    return WireEnding[ending.name]
