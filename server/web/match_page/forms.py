"""What the console's forms do, each in the name of whoever is signed in."""

from collections.abc import Awaitable, Callable, Mapping

from rules import commands as cmd
from rules.commands import RemoveBoard
from rules.identities import MatchId
from rules.room import Room
from server.access import Visitor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.web.director.orders import result_fields
from server.web.edge.form_fields import with_json
from server.web.matches import orders as match_orders
from server.web.matches import results as match_results
from server.web.matches import tables as match_tables
from server.web.matches.schemas import (
    BoardLetInIn,
    BoardSeatIn,
    BoardTakenIn,
    LineUpIn,
    MatchIn,
    MatchPlayIn,
    RecordingIn,
    RoomIn,
    WordIn,
)
from server.web.matches.tables import LeavingIn, ReturnIn
from server.web.orders.fields import MatchQueryIn
from server.web.orders.results import ConfirmationIn, HandResultIn, SignatureIn

FormHandler = Callable[[Hall, MatchId, Mapping[str, str], Visitor, str], Awaitable[None]]
_GAME = ("match", "game", "attempt")


async def schedule(
    hall: Hall,
    tournament: TournamentProcess,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> MatchId:
    """Set up a match."""
    return await match_orders.set_up_match(
        hall, tournament, MatchIn.model_validate(dict(fields)), visitor, command_id
    )


async def schedule_match_play(
    hall: Hall,
    tournament: TournamentProcess,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> MatchId:
    """Set up a match to points at one table."""
    new = MatchPlayIn.model_validate(dict(fields))
    return await match_orders.set_up_match_play(hall, tournament, new, visitor, command_id)


async def line_up(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Hand in a team's line-up, or another one while it is sealed."""
    team = LineUpIn.model_validate(with_json(fields, "was"))
    await match_orders.hand_in_line_up(hall, match_id, team, visitor, command_id)


async def word(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Give a team's word for the seed of drawn rolls, or another one while it is sealed."""
    given = WordIn.model_validate(dict(fields))
    await match_orders.give_word(hall, match_id, given, visitor, command_id)


async def put_board(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Put a board on a room's table, or with no board's name take it away.

    `voids` has one word a game: match, game and attempt, such as "club/1:2:1".
    """
    if fields.get("board_id"):
        games = [dict(zip(_GAME, each.split(":"), strict=False)) for each in _words(fields)]
        seat = BoardSeatIn.model_validate({**fields, "voids": games})
        await match_orders.put_board(hall, match_id, seat, visitor, command_id)
    else:
        typed = {name: fields.get(name) for name in ("room", "was")}
        taken = BoardTakenIn.model_validate(typed)
        command = RemoveBoard(Room(taken.room), taken.was)
        await hall.commands.remove_board(match_id, command, visitor, command_id)


async def let_board_in(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Let a board go on in spite of a doubt (ruling 28)."""
    given = BoardLetInIn.model_validate(dict(fields))
    await match_orders.let_board_in(hall, match_id, given, visitor, command_id)


async def set_recording(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Have a room's table record positions, or dice only."""
    at = RoomIn.model_validate({"room": fields.get("room")})
    typed = {name: fields.get(name, "") for name in ("positions", "was")}
    given = RecordingIn.model_validate(typed)
    room = Room(at.room)
    await match_orders.set_recording(hall, match_id, room, given, visitor, command_id)


def _words(fields: Mapping[str, str]) -> list[str]:
    return fields.get("voids", "").split()


async def confirm(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Confirm a room's result; never by the account that entered it (ruling 15)."""
    given = ConfirmationIn.model_validate(with_json(fields, "result"))
    await match_results.confirm(hall, match_id, given, visitor, command_id)


async def enter_result(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Enter a result that was kept by hand."""
    kept = HandResultIn.model_validate(result_fields(fields))
    await match_results.enter_result(hall, match_id, kept, visitor, command_id)


async def log_presence(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Log that a player leaves a table, or with `back` that he has returned."""
    room = Room(RoomIn.model_validate({"room": fields.get("room")}).room)
    player = fields.get("player", "")
    if "back" in fields:
        back = ReturnIn.model_validate({"player": player, "watched": "watched" in fields})
        await match_tables.log_return(hall, match_id, room, back, visitor, command_id)
    else:
        leaving = LeavingIn.model_validate({"player": player, "reason": fields.get("reason", "")})
        await match_tables.log_leaving(hall, match_id, room, leaving, visitor, command_id)


async def sign(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], visitor: Visitor, command_id: str
) -> None:
    """Sign the match protocol: a captain in his own name, others as they have it on paper."""
    given = SignatureIn.model_validate(with_json(fields, "results"))
    await match_orders.sign_match(hall, match_id, given, visitor, command_id)


async def query(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], visitor: Visitor, command_id: str
) -> None:
    """Query the posted result, with `text`."""
    asked = MatchQueryIn.model_validate({"text": fields.get("text", "")})
    command = cmd.RaiseQuery(number=match_id.number, text=asked.text)
    await hall.commands.to_rulings(match_id.tournament, command, visitor, command_id)
