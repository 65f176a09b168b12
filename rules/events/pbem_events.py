"""Events of a knockout that is played by e-mail on another server (PBeM).

`knockout` is the number of the knockout, `number` the number of the match in its tournament.
`board` is the number that the other server gave the game. Events name persons by their ids. Their
addresses, tokens and messages are stored elsewhere and can be erased (ADR 48). `at` is the time at
which a report was received. Sources: rulings 22, 23 and 33.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from rules.identities import PersonId


class PbemVerdict(Enum):
    """The criterion that decides a match whose time is over (ruling 23)."""

    MOST_POINTS = "most points"
    LAST_GAME = "least time in the last finished game"
    CURRENT_GAME = "least time in the current game"
    DIRECTOR = "director"


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemOpened:
    """A knockout was opened to entries and reports by e-mail.

    Once three quarters of a round's matches have a winner, `days` is the number of days in which
    the other matches must be finished. `quiet_days` is the number of days without a report after
    which both players are reminded.
    """

    knockout: int
    days: int
    quiet_days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemBoardStarted:
    """The next game of a match was started; `player` has the first move and reported the start."""

    number: int
    board: int
    player: PersonId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemBoardWon:
    """A game was won. It counts `points`; the report said `reported` points.

    The numbers differ if a resignation counts for more than the other server gave (ruling 22).
    """

    number: int
    board: int
    winner: PersonId
    points: int
    reported: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemBoardCorrected:
    """The director corrected the result of a game. If `winner` is None, the game does not count."""

    number: int
    board: int
    winner: PersonId | None
    points: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemWeekBegun:
    """Three quarters of a round's matches have a winner: the others must be finished by `until`."""

    knockout: int
    round: int
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemTimeRuled:
    """A match whose time is over was given to `winner` by the 75 % rule.

    `verdict` is the criterion. If the time used in a game decided, `used` are the minutes of both
    players in that game, White's first; otherwise it is empty.
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
