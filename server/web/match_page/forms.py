"""Handlers of the forms on a match's page: each gives an order in the visitor's name."""

from collections.abc import Awaitable, Callable, Mapping

from rules import commands as cmd
from rules.identities import MatchId
from server.access import Action, Visitor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.web.boards.orders import LET_BOARD_IN, PUT_BOARD, SET_RECORDING, TAKE_BOARD
from server.web.calls.orders import answer_call, lift
from server.web.director.orders import result_fields
from server.web.edge.form_fields import with_json
from server.web.matches import orders as match_orders
from server.web.matches import results as match_results
from server.web.matches.schemas import LineUpIn, MatchIn, MatchPlayIn, WordIn, room_of_form
from server.web.matches.tables import LEAVING, RETURNING
from server.web.orders.fields import MatchQueryIn
from server.web.orders.order_list import Order, Sender
from server.web.orders.results import ConfirmationIn, HandResultIn, SignatureIn

FormHandler = Callable[[Hall, MatchId, Mapping[str, str], Visitor, str], Awaitable[None]]


def form_of(order: Order, *, at_table: bool = False) -> FormHandler:
    """Return a handler for a form on a match's page: the handler gives an order about the match.

    With `at_table` the order is about one table, which the form's field `room` names.
    """

    async def carry_out(
        hall: Hall,
        match_id: MatchId,
        fields: Mapping[str, str],
        visitor: Visitor,
        command_id: str,
    ) -> None:
        room, own = None, dict(fields)
        if at_table:
            room = room_of_form(own)
            del own["room"]
        sender = Sender(hall, visitor, match_id=match_id, room=room)
        await order.give(sender, order.read_form(own), command_id)

    return carry_out


async def schedule(
    hall: Hall,
    tournament: TournamentProcess,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> MatchId:
    """Set up a match between two teams; return its id."""
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
    """Set up a match of two players at one table, to a number of points; return its id."""
    new = MatchPlayIn.model_validate(dict(fields))
    return await match_orders.set_up_match_play(hall, tournament, new, visitor, command_id)


async def line_up(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Hand in a team's line-up, or change it while it is sealed."""
    team = LineUpIn.model_validate(with_json(fields, "was"))
    await match_orders.hand_in_line_up(hall, match_id, team, visitor, command_id)


async def word(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Hand in a team's word for the seed of drawn rolls, or change it while it is sealed."""
    given = WordIn.model_validate(dict(fields))
    await match_orders.give_word(hall, match_id, given, visitor, command_id)


async def put_board(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Put a board on a room's table, or take its board off if the form names no board."""
    given = form_of(PUT_BOARD if fields.get("board_id") else TAKE_BOARD)
    await given(hall, match_id, fields, visitor, command_id)


async def confirm(
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Confirm a room's result. The account that entered the result cannot do so (ruling 15)."""
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
    """Log that a player leaves a table or, with the field `back`, that the player has returned."""
    given = form_of(RETURNING if "back" in fields else LEAVING, at_table=True)
    await given(hall, match_id, fields, visitor, command_id)


async def sign(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], visitor: Visitor, command_id: str
) -> None:
    """Sign the match protocol: captains in their own names, staff for a signature on paper."""
    given = SignatureIn.model_validate(with_json(fields, "results"))
    await match_orders.sign_match(hall, match_id, given, visitor, command_id)


async def query(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], visitor: Visitor, command_id: str
) -> None:
    """Query the posted result of the match; the field `text` gives the reason."""
    asked = MatchQueryIn.model_validate({"text": fields.get("text", "")})
    command = cmd.RaiseQuery(number=match_id.number, text=asked.text)
    await hall.commands.to_desk(match_id.tournament, command, visitor, command_id)


FORMS: Mapping[str, tuple[Action, str, FormHandler]] = {
    "line-ups": (Action.LINE_UP, "line-ups", line_up),
    "words": (Action.LINE_UP, "words", word),
    "boards": (Action.SEAT_BOARD, "boards", put_board),
    "boards/let-in": (Action.SEAT_BOARD, "boards", form_of(LET_BOARD_IN)),
    "recording": (
        Action.SEAT_BOARD,
        "recording",
        form_of(SET_RECORDING, at_table=True),
    ),
    "results": (Action.CONFIRM, "results", confirm),
    "results-by-hand": (Action.ENTER_RESULT, "results-by-hand", enter_result),
    "presence": (Action.LOG_PRESENCE, "presence", log_presence),
    "calls": (Action.CALL, "call", answer_call),
    "holds": (Action.DIRECT, "hold", lift),
    "signatures": (Action.SIGN, "signatures", sign),
    "queries": (Action.QUERY, "query", query),
}
"""The forms of a match's page, by the last part of their address.

Each has the action that it needs, the name of the form on the page, and its handler. The field
`form` of a sent form, if there is one, replaces the name.
"""
