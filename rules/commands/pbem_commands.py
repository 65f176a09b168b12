"""What is asked of a knockout by messages: by those who play, in messages, and by its organiser.

`number` is a match's in its tournament. `at` is when a message was received, in UTC and to the
second. Sources: rulings 22 and 23.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Annotated

from rules.identities import PersonId
from rules.limits import FromNought, Number, Reason, Whole

MOST_DAYS = 60
Days = Annotated[int, Whole(1, MOST_DAYS)]


class Resigned(Enum):
    """What a player had left who resigned without having been doubled.

    NONE_OFF: no checker was off. FAR_BACK: and one was on the bar, or in the winner's home.
    """

    SOME_OFF = "some off"
    NONE_OFF = "none off"
    FAR_BACK = "none off, far back"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPbem:
    """Take a knockout's entries and reports by messages.

    `days` is the time that the 75 % rule leaves; `quiet_days` without a report bring a reminder.
    """

    knockout: int
    days: Days = 7
    quiet_days: Days = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPbemStart:
    """`player`, who moves first, says that a game of that match has begun on that board."""

    number: int
    board: int
    player: PersonId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPbemWin:
    """`player` says that `winner` has won that board, by the points that the server gave.

    `resigned` says that the loser gave up undoubled, and with what left; `cube` is the cube then.
    `accepted`: the organiser takes it for good though it is doubtful.
    """

    number: Number
    board: Number
    player: PersonId
    winner: PersonId
    points: Number
    at: datetime
    resigned: Resigned | None = None
    cube: int = 1
    accepted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPbemBoard:
    """Correct a board's result; without `winner` it does not count.

    `was` is PbemBoard.known_as when this was made, None where nothing was known.
    """

    number: Number
    board: Number
    winner: PersonId | None
    points: FromNought
    reason: Reason
    was: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginPbemWeek:
    """Let the last week of a round begin, three quarters of whose matches have a winner."""

    knockout: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyPbemTimeRule:
    """Decide a match whose last week is over.

    `last_used` are the minutes of the first and of the second player in the game that finished
    last, `current_used` in the one that is played: both where they are asked for, none else.
    `winner` is the director's choice where nothing else decides, with a `reason`.
    """

    number: Number
    last_used: tuple[int, ...] = ()
    current_used: tuple[int, ...] = ()
    winner: PersonId | None = None
    reason: str = ""


PbemReport = ReportPbemStart | ReportPbemWin
PbemRuling = CorrectPbemBoard | ApplyPbemTimeRule
"""What the director decides alone."""
PbemCommand = OpenPbem | PbemReport | PbemRuling | BeginPbemWeek
