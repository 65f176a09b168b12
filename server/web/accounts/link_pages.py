"""The page of a match's links: captains' and players', given, shown once, revoked."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import RedirectResponse, Response

from rules.errors import MatchRefused
from rules.room import Room
from server.access import Action, Visitor
from server.accounts.sign_in import Authenticator
from server.hall import Hall
from server.store.accounts_db.links import LinkKind, LinkUnknown
from server.translation import N_
from server.web.accounts.links_api import address_of_link, link_of, revoke_link
from server.web.edge.authorization import needs
from server.web.edge.form_fields import Text
from server.web.pages.form_errors import invalid
from server.web.pages.secret_shown import secret_page
from server.web.pages.shell import Shell
from server.web.schemas.fields import NewName

_NEW_NAME: TypeAdapter[str] = TypeAdapter(NewName)
Giver = Annotated[Visitor, Depends(needs(Action.GIVE_LINKS))]


class LinkPages:
    """The routes /hall/matches/{number}/links."""

    def __init__(self, shell: Shell, hall: Hall, authenticator: Authenticator) -> None:
        self._shell, self._hall, self._authenticator = shell, hall, authenticator

    def routes(self) -> APIRouter:
        """All of them, for those who give links."""
        needed = [Depends(needs(Action.GIVE_LINKS))]
        routes = APIRouter(prefix="/hall/matches/{number}/links", include_in_schema=False)
        routes.get("", dependencies=needed)(self.links)
        routes.post("")(self.give)
        routes.post("/revoke", dependencies=needed)(self.revoke)
        return routes

    async def links(self, request: Request, number: int) -> Response:
        """The good links of a match."""
        return self._page(request, number)

    async def give(
        self,
        request: Request,
        giver: Giver,
        number: int,
        team: Text = "",
        seat: Text = "captain",
        name: Text = "",
    ) -> Response:
        """Give a link; `seat` is captain, or the room of a player."""
        record = self._hall.match(number).record
        kind = LinkKind.CAPTAIN if seat == "captain" else LinkKind.PLAYER
        room = next((each for each in Room if each.value == seat), None)
        try:
            whose = _NEW_NAME.validate_python(name) if name.strip() else None
            wanted = link_of(record, kind, team, room, whose, giver)
        except MatchRefused as error:
            return self._page(request, number, error)
        except ValidationError as error:
            wrong = invalid(error.errors()[0], self._shell.words(request))
            return self._page(request, number, f"{name[:40]!r}: {wrong}")
        given, token = await self._authenticator.give_link(wanted)
        about = N_("Whoever opens this address acts for %(name)s until you revoke it.")
        return secret_page(
            self._shell,
            request,
            heading=N_("A link to be handed over"),
            about=self._shell.words(request).gettext(about, name=given.name),
            secret=address_of_link(request, token),
            back=f"/hall/matches/{number}/links",
        )

    async def revoke(
        self, request: Request, number: int, link_id: Annotated[int, Form()]
    ) -> Response:
        """Revoke a link; whoever is signed in by it is out."""
        try:
            await revoke_link(self._authenticator, self._hall.match(number).record, link_id)
        except LinkUnknown as error:
            return self._page(request, number, error)
        return RedirectResponse(f"/hall/matches/{number}/links", 303)

    def _page(self, request: Request, number: int, error: Exception | str = "") -> Response:
        return self._shell.page(
            request,
            "links.html",
            status=409 if error else 200,
            error=str(error),
            record=self._hall.match(number).record,
            links=self._authenticator.links.of_match(number),
            rooms=tuple(Room),
        )
