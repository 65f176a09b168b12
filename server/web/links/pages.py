"""The page on which a match's links for captains and players are given, shown once and revoked."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import RedirectResponse, Response

from rules.errors import MatchRefused
from rules.events import MatchScheduled
from rules.identities import MatchId
from rules.room import Room
from rules.text import N_
from server.access import Action
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.people.accounts_process import SecretShownBefore
from server.people.commands import RevokeLink
from server.people.sign_in import Authenticator
from server.store.accounts_db.links import LinkKind, LinkUnknown
from server.web.edge.addresses import address_choice, path_of_link
from server.web.edge.authorization import GivingLinks, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import Text
from server.web.edge.public_services import MatchIdDep
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.links.orders import link_command, link_given
from server.web.orders.fields import NewName
from server.web.shell.form_errors import invalid, refused
from server.web.shell.secret_shown import SHOWN_BEFORE, secret_address_page
from server.web.shell.shell import Shell, ShellDep

_NEW_NAME: TypeAdapter[str] = TypeAdapter(NewName)


router = APIRouter(prefix="/hall/t/{tournament}/matches/{number}/links", include_in_schema=False)
_GIVING = [Depends(needs(Action.GIVE_LINKS))]


@dataclass(frozen=True, slots=True)
class LinkPage:
    """The page of a match's links, made for one request.

    Nothing has checked yet that the match of the address exists: `record` and `response` raise
    MatchRefused if it does not.
    """

    request: Request
    match_id: MatchId
    shell: Shell
    hall: Hall
    authenticator: Authenticator

    @property
    def record(self) -> MatchRecord:
        """The record of the match. Raises MatchRefused for an unknown match."""
        return self.hall.match(self.match_id).record

    @property
    def path(self) -> str:
        """The path of the page."""
        return f"/hall{self.hall.names().match(self.match_id).path}/links"

    def _in_words(self, error: Exception | str) -> str:
        """Return an error in the visitor's language."""
        if isinstance(error, str):
            return error
        words = self.shell.words(self.request)
        names = self.hall.names(words.code, in_full=True)
        return "; ".join(refused("link", {}, error, words, names).texts.values())

    def response(self, error: Exception | str = "") -> Response:
        """Return the page with the match's links in force; `error` is what was refused, if any."""
        return self.shell.page(
            self.request,
            "links/links.html",
            status=409 if error else 200,
            error=self._in_words(error),
            record=self.record,
            address=self.hall.names().match(self.match_id),
            links=self.authenticator.links.of_match(self.match_id),
            names=self.hall.names(self.shell.words(self.request).code),
            rooms=self.record.rooms,
            choice=address_choice(self.request),
            captains=isinstance(self.record.scheduled, MatchScheduled),
        )


async def _link_page(
    request: Request,
    match_id: MatchIdDep,
    shell: ShellDep,
    hall: HallDep,
    authenticator: AuthenticatorDep,
) -> LinkPage:
    return LinkPage(request, match_id, shell, hall, authenticator)


LinkPageDep = Annotated[LinkPage, Depends(_link_page)]


@router.get("", dependencies=_GIVING)
async def links(page: LinkPageDep) -> Response:
    """Show the links of a match that are in force."""
    return page.response()


@router.post("")
async def give(
    giver: GivingLinks,
    command_id: CommandIdDep,
    page: LinkPageDep,
    team: Text = "",
    seat: Text = "captain",
    name: Text = "",
) -> Response:
    """Give a link. `seat` is "captain" or, for a player, the name of a room."""
    words = page.shell.words(page.request)
    kind = LinkKind.CAPTAIN if seat == "captain" else LinkKind.PLAYER
    room = next((each for each in Room if each.value == seat), None)
    try:
        whose = _NEW_NAME.validate_python(name) if name.strip() else None
        command, newcomers = link_command(page.hall, page.match_id, kind, team, room, whose)
        answer = await page.hall.commands.to_links(command, giver, command_id, newcomers=newcomers)
    except SecretShownBefore:
        return page.response(words.gettext(SHOWN_BEFORE))
    except MatchRefused as error:
        return page.response(error)
    except ValidationError as error:
        return page.response(f"{name[:40]!r}: {invalid(error.errors()[0], words)}")
    given = link_given(page.authenticator, answer)
    names = page.hall.names(words.code)
    about = N_("Anyone who opens this address acts for %(name)s until you revoke it.")
    return secret_address_page(
        page.shell,
        page.request,
        heading=N_("A link to hand over"),
        about=words.gettext(about, name=names.of(given.person) if given.person else ""),
        path=path_of_link(answer.secret),
        back=page.path,
    )


@router.post("/revoke")
async def revoke(
    giver: GivingLinks, command_id: CommandIdDep, page: LinkPageDep, link_id: Annotated[int, Form()]
) -> Response:
    """Revoke a link, which signs out everybody who is signed in by it."""
    try:
        command = RevokeLink(match=page.match_id, link_id=link_id)
        await page.hall.commands.to_links(command, giver, command_id)
    except LinkUnknown as error:
        return page.response(error)
    return RedirectResponse(page.path, 303)
