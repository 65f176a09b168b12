"""How a person is told that a page is not theirs."""

from collections.abc import Callable

from fastapi import Request
from starlette.responses import Response

from server.access import IN_CLOSED_ROOM, Action, DecidesOwnMatch, NotAllowed, PlaysInMatch, Role
from server.web.accounts.sign_in import first_page
from server.web.edge.services import names_in
from server.web.pages.shell import Shell


def not_allowed_page(shell: Shell) -> Callable[[Request, NotAllowed], Response]:
    """How a person is told that a page is not his."""

    def page(request: Request, refusal: NotAllowed) -> Response:
        return shell.page(
            request,
            "not_allowed.html",
            status=403,
            seated=refusal.visitor.role is Role.SEAT,
            closed=refusal.action is Action.WATCH,
            was_board=refusal.visitor == IN_CLOSED_ROOM,
            plays_in=_match(request, refusal),
            first=first_page(refusal.visitor),
        )

    return page


def _match(request: Request, refusal: NotAllowed) -> str | None:
    """The match that the visitor plays in, if that is why."""
    if isinstance(refusal, DecidesOwnMatch):
        return str(refusal.number)
    if not isinstance(refusal, PlaysInMatch):
        return None
    return names_in(request).match(refusal.match).label
