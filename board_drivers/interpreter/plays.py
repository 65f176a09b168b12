"""Which play it was: of all the roll allows, those that the sensors show (ruling 10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from board_drivers.interpreter.sensors import Sensed, Sensors
from rules.dice import PIPS, Roll
from rules.games.game import Game
from rules.position import BAR, OFF, Counts, Play, Position, Side


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
    """Whether what lies there is on the way to a legal play, with moves still to be made."""
    mover, opponent = turn.side, turn.side.opponent
    before, here = turn.before.of(mover), lying.of(mover)
    for play, after in _legal(game, turn):
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
