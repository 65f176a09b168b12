"""A team's line-up for a match."""

from typing import Annotated

from pydantic import BaseModel, StringConstraints

from server.matches.line_ups import WORD_LETTERS
from server.matches.match_record import MatchRecord
from server.persons.naming import Names
from server.web.schemas.fields import Body, Name


class LineUpSeats(Body):
    """Who of a team sits in which room: a name as it is now, or the id of a person."""

    open_player: Name
    closed_player: Name


class LineUpIn(LineUpSeats):
    """Who of a team is to sit in which room; `was` is the line-up that this one replaces."""

    team: Name
    was: LineUpSeats | None


class WordIn(Body):
    """A team's word that the seed of drawn rolls is joined with."""

    team: Name
    word: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=WORD_LETTERS)
    ]


class WordOut(BaseModel):
    """Whether a word waits for the other team's."""

    sealed: bool


class LineUpOut(BaseModel):
    """Whether a line-up waits for the other team's."""

    sealed: bool


class OwnLineUpOut(BaseModel):
    """A team's line-up as it was handed in last; empty before."""

    line_up: LineUpSeats | None


def line_up_seats(record: MatchRecord, team: str, names: Names) -> LineUpSeats:
    """The line-up of a team that has handed one in."""
    entered = record.line_ups[team]
    return LineUpSeats(
        open_player=names.of(entered.open_player), closed_player=names.of(entered.closed_player)
    )
