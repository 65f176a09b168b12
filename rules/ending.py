"""How a game ended in one room (ruling 3)."""

from enum import Enum


class Ending(Enum):
    """The way a result came about; together with the checkers left it names the SMP row.

    TROUS: a side of Grand Trictrac reached twelve trous (ruling 25), which no SMP row scores.
    """

    BEAROFF = "bearoff"
    PASS = "pass"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    RESIGNED = "resigned"
    RESIGNED_GAMMON = "resigned-gammon"
    RESIGNED_BACKGAMMON = "resigned-backgammon"
    TROUS = "trous"
