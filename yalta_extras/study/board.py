"""One board of a study, which is a game in each of two rooms, with both results.

As in bridge, a board here is no device: it is one game number, played in the open and in the closed
room. A study has several pairings of two teams whose difference in strength is known, and a number
of boards for each pairing. The game is backgammon between two players at one table. The home team
is White in the open room and Red in the closed one (ruling 5).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from players.gnubg_player import GnubgPlayer
from players.player import Player
from rules.dice import Cube, Roll
from rules.games.backgammon import BACKGAMMON
from rules.luck.chances import Judge, RollLuck, Throw, luck_of_game
from rules.match_play.state import points
from rules.position import Position, Side
from rules.room import Ending, Room
from rules.scoring.scales import imp, row_of, smp
from simulator.dice_supply import DiceSupply

_ATTEMPT = 1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The end of a game and every throw of it.

    `left` is the number of the loser's checkers that were not borne off, `cube` the value of the
    cube in force.
    """

    loser: Side
    ending: Ending
    left: int
    cube: int
    throws: tuple[Throw, ...]


def play_game(players: Mapping[Side, Player], dice: DiceSupply, number: int) -> PlayedGame:
    """Play a game to its end, as for money without Jacoby (ruling 3).

    The dice are those that the supply `dice` has for game number `number`.
    """
    return _Table(players, dice, number).played()


class _Table:
    def __init__(self, players: Mapping[Side, Player], dice: DiceSupply, number: int) -> None:
        self._players = players
        self._dice = dice
        self._number = number
        self._position = BACKGAMMON.start()
        self._cube = Cube()
        self._turns = dict.fromkeys(Side, 0)
        self._throws: list[Throw] = []

    def played(self) -> PlayedGame:
        side, roll = next(self._openings())
        while True:
            self._play(side, roll)
            outcome = BACKGAMMON.outcome(self._position)
            if outcome is not None:
                return self._over(outcome.loser, outcome.ending)
            side = side.opponent
            given_up = self._before_throw(side)
            if given_up is not None:
                return given_up
            roll = self._dice.roll(self._number, _ATTEMPT, side, self._turns[side] + 1)

    def _openings(self) -> Iterator[tuple[Side, Roll]]:
        """Yield each opening throw with unequal dice, and the side that it lets begin (ruling 6).

        An opening throw with two equal dice is followed by another one.
        """
        throw = 1
        while True:
            roll = self._dice.opening(self._number, _ATTEMPT, throw)
            if not roll.is_double:
                yield (Side.WHITE if roll.first > roll.second else Side.RED), roll
            throw += 1

    def _play(self, side: Side, roll: Roll) -> None:
        self._turns[side] += 1
        turn, before = self._turns[side], self._position
        play = self._players[side].choose_play(before, side, roll, turn)
        self._position = BACKGAMMON.apply(before, side, play)
        opening = not self._throws
        self._throws.append(
            Throw(side, turn, roll, opening, before, self._position, self._cube.value)
        )

    def _before_throw(self, side: Side) -> PlayedGame | None:
        """Let the side resign or double before its throw.

        Return the game if this ends the game, else None.
        """
        mover, other = self._players[side], self._players[side.opponent]
        position: Position = self._position
        offered = mover.resigns(position, side, self._cube)
        if offered is not None and other.accepts(position, side.opponent, offered):
            return self._over(side, offered)
        if self._cube.may_double(side) and mover.wants_to_double(position, side, self._cube):
            if not other.takes(position, side.opponent, self._cube):
                return self._over(side.opponent, Ending.PASS)
            self._cube = self._cube.taken_by(side.opponent)
        return None

    def _over(self, loser: Side, ending: Ending) -> PlayedGame:
        left = self._position.left(loser)
        return PlayedGame(loser, ending, left, self._cube.value, tuple(self._throws))


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams of GNU Backgammon's nets that play against each other.

    To each judgement of a team a random error is added; `home_noise` and `away_noise` are the
    spread of that error for each team (players.gnubg_player). The home team is the better one
    unless both are equal. The pairing's `name` identifies it in the study's files.
    """

    name: str
    home_noise: float
    away_noise: float

    @property
    def equal(self) -> bool:
        """True if neither team is better."""
        return self.home_noise == self.away_noise


PAIRINGS: Final = (
    Pairing("equal", 0.036, 0.036),
    Pairing("close", 0.0, 0.015),
    Pairing("apart", 0.0, 0.036),
    Pairing("far", 0.0, 0.07),
    Pairing("farthest", 0.0, 0.135),
)
"""The pairings of a study (our choice).

The equal teams have errors added, too: without errors both teams would always make the same plays,
and all boards would be tied.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """The extent of a study.

    `boards` is the number of boards of each pairing. Luck is judged only on the boards 1, 1 +
    `luck_every`, 1 + 2 `luck_every` and so on. A board's results depend only on `seed`, its pairing
    and its number, so a longer study has every board of a shorter one.
    """

    seed: int
    boards: int
    luck_every: int

    def places(self) -> list[tuple[Pairing, int]]:
        """Return the pairing and number of every board, in the order of the file of boards.

        The boards with the same number follow each other, one of each pairing.
        """
        return [(pairing, number) for number in range(1, self.boards + 1) for pairing in PAIRINGS]

    def judged(self, number: int) -> bool:
        """Return True if the luck of the board with that number is judged."""
        return (number - 1) % self.luck_every == 0


