"""The two people at a simulated board: every choice a function of the seed and the turn.

Who sits at a simulated match's two tables: four players, each with a strength of his own.

How people say that a play or a game has ended: without positions they claim it (ADR 23).
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
"""The player at a room's side, judging with that source of chance."""

_ERRS_BY = {
    (Room.OPEN, Side.WHITE): 0.0,
    (Room.CLOSED, Side.RED): 0.02,
    (Room.OPEN, Side.RED): 0.03,
    (Room.CLOSED, Side.WHITE): 0.06,
}
"""Spread of an error of judgement in points of equity: home, seated first, is the better team."""


class PlayerKind(Enum):
    """How simulated players judge; AUTO is by GNU Backgammon's nets where they are installed."""

    AUTO = "auto"
    SENSIBLE = "sensible"
    RANDOM = "random"
    GNUBG = "gnubg"


def sensible_players(_room: Room, _side: Side, rng: Random) -> Player:
    """Four equal players of plain judgement."""
    return SensiblePlayer(rng)


def random_players(game: Game) -> Seating:
    """Four players by chance."""
    return lambda _room, _side, rng: RandomPlayer(game, rng)


def sensible_players_of(game: Game) -> Seating:
    """Four equal players of plain judgement in that game."""
    return lambda _room, _side, rng: plain_player(INFOS[game.name], rng)


def playing_on(seating: Seating) -> Seating:
    """The same four, none of whom resigns."""
    return lambda room, side, rng: PlaysOn(seating(room, side, rng))


@contextmanager
def seated(kind: PlayerKind, game: Game = BACKGAMMON) -> Iterator[Seating]:
    """Players of that kind while the block runs.

    Raises NetsUnavailable when the nets are asked for and not installed, or know no such game.
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


Key = tuple[int, int, int, WireSide]
"""Game, attempt, turn and the side that speaks."""
_KINDS = {
    Ending.RESIGNED: ResignKind.SINGLE,
    Ending.RESIGNED_GAMMON: ResignKind.GAMMON,
    Ending.RESIGNED_BACKGAMMON: ResignKind.BACKGAMMON,
}
_RESIGNED = {kind: ending for ending, kind in _KINDS.items()}


def played(key: Key, game: Game, lying: Position) -> wire.Played | wire.End:
    """A play made at a table that records none; the last one is said with the game's end."""
    outcome = game.outcome(lying)
    if outcome is None:
        return wire.Played(*key)
    return wire.End(*key, ending=_wire_ending(outcome.ending), left=outcome.left)


def passed(key: Key, position: Position, side: Side, *, recorded: bool) -> wire.Pass | wire.End:
    """A double passed by that side; `recorded`: the server knows the position."""
    if recorded:
        return wire.Pass(*key)
    return wire.End(*key, ending=WireEnding.PASS, left=position.left(side))


def resigned(
    key: Key, position: Position, side: Side, ending: Ending, *, recorded: bool
) -> wire.Resign | wire.End:
    """A resignation of that side; `recorded`: the server knows the position."""
    if recorded:
        return wire.Resign(*key, kind=_KINDS[ending])
    return wire.End(*key, ending=_wire_ending(ending), left=position.left(side))


def ending_of(message: wire.Resign | wire.End) -> Ending:
    """The end of the game that somebody has proposed."""
    if isinstance(message, wire.Resign):
        return _RESIGNED[message.kind]
    return Ending[message.ending.name]


def is_resignation(ending: Ending) -> bool:
    """The opponent may want more than such an end; another he sees or has brought about."""
    return ending in _KINDS


def _wire_ending(ending: Ending) -> WireEnding:
    return WireEnding[ending.name]
