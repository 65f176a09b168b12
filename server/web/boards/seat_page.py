"""What a table's code opens on a phone: a question, and the seat once it is answered.

Whoever only looks changes nothing: cameras and messengers open an address before anybody taps it.
"""

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse, Response

from rules.errors import MatchRefused
from server.access import ACCOUNT_ROLES, Action
from server.accounts.decide_seats import SeatRefused, place_of
from server.accounts.sign_in import Authenticator
from server.commands.seating import SeatWaits
from server.hall import Hall
from server.store.accounts_db.links import Link, LinkSpent
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.cookies import Browser, browser_of, device_of, keep_session, seat_of, token_of
from server.web.edge.services import AuthenticatorDep, HallDep
from server.web.pages.shell import Shell, ShellDep

_UNSTORED = {"cache-control": "no-store", "referrer-policy": "same-origin"}
router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SIGN_IN))])


@router.get("/seat/{code}")
async def ask(
    request: Request, code: str, shell: ShellDep, hall: HallDep, authenticator: AuthenticatorDep
) -> Response:
    """Which table that is, and whether this phone is to be its board."""
    browser = browser_of(request)
    try:
        link = hall.seating.code(code)
        hall.seating.check(link, browser.device, visitor_of(request))
    except LinkSpent:
        if seat_of(request, authenticator) is not None:
            return RedirectResponse("/table", 303, _UNSTORED)
        return shell.page(request, "phone/code_spent.html", status=410)
    except (SeatRefused, MatchRefused) as refused:
        return _refused(request, shell, refused)
    return _question(request, shell, hall, link, browser)


@router.post("/seat/{code}")
async def take(
    request: Request, code: str, shell: ShellDep, hall: HallDep, authenticator: AuthenticatorDep
) -> Response:
    """Make this phone the table's board; where one is in use, ask to be let in."""
    browser, token = browser_of(request), token_of(request)
    opened = list[str]()
    device = device_of(request)

    def sign_in(seat_id: int) -> None:
        opened.append(
            authenticator.sessions.open(seat_id=seat_id, address=device.address, device=device.name)
        )

    try:
        await hall.seating.take(code, browser.device, visitor_of(request), sign_in)
    except SeatWaits:
        answer: Response = RedirectResponse(f"/seat/{code}", 303, _UNSTORED)
        browser.keep(answer, request)
        return answer
    except LinkSpent:
        return shell.page(request, "phone/code_spent.html", status=410)
    except (SeatRefused, MatchRefused) as refused:
        return _refused(request, shell, refused)
    return await _seated(request, authenticator, browser, token, opened[-1])


async def _seated(
    request: Request, authenticator: Authenticator, browser: Browser, before: str, session: str
) -> Response:
    """On to the table; whoever was signed in on this phone is so no more."""
    await authenticator.sign_out(before)
    answer = RedirectResponse("/table", 303, _UNSTORED)
    keep_session(answer, request, authenticator, session)
    browser.keep(answer, request)
    return answer


def _question(request: Request, shell: Shell, hall: Hall, link: Link, browser: Browser) -> Response:
    match_id, room = place_of(link)
    waiting = hall.seating.requests.at(match_id, room)
    own = waiting is not None and waiting.device == browser.device
    names = hall.names(shell.words(request).code)
    record = hall.match(match_id).record
    answer = shell.page(
        request,
        "phone/take_seat.html",
        table=names.match(match_id),
        room=room,
        one_table=len(record.rooms) == 1,
        opponents=[names.by(team) for team in record.teams],
        waits=own and waiting is not None and not waiting.admitted,
        admitted=own and waiting is not None and waiting.admitted,
        signs_out=visitor_of(request).role in ACCOUNT_ROLES,
    )
    answer.headers["referrer-policy"] = "same-origin"
    browser.keep(answer, request)
    return answer


def _refused(request: Request, shell: Shell, refused: SeatRefused | MatchRefused) -> Response:
    why = refused.why if isinstance(refused, SeatRefused) else None
    return shell.page(request, "phone/seat_refused.html", status=409, why=why)
