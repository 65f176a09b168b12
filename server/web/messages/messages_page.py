"""The organiser's page of a knockout by messages: what waits, who plays, mails, the 75 % rule."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from rules.events import PbemEvent
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.pbem.deciding import PBEM
from rules.formats.pbem.subject_lines import LINES
from rules.games.backgammon import BACKGAMMON
from server.access import Action, Visitor, may
from server.console.log_words import log_lines
from server.hall import Hall
from server.messages.handling import MessageHandling
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted, with_json
from server.web.edge.services import HallDep, MessagesDep, TournamentDep
from server.web.messages.page_values import PageSeen
from server.web.pages.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.pages.shell import Shell, ShellDep
from server.web.requests.messages import order_messages
from server.web.schemas.messages import MESSAGE_ORDERS, MessageOrder, StartIn

router = APIRouter(prefix="/hall/t/{tournament}/event/messages", include_in_schema=False)
Scheduling = Annotated[Visitor, Depends(needs(Action.SCHEDULE))]
NEWEST = 60
"""Messages and mails on the page; the API has more."""


@router.get("")
async def messages_page(
    request: Request,
    visitor: Scheduling,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    messages: MessagesDep,
) -> Response:
    """What waits, who plays, how the matches stand, what is to be sent."""
    return await _page(request, visitor, shell, hall, tournament, messages)


@router.post("")
async def order(
    request: Request,
    visitor: Scheduling,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    messages: MessagesDep,
) -> Response:
    """Carry an order out; refused, its form comes back with why."""
    fields, words = await posted(request), shell.words(request)
    try:
        asked = message_order(fields)
        await order_messages(hall, messages, tournament, asked, visitor, command_id)
    except REFUSALS as error:
        names = hall.names(words.code, in_full=True)
        why = refused(fields.get("form", "start"), fields, error, words, names)
        return await _page(request, visitor, shell, hall, tournament, messages, why)
    return RedirectResponse(f"/hall/t/{tournament.name}/event/messages", 303)


def message_order(fields: Mapping[str, str]) -> MessageOrder:
    """The order of a form; raises pydantic's ValidationError for fields that cannot be."""
    plain = {name: value for name, value in fields.items() if value != "" and name != "form"}
    kind = MESSAGE_ORDERS.get(fields.get("order", ""), StartIn)
    return cast(MessageOrder, kind.model_validate(with_json(plain, "was")))


async def _page(
    request: Request,
    visitor: Visitor,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    messages: MessageHandling,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    words, state, records = shell.words(request), tournament.state, hall.pbem_records
    which = tournament.tournament
    players = await asyncio.to_thread(records.players, which)
    waiting = await asyncio.to_thread(records.waiting, which)
    newest = await asyncio.to_thread(records.messages, which, NEWEST)
    mails = await asyncio.to_thread(records.mails, which, NEWEST)
    names = hall.names(words.code, in_full=True)
    seen = PageSeen(words, names, hall.now(), {each.person: each for each in players})
    opened = [n for n in state.of(PBEM).opened if n in state.of(KNOCKOUT).by_number]
    entries = [each for each in tournament.entries if isinstance(each.event, PbemEvent)]
    described = state.event.described
    return shell.page(
        request,
        "messages/organiser.html",
        status=why.page_status,
        tournament=str(tournament.name),
        tournaments=[str(each) for each in hall.tournaments.names.values()],
        title=described.title if described else str(tournament.name),
        knockouts=[seen.knockout(state.of(KNOCKOUT).by_number[n], state.of(PBEM)) for n in opened],
        waiting=[seen.message(each) for each in waiting],
        messages=[seen.message(each) for each in newest],
        mails=[seen.mail(each) for each in mails if each.sent_at is None],
        refused_messages=messages.rates.refused,
        address=f"{tournament.name}@{messages.mail_domain}" if messages.mail_domain else "",
        relayed=messages.relayed,
        lines=LINES,
        may_direct=may(visitor, Action.DIRECT),
        log=list(reversed(log_lines(entries, words, BACKGAMMON, names))),
        refused=why,
    )
