"""The match protocol over HTTP: the operator's as it stands, the public's of finished games."""

import asyncio

from fastapi import APIRouter, Depends, Response

from protocol_forms.html_form import match_protocol_page
from protocol_forms.json_form import match_protocol_json
from protocol_forms.match_protocol import MatchProtocolView
from protocol_forms.pdf_form import match_protocol_pdf
from server.access import Action
from server.live.hub import LiveHub
from server.live.public_protocol import is_over, public_protocol
from server.relay.hall import Hall
from server.relay.protocols import match_protocol, protocol_view
from server.web.gate import needs


def form_routes(hall: Hall, hub: LiveHub) -> APIRouter:
    """Every match's protocol as JSON, HTML and PDF, for operators under /api and for everyone.

    Everyone's is made from what the hub has made public (ruling 12).
    """
    routes = APIRouter(tags=["protocol"])
    for prefix, public in (("/api/matches", False), ("/matches", True)):
        routes.include_router(_forms(hall, hub, public), prefix=prefix)
    return routes


def _forms(hall: Hall, hub: LiveHub, public: bool) -> APIRouter:
    action = Action.WATCH if public else Action.SEE_BOTH_ROOMS
    routes = APIRouter(dependencies=[Depends(needs(action))])

    def view(number: int) -> MatchProtocolView:
        relay, now = hall.match(number), hub.snapshot(number)
        assert now is not None
        protocol = public_protocol(now) if public else match_protocol(relay.record)
        return protocol_view(
            relay.record, protocol, recorded=relay.recorded_at, head=relay.head.hex()
        )

    @routes.get("/{number}/protocol.json")
    async def as_json(number: int) -> Response:
        """The match protocol as values."""
        return Response(match_protocol_json(view(number)), media_type="application/json")

    @routes.get("/{number}/protocol.html")
    async def as_html(number: int) -> Response:
        """The match protocol as a page that prints well."""
        return Response(match_protocol_page(view(number)), media_type="text/html")

    @routes.get("/{number}/protocol.pdf")
    async def as_pdf(number: int) -> Response:
        """The match protocol as the printed form."""
        relay = hall.match(number)
        timed = not public or is_over(hub, number)
        created = int(relay.recorded_at.timestamp()) if timed else 0
        pdf = await asyncio.to_thread(match_protocol_pdf, view(number), created)
        name = f"match-{number}-protocol.pdf"
        return Response(
            pdf,
            media_type="application/pdf",
            headers={"content-disposition": f'inline; filename="{name}"'},
        )

    return routes
