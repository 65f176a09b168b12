"""A secret shown once: its text, and a QR code of it as SVG in the page itself."""

from starlette.requests import Request
from starlette.responses import Response

from rules.text import N_
from server.web.pages.given_address import given_address
from server.web.pages.qr_codes import qr_svg
from server.web.pages.shell import Shell

SHOWN_BEFORE = N_(
    "This was already done with the same form, and the result is shown only once. If you "
    "lost it, create a new one."
)


def secret_page(
    shell: Shell, request: Request, *, heading: str, about: str, secret: str, back: str
) -> Response:
    """The page that shows a secret this once; `heading` and `about` are texts of the catalogues."""
    return shell.page(
        request,
        "secret_shown.html",
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
    """The page that shows the address of a secret path this once, as another device opens it."""
    given = given_address(request, path)
    return shell.page(
        request,
        "secret_shown.html",
        status=201,
        heading=heading,
        about=about,
        secret=given.address,
        qr=given.qr,
        given=given,
        back=back,
    )
