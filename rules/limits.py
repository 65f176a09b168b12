"""Types of a command's fields, with the limits that values sent from outside must keep.

Inside `rules` these types are plain `int` and `str`. The limit is an annotation: it is checked when
a command comes in as a request's body or as a form, and printed in the documentation of the API.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

MOST_NUMBERED = 999_999_999
"""The largest number that a match, a stage, a round or a case can have."""
MOST_TEAMS, LAST_POT = 256, 32
MOST_AMOUNT = 10**11
"""The largest amount, in hundredths of a currency."""


@dataclass(frozen=True, slots=True)
class Whole:
    """The limits of a whole number: `least` and `most`, which is None for no upper limit."""

    least: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A text of `least` to `most` characters.

    If `new` is True, the text will be stored: its spaces are tidied and it must have no invisible
    characters. Otherwise it names something that is stored already.
    """

    least: int
    most: int
    new: bool = True


@dataclass(frozen=True, slots=True)
class Many:
    """The limit of a collection: it has `least` to `most` values."""

    most: int
    least: int = 0


Number = Annotated[int, Whole(1, MOST_NUMBERED)]
"""The number of a stage, a round, a group or a match; counted from 1."""
NumberOrNone = Annotated[int, Whole(0, MOST_NUMBERED)]
"""The number of a stage, a round, a group or a match, or 0 for none."""
FromOne = Annotated[int, Whole(1)]
"""The number of a game of a match, of an attempt or of a turn; counted from 1."""
FromNought = Annotated[int, Whole(0)]
Name = Annotated[str, Text(1, 80, new=False)]
"""The name of a team that is already entered."""
Names = Annotated[tuple[Name, ...], Many(256)]
NewName = Annotated[str, Text(1, 80)]
Remark = Annotated[str, Text(0, 80)]
"""A few words, or none."""
Reason = Annotated[str, Text(3, 500)]
"""The reason for a decision, which is stored and printed together with the decision (ruling 11)."""
TeamPairs = Annotated[tuple[tuple[Name, Name], ...], Many(64)]
"""Pairs of teams, home first."""
MatchLength = Annotated[int, Whole(1, 64)]
"""The number of points to which a match is played."""
ReasonOrNone = Reason | Literal[""]
GamesOfMatch = Annotated[int, Whole(1, 12)]
Meetings = Annotated[int, Whole(1, 4)]
"""The number of times that two teams of a group meet."""
Pot = Annotated[int, Whole(0, LAST_POT)]
"""The number of a team's pot: 1 is the strongest, 0 is no pot."""
Amount = Annotated[int, Whole(0, MOST_AMOUNT)]
"""An amount of money in hundredths of the currency."""
PlayedElsewhere = Annotated[int, Whole(1, 10**12)]
"""The number of a match on the server on which it is played."""
