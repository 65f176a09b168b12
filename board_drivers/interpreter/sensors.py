"""What a board can sense of a position, and whether what it senses shows one.

Source: ruling 10 and the BEZMA notes. A point may count up to a limit only, checkers of both
sides may look alike, and some places may have no sensor, or a broken one.

Which play it was: of all the roll allows, those that the sensors show (ruling 10).
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
    """Checkers as sensed, 26 counts of either side by its own points, whatever they add up to.

    Where checkers look alike White's counts are those of both sides and Red's are zero, but each
    side has its own count of what is borne off.
    """

    white: Counts
    red: Counts


@dataclass(frozen=True, slots=True)
class Sensors:
    """One board's sensors while a game is played on it.

    `point_limit` is how many checkers a point or the bar can count, 0 for any number. `colour`: it
    tells White's from Red's. `masked` are places that say nothing: bit n is White's n-point, bit 0
    what either side has borne off, bit 25 the bar.
    """

    game: Game
    point_limit: int = 0
    colour: bool = True
    masked: int = 0

    @property
    def are_exact(self) -> bool:
        """What they show is the position itself."""
        return self.colour and not self.masked and not 0 < self.point_limit < CHECKERS

    def sense(self, position: Position) -> Sensed:
        """What they show of a position; masked places show nothing."""
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
        """Whether the position may lie there, by what they show."""
        return all(
            self.read(sensed, place, position.white[place], position.red[self.facing_place(place)])
            for place in ALL_PLACES
        )

    def read(self, sensed: Sensed, place: int, white: int, red: int) -> bool:
        """Whether so many checkers of either side may lie on one of White's places."""
        if self.is_masked(place):
            return True
        whites, reds = sensed.white[place], sensed.red[self.facing_place(place)]
        if self.colour or place == OFF:
            return self.may_be(place, whites, white) and self.may_be(place, reds, red)
        return self.may_be(place, whites + reds, white + red)

    def may_be(self, place: int, sensed: int, known: int) -> bool:
        """Whether a place that counts `sensed` may hold so many."""
        return sensed in (known, self._counted(place, known))

    def is_masked(self, place: int) -> bool:
        """Whether one of White's places says nothing."""
        return bool(self.masked >> place & 1)

    def facing_place(self, place: int) -> int:
        """The opponent's number of a place of either side."""
        return place if place in (OFF, BAR) else self.game.facing(place)

    def whites_place(self, side: Side, place: int) -> int:
        """White's number of a place of either side."""
        return place if side is Side.WHITE else self.facing_place(place)

    def _counted(self, place: int, checkers: int) -> int:
        """Trays count whatever lies in them; no number on the wire is above fifteen."""
        limited = self.point_limit and place != OFF
        return min(checkers, self.point_limit if limited else CHECKERS)


@dataclass(frozen=True, slots=True)
class ThrownTurn:
    """What was to be played: `before` is where the throw found the checkers.

    `number` is the side's own turn number in this game, from 1.
    """

    before: Position
    side: Side
    dice: Roll
    number: int


def plays_shown(sensors: Sensors, turn: ThrownTurn, sensed: Sensed) -> tuple[Play, ...]:
    """Every legal play that may have led to what is sensed, one for each position; always in the
    same order, moves from the rear first."""
    shown = (play for play, after in _legal(sensors.game, turn) if sensors.show(sensed, after))
    return tuple(sorted(shown, reverse=True))


def rolls_shown(game: Game, turn: ThrownTurn, lying: Position) -> tuple[Roll, ...]:
    """The other rolls by which what lies there would be a legal play: perhaps one was keyed wrong.

    None where nothing has moved, which any dice may allow.
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
    """Whether what lies there is on the way to a legal play, with moves still to be made.

    What another legal play leaves is whole: 3/2/off lies as the first half of 3/off, 2/1 does.
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
    """What was made with some of the dice, and what is left to make with at least one."""
    for order in set(permutations(dice, moves)):
        for made in range(moves):
            yield order[:made], order[made:]


def _only_hit(earlier: Counts, later: Counts) -> bool:
    """Of the opponent's checkers nothing was moved but off a point onto the bar."""
    on_points = zip(earlier[1:BAR], later[1:BAR], strict=True)
    return earlier[OFF] == later[OFF] and all(now <= then for then, now in on_points)


def _moves(earlier: Counts, later: Counts, dice: tuple[int, ...]) -> bool:
    """Whether a side's checkers come from one to the other by exactly these dice.

    At most two different dice are left on either side, so one checker after the other is tried
    from the rear: the rearmost that has to go can go by one of them only.
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
