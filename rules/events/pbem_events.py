"""Events of a knockout played by messages (PBeM): the reports of its boards.

`knockout` is its number, `number` a match's in its tournament. A board is a game on the server that
hosts the turns, by the number it has there. Events hold persons' ids; the addresses, tokens and
messages of the players are kept elsewhere and can be erased (ADR 48). `at` is when a report was
received. Sources: rulings 22, 23 and 33.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from rules.identities import PersonId


class PbemVerdict(Enum):
    """Criterion by which a match whose time is over is won (ruling 23)."""

    MOST_POINTS = "most points"
    LAST_GAME = "least time in the last finished game"
    CURRENT_GAME = "least time in the current game"
    DIRECTOR = "director"


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemOpened:
    """A knockout began to take entries and reports by messages.

    `days` is the number of days that the last matches of a round have once three quarters of them
    have a winner, `quiet_days` the days without a report after which both players are reminded.
    """

    knockout: int
    days: int
    quiet_days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemBoardStarted:
    """A match's next game has begun; `player`, who moves first, reported it."""

    number: int
    board: int
    player: PersonId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemBoardWon:
    """A game was won by `points`; the report gave `reported`.

    They differ if a resignation counts more than the server gave it (ruling 22).
    """

    number: int
    board: int
    winner: PersonId
    points: int
    reported: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemBoardCorrected:
    """The director corrected a board's result; None as `winner`: it does not count at all."""

    number: int
    board: int
    winner: PersonId | None
    points: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemWeekBegun:
    """Three quarters of a round's matches have a winner: the others have until `until`."""

    knockout: int
    round: int
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemTimeRuled:
    """The 75 % rule gives a match whose time is over to `winner`.

    `used` are the minutes that the first and the second player used in the game that decides, empty
    if no times did.
    """

    number: int
    winner: PersonId
    verdict: PbemVerdict
    used: tuple[int, ...]
    by: str


PbemEvent = (
    PbemOpened
    | PbemBoardStarted
    | PbemBoardWon
    | PbemBoardCorrected
    | PbemWeekBegun
    | PbemTimeRuled
)
