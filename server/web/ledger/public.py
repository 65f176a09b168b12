"""The ledger of a finished match: what it proves in plain words, and as a file for anybody.

`GET /t/{name}/matches/{n}/ledger` is the page, `/t/{name}/matches/{n}/ledger.jsonl` the file in the
form of docs/archive-format.md; `GET /ledgers.json` names the matches that have one.
"""

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel
from starlette.responses import HTMLResponse

from rules.events import MatchScheduled
from server.access import Action
from server.archive.export_import import match_ledger
from server.archive.ledger_check import checked_ledger
from server.live.snapshot import PublicPhase
from server.matches.stream_writer import match_stream
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, LiveHubDep, MatchOverDep
from server.web.shell.shell import ShellDep

router = APIRouter(tags=["public"], dependencies=[Depends(needs(Action.WATCH))])


class LedgersOut(BaseModel):
    """The matches that are over, such as "club/3", each with a ledger to be had."""

    matches: list[str]


@router.get("/ledgers.json")
async def ledgers(hub: LiveHubDep) -> LedgersOut:
    """Every match that is over in both rooms, by tournament and number."""
    over = {now.scheduled.match_id for now in hub.snapshots() if now.phase is PublicPhase.OVER}
    names = hub.names_of(None)
    addresses = sorted(names.match(each) for each in over.union(hub.finished))
    return LedgersOut(matches=[str(address) for address in addresses])


@router.get("/t/{tournament}/matches/{number}/ledger.jsonl")
async def ledger_file(match_id: MatchOverDep, hall: HallDep) -> Response:
    """Everything that happened in a match that is over, each event as it was hashed."""
    entries = await hall.registry.entries(match_id)
    name = hall.tournaments.names[match_id.tournament]
    file = f"match-{hall.names().match(match_id).key}-ledger.jsonl"
    return Response(
        b"".join(match_ledger(name, entries)),
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{file}"'},
    )


@router.get("/t/{tournament}/matches/{number}/ledger", include_in_schema=False)
async def ledger(
    request: Request, match_id: MatchOverDep, hall: HallDep, shell: ShellDep
) -> HTMLResponse:
    """What the ledger of a match that is over proves, checked anew for whoever asks."""
    process = hall.match(match_id)
    check = await checked_ledger(hall.registry.ledgers, match_stream(match_id), process.sequence)
    names = hall.names(shell.words(request).code)
    return shell.page(
        request,
        "ledger/ledger.html",
        match=names.match(match_id),
        home=names.by(process.record.teams[0]),
        away=names.by(process.record.teams[1]),
        check=check,
        two_rooms=isinstance(process.record.scheduled, MatchScheduled),
        started=process.record.started,
        here=str(request.url.replace(query="")).removesuffix("/ledger"),
    )
