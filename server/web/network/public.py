"""The page that a phone opens to test whether it reaches this server, and the record of visits."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from server.access import Action
from server.web.edge.addresses import is_from_elsewhere
from server.web.edge.authorization import needs
from server.web.edge.public_services import package_service, public_services_of
from server.web.shell.shell import ShellDep

IN_PATH = "/in"
"""The path that phones open to test the network, short enough to be typed."""


@dataclass(frozen=True, slots=True)
class PhoneReached:
    """A visit of `/in` from another device: the device's network address, and the time in UTC."""

    address: str
    at: datetime


class PhoneCheck:
    """The latest visit of each device that opened `/in` since the server was started.

    The visits are kept in memory, those of the latest `KEPT` devices only.
    """

    KEPT = 50

    def __init__(self) -> None:
        self._reached = dict[str, PhoneReached]()

    def note(self, visit: PhoneReached) -> None:
        """Store a visit in place of the earlier one from the same address."""
        self._reached.pop(visit.address, None)
        self._reached[visit.address] = visit
        for oldest in list(self._reached)[: -self.KEPT]:
            del self._reached[oldest]

    def since(self, moment: datetime) -> list[PhoneReached]:
        """Return the visits since `moment` (UTC): one per device, the latest last."""
        return [each for each in self._reached.values() if each.at >= moment]


PhoneCheckDep = Annotated[PhoneCheck, Depends(package_service(PhoneCheck))]

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SEE_PUBLIC))])


@router.get(IN_PATH)
async def phone_is_in(request: Request, shell: ShellDep, check: PhoneCheckDep) -> HTMLResponse:
    """Tell the person at the phone that the phone has reached the server.

    The visit is recorded, so that the director's page can count it.
    """
    if is_from_elsewhere(request):
        now = public_services_of(request).source.now()
        check.note(PhoneReached(request.client.host if request.client else "", now))
    return shell.page(request, "network/phone_is_in.html")
