"""Addresses and secrets on a page: addresses as text and QR code, secrets shown once."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from protocol_forms import qr_code
from rules.text import N_
from server.access import Action
from server.web.edge.addresses import ADDRESS_COOKIE, address_choice
from server.web.edge.authorization import needs, own_path
from server.web.shell.shell import Shell


def qr_svg(text: str) -> Markup:
    """Return a text's QR code as an SVG element for cameras; pages show the text beside it."""
    drawn = qr_code.qr_svg(text)
    return Markup(drawn.replace("<svg ", '<svg aria-hidden="true" ', 1))


_A_YEAR = 31_536_000

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.GIVE_LINKS))])


@dataclass(frozen=True, slots=True)
class GivenAddress:
    """An address for another device, with its QR code.

    `others` are other addresses of the same page. `only_here` is true if no other device can reach
    the address.
    """

    address: str
    qr: Markup
    others: tuple[tuple[str, Markup], ...]
    only_here: bool


def given_address(request: Request, path: str) -> GivenAddress:
    """Return the address of a path for another device, in answer to this request."""
    choice = address_choice(request)
    address = choice.base + path
    others = tuple((each, qr_svg(each)) for each in choice.others(path))
    return GivenAddress(address, qr_svg(address), others, choice.only_here)


@router.post("/address")
async def choose_address(
    request: Request, address: Annotated[str, Form()], back: Annotated[str, Form()] = "/"
) -> RedirectResponse:
    """Store in a cookie which of the server's addresses links shown in this browser begin with.

    Delete the cookie if the server does not offer that address.
    """
    answer = RedirectResponse(own_path(back), 303, {"cache-control": "no-store"})
    good = address in address_choice(request).offered
    answer.set_cookie(
        ADDRESS_COOKIE,
        address if good else "",
        max_age=_A_YEAR if good else 0,
        httponly=True,
        samesite="lax",
    )
    return answer


SHOWN_BEFORE = N_(
    "This was already done with the same form, and the result is shown only once. If you "
    "lost it, create a new one."
)


def secret_page(
    shell: Shell, request: Request, *, heading: str, about: str, secret: str, back: str
) -> Response:
    """Return a page that shows a secret once, also as a QR code.

    `heading` and `about` are texts that are marked for translation. `back` is the path of the page
    to return to.
    """
    return shell.page(
        request,
        "shell/secret_shown.html",
        status=201,
        heading=heading,
        about=about,
        secret=secret,
        qr=qr_svg(secret),
        given=None,
        back=back,
    )


def secret_address_page(
    shell: Shell, request: Request, *, heading: str, about: str, path: str, back: str
) -> Response:
    """Return a page that shows once the full address of a secret path, for another device.

    `heading` and `about` are texts that are marked for translation. `back` is the path of the page
    to return to.
    """
    given = given_address(request, path)
    return shell.page(
        request,
        "shell/secret_shown.html",
        status=201,
        heading=heading,
        about=about,
        secret=given.address,
        qr=given.qr,
        given=given,
        back=back,
    )
