"""The sheet of personal links of a TTT's players: made when asked for, shown once."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from protocol_forms.sheets.hall_sheets import LinkCard, LinkSheet, link_sheet_pdf
from rules.errors import MatchRefused
from rules.formats.ttt.deciding import TTT
from rules.identities import PersonId
from rules.text import N_
from server.access import Action, Visitor
from server.accounts.accounts_process import SecretShownBefore
from server.accounts.commands import GiveEntrantLink, RevokeEntrantLink
from server.accounts.sign_in import Authenticator
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.addresses import AddressChoice, address_choice
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.secret_paths import path_of_link
from server.web.edge.services import AuthenticatorDep, HallDep, TournamentDep
from server.web.pages.form_errors import REFUSALS, Refused, refused
from server.web.pages.qr_codes import qr_svg
from server.web.pages.secret_shown import SHOWN_BEFORE
from server.web.pages.shell import PAGE_HEADERS, ShellDep
from server.web.tournament.ttt_page import ttt_page
from server.words.translation import Words

router = APIRouter(prefix="/hall/t/{tournament}/event/ttt/links", include_in_schema=False)
Giver = Annotated[Visitor, Depends(needs(Action.GIVE_LINKS))]
_NOTE = N_(
    "Cut along the lines. Anyone who opens a link acts for the person named on it: give "
    "each one to its owner."
)
_USE = N_("Your own games: invite, accept, report, see how you stand. Scan it or type the address.")


@router.post("")
async def make(
    request: Request,
    giver: Giver,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    authenticator: AuthenticatorDep,
) -> Response:
    """Make the links, of one `player` or of all who have none; show them on a sheet."""
    fields, words = await posted(request), shell.words(request)
    try:
        people = _asked(tournament, authenticator, fields.get("player", ""))
        made = [(each, await _made(hall, each, giver, command_id)) for each in people]
    except (SecretShownBefore, *REFUSALS) as error:
        names = hall.names(words.code, in_full=True)
        why = refused("links", fields, error, words, names)
        if isinstance(error, SecretShownBefore):
            why = Refused("links", {"": words.gettext(SHOWN_BEFORE)})
        return ttt_page(request, giver, shell, hall, tournament, authenticator, why=why)
    choice = address_choice(request)
    sheet = _sheet(tournament, made, choice, hall, words)
    if fields.get("as") == "pdf":
        pdf = await asyncio.to_thread(link_sheet_pdf, sheet, words.gettext, words.code)
        named = {"content-disposition": 'inline; filename="links.pdf"'}
        return Response(pdf, 201, {**PAGE_HEADERS, **named}, media_type="application/pdf")
    drawn = [qr_svg(each.address) for each in sheet.cards]
    return shell.page(
        request, "links_sheet.html", status=201, sheet=sheet, drawn=drawn, choice=choice
    )


@router.post("/revoke")
async def revoke(
    request: Request,
    giver: Giver,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    authenticator: AuthenticatorDep,
) -> Response:
    """Make a player's link good no more."""
    fields, words = await posted(request), shell.words(request)
    try:
        player = _player(tournament, fields.get("player", ""))
        command = RevokeEntrantLink(person=player)
        await hall.commands.to_entrant_links(command, giver, command_id)
    except REFUSALS as error:
        why = refused("links", fields, error, words, hall.names(words.code, in_full=True))
        return ttt_page(request, giver, shell, hall, tournament, authenticator, why=why)
    return RedirectResponse(f"/hall/t/{tournament.name}/event/ttt#players", 303)


def _asked(
    tournament: TournamentProcess, authenticator: Authenticator, player: str
) -> list[PersonId]:
    """Whose links are meant: of one player, or where none is named of all who have none."""
    if player:
        return [_player(tournament, player)]
    linked = authenticator.links.of_entrants()
    return [each for each in tournament.state.of(TTT).players if each not in linked]


def _player(tournament: TournamentProcess, player: str) -> PersonId:
    """The player of that id; raises MatchRefused for somebody who is not in the TTT."""
    players = tournament.state.of(TTT).players
    for each in players:
        if each.text == player:
            return each
    raise MatchRefused("player", player, "%(players)s", players=players)


async def _made(hall: Hall, player: PersonId, giver: Visitor, command_id: str) -> str:
    key, mark, digest = command_id.partition("#")
    own_id = f"{key}.{player}{mark}{digest}" if command_id else ""
    answer = await hall.commands.to_entrant_links(GiveEntrantLink(person=player), giver, own_id)
    return answer.secret


def _sheet(
    tournament: TournamentProcess,
    made: Sequence[tuple[PersonId, str]],
    choice: AddressChoice,
    hall: Hall,
    words: Words,
) -> LinkSheet:
    described, names = tournament.state.event.described, hall.names(words.code)
    title = described.title if described else str(tournament.name)
    cards = tuple(
        LinkCard(
            heading=words.gettext("TTT"),
            whose=names.of(player),
            match=title,
            use=words.gettext(_USE),
            address=choice.base + path_of_link(token),
        )
        for player, token in made
    )
    return LinkSheet(words.gettext("Links to hand out"), words.gettext(_NOTE), cards)
