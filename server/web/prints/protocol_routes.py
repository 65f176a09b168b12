"""The match protocol over HTTP: the operator's as it stands, the public's of finished games."""

import asyncio

from fastapi import APIRouter, Depends, Request, Response

from protocol_forms.html_form import match_protocol_page
from protocol_forms.json_form import match_protocol_json
from protocol_forms.pdf_form import match_protocol_pdf
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.said import Say, in_english
from server.access import Action
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_protocol import public_protocol
from server.results.decided_results import decided_results
from server.results.protocols import match_protocol, protocol_view
from server.web.edge.authorization import needs
from server.web.pages.shell import PAGE_HEADERS, Shell

_PAGE_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    ),
    "vary": PAGE_HEADERS["vary"],
}
"""The page holds its own style, so that it can be kept as one file, and nothing that runs."""


def form_routes(hall: Hall, hub: LiveHub, shell: Shell) -> APIRouter:
    """Every match's protocol as JSON, HTML and PDF, for operators under /api and for everyone.

    Everyone's is made from what the hub has made public (ruling 12). The page and the printed form
    are in the visitor's language, or that of `?language=`; values are in English.
    """
    routes = APIRouter(tags=["protocol"])
    for prefix, public in (("/api/matches", False), ("/matches", True)):
        routes.include_router(_Forms(hall, hub, shell, public).routes(), prefix=prefix)
    return routes


class _Forms:
    """A match's protocol in its three forms, the `public` one or the operator's."""

    def __init__(self, hall: Hall, hub: LiveHub, shell: Shell, public: bool) -> None:
        self._hall, self._hub, self._shell, self._public = hall, hub, shell, public

    def routes(self) -> APIRouter:
        """All of them, for whoever may see them."""
        action = Action.WATCH if self._public else Action.SEE_BOTH_ROOMS
        routes = APIRouter(dependencies=[Depends(needs(action))])
        routes.get("/{number}/protocol.json")(self.as_json)
        routes.get("/{number}/protocol.html")(self.as_html)
        routes.get("/{number}/protocol.pdf")(self.as_pdf)
        return routes

    async def as_json(self, number: int) -> Response:
        """The match protocol as values."""
        return Response(match_protocol_json(self._view(number)), media_type="application/json")

    async def as_html(self, request: Request, number: int) -> Response:
        """The match protocol as a page that prints well."""
        words = self._shell.words(request)
        shown, theme = self._view(number, words.gettext), self._shell.theme(request)
        page = match_protocol_page(shown, words.gettext, words.code, theme)
        headers = {**_PAGE_HEADERS, "content-language": words.code}
        return Response(page, media_type="text/html", headers=headers)

    async def as_pdf(self, request: Request, number: int) -> Response:
        """The match protocol as the printed form."""
        words = self._shell.words(request)
        process = self._hall.match(number)
        timed = not self._public or self._hub.is_over(number)
        created = int(process.recorded_at.timestamp()) if timed else 0
        shown = self._view(number, words.gettext)
        pdf = await asyncio.to_thread(match_protocol_pdf, shown, created, words.gettext, words.code)
        name = f"match-{number}-protocol.pdf"
        return Response(
            pdf,
            media_type="application/pdf",
            headers={
                "content-disposition": f'inline; filename="{name}"',
                "content-language": words.code,
                "vary": PAGE_HEADERS["vary"],
            },
        )

    def _view(self, number: int, say: Say = in_english) -> MatchProtocolView:
        process, now = self._hall.match(number), self._hub.snapshot(number)
        assert now is not None
        protocol = public_protocol(now) if self._public else match_protocol(process.record)
        events = zip(process.history, process.moments, strict=True)
        return protocol_view(
            process.record,
            protocol,
            recorded=process.recorded_at,
            head=process.head.hex(),
            decided=decided_results(process.record.state, events),
            say=say,
        )
