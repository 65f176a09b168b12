"""What a board can sense of a position, and whether what it senses shows one.

Source: ruling 10 and the BEZMA notes. A point may count up to a limit only, checkers of both
sides may look alike, and some places may have no sensor, or a broken one.
"""

from dataclasses import dataclass
from typing import NamedTuple

from rules.games.game import Game
from rules.position import BAR, CHECKERS, OFF, PLACES, Counts, Position, Side

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