DIGITS: Final = 6
"""The number of decimals to which judged luck and losses are rounded (our choice).

The file has these figures rounded. They are therefore rounded in memory too, so that a study that
is resumed from its file has the same figures as a study played without a break.
"""
HOME_SIDE: Final = {Room.OPEN: Side.WHITE, Room.CLOSED: Side.RED}


@dataclass(frozen=True, slots=True)
class Judged:
    """The luck and losses of a game in one room, as judged by GNU Backgammon's neural nets.

    `luck_imp` and `luck_points` are the home team's luck in either unit. `lost_home` and
    `lost_away` are what the plays of each team cost, in points at cube 1; `unforced_home` and
    `unforced_away` are the numbers of throws for which a team could choose between positions.
    """

    luck_imp: float
    luck_points: float
    lost_home: float
    lost_away: float
    unforced_home: float
    unforced_away: float


@dataclass(frozen=True, slots=True)
class RoomOutcome:
    """The result of a game in one room, counted for the home team.

    `pairing` and `board` name the board. `imp`, `smp` and `points` are negative if the away team
    won. `cube` is the value of the cube in force. `ending` is how the game ended, and `row` names
    the row of the scoring table for SMP from which `smp` was read. `throws_home` and `throws_away`
    are the numbers of throws of each team. `shared` is the number of throws, from the first on, for
    which both rooms had the same position and roll; the last of these throws is the first that the
    rooms played differently. `judged` is None if luck was not judged.
    """

    pairing: str
    board: int
    room: Room
    ending: str
    row: str
    cube: int
    imp: int
    smp: int
    points: int
    throws_home: int
    throws_away: int
    shared: int
    judged: Judged | None


def play_board(
    pairing: Pairing,
    number: int,
    nets: Judge,
    *,
    seed: int,
    dice: tuple[DiceSupply, DiceSupply],
    judged: bool,
) -> tuple[RoomOutcome, RoomOutcome]:
    """Play board `number` in the open and the closed room, and return both outcomes, open first.

    `dice` has a dice supply for each room, open first; equal supplies give both rooms the same
    dice. `nets` decide for both teams. The luck of the rolls is judged if `judged` is True.
    """
    games = {
        room: play_game(_players(pairing, number, room, nets, seed), supply, number)
        for room, supply in zip(Room, dice, strict=True)
    }
    shared = shared_throws(games[Room.OPEN], games[Room.CLOSED])
    opened, closed = (
        _outcome(pairing, number, room, game, shared, _judged(room, game, nets) if judged else None)
        for room, game in games.items()
    )
    return opened, closed


def shared_throws(one: PlayedGame, other: PlayedGame) -> int:
    """Return how many throws both games have alike, counted from the first.

    Two throws are alike if side, roll, position before the throw and cube are equal.
    """
    shared = 0
    for left, right in zip(one.throws, other.throws, strict=False):
        if (left.side, left.roll, left.before, left.cube) != (
            right.side,
            right.roll,
            right.before,
            right.cube,
        ):
            break
        shared += 1
    return shared


def _players(
    pairing: Pairing, number: int, room: Room, nets: Judge, seed: int
) -> dict[Side, GnubgPlayer]:
    return {
        side: GnubgPlayer(
            nets,
            Random(f"{seed}/{pairing.name}/{number}/{room.value}/{side.value}"),
            pairing.home_noise if side is HOME_SIDE[room] else pairing.away_noise,
        )
        for side in Side
    }


def _outcome(
    pairing: Pairing, number: int, room: Room, game: PlayedGame, shared: int, judged: Judged | None
) -> RoomOutcome:
    home = HOME_SIDE[room]
    sign = -1 if game.loser is home else 1
    row = row_of(game.ending, game.left)
    won = smp(row, game.cube)
    return RoomOutcome(
        pairing=pairing.name,
        board=number,
        room=room,
        ending=game.ending.value,
        row=row.value,
        cube=game.cube,
        imp=sign * imp(won),
        smp=sign * won,
        points=sign * points(game.ending, game.cube),
        throws_home=sum(throw.side is home for throw in game.throws),
        throws_away=sum(throw.side is not home for throw in game.throws),
        shared=shared,
        judged=judged,
    )


def _judged(room: Room, game: PlayedGame, nets: Judge) -> Judged:
    home = HOME_SIDE[room]
    rolls = luck_of_game(game.throws, nets)
    chosen = [throw.side for throw in game.throws if _unforced(throw)]
    signs = [1 if roll.side is home else -1 for roll in rolls]
    figures = (
        sum(sign * roll.luck.imp for sign, roll in zip(signs, rolls, strict=True)),
        sum(sign * roll.luck.points for sign, roll in zip(signs, rolls, strict=True)),
        sum(_lost(roll) for roll in rolls if roll.side is home),
        sum(_lost(roll) for roll in rolls if roll.side is not home),
        chosen.count(home),
        chosen.count(home.opponent),
    )
    return Judged(*(round(figure, DIGITS) for figure in figures))


def _unforced(throw: Throw) -> bool:
    return len(BACKGAMMON.legal_plays(throw.before, throw.side, throw.roll)) > 1


def _lost(roll: RollLuck) -> float:
    return roll.error.points / roll.cube if roll.error else 0.0
