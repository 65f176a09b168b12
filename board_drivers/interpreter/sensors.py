"""The sensors of a board, and the legal plays that fit their readings.

Sensors may count the checkers on a point only up to a limit. They may not distinguish the two
sides' checkers. A place may have no sensor, or a broken one. Of the plays that the roll allows,
those that fit the readings are possible (ruling 10). Source: ruling 10 and the BEZMA notes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from rules.dice import PIPS, Roll
from rules.games.game import Game
from rules.position import BAR, CHECKERS, OFF, PLACES, Counts, Play, Position, Side

ALL_PLACES = range(PLACES)


class Sensed(NamedTuple):
    """The checkers that sensors report for each side: 26 counts, indexed by the side's own points.

    Index 0 is borne off, 1 to 24 are the points, 25 is the bar. The counts of a side may have any
    sum, as sensors can err. If the sensors cannot tell the sides apart, White's counts are those of
    both sides and Red's are zero. The counts of checkers borne off are separate for each side in
    any case.
    """

    white: Counts
    red: Counts


@dataclass(frozen=True, slots=True)
class Sensors:
    """The sensors of one board, for the game that is played on it.

    `point_limit` is the largest number of checkers that the sensors of a point or the bar can
    count, 0 for no limit. `colour` is True if the sensors distinguish White's checkers from Red's.
    `masked` are the places without readings: bit n is White's n-point, bit 0 the checkers borne off
    by either side, bit 25 the bar.
    """

    game: Game
    point_limit: int = 0
    colour: bool = True
    masked: int = 0

    @property
    def are_exact(self) -> bool:
        """True if the readings always show the exact position."""
        return self.colour and not self.masked and not 0 < self.point_limit < CHECKERS

    def sense(self, position: Position) -> Sensed:
        """Return the reading that a position gives; masked places read 0."""
        white, red = [0] * PLACES, [0] * PLACES
        for place in ALL_PLACES:
            if self.is_masked(place):
                continue
            reds = self.facing_place(place)
            mine, theirs = position.white[place], position.red[reds]
            if not self.colour and place != OFF:
                mine, theirs = mine + theirs, 0
            white[place], red[reds] = self._counted(place, mine), self._counted(place, theirs)
        return Sensed(tuple(white), tuple(red))

    def show(self, sensed: Sensed, position: Position) -> bool:
        """Return True if the sensors can give the reading `sensed` for `position`."""
        return all(
            self.read(sensed, place, position.white[place], position.red[self.facing_place(place)])
            for place in ALL_PLACES
        )

    def read(self, sensed: Sensed, place: int, white: int, red: int) -> bool:
        """Return True if `white` and `red` checkers on White's place `place` fit the reading."""
        if self.is_masked(place):
            return True
        whites, reds = sensed.white[place], sensed.red[self.facing_place(place)]
        if self.colour or place == OFF:
            return self.may_be(place, whites, white) and self.may_be(place, reds, red)
        return self.may_be(place, whites + reds, white + red)

    def may_be(self, place: int, sensed: int, known: int) -> bool:
        """Return True if a place at which `sensed` checkers are read may have `known` checkers."""
        return sensed in (known, self._counted(place, known))

    def is_masked(self, place: int) -> bool:
        """Return True if there is no reading of White's place `place`."""
        return bool(self.masked >> place & 1)

    def facing_place(self, place: int) -> int:
        """Return the number that the opponent gives to a side's place `place`."""
        return place if place in (OFF, BAR) else self.game.facing(place)

    def whites_place(self, side: Side, place: int) -> int:
        """Return the number that White gives to the place `place` of `side`."""
        return place if side is Side.WHITE else self.facing_place(place)

    def _counted(self, place: int, checkers: int) -> int:
        """Return the count that the sensors of a place read for this number of checkers.

        Checkers borne off are counted up to fifteen, the largest number on the wire.
        """
        limited = self.point_limit and place != OFF
        return min(checkers, self.point_limit if limited else CHECKERS)


