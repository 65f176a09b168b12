"""The director's orders, each with its reason (ruling 11), and what an order did."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from rules.events import Embargo
from rules.position import CHECKERS, PLACES
from server.web.schemas.fields import Body, Die, Name, Reason, RoomName, SideName
from server.web.schemas.results import ResultBody


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


class EffectOut(BaseModel):
    """What an order did, by the names of its events."""

    events: list[str]
