"""Every form of `PRINTABLES` by its name, at one address: what is on it follows from who asks.

Whoever sees both rooms is given a form as it stands, everybody else what is public of it; with
`?public=true` that is given to anybody. `?language=` chooses the language, of a page or PDF
`?second=` another beside it, of a PDF `?paper=` a4, a5 or letter; `?stage=`, `?round=`, `?room=`,
`?game=`, `?team=` and `?player=` the part that a form is of.

Addresses of before lead there. Of them a match's protocol in JSON is given as it was, which records
and programs ask for: under /api as it stands, under /t what is public.
"""

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request, Response
from starlette.responses import RedirectResponse

from rules.identities import MatchId
from server.access import Action, Visitor, may
from server.prints.formats import FormFormat
from server.prints.match_prints import PROTOCOL
from server.web.edge.authorization import needs
from server.web.edge.services import MatchIdDep, TournamentDep, names_in
from server.web.prints.printed import FormAsked, FormatDep, OnPaperDep, PartDep, printed

router = APIRouter(prefix="/t/{tournament}", include_in_schema=False)
older = APIRouter()
_MATCH = "/t/{tournament}/matches/{number}"
Operator = Annotated[Visitor, Depends(needs(Action.SEE_BOTH_ROOMS))]
Watching = Annotated[Visitor, Depends(needs(Action.WATCH))]


async def _of_event(
    kind: str,
    tournament: TournamentDep,
    form_format: FormatDep,
    part: PartDep,
    on_paper: OnPaperDep,
    public: bool = False,
) -> FormAsked:
    return FormAsked(
        kind=kind,
        tournament=tournament,
        form_format=form_format,
        part=part,
        on_paper=on_paper,
        public=public,
    )


EventFormDep = Annotated[FormAsked, Depends(_of_event)]


async def _of_match(of_event: EventFormDep, match_id: MatchIdDep) -> FormAsked:
    return replace(of_event, match_id=match_id)


MatchFormDep = Annotated[FormAsked, Depends(_of_match)]


async def event_form(request: Request, visitor: Watching, asked: EventFormDep) -> Response:
    """A form of an event."""
    return await printed(request, asked, visitor)


async def match_form(request: Request, visitor: Watching, asked: MatchFormDep) -> Response:
    """A form of a match."""
    return await printed(request, asked, visitor)


async def _protocol(
    tournament: TournamentDep, match_id: MatchIdDep, form_format: FormatDep
) -> FormAsked:
    return FormAsked(
        kind=PROTOCOL, tournament=tournament, form_format=form_format, match_id=match_id
    )


ProtocolDep = Annotated[FormAsked, Depends(_protocol)]


@older.get(f"/api{_MATCH}/protocol.json", name="as_json", tags=["protocol"])
async def operators_json(request: Request, visitor: Operator, asked: ProtocolDep) -> Response:
    """The match protocol as values."""
    return await printed(request, asked, visitor)


@older.get(f"{_MATCH}/protocol.json", name="as_json", tags=["protocol"])
async def public_json(request: Request, visitor: Watching, asked: ProtocolDep) -> Response:
    """The match protocol as values."""
    return await printed(request, replace(asked, public=True), visitor)


async def operators_protocol(
    request: Request, visitor: Operator, match_id: MatchIdDep, form_format: FormatDep
) -> RedirectResponse:
    """Leads to /t/…/forms/protocol, where the match protocol is."""
    return _leading_to(_protocol_path(request, match_id, form_format), request)


async def public_protocol(
    request: Request, visitor: Watching, match_id: MatchIdDep, form_format: FormatDep
) -> RedirectResponse:
    """Leads to /t/…/forms/protocol, where the match protocol is."""
    path = _protocol_path(request, match_id, form_format)
    return _leading_to(path, request, public=may(visitor, Action.SEE_BOTH_ROOMS))


def _protocol_path(request: Request, match_id: MatchId, form_format: FormFormat) -> str:
    return f"{names_in(request).match(match_id).path}/forms/{PROTOCOL}.{form_format.value}"


async def operators_form(request: Request, visitor: Operator) -> RedirectResponse:
    """Where a form is now that stood under /hall."""
    return _leading_to(request.url.path.removeprefix("/hall"), request)


async def operators_list(
    request: Request, visitor: Operator, kind: Literal["standings", "schedule"]
) -> RedirectResponse:
    """Where standings and schedule are now that stood under /hall."""
    path = request.url.path.removeprefix("/hall").replace(f"/{kind}.", f"/forms/{kind}.")
    return _leading_to(path, request)


async def public_list(
    request: Request, visitor: Watching, kind: Literal["standings", "schedule"]
) -> RedirectResponse:
    """Where everybody's standings and schedule are now."""
    path = request.url.path.replace(f"/{kind}.", f"/forms/{kind}.")
    return _leading_to(path, request, public=may(visitor, Action.SEE_BOTH_ROOMS))


def _leading_to(path: str, request: Request, *, public: bool = False) -> RedirectResponse:
    """The way to a path with what the address asks; with `public` what everybody is given there.

    What stood at an address for everybody stays so, for those who might see more, too.
    """
    query = "&".join(filter(None, (request.url.query, "public=true" if public else "")))
    address = f"{path}?{query}" if query else path
    return RedirectResponse(address, 308, {"cache-control": "no-store"})


for _ending in (*(f".{each.value}" for each in FormFormat), ""):
    _path = f"/forms/{{kind}}{_ending}"
    router.get(f"/matches/{{number}}{_path}")(match_form)
    router.get(_path)(event_form)
    older.get(f"/hall{_MATCH}{_path}", include_in_schema=False)(operators_form)
    older.get(f"/hall/t/{{tournament}}{_path}", include_in_schema=False)(operators_form)
for _ending in ("html", "pdf"):
    for _before, _leading in (("/api", operators_protocol), ("", public_protocol)):
        older.get(
            f"{_before}{_MATCH}/protocol.{_ending}",
            name=f"as_{_ending}",
            tags=["protocol"],
            deprecated=True,
            status_code=308,
            response_class=RedirectResponse,
        )(_leading)
for _ending in (".pdf", ".csv"):
    older.get(f"/hall/t/{{tournament}}/{{kind}}{_ending}", include_in_schema=False)(operators_list)
    older.get(f"/t/{{tournament}}/{{kind}}{_ending}", include_in_schema=False)(public_list)