@dataclass(frozen=True, slots=True)
class ThrownTurn:
    """A turn whose dice are thrown; `before` is the position at the throw.

    `number` is the number of the turn among the side's own turns in this game, from 1.
    """

    before: Position
    side: Side
    dice: Roll
    number: int


def plays_shown(sensors: Sensors, turn: ThrownTurn, sensed: Sensed) -> tuple[Play, ...]:
    """Return the legal plays that fit the reading, one for each position they lead to.

    They are in a fixed order: plays with moves from the rear come first.
    """
    shown = (play for play, after in _legal(sensors.game, turn) if sensors.show(sensed, after))
    return tuple(sorted(shown, reverse=True))


def rolls_shown(game: Game, turn: ThrownTurn, lying: Position) -> tuple[Roll, ...]:
    """Return the rolls, other than that of the turn, with which a legal play leads to `lying`.

    `lying` is the position of the checkers on the board now. If the player typed in wrong dice for
    the turn, one of the returned rolls can be the real one. Return no roll if no checker was moved:
    a side may be unable to move with many different rolls.
    """
    if lying == turn.before:
        return ()
    return tuple(
        roll
        for roll in (Roll(high, low) for high in PIPS for low in range(1, high + 1))
        if not roll.same_dice(turn.dice)
        and game.play_between(turn.before, lying, turn.side, roll, turn.number) is not None
    )


def is_incomplete(game: Game, turn: ThrownTurn, lying: Position) -> bool:
    """Return True if the position is reached in the middle of a legal play.

    Return False if another legal play ends in this position. For example, with 3-1 the move 3/off
    is the beginning of the play 3/off 2/1, but the play 3/2/off ends in the same position.
    """
    mover, opponent = turn.side, turn.side.opponent
    before, here = turn.before.of(mover), lying.of(mover)
    plays = [*_legal(game, turn)]
    if any(after == lying for _, after in plays):
        return False
    for play, after in plays:
        stood, rest = lying.of(opponent), after.of(opponent)
        if not (_only_hit(turn.before.of(opponent), stood) and _only_hit(stood, rest)):
            continue
        end = after.of(mover)
        if any(
            _moves(before, here, made) and _moves(here, end, left)
            for made, left in _divided(turn.dice.dice, len(play))
        ):
            return True
    return False


def _legal(game: Game, turn: ThrownTurn) -> Iterator[tuple[Play, Position]]:
    for play in game.legal_plays(turn.before, turn.side, turn.dice, turn.number):
        yield play, game.apply(turn.before, turn.side, play)


def _divided(dice: tuple[int, ...], moves: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield each way to choose as many dice as `moves` says and to play only some of them.

    A way is two tuples: the dice that are played, in order, and the dice that are left to play. At
    least one die is left.
    """
    for order in set(permutations(dice, moves)):
        for made in range(moves):
            yield order[:made], order[made:]


def _only_hit(earlier: Counts, later: Counts) -> bool:
    """Return True if the opponent's checkers have moved only from points to the bar."""
    on_points = zip(earlier[1:BAR], later[1:BAR], strict=True)
    return earlier[OFF] == later[OFF] and all(now <= then for then, now in on_points)


def _moves(earlier: Counts, later: Counts, dice: tuple[int, ...]) -> bool:
    """Return True if exactly these dice move a side's checkers from `earlier` to `later`.

    The checkers are tried one after the other from the rear. That is enough, as at most two
    different dice are left: only one of them can be used for the rearmost checker that has to move.
    """
    if not dice:
        return earlier == later
    place = next((each for each in range(BAR, OFF, -1) if earlier[each] != later[each]), OFF)
    if place == OFF or earlier[place] < later[place]:
        return False
    for at, die in enumerate(dice):
        counts = list(earlier)
        counts[place] -= 1
        counts[max(place - die, OFF)] += 1
        if _moves(tuple(counts), later, dice[:at] + dice[at + 1 :]):
            return True
    return False
