"""What the console's forms do, each in the name of whoever is signed in."""

from collections.abc import Awaitable, Callable, Mapping

from rules import events as ev
from rules.duplicate import readings as rd
from rules.room import Room
from rules.side import Side
from server.access import Action, Place, Role, Visitor
from server.relay import set_up
from server.relay.hall import Hall
from server.relay.second_account import check_second_account
from server.web import requests as body
from server.web.gate import check
from server.web.orders import attempt_of, ordered
from server.web.refusals import SignerUnclear

Deed = Callable[[Hall, int, Mapping[str, str], Visitor], Awaitable[None]]


async def enter_team(hall: Hall, fields: Mapping[str, str], visitor: Visitor) -> None:
    """Enter a team; its players are the lines of `players`."""
    team = body.TeamIn(name=fields.get("name", ""), players=_lines(fields))
    await hall.register_team(team.name, tuple(team.players), visitor.actor)


async def mend_team(hall: Hall, fields: Mapping[str, str], visitor: Visitor) -> None:
    """Give the team known as `team` another name or other players."""
    change = body.TeamChangeIn(
        team=fields.get("team", ""), name=fields.get("name", ""), players=_lines(fields)
    )
    wanted = ev.TeamChanged(
        team=change.team, name=change.name, players=tuple(change.players), by=visitor.name
    )
    await hall.change_team(wanted, visitor.actor)


def _lines(fields: Mapping[str, str]) -> list[str]:
    lines = (line.strip() for line in fields.get("players", "").splitlines())
    return [line for line in lines if line]


async def schedule(hall: Hall, fields: Mapping[str, str], visitor: Visitor) -> int:
    """Set up a match; its number."""
    wanted = body.MatchIn.model_validate(dict(fields))
    relay = await hall.schedule(
        home=wanted.home,
        away=wanted.away,
        game_name=wanted.game,
        games=wanted.games,
        event=wanted.event,
        max_lead=wanted.max_lead,
        tail_drawn=wanted.tail == "drawn",
        embargo=wanted.embargo,
        actor=visitor.actor,
    )
    return relay.record.number


async def line_up(hall: Hall, number: int, fields: Mapping[str, str], visitor: Visitor) -> None:
    """Hand in a team's line-up, or another one while it is sealed."""
    team = body.LineUpIn.model_validate(dict(fields))
    check(visitor, Action.LINE_UP, Place(match=number, team=team.team))
    submitted = ev.LineUpSubmitted(
        team=team.team, open_player=team.open_player, closed_player=team.closed_player
    )
    await hall.submit_line_up(number, submitted, visitor.actor)


async def put_board(hall: Hall, number: int, fields: Mapping[str, str], visitor: Visitor) -> None:
    """Put a board on a room's table, or with no board's name take it away."""
    check(visitor, Action.SEAT_BOARD, Place(match=number))
    if fields.get("board_id"):
        seat = body.BoardSeatIn.model_validate(dict(fields))
        await hall.assign_board(number, Room(seat.room), seat.board_id, visitor.actor)
    else:
        taken = body.RoomIn.model_validate({"room": fields.get("room")})
        await hall.take_board(number, Room(taken.room), visitor.actor)


async def confirm(hall: Hall, number: int, fields: Mapping[str, str], visitor: Visitor) -> None:
    """Confirm a room's result for a side; not by who entered that result (ruling 15)."""
    given = body.ConfirmationIn.model_validate(dict(fields))
    room, side = Room(given.room), Side(given.side)
    check(visitor, Action.CONFIRM, Place(match=number, room=room, side=side))
    relay = hall.match(number)
    check_second_account(relay.history, given.game, room, visitor.name)
    reading = rd.ResultAgreed(
        game=given.game, attempt=attempt_of(relay), room=room, side=side, by=visitor.name
    )
    await ordered(relay, reading, visitor)


async def sign(hall: Hall, number: int, fields: Mapping[str, str], visitor: Visitor) -> None:
    """Sign the match protocol: a captain in his own name, others as they have it on paper."""
    given = body.SignatureIn.model_validate(dict(fields))
    check(visitor, Action.SIGN, Place(match=number, team=given.team))
    if (visitor.role is Role.CAPTAIN) == (given.by is not None):
        raise SignerUnclear(given.by)
    signer = given.by or visitor.name
    await hall.match(number).order(
        lambda record: set_up.signed(record, given.team, signer), visitor.actor
    )


DEEDS: Mapping[str, tuple[Action, Deed]] = {
    "line-ups": (Action.LINE_UP, line_up),
    "boards": (Action.SEAT_BOARD, put_board),
    "results": (Action.CONFIRM, confirm),
    "signatures": (Action.SIGN, sign),
}
"""What can be done to a match by a form, by the last part of its address."""
