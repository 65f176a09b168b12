"""The page of a table's code, by which a phone becomes the table's board.

Sheets with the codes of several tables are made here too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from rules.commands import RemoveBoard
from rules.errors import MatchRefused, ValuesChanged
from rules.identities import MatchAddress, MatchId
from rules.room import Room
from server.access import PlaysInMatch, Visitor
from server.hall import Hall
from server.people.accounts_process import SecretShownBefore
from server.people.commands import GiveTableCode
from server.people.sign_in import Authenticator
from server.store.accounts_db.seats import is_phone
from server.values.naming import Names
from server.views.seen_values import changed_words
from server.web.edge.addresses import (
    AddressChoice,
    address_choice,
    address_for_others,
    path_of_code,
)
from server.web.edge.authorization import SeatingBoards, came_from
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import Text
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.shell.secret_shown import SHOWN_BEFORE, GivenAddress, given_address, qr_svg
from server.web.shell.shell import Shell, ShellDep

router = APIRouter(
    prefix="/hall/t/{tournament}/matches/{number}/tables/{room}", include_in_schema=False
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePageValues:
    """Values of the page of a table's code.

    `asks` is true if a phone waits to be accepted as the table's board, `admitted` if it was
    accepted. `until` is the time of day until which a code is valid, empty if no code is valid.
    `given` is the code that was just made. `offered` is a phone to which the code was sent instead
    of being shown; it is one of `phones`, the phones that were this room's boards before, each with
    its last match.
    """

    error: str
    address: MatchAddress
    room: Room
    one_table: bool
    opponents: Sequence[str]
    over: bool
    board: str
    is_phone: bool
    is_linked: bool
    asks: bool
    admitted: bool
    until: str
    given: GivenAddress | None
    choice: AddressChoice
    path: str
    offered: str
    phones: Sequence[tuple[str, MatchAddress]]


@dataclass(frozen=True, slots=True)
class CodePage:
    """The page of a table's code, made for one request.

    Nothing has checked yet that the match of the address exists: `response` raises MatchRefused if
    it does not.
    """

    request: Request
    match_id: MatchId
    room: Room
    shell: Shell
    hall: Hall
    authenticator: Authenticator

    @property
    def path(self) -> str:
        """The path of the page."""
        match = self.hall.names().match(self.match_id)
        return f"/hall{match.path}/tables/{self.room.value}/code"

    def response(self, code: str = "", error: str = "", offered: str = "") -> Response:
        """Return the page of the table's code.

        It shows the table's board, a phone that asks to become the board, and a new code, if any.

        `code` is a code that was just made, `offered` the phone to which it was sent instead of
        being shown, `error` what was refused. Raises MatchRefused for an unknown match, or if the
        match has no table in the room.
        """
        words = self.shell.words(self.request)
        names = self.hall.names(words.code)
        record = self.hall.match(self.match_id).record
        if self.room not in record.rooms:
            allowed = ", ".join(each.value for each in record.rooms)
            raise MatchRefused("room", self.room.value, allowed)
        board = record.boards.get(self.room, "")
        good = self.authenticator.links.of_table(self.match_id, self.room)
        waiting = self.hall.seating.requests.at(self.match_id, self.room)
        until = good.expires_at if good else None
        values = CodePageValues(
            error=error,
            address=names.match(self.match_id),
            room=self.room,
            one_table=len(record.rooms) == 1,
            opponents=[names.by(team) for team in record.teams],
            over=record.is_over,
            board=board,
            is_phone=is_phone(board),
            is_linked=self.room in record.linked,
            asks=waiting is not None and not waiting.admitted,
            admitted=waiting is not None and waiting.admitted,
            until=words.clock(until.astimezone()) if until else "",
            given=given_address(self.request, path_of_code(code)) if code else None,
            choice=address_choice(self.request),
            path=self.path,
            offered=offered,
            phones=[] if board else self._phones(names),
        )
        status = 409 if error else 201 if code else 200
        return self.shell.page(self.request, "phones/code.html", values, status=status)

    def _phones(self, names: Names) -> list[tuple[str, MatchAddress]]:
        """Return the phones that were this room's boards until a match ended, with that match."""
        seats = self.hall.seating.without_table(self.room)
        return [(each.board_id, names.match(each.match)) for each in seats]


async def _code_page(
    request: Request,
    match_id: MatchIdDep,
    room: Room,
    shell: ShellDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> CodePage:
    return CodePage(request, match_id, room, shell, hall, authenticator)


CodePageDep = Annotated[CodePage, Depends(_code_page)]


@router.get("/code")
async def code(_: SeatingBoards, page: CodePageDep) -> Response:
    """Show the table's board, and whether a code is valid. The code itself is not shown again."""
    return page.response()


@router.post("/code")
async def show(
    visitor: SeatingBoards, command_id: CommandIdDep, page: CodePageDep, phone: Text = ""
) -> Response:
    """Make a new code for the table and show it, or send it to a phone instead.

    `phone` is the board id of a phone that was this room's board before. If `phone` is empty, the
    code is shown. Earlier codes of the table become void.
    """
    command = GiveTableCode(match=page.match_id, room=page.room)
    try:
        answer = await page.hall.seating.give_code(command, visitor, command_id)
    except SecretShownBefore:
        return page.response(error=page.shell.words(page.request).gettext(SHOWN_BEFORE))
    if phone:
        page.hall.seating.offer_to(phone, answer.secret)
        return page.response(offered=phone)
    return page.response(answer.secret)


@router.post("/phone")
async def answer(
    visitor: SeatingBoards, page: CodePageDep, admit: Annotated[bool, Form()]
) -> Response:
    """Accept the phone that asks to become the table's board, or refuse it."""
    await page.hall.seating.answer(page.match_id, page.room, admit=admit, actor=visitor)
    return RedirectResponse(came_from(page.request), 303)


@router.post("/phone/off")
async def take_off(
    visitor: SeatingBoards, command_id: CommandIdDep, page: CodePageDep, was: Text = ""
) -> Response:
    """Sign out the phone that is the table's board.

    `was` is the board id of the phone that the page showed. If another board is at the table by
    now, do nothing but say so on the page.
    """
    try:
        command = RemoveBoard(page.room, was)
        await page.hall.commands.remove_board(page.match_id, command, visitor, command_id)
    except ValuesChanged as changed:
        return page.response(error=changed_words(changed, page.shell.words(page.request)))
    return RedirectResponse(page.path, 303)


sheet_router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class CodeShown:
    """A table's code on a sheet."""

    table: MatchAddress
    room: Room
    one_table: bool
    opponents: tuple[str, str]
    address: str
    qr: Markup


@sheet_router.post("/hall/t/{tournament}/matches/{number}/tables/codes")
async def of_match(
    request: Request,
    match_id: MatchIdDep,
    visitor: SeatingBoards,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Make new codes for the tables of a match, and show them once."""
    rooms = hall.match(match_id).record.rooms
    return await _sheet(
        request, shell, hall, [(match_id, room) for room in rooms], visitor, command_id
    )


@sheet_router.post("/hall/codes")
async def of_hall(
    request: Request,
    visitor: SeatingBoards,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
) -> Response:
    """Make new codes for all tables without a board, of all matches in play; show them once."""
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
    """Make new codes for these tables, and return the sheet that shows them.

    Tables of a match in which the visitor plays are left out (ruling 34).
    """
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
        "phones/code_sheet.html",
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
