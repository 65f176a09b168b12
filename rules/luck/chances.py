"""A side's chances in a game, as an evaluation of its position gives them."""

from dataclasses import dataclass

from rules.position import CHECKERS, OFF, Counts

_WINNERS_HOME = 19


@dataclass(frozen=True, slots=True)
class Chances:
    """A side's chances in a game without the cube, each 0 to 1; gammons include backgammons."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """Points expected at cube 1, without the cube."""
        won = self.win + self.win_gammon + self.win_backgammon
        return won - (1 - self.win) - self.lose_gammon - self.lose_backgammon

    def reversed(self) -> "Chances":
        """The same game as its opponent sees it."""
        return Chances(
            1 - self.win,
            self.lose_gammon,
            self.lose_backgammon,
            self.win_gammon,
            self.win_backgammon,
        )


def certain_chances(own: Counts, other: Counts) -> Chances | None:
    """The chances of the side whose counts come first once a side has borne off all; else None."""
    if other[OFF] == CHECKERS:
        return _lost(own)
    return _lost(other).reversed() if own[OFF] == CHECKERS else None


def _lost(loser: Counts) -> Chances:
    gammon = loser[OFF] == 0
    return Chances(0.0, 0.0, 0.0, float(gammon), float(gammon and any(loser[_WINNERS_HOME:])))
