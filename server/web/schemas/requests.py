"""What the operator's API takes: each field with what is allowed."""

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)
from pydantic_core import PydanticCustomError

from rules.events import Embargo
from rules.position import CHECKERS, PLACES
from server.web.edge.typed_names import all_seen, tidied

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
"""A name that is known already, as it was entered."""
_TIDIED, _SEEN = BeforeValidator(tidied), AfterValidator(all_seen)
NewName = Annotated[str, StringConstraints(min_length=1, max_length=80), _TIDIED, _SEEN]
Remark = Annotated[str, StringConstraints(max_length=80), _TIDIED, _SEEN]
Reason = Annotated[str, StringConstraints(min_length=3, max_length=500), _TIDIED, _SEEN]
BoardId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,32}$")]
RoomName = Literal["open", "closed"]
SideName = Literal["white", "red"]
Die = Annotated[int, Field(ge=1, le=6)]


def _fifteen(counts: list[int]) -> list[int]:
    if sum(counts) != CHECKERS:
        raise PydanticCustomError(
            "checkers",
            "{found} checkers, expected {wanted}",
            {"found": sum(counts), "wanted": CHECKERS},
        )
    return counts


Checkers = Annotated[
    list[Annotated[int, Field(ge=0, le=CHECKERS)]],
    Field(min_length=PLACES, max_length=PLACES),
    AfterValidator(_fifteen),
]


class Body(BaseModel):
    """A request's body; unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class TeamIn(Body):
    """A team and the players it may line up."""

    name: NewName
    players: Annotated[list[NewName], Field(min_length=2, max_length=20)]


class TeamChangeIn(TeamIn):
    """A team as it is to be from now on; `team` is the name it is known by."""

    team: Name


class MatchIn(Body):
    """A match of two registered teams: home has White in the open room.

    `game`: backgammon, long-gammon or trictrac; `games`: how many a room (4, 5, 6, 7, 8, 10 or 12,
    and 1 to 12 of trictrac).
    `tail`: rolls the closed room needs after the open game ended are thrown at the open board, or
    drawn from a seed whose SHA-256 is published before the match (ruling 8). `embargo`: what
    spectators are told of the open room while a game is played (ruling 12).
    """

    home: Name
    away: Name
    game: str = "backgammon"
    games: int = 6
    event: Remark = ""
    max_lead: int = 0
    tail: Literal["thrown", "drawn"] = "thrown"
    embargo: Embargo = Embargo.LOCKSTEP


class LineUpIn(Body):
    """Who of a team sits in which room."""

    team: Name
    open_player: Name
    closed_player: Name


class BoardIn(Body):
    """An electronic board to be given a key."""

    board_id: BoardId
    label: Remark = ""


class RoomIn(Body):
    """Which of a match's two tables."""

    room: RoomName


class GameNameIn(Body):
    """One attempt at a game of a match."""

    match: Annotated[int, Field(ge=1)]
    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)] = 1


class BoardSeatIn(RoomIn):
    """Which board stands on a room's table.

    Where the board is taken from a game under way, `from_match` names that match. Where it would
    carry dice between rooms, a director `voids` the games whose dice players have seen. Both are
    asked for by a refusal that names them, and need a `reason` (ruling 28).
    """

    board_id: BoardId
    from_match: Annotated[int, Field(ge=1)] | None = None
    voids: Annotated[list[GameNameIn], Field(max_length=20)] = []
    reason: Reason | None = None


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


class OrderIn(Body):
    """An order of the director who is signed in: always reasoned (ruling 11)."""

    reason: Reason


class GameOrderIn(OrderIn):
    """An order about a game, named with its attempt so that it cannot strike the next one."""

    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)]


class TurnOrderIn(GameOrderIn):
    """An order about one side's turn of the current game."""

    side: SideName
    turn: Annotated[int, Field(ge=1)]


class RollOrderIn(TurnOrderIn):
    """The dice a turn really had; for an opening throw White's die comes first."""

    dice: tuple[Die, Die]


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


class ResultOrderIn(ResultBody, GameOrderIn):
    """The result a room's game really had, with the director's reason."""


class ScoreOrderIn(GameOrderIn):
    """Small match points that a room's game counts for home and away instead of its own."""

    room: RoomName
    home: Annotated[int, Field(ge=0)]
    away: Annotated[int, Field(ge=0)]


class PositionOrderIn(TurnOrderIn):
    """The checkers as they are to lie on a table: 26 counts of each side from its own home.

    `side` and `turn` are the next to be thrown there. Count 0 is borne off, 1 to 24 the side's own
    points, 25 the bar; fifteen in all.
    """

    room: RoomName
    white: Checkers
    red: Checkers


class TableOrderIn(GameOrderIn):
    """An order about one of the two tables."""

    room: RoomName


class SubstituteIn(GameOrderIn):
    """Another player of the team takes its seat in that room before this game begins."""

    team: Name
    room: RoomName
    player: Name


class EmbargoOrderIn(OrderIn):
    """What spectators are told from now on; what they know already stays."""

    embargo: Embargo


class TailOrderIn(GameOrderIn):
    """How the closed room gets its last rolls from this game on."""

    tail: Literal["thrown", "drawn"]
