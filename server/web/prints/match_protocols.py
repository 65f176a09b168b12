"""Every match's protocol as JSON, HTML and PDF, for operators under /api and for everyone.

The operator's is as it stands; everyone's is made from what the hub has made public (ruling 12).
The page and the printed form are in the visitor's language, or that of `?language=`; values are in
English.
"""

import asyncio
from enum import Enum

from fastapi import APIRouter, Depends, Request, Response

from protocol_forms.any_form import AnyView
from protocol_forms.html_form import match_protocol_page
from protocol_forms.json_form import match_protocol_json
from protocol_forms.pdf_form import match_protocol_pdf
from protocol_forms.said import in_english
from rules.identities import MatchAddress, MatchId
from server.access import Action
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_protocol import public_protocol
from server.matches.match_process import MatchProcess
from server.results.decided_results import decided_results
from server.results.protocols import AnyProtocol, match_protocol, protocol_view
from server.translation import Words
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, LiveHubDep, MatchIdDep
from server.web.pages.shell import PAGE_HEADERS, ShellDep

_PAGE_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    ),
    "vary": PAGE_HEADERS["vary"],
}
"""The page holds its own style, so that it can be kept as one file, and nothing that runs."""


_TAGS: list[str | Enum] = ["protocol"]
operators = APIRouter(
    prefix="/api/t/{tournament}/matches/{number}",
    tags=_TAGS,
    dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))],
)
public = APIRouter(
    prefix="/t/{tournament}/matches/{number}",
    tags=_TAGS,
    dependencies=[Depends(needs(Action.WATCH))],
)


@operators.get("/protocol.json", name="as_json")
async def operators_json(match_id: MatchIdDep, hall: HallDep) -> Response:
    """The match protocol as values."""
    return _json(_as_it_stands(hall, match_id))


@public.get("/protocol.json", name="as_json")
async def public_json(match_id: MatchIdDep, hall: HallDep, hub: LiveHubDep) -> Response:
    """The match protocol as values."""
    return _json(_as_public(hall, hub, match_id))


@operators.get("/protocol.html", name="as_html")
async def operators_page(
    request: Request, match_id: MatchIdDep, hall: HallDep, shell: ShellDep
) -> Response:
    """The match protocol as a page that prints well."""
    words = shell.words(request)
    return _page(_as_it_stands(hall, match_id, words), words, shell.theme(request))


@public.get("/protocol.html", name="as_html")
async def public_page(
    request: Request, match_id: MatchIdDep, hall: HallDep, hub: LiveHubDep, shell: ShellDep
) -> Response:
    """The match protocol as a page that prints well."""
    words = shell.words(request)
    return _page(_as_public(hall, hub, match_id, words), words, shell.theme(request))


@operators.get("/protocol.pdf", name="as_pdf")
async def operators_pdf(
    request: Request, match_id: MatchIdDep, hall: HallDep, shell: ShellDep
) -> Response:
    """The match protocol as the printed form."""
    words = shell.words(request)
    shown = _as_it_stands(hall, match_id, words)
    return await _pdf(
        hall.names().match(match_id),
        shown,
        words,
        int(hall.match(match_id).recorded_at.timestamp()),
    )


@public.get("/protocol.pdf", name="as_pdf")
async def public_pdf(
    request: Request, match_id: MatchIdDep, hall: HallDep, hub: LiveHubDep, shell: ShellDep
) -> Response:
    """The match protocol as the printed form."""
    words = shell.words(request)
    shown = _as_public(hall, hub, match_id, words)
    # While it is played, the time of the latest event would tell when the closed room does what.
    timed = hub.is_over(match_id)
    created = int(hall.match(match_id).recorded_at.timestamp()) if timed else 0
    return await _pdf(hall.names().match(match_id), shown, words, created)


def _json(shown: AnyView) -> Response:
    return Response(match_protocol_json(shown), media_type="application/json")


def _page(shown: AnyView, words: Words, theme: str) -> Response:
    page = match_protocol_page(shown, words.gettext, words.code, theme)
    headers = {**_PAGE_HEADERS, "content-language": words.code}
    return Response(page, media_type="text/html", headers=headers)


async def _pdf(address: MatchAddress, shown: AnyView, words: Words, created: int) -> Response:
    pdf = await asyncio.to_thread(match_protocol_pdf, shown, created, words.gettext, words.code)
    return Response(
        pdf,
        media_type="application/pdf",
        headers={
            "content-disposition": f'inline; filename="match-{address.key}-protocol.pdf"',
            "content-language": words.code,
            "vary": PAGE_HEADERS["vary"],
        },
    )


def _as_it_stands(hall: Hall, match_id: MatchId, words: Words | None = None) -> AnyView:
    """The operator's; raises MatchRefused for an unknown match."""
    process = hall.match(match_id)
    return _view(process, match_protocol(process.record), hall, words)


def _as_public(hall: Hall, hub: LiveHub, match_id: MatchId, words: Words | None = None) -> AnyView:
    """Everyone's, from what the hub has made public; raises MatchRefused for an unknown match."""
    process, now = hall.match(match_id), hub.snapshot(match_id)
    assert now is not None
    return _view(process, public_protocol(now), hall, words)


def _view(process: MatchProcess, protocol: AnyProtocol, hall: Hall, words: Words | None) -> AnyView:
    match_id, names = process.record.match_id, hall.names(words.code if words else None)
    final = hall.finality_of(match_id)
    events = zip(process.history, process.moments, strict=True)
    return protocol_view(
        process.record,
        protocol,
        recorded=process.recorded_at,
        head=process.head.hex(),
        decided=decided_results(process.record.state, events, names, final.deadline),
        say=words.gettext if words else in_english,
        names=names,
        lapsed=final.since is not None,
    )
