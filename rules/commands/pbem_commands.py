"""Commands to a knockout played by e-mail: players' reports, and decisions of its organiser.

`number` is the number of a match in its tournament. `at` is the time at which a message was
received, in UTC and to the second. Sources: rulings 22 and 23.
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
    """The checkers left to a player who has resigned without having been doubled.

    NONE_OFF: no checker was borne off. FAR_BACK: no checker was borne off, and one was on the bar
    or in the winner's home.
    """

    SOME_OFF = "some off"
    NONE_OFF = "none off"
    FAR_BACK = "none off, far back"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPbem:
    """Open a knockout to entries and reports by e-mail.

    Once three quarters of a round's matches have a winner, `days` is the number of days in which
    the other matches must be finished (the 75 % rule). After `quiet_days` days without a report
    both players of a match get a reminder.
    """

    knockout: int
    days: Days = 7
    quiet_days: Days = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPbemStart:
    """Report that a game of a match has begun; `player` has the first move and sends the report.

    `board` is the number of the game on the other server.
    """

    number: int
    board: int
    player: PersonId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPbemWin:
    """Report that `winner` has won a board, with the points that the other server gave.

    `player` sends the report. If the loser resigned without having been doubled, `resigned` says
    which checkers the loser had left, and `cube` is the value of the cube at that moment. If
    `accepted` is true, the organiser accepts the report although it is doubtful.
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
    """Correct the result of a board (one game); without `winner` the board does not count.

    `was` is the previous result as the sender saw it, as text (see PbemBoard.known_as); None if
    there was none yet.
    """

    number: Number
    board: Number
    winner: PersonId | None
    points: FromNought
    reason: Reason
    was: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginPbemWeek:
    """Begin the last days of a round in which three quarters of the matches have a winner."""

    knockout: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyPbemTimeRule:
    """Decide a match by the 75 % rule, after its last days are over (ruling 23).

    The rule compares points; then the time used in the game that finished last; then the time used
    in the game being played. `last_used` and `current_used` are the minutes used in these two
    games, White's first; each is empty unless the rule needs it. If all this is equal, the director
    decides: `winner` is the director's choice, with a `reason`.
    """

    number: Number
    last_used: tuple[int, ...] = ()
    current_used: tuple[int, ...] = ()
    winner: PersonId | None = None
    reason: str = ""


PbemReport = ReportPbemStart | ReportPbemWin
PbemRuling = CorrectPbemBoard | ApplyPbemTimeRule
"""The commands to a PBeM knockout that only the director may give."""
PbemCommand = OpenPbem | PbemReport | PbemRuling | BeginPbemWeek
