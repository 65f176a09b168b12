"""The page on which the director says what becomes of a roll found wrong after its release.

First which roll it is, in which room other dice lay, and which; then what may be chosen.
"""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from rules.any_match import DuplicateState
from rules.duplicate.wrong_rolls import Choice
from rules.errors import MatchRefused
from rules.identities import MatchId
from server.access import Action, Visitor, check_playing
from server.hall import Hall
from server.web.console.director_orders import LET_ROLL_STAND, REOPEN_TURN, VOID_FOR_ROLL
from server.web.console.wrong_rolls.wrong_roll import (
    MEANINGS,
    WHY_THESE,
    is_about,
    released_rolls,
    wrong_roll,
)
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.services import HallDep, MatchIdDep
from server.web.orders.order_list import Sender
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.shell import Shell, ShellDep

router = APIRouter(
    prefix="/hall/t/{tournament}/matches/{number}/wrong-roll", include_in_schema=False
)
Director = Annotated[Visitor, Depends(needs(Action.DIRECT))]


@router.get("")
async def wrong_roll_form(
    request: Request, match_id: MatchIdDep, director: Director, shell: ShellDep, hall: HallDep
) -> Response:
    """Ask which roll was wrong; once that is named, what becomes of it."""
    return _page(request, shell, hall, match_id, dict(request.query_params))


@router.post("")
async def decide_wrong_roll(
    request: Request,
    match_id: MatchIdDep,
    director: Director,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Carry the choice out and go back to the match; to adjust is an order of its own."""
    fields = await posted(request)
    match = f"/hall{hall.names().match(match_id).path}"
    if fields.get("choice") == Choice.ADJUST.value:
        return RedirectResponse(f"{match}/orders/adjust-score", 303)
    try:
        await _carry(hall, match_id, fields, director, command_id)
    except REFUSALS as error:
        words = shell.words(request)
        why = refused("order", fields, error, words, hall.names(words.code, in_full=True))
        return _page(request, shell, hall, match_id, fields, why)
    return RedirectResponse(match, 303)


_CHOSEN = {
    Choice.REPLAY.value: REOPEN_TURN,
    Choice.STANDS.value: LET_ROLL_STAND,
    Choice.VOID.value: VOID_FOR_ROLL,
}
"""The order of what a form chooses."""


async def _carry(
    hall: Hall, match_id: MatchId, fields: Mapping[str, str], director: Visitor, command_id: str
) -> None:
    choice = fields.get("choice", "")
    if choice not in _CHOSEN:
        raise MatchRefused("choice", choice, ", ".join(each.value for each in Choice))
    order = _CHOSEN[choice]
    typed = {**is_about(fields), "dice": (fields.get("first", ""), fields.get("second", ""))}
    known = {name: value for name, value in typed.items() if name in order.body.model_fields}
    sender = Sender(hall, director, match_id=match_id)
    await order.give(sender, order.body.model_validate(known), command_id)


def _page(
    request: Request,
    shell: Shell,
    hall: Hall,
    match_id: MatchId,
    fields: Mapping[str, str],
    why: Refused = NOTHING_REFUSED,
) -> Response:
    """Not before the form was read: its sender may have taken a seat meanwhile (ruling 34)."""
    words, state = shell.words(request), hall.match(match_id).record.state
    check_playing(visitor_of(request), Action.DIRECT, hall.players(match_id))
    if not isinstance(state, DuplicateState):
        raise MatchRefused("match", match_id, "a match of two rooms that has begun")
    chosen = wrong_roll(state, fields)
    return shell.page(
        request,
        "console/wrong_roll.html",
        status=why.page_status,
        address=hall.names().match(match_id),
        teams=tuple(
            map(hall.names(words.code, in_full=True).by, hall.match(match_id).record.teams)
        ),
        games=list(released_rolls(state)),
        current=0 if state.over else state.game,
        fields=fields,
        chosen=chosen,
        meanings=MEANINGS,
        why_these=[
            text for choice, text in WHY_THESE.items() if chosen and choice in chosen.choices
        ],
        refused=why,
    )
