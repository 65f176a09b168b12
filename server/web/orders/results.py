"""A result kept by hand, its confirmation, and the signature under a match protocol."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from rules import commands as cmd
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from rules.tables.state import MatchInPlay
from server.values.naming import Names
from server.values.table_form import plain_fields
from server.web.orders.fields import Body, Die, Name, NewName, RoomName, SideName


class ResultValues(Body):
    """A finished game in one room; `tally`: what White and Red counted, if the game is counted.

    `adjusted` are the director's small match points of home and away in place of all that. `loser`
    is empty in a game that was cancelled.
    """

    loser: SideName | None
    ending: Ending
    left: int
    cube: int
    owner: SideName | None
    proposer: SideName | None
    tally: tuple[int, int]
    adjusted: tuple[int, int] | None


def result_values_out(result: RoomResult) -> ResultValues:
    """Return a room's result as it leaves the server and as requests made from it send it back."""
    return ResultValues.model_validate(plain_fields(result))


def room_result(values: ResultValues | None) -> RoomResult | None:
    """Return the result that somebody has seen; None if there was none."""
    if values is None:
        return None
    sides = {
        name: Side(side) if (side := getattr(values, name)) else None
        for name in ("loser", "owner", "proposer")
    }
    return RoomResult(
        **sides,
        ending=values.ending,
        left=values.left,
        cube=values.cube,
        tally=values.tally,
        adjusted=values.adjusted,
    )


class StandingOut(BaseModel):
    """A result of a game in one room and how far it is confirmed (ruling 15).

    `result` is named by whoever confirms or corrects it; `entered_by` is the account that entered
    or corrected it, empty where it was played out.
    """

    game: int
    attempt: int
    room: RoomName
    result: ResultValues
    entered_by: str
    confirmed: bool
    players: list[str]
    captains: list[str]


def standings_out(state: MatchInPlay, names: Names) -> list[StandingOut]:
    """Return every result of a match, by game and room."""
    return [
        StandingOut(
            game=game,
            attempt=state.attempts[game],
            room=room.value,
            result=result_values_out(state.results[game, room]),
            entered_by=names.by(standing.entered_by),
            confirmed=standing.confirmed,
            players=sorted(side.value for side in standing.players),
            captains=sorted(side.value for side in standing.captains),
        )
        for game in range(1, state.game + 1)
        for room in state.rooms
        if (standing := state.standing(room, game)) is not None
    ]


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


class SheetIn(Body):
    """Results kept by hand, in the order of their games: all are entered, or none."""

    rows: Annotated[list[HandResultIn], Field(min_length=1, max_length=64)]


class ConfirmationIn(Body):
    """A confirmation of a room's result, in the capacity of whoever is signed in (ruling 15).

    An account says for which `side` the result was confirmed to it; it leaves that out for a result
    that another account entered, as players and captains do, whose side is known. `result` is the
    one that is confirmed: where another one stands by now, nothing is confirmed.
    """

    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)] = 1
    room: RoomName
    side: SideName | None = None
    result: ResultValues


class SheetConfirmationIn(Body):
    """Confirmations of several results: all count, or none."""

    rows: Annotated[list[ConfirmationIn], Field(min_length=1, max_length=64)]


class SignedResultIn(Body):
    """A result that a signature stands for."""

    game: Annotated[int, Field(ge=1)]
    room: RoomName
    result: ResultValues | None


class SignatureIn(Body):
    """A captain's signature under the match protocol.

    `results` are all that the protocol holds: where others stand by now, nothing is signed. `by`
    names a captain who signed on paper, for whoever records that. By his own link a captain
    signs in his own name and `by` is left out.
    """

    team: Name
    results: Annotated[list[SignedResultIn], Field(max_length=64)]
    by: NewName | None = None


def signed_result(each: SignedResultIn) -> cmd.SignedResult:
    """Return a result as the command carries it."""
    return cmd.SignedResult(each.game, Room(each.room), room_result(each.result))
