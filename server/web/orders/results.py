"""Bodies of requests about results kept by hand: entering, confirming and signing them."""

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
    """A finished game in one room. `loser` is null if the game was cancelled.

    `left` is the number of the loser's checkers not borne off. `owner` is the owner of the cube,
    `proposer` the side that doubled, if the game ended by a pass, or else null. `tally` has the
    trous of White and Red if the game's points are counted at the table, or else zeros. If the
    director has given an adjusted score, `adjusted` has the small match points of home and away,
    which replace all other fields.
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
    """Return a room's result in the form in which the API sends and receives it."""
    return ResultValues.model_validate(plain_fields(result))


def room_result(values: ResultValues | None) -> RoomResult | None:
    """Return the result that the sender of a request saw, as a RoomResult, or None."""
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
    """A game's result in one room, and the extent to which it is confirmed (ruling 15).

    A request that confirms or corrects the result sends `result` back. `entered_by` is the account
    that entered or corrected the result; it is empty if the game was played to its end at a board.
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
    """Return every result of a match, ordered by game and room."""
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
    """The end of a game in one room; `left` is the number of the loser's checkers not borne off.

    `cube` is the value of the cube in force; a refused double does not change it. `owner` is the
    owner of the cube, or after a pass the side that doubled. `opening` is the opening throw of a
    game kept by hand, White's die first. In Grand Trictrac `left` is 15 and `cube` is 1;
    `loser_trous` is the number of trous of the loser, out of twelve.
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
    """A result kept by hand, of a game that no board has begun.

    Games have to be entered in their order.
    """

    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)]


class SheetIn(Body):
    """Results kept by hand, in the order of their games. If one is refused, none is entered."""

    rows: Annotated[list[HandResultIn], Field(min_length=1, max_length=64)]


class ConfirmationIn(Body):
    """A confirmation of a room's result by the signed-in visitor (ruling 15).

    For staff, `side` is the side that has told them that the result is right. Staff leave `side`
    out to confirm, as a second account, a result that another account entered. Captains and players
    leave `side` out because their side is known. `result` is the result that the sender saw; if it
    has changed, nothing is confirmed.
    """

    game: Annotated[int, Field(ge=1)]
    attempt: Annotated[int, Field(ge=1)] = 1
    room: RoomName
    side: SideName | None = None
    result: ResultValues


class SheetConfirmationIn(Body):
    """Confirmations of several results. If one is refused, none counts."""

    rows: Annotated[list[ConfirmationIn], Field(min_length=1, max_length=64)]


class SignedResultIn(Body):
    """One of the results in a match protocol that is signed.

    `result` is null if the game has no result.
    """

    game: Annotated[int, Field(ge=1)]
    room: RoomName
    result: ResultValues | None


class SignatureIn(Body):
    """A signature under the match protocol, by a captain or by a player of a match at one table.

    `results` are all results in the protocol that the signer saw; if one has changed, nothing is
    signed. Somebody who signs by their own link leaves `by` out. Staff who record a signature on
    paper give in `by` the name of the person who signed.
    """

    team: Name
    results: Annotated[list[SignedResultIn], Field(max_length=64)]
    by: NewName | None = None


def signed_result(each: SignedResultIn) -> cmd.SignedResult:
    """Return one of the results that are signed, as a value for the command that signs."""
    return cmd.SignedResult(each.game, Room(each.room), room_result(each.result))
