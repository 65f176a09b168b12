"""The pages with the forms of the director's orders. Each form asks for confirmation once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from rules.formats.team_event.qualifying import dependents
from rules.identities import MatchId
from rules.room import Room
from server.access import Action, check_playing
from server.hall import Hall
from server.views.tables.words import board_terms
from server.web.director.corrections import LOOK, Change, change, standing
from server.web.director.orders import DIRECTORS_PAGE, ORDERS, DirectorOrder, worded
from server.web.director.values import order_values, wait_of
from server.web.edge.authorization import Directing, visitor_of
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import check_each_once, posted
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import HallDep
from server.web.orders.order_list import Sender
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.shell import Shell, ShellDep

router = APIRouter(prefix=f"{DIRECTORS_PAGE}/{{name}}", include_in_schema=False)


async def _order(name: str) -> DirectorOrder:
    if name not in ORDERS:
        raise HTTPException(404, f"no order {name!r}; there are: {', '.join(ORDERS)}")
    return ORDERS[name]


NamedOrder = Annotated[DirectorOrder, Depends(_order)]


@router.get("")
async def order_form(
    request: Request,
    match_id: MatchIdDep,
    director: Directing,
    order: NamedOrder,
    shell: ShellDep,
    hall: HallDep,
    room: Room = Room.OPEN,
    game: Annotated[int | None, Query(ge=1, le=999)] = None,
    seat: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """Show the form of an order, with the match as it is now.

    `room` is the room whose checkers are shown or, with `game`, whose result is corrected. `seat`
    is the seat that a substitute is to take.
    """
    return _page(request, shell, hall, match_id, order, room=room, game=game, seat=seat)


@router.post("")
async def carry_out(
    request: Request,
    match_id: MatchIdDep,
    director: Directing,
    command_id: CommandIdDep,
    order: NamedOrder,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Carry out an order and return to the match's page; after a correction, to the result's row.

    If the form asks to see the changes first, nothing is carried out and the changes are shown.
    """
    fields = await posted(request)
    corrects = order.fields in ("result", "score")
    try:
        await check_each_once(request)
        if corrects and fields.get("do") == LOOK:
            words = shell.words(request)
            seen = change(hall, match_id, order.order, fields, director, words)
            typed = Refused("order", typed=fields, status=200)
            return _page(request, shell, hall, match_id, order, typed, _room(fields), change=seen)
        sender = Sender(hall, director, match_id=match_id)
        await order.order.give(sender, order.order.read_form(fields), command_id)
    except REFUSALS as error:
        words = shell.words(request)
        why = refused("order", fields, error, words, hall.names(words.code, in_full=True))
        return _page(request, shell, hall, match_id, order, why, _room(fields))
    path = f"/hall{hall.names().match(match_id).path}"
    return RedirectResponse(_row(path, fields) if corrects else path, 303)


def _page(
    request: Request,
    shell: Shell,
    hall: Hall,
    match_id: MatchId,
    order: DirectorOrder,
    why: Refused = NOTHING_REFUSED,
    room: Room = Room.OPEN,
    game: int | None = None,
    change: Change | None = None,
    seat: str = "",
) -> Response:
    words, record = shell.words(request), hall.match(match_id).record
    # Checked again after reading the form: its sender may have taken a seat (ruling 34).
    check_playing(visitor_of(request), Action.DIRECT, hall.players(match_id))
    tournament = hall.tournaments.of(match_id)
    names = hall.names(words.code)
    meant = why.value("order", "game").partition(":")[0]
    at = game or (int(meant) if meant.isdecimal() else None)
    corrects = order.fields in ("result", "score")
    return shell.page(
        request,
        "director/order.html",
        order_values(hall, record, room, words),
        standing=standing(record, (at, room), names, words) if corrects and at else None,
        change=change,
        seat=seat,
        # The form is a part of the match's page if htmx asks for it, or else a page of its own.
        inline="hx-request" in request.headers,
        wait="" if why.form else wait_of(order, record, words),
        depends=_dependents(hall, match_id) if order.fields in ("result", "score") else [],
        signed=[*record.signed] if order.fields in ("result", "score") else [],
        event_page=f"/hall/t/{tournament.name}/tournament",
        status=why.page_status,
        order=worded(order, one_table=len(record.rooms) == 1),
        address=hall.names().match(match_id),
        board_terms=board_terms(words, aids=True),
        refused=why,
    )


def _row(path: str, fields: Mapping[str, str]) -> str:
    """Return the address of a result on the match's page, to return to after correcting it.

    `path` is the path of the match's page. `fields` are the fields of the form of the correction,
    which name the game and the room of the result.
    """
    game, room = fields.get("game", "").partition(":")[0], fields.get("room", "")
    return f"{path}?corrected={game}-{room}#result-{game}-{room}"


@dataclass(frozen=True, slots=True)
class Dependent:
    """A stage whose teams qualified by standings in which the match to be corrected counts.

    The page warns of this stage, because correcting the match can change who qualified. `pairs` are
    the pairs or groups that were drawn, `matches` the stage's matches, both in words.
    """

    name: str
    pairs: tuple[str, ...]
    matches: tuple[str, ...]


def _dependents(hall: Hall, match_id: MatchId) -> list[Dependent]:
    """Return the stages whose teams qualified by standings in which the match counts."""
    state, names = hall.tournaments.of(match_id).state.event, hall.names()
    return [
        Dependent(
            stage.plan.name,
            tuple(" – ".join(pair) for pair in stage.groups),
            tuple(
                names.match(MatchId(match_id.tournament, number)).label
                for number in stage.of_numbers
            ),
        )
        for stage in dependents(state, match_id.number)
    ]


def _room(fields: Mapping[str, str]) -> Room:
    return Room.CLOSED if fields.get("room") == Room.CLOSED.value else Room.OPEN
