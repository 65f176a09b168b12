"""A secret shown once: its text, and a QR code of it as SVG in the page itself."""

import io

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from server.translation import N_
from server.web.pages.shell import Shell

SHOWN_BEFORE = N_(
    "This was done before, by the same form, and what it made is shown once. If it was lost, ask "
    "for a new one."
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
        back=back,
        is_link=secret.startswith("http"),
    )


def qr_svg(text: str) -> Markup:
    """The QR code of a text as an SVG element, for cameras only: the text stands beside it."""
    written = io.BytesIO()
    segno.make(text, micro=False, error="m").save(
        written, kind="svg", xmldecl=False, scale=5, border=4, dark="#000", light="#fff", nl=False
    )
    return Markup(written.getvalue().decode().replace("<svg ", '<svg aria-hidden="true" ', 1))
