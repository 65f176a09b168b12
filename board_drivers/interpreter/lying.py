"""The position on a board on which no legal play was made, as far as the sensors show it.

If a finished play does not fit the roll, the opponent is asked whether to accept (condone) it. If
the opponent does, the checkers stay where they lie (ruling 9), so their position has to be known.
The method is that of ruling 10: each side has fifteen checkers, the mover has moved as few of their
own checkers as the sensors allow, and none of the opponent's checkers were moved except blots that
were hit.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from board_drivers.interpreter.sensors import ALL_PLACES, Sensed, Sensors, ThrownTurn
from rules.errors import InvalidPosition
from rules.position import BAR, CHECKERS, OFF, Position, Side, position_of


@dataclass(frozen=True, slots=True)
class _Pile:
    """The checkers of both sides on one of the mover's places.

    `moved` is the number of the mover's checkers that were moved to or from the place.
    """

    own: int
    other: int
    moved: int


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to distribute checkers over the places considered so far, with few checkers moved.

    `moved` is the number of checkers moved. `alone` is False if another way was found that moves
    equally few, so that the sensors do not show which of these ways is the real one.
    """

    moved: int
    piles: tuple[_Pile, ...]
    alone: bool = True

    def better(self, known: "_Way | None") -> "_Way":
        """Return this way or the way `known`, whichever has fewer checkers moved.

        `known` is None if no other way is known. If both move equally many checkers, return `known`
        with `alone` set to False.
        """
        if known is None or self.moved < known.moved:
            return self
        if self.moved > known.moved:
            return known
        return _Way(known.moved, known.piles, alone=False)


def lying_position(sensors: Sensors, turn: ThrownTurn, sensed: Sensed) -> Position | None:
    """Return the position that fits the sensors' reading with the fewest checkers moved.

    Return None if no position fits, if several fit with equally few checkers moved, or if the game
    does not allow the position.
    """
    if sensors.are_exact:
        position = _of_counts(sensed)
        return position if position is not None and _can_lie(sensors, position) else None
    blots = sum(count == 1 for count in turn.before.of(turn.side.opponent)[1:BAR])
    best: _Way | None = None
    for hits in range((blots if sensors.game.senses.hits else 0) + 1):
        way = _filled(sensors, turn, sensed, hits)
        if way is not None:
            best = way.better(best)
    if best is None or not best.alone:
        return None
    position = _made_of(sensors, turn.side, best)
    return position if _can_lie(sensors, position) else None


def _of_counts(sensed: Sensed) -> Position | None:
    return Position(*sensed) if sum(sensed.white) == sum(sensed.red) == CHECKERS else None


def _can_lie(sensors: Sensors, position: Position) -> bool:
    try:
        sensors.game.check(position)
    except InvalidPosition:
        return False
    return True


def _filled(sensors: Sensors, turn: ThrownTurn, sensed: Sensed, hits: int) -> _Way | None:
    """Return the way to place the mover's checkers that moves fewest, if `hits` blots were hit.

    The places are considered one after the other; for each number of checkers and of hits so far
    the best way is stored. Return None if there is no way.
    """
    ways = {(0, 0): _Way(0, ())}
    for place in ALL_PLACES:
        piles = tuple(_piles(sensors, turn, sensed, place, hits))
        further: dict[tuple[int, int], _Way] = {}
        for (checkers, hit), way in ways.items():
            for pile in piles:
                at = checkers + pile.own, hit + _was_hit(sensors, turn, place, pile)
                if at[0] > CHECKERS or at[1] > hits:
                    continue
                longer = _Way(way.moved + pile.moved, (*way.piles, pile), way.alone)
                further[at] = longer.better(further.get(at))
        ways = further
    return ways.get((CHECKERS, hits))


def _piles(
    sensors: Sensors, turn: ThrownTurn, sensed: Sensed, place: int, hits: int
) -> Iterator[_Pile]:
    """Yield the possible piles on the mover's place `place`, if `hits` blots were hit in all."""
    before, white = turn.before.of(turn.side)[place], sensors.whites_place(turn.side, place)
    for other in _others(sensors, turn, place, hits):
        for own in range(CHECKERS + 1):
            if own and other and place not in (OFF, BAR):
                continue
            lying = (own, other) if turn.side is Side.WHITE else (other, own)
            if sensors.read(sensed, white, *lying):
                yield _Pile(own, other, abs(own - before))


def _others(sensors: Sensors, turn: ThrownTurn, place: int, hits: int) -> tuple[int, ...]:
    """Return the possible numbers of the opponent's checkers on the mover's place `place`.

    `hits` is the number of blots that were hit in all.
    """
    known = _other_before(sensors, turn, place)
    if place == BAR:
        return (known + hits,)
    return (1, 0) if place != OFF and known == 1 and sensors.game.senses.hits else (known,)


def _was_hit(sensors: Sensors, turn: ThrownTurn, place: int, pile: _Pile) -> bool:
    return place != BAR and pile.other < _other_before(sensors, turn, place)


def _other_before(sensors: Sensors, turn: ThrownTurn, place: int) -> int:
    return turn.before.of(turn.side.opponent)[sensors.facing_place(place)]


def _made_of(sensors: Sensors, side: Side, way: _Way) -> Position:
    own = tuple(pile.own for pile in way.piles)
    other = tuple(way.piles[sensors.facing_place(place)].other for place in ALL_PLACES)
    return position_of(side, own, other)
