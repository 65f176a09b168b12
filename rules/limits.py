"""Types of a command's fields, each with the limits within which anybody may send it.

To the rules such a type is the plain value; its limit is read from the annotation wherever a
command comes from outside: in the body of a request, in a form, in the documents.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

MOST_NUMBERED = 999_999_999
"""The largest number of a match, a stage, a round, a case …"""
MOST_TEAMS, LAST_POT = 256, 32
MOST_AMOUNT = 10**11
"""Largest amount, in hundredths of a currency."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`, None if nothing limits it."""

    least: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A text of `least` to `most` characters.

    `new`: the text is kept as typed, so its spaces are tidied and every character has to be
    visible; else it names something kept already.
    """

    least: int
    most: int
    new: bool = True


@dataclass(frozen=True, slots=True)
class Many:
    """A number of values from `least` to `most`."""

    most: int
    least: int = 0


Number = Annotated[int, Whole(1, MOST_NUMBERED)]
"""Number of a stage, a round, a group, a match; counted from 1."""
NumberOrNone = Annotated[int, Whole(0, MOST_NUMBERED)]
"""Number of a stage, a round, a group, a match; 0 for none."""
FromOne = Annotated[int, Whole(1)]
"""Number of a game of a match, of its attempt, or of a turn; counted from 1."""
FromNought = Annotated[int, Whole(0)]
Name = Annotated[str, Text(1, 80, new=False)]
"""The name of a team, as it was entered."""
Names = Annotated[tuple[Name, ...], Many(256)]
NewName = Annotated[str, Text(1, 80)]
Remark = Annotated[str, Text(0, 80)]
"""A few words, or none."""
Reason = Annotated[str, Text(3, 500)]
"""Reason of a decision; it is kept, and printed where it belongs (ruling 11)."""
TeamPairs = Annotated[tuple[tuple[Name, Name], ...], Many(64)]
"""Pairs of teams, home first."""
MatchLength = Annotated[int, Whole(1, 64)]
"""Points to which a match is played."""
ReasonOrNone = Reason | Literal[""]
GamesOfMatch = Annotated[int, Whole(1, 12)]
Meetings = Annotated[int, Whole(1, 4)]
"""Number of times that every two teams of a group meet."""
Pot = Annotated[int, Whole(0, LAST_POT)]
"""Pot of a team by its strength, 1 the strongest, 0 none."""
Amount = Annotated[int, Whole(0, MOST_AMOUNT)]
"""Money in hundredths of the currency."""
PlayedElsewhere = Annotated[int, Whole(1, 10**12)]
"""The id that a match has where it is played."""
