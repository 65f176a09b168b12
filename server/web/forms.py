"""The match protocol over HTTP: the operator's as it stands, the public's of finished games."""

import asyncio

from fastapi import APIRouter, Response

from protocol_forms.html_form import match_protocol_page
from protocol_forms.json_form import match_protocol_json
from protocol_forms.match_protocol import MatchProtocolView
from protocol_forms.pdf_form import match_protocol_pdf
from server.relay.hall import Hall
from server.relay.protocols import protocol_view


def form_routes(hall: Hall) -> APIRouter:
    """Every match's protocol as JSON, HTML and PDF, for operators under /api and for everyone."""
    routes = APIRouter(tags=["protocol"])
    for prefix, public in (("/api/matches", False), ("/matches", True)):
        routes.include_router(_forms(hall, public), prefix=prefix)
    return routes


def _forms(hall: Hall, public: bool) -> APIRouter:
    routes = APIRouter()

    def view(number: int) -> MatchProtocolView:
        relay = hall.match(number)
        return protocol_view(
            relay.record, public=public, recorded=relay.recorded_at, head=relay.head.hex()
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
        created = int(relay.recorded_at.timestamp()) if not public or _over(number) else 0
        pdf = await asyncio.to_thread(match_protocol_pdf, view(number), created)
        name = f"match-{number}-protocol.pdf"
        return Response(
            pdf,
            media_type="application/pdf",
            headers={"content-disposition": f'inline; filename="{name}"'},
        )

    def _over(number: int) -> bool:
        state = hall.match(number).record.state
        return state is not None and state.over

    return routes
