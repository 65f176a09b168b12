"""The director's orders, each with its reason (ruling 11), and what an order did."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from rules.events import Embargo
from rules.position import CHECKERS, PLACES
from server.web.schemas.fields import Body, Die, Name, Reason, RoomName, SideName
from server.web.schemas.results import ResultBody, ResultValues


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
    """The dice a turn really had, and those it `was` given; of an opening White's die first."""

    dice: tuple[Die, Die]
    was: tuple[Die, Die] | None


class WrongRollIn(TurnOrderIn):
    """A roll found wrong after its release: in `room` other dice lay than both rooms were given.

    `was` are the dice it is taken to have had there.
    """

    room: RoomName
    was: tuple[Die, Die] | None


class StandingRollIn(WrongRollIn):
    """Such a roll stands: `dice` lay in that room, and each room keeps its own (ruling 9)."""

    dice: tuple[Die, Die]


class ResultOrderIn(ResultBody, GameOrderIn):
    """The result a room's game really had; `was` is the one it replaces, if there is one."""

    was: ResultValues | None


class ScoreOrderIn(GameOrderIn):
    """Small match points that a room's game counts for home and away instead of its own.

    `was` is the result that they replace, if there is one.
    """

    room: RoomName
    home: Annotated[int, Field(ge=0)]
    away: Annotated[int, Field(ge=0)]
    was: ResultValues | None


class PositionValues(Body):
    """Checkers as they lie on a table, 26 counts of each side."""

    white: Checkers
    red: Checkers


class PositionOrderIn(TurnOrderIn):
    """The checkers as they are to lie on a table: 26 counts of each side from its own home.

    `side` and `turn` are the next to be thrown there. Count 0 is borne off, 1 to 24 the side's own
    points, 25 the bar; fifteen in all. `was` is how they lie now.
    """

    room: RoomName
    white: Checkers
    red: Checkers
    was: PositionValues


class TableOrderIn(GameOrderIn):
    """An order about one of the two tables."""

    room: RoomName


class SubstituteIn(GameOrderIn):
    """Another player of the team takes its seat in that room before this game begins.

    `was` is who sits there now. `watched`: the player has watched the open room of this game, and
    does not sit down in its closed room.
    """

    team: Name
    room: RoomName
    player: Name
    was: Annotated[str, Field(max_length=80)]
    watched: bool


class EmbargoOrderIn(OrderIn):
    """What spectators are told from now on, and `was` until now; what they know already stays."""

    embargo: Embargo
    was: Embargo


class TailOrderIn(GameOrderIn):
    """How the closed room gets its last rolls from this game on, and `was` to get them."""

    tail: Literal["thrown", "drawn"]
    was: Literal["thrown", "drawn"]


class EffectOut(BaseModel):
    """What an order did, by the names of its events."""

    events: list[str]
