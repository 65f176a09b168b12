"""Codes of several tables on one sheet: of a match, or of all tables that have no board yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import Response

from rules.identities import MatchAddress, MatchId
from rules.room import Room
from server.access import Action, PlaysInMatch, Visitor
from server.accounts.accounts_process import SecretShownBefore
from server.accounts.commands import GiveTableCode
from server.hall import Hall
from server.web.edge.addresses import address_choice, address_for_others, path_of_code
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, MatchIdDep
from server.web.pages.qr_codes import qr_svg
from server.web.pages.secret_shown import SHOWN_BEFORE
from server.web.pages.shell import Shell, ShellDep

Operator = Annotated[Visitor, Depends(needs(Action.SEAT_BOARD))]
router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class CodeShown:
    """A table's code on the sheet."""

    table: MatchAddress
    room: Room
    one_table: bool
    opponents: tuple[str, str]
    address: str
    qr: Markup


@router.post("/hall/t/{tournament}/matches/{number}/tables/codes")
async def of_match(
    request: Request,
    match_id: MatchIdDep,
    visitor: Operator,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """New codes of a match's tables."""
    rooms = hall.match(match_id).record.rooms
    return await _sheet(
        request, shell, hall, [(match_id, room) for room in rooms], visitor, command_id
    )


@router.post("/hall/codes")
async def of_hall(
    request: Request,
    visitor: Operator,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """New codes of all tables without a board, of matches that are not over."""
    tables = [
        (match_id, room)
        for match_id, process in hall.registry.in_play().items()
        for room in process.record.rooms
        if room not in process.record.boards and not process.record.is_over
    ]
    return await _sheet(request, shell, hall, tables, visitor, command_id)


async def _sheet(
    request: Request,
    shell: Shell,
    hall: Hall,
    tables: Iterable[tuple[MatchId, Room]],
    visitor: Visitor,
    command_id: str,
) -> Response:
    """The codes; of a match in which the visitor plays another one shows them (ruling 34)."""
    codes, error = list[CodeShown](), ""
    words = shell.words(request)
    key, mark, digest = command_id.partition("#")
    for match_id, room in tables:
        command = GiveTableCode(match=match_id, room=room)
        own = f"{match_id.tournament.text}.{match_id.number}.{room.value}"
        own_id = f"{key}.{own}{mark}{digest}" if command_id else ""
        try:
            answer = await hall.seating.give_code(command, visitor, own_id)
        except PlaysInMatch:
            continue
        except SecretShownBefore:
            error = words.gettext(SHOWN_BEFORE)
            break
        codes.append(_shown(request, hall, match_id, room, answer.secret, words.code))
    return shell.page(
        request,
        "phone/code_sheet.html",
        status=409 if error else 201,
        codes=[] if error else codes,
        error=error,
        choice=address_choice(request),
    )


def _shown(
    request: Request, hall: Hall, match_id: MatchId, room: Room, code: str, language: str
) -> CodeShown:
    names, record = hall.names(language), hall.match(match_id).record
    home, away = (names.by(team) for team in record.teams)
    address = address_for_others(request, path_of_code(code))
    return CodeShown(
        names.match(match_id), room, len(record.rooms) == 1, (home, away), address, qr_svg(address)
    )
