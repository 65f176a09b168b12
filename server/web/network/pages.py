"""The director's page that tests whether phones reach this server, and lists what to do if not."""

import asyncio
import sys
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import JSONResponse, Response

from server.access import Action
from server.platform_support import network_obstacles, system
from server.settings import HTTP_PORT
from server.web.edge.addresses import address_choice
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep
from server.web.network.public import IN_PATH, PhoneCheckDep
from server.web.shell.secret_shown import given_address
from server.web.shell.shell import ShellDep

PATH = "/hall/network"
"""The path of the page that tests whether phones reach this server."""
_PATIENCE = 60
"""Seconds without a phone after which the page says what may keep phones out."""

router = APIRouter(
    prefix=PATH, include_in_schema=False, dependencies=[Depends(needs(Action.KEEP_BOARDS))]
)


@router.get("")
async def network(request: Request, shell: ShellDep, hall: HallDep) -> Response:
    """Show the code that a phone scans, and what to do if no page opens on the phone."""
    choice = address_choice(request)
    others = [each for each in choice.offered if each != choice.base]
    return shell.page(
        request,
        "network/network.html",
        given=given_address(request, IN_PATH),
        choice=choice,
        hosts=[urlsplit(each).hostname for each in (choice.base, *others)],
        port=urlsplit(choice.base).port or HTTP_PORT,
        program=sys.executable,
        since=hall.now().isoformat(),
        patience=_PATIENCE,
        system=system(),
    )


@router.get("/obstacles.json")
async def obstacles() -> JSONResponse:
    """Return what this computer sees that may keep phones out.

    The answer has the name of each such obstacle, in small letters, such as "firewall".
    """
    seen = await asyncio.to_thread(network_obstacles)
    names = [each.name.lower() for each in seen]
    return JSONResponse({"obstacles": names}, headers={"cache-control": "no-store"})


@router.get("/phones.json")
async def phones(
    request: Request,
    shell: ShellDep,
    check: PhoneCheckDep,
    since: Annotated[datetime, Query()],
) -> JSONResponse:
    """Return how many phones have opened the page `/in` after the time `since`.

    The answer also has a sentence with the number; it is empty if no phone has opened the page.
    """
    reached = check.since(since)
    words = shell.words(request)
    answer: dict[str, Any] = {"phones": len(reached), "text": ""}
    if reached:
        answer["text"] = words.ngettext(
            "%(num)s phone has reached this computer, at %(time)s.",
            "%(num)s phones have reached this computer, the last one at %(time)s.",
            len(reached),
            time=words.clock(reached[-1].at.astimezone()),
        )
    return JSONResponse(answer, headers={"cache-control": "no-store"})
