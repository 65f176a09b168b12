"""One board of a study: a game in each room, with the same dice or others, and what it brought.

Ruling 5: the home team is White in the open room and Red in the closed one.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from players.gnubg_player import GnubgPlayer
from rules.luck.chances import Judge, RollLuck, luck_of_game
from rules.match_play.state import points
from rules.position import Side
from rules.room import Room
from rules.scoring.scales import imp, row_of, smp
from simulator.dice_supply import DiceSupply
from simulator.study.game import PlayedGame, play_game
from simulator.study.plan import Pairing

DIGITS: Final = 6
"""After the point, of what was judged: a study that goes on from its file has the same figures."""
HOME_SIDE: Final = {Room.OPEN: Side.WHITE, Room.CLOSED: Side.RED}


@dataclass(frozen=True, slots=True)
class Judged:
    """Home's luck in IMP and points, and what the plays of home and away lost.

    `lost_home` and `lost_away` are in points at cube 1.
    """

    luck_imp: float
    luck_points: float
    lost_home: float
    lost_away: float


@dataclass(frozen=True, slots=True)
class RoomOutcome:
    """What one game brought home: `imp`, `smp` and `points` are negative where away won.

    `cube` is the value in force, `ending`
    and `row` are the words of the SMP table. `shared` are the throws up to the rooms'
    parting, that one included: the same position and roll lay in both.
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
    """Play board `number` in the open and the closed room, each with its dice; judge its luck."""
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
    """Throws from the start with the same roll, side, position and cube in both games."""
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
    signs = [1 if roll.side is home else -1 for roll in rolls]
    figures = (
        sum(sign * roll.luck.imp for sign, roll in zip(signs, rolls, strict=True)),
        sum(sign * roll.luck.points for sign, roll in zip(signs, rolls, strict=True)),
        sum(_lost(roll) for roll in rolls if roll.side is home),
        sum(_lost(roll) for roll in rolls if roll.side is not home),
    )
    return Judged(*(round(figure, DIGITS) for figure in figures))


def _lost(roll: RollLuck) -> float:
    return roll.error.points / roll.cube if roll.error else 0.0
