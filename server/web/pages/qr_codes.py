"""QR codes as SVG in the page itself."""

from markupsafe import Markup

from protocol_forms import qr_code


def qr_svg(text: str) -> Markup:
    """The QR code of a text as an SVG element, for cameras only: the text stands beside it."""
    drawn = qr_code.qr_svg(text)
    return Markup(drawn.replace("<svg ", '<svg aria-hidden="true" ', 1))
