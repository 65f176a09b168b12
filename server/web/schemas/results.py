"""A result kept by hand, its confirmation, and the signature under a match protocol."""

from typing import Annotated, Literal

from pydantic import Field

from server.web.schemas.fields import Body, Die, Name, NewName, RoomName, SideName


class ResultBody(Body):
    """How a room's game ended; `left` counts the loser's checkers not borne off.

    `cube` is the value in force, before a refused double; `owner` whose it was, or who proposed the
    double. `opening` is the opening throw of a game kept by hand, White's die first. In Grand
    Trictrac `left` is 15, `cube` 1, and `loser_trous` what the loser had of twelve.
    """

    room: RoomName
    loser: SideName
    ending: Literal[
        "bearoff",
        "pass",
        "gammon",
        "backgammon",
        "resigned",
        "resigned-gammon",
        "resigned-backgammon",
        "trous",
    ]
    left: Annotated[int, Field(ge=1, le=15)]
    cube: Literal[1, 2, 4, 8, 16, 32, 64]
    owner: SideName | None = None
    opening: tuple[Die, Die] | None = None
    loser_trous: Annotated[int, Field(ge=0, le=11)] = 0


class HandResultIn(ResultBody):
    """A result that was kept by hand, of a game no board has begun; games come in their order."""

    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)]


class ConfirmationIn(Body):
    """A confirmation of a room's result, in the capacity of whoever is signed in (ruling 15).

    An account says for which `side` the result was confirmed to it; it leaves that out for a result
    that another account entered, as players and captains do, whose side is known. `result` is which
    of the game's results there is meant, counted from 1: each correction adds one.
    """

    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)] = 1
    room: RoomName
    side: SideName | None = None
    result: Annotated[int, Field(ge=1)] = 1


class SignatureIn(Body):
    """A captain's signature under the match protocol.

    `by` names a captain who signed on paper, for whoever records that. By his own link a captain
    signs in his own name and `by` is left out.
    """

    team: Name
    by: NewName | None = None
