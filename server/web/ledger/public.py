"""The ledger of a finished match: a page that explains its proof, and a file for anybody.

`GET /t/{name}/matches/{n}/ledger` is the page, and `/t/{name}/matches/{n}/ledger.jsonl` the file in
the form of docs/archive-format.md. `GET /ledgers.json` lists the matches that have a ledger.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel
from starlette.responses import HTMLResponse

from rules.events import MatchStarted
from rules.identities import MatchId
from server.access import Action
from server.live.snapshot import PublicPhase
from server.values.stored_events import LedgerCheck
from server.web.edge.authorization import needs
from server.web.edge.public_services import LiveHubDep, MatchOverDep, names_in, package_service
from server.web.shell.shell import ShellDep


@dataclass(frozen=True, slots=True)
class ShownLedger:
    """A ledger that was just checked, of a match that began at `started`.

    `check` is what the ledger proves.
    """

    check: LedgerCheck
    home: str
    away: str
    two_rooms: bool
    started: MatchStarted | None


class PublicLedgers(ABC):
    """The ledgers of matches that are over in both rooms. Callers ask for no other match."""

    @abstractmethod
    async def file(self, match_id: MatchId) -> bytes:
        """Return the file with all events of the match, byte for byte as they were hashed."""

    @abstractmethod
    async def checked(self, match_id: MatchId) -> ShownLedger:
        """Read the match's ledger, check it, and return what it proves."""


LedgersDep = Annotated[PublicLedgers, Depends(package_service(PublicLedgers))]

router = APIRouter(tags=["public"], dependencies=[Depends(needs(Action.WATCH))])


class LedgersOut(BaseModel):
    """The matches that have a ledger because they are over, such as "club/3"."""

    matches: list[str]


@router.get("/ledgers.json")
async def ledgers(hub: LiveHubDep) -> LedgersOut:
    """List every match that is over in both rooms, by tournament and number."""
    over = {now.scheduled.match_id for now in hub.snapshots() if now.phase is PublicPhase.OVER}
    names = hub.names_of(None)
    addresses = sorted(names.match(each) for each in over.union(hub.finished))
    return LedgersOut(matches=[str(address) for address in addresses])


@router.get("/t/{tournament}/matches/{number}/ledger.jsonl")
async def ledger_file(request: Request, match_id: MatchOverDep, kept: LedgersDep) -> Response:
    """Return the file with all events of a finished match, byte for byte as they were hashed."""
    file = f"match-{names_in(request).match(match_id).key}-ledger.jsonl"
    return Response(
        await kept.file(match_id),
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{file}"'},
    )


@router.get("/t/{tournament}/matches/{number}/ledger", include_in_schema=False)
async def ledger(
    request: Request, match_id: MatchOverDep, kept: LedgersDep, shell: ShellDep
) -> HTMLResponse:
    """Show the ledger of a match that is over. It is checked again for each request."""
    shown = await kept.checked(match_id)
    names = names_in(request, shell.words(request).code)
    return shell.page(
        request,
        "ledger/ledger.html",
        match=names.match(match_id),
        home=names.by(shown.home),
        away=names.by(shown.away),
        check=shown.check,
        two_rooms=shown.two_rooms,
        started=shown.started,
        here=str(request.url.replace(query="")).removesuffix("/ledger"),
    )
