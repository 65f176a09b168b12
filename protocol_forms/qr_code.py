"""An address as a QR code: a drawing that stands in a form or page itself."""

import functools
import io

import segno

_KEPT = 128
"""Drawings kept, some 10 KiB each: a form is printed again, and each takes 8 ms of the server."""


@functools.lru_cache(_KEPT)
def qr_svg(address: str, *, scale: int = 5, border: int = 4) -> str:
    """The QR code of an address as one SVG element; `border` is the blank edge in modules."""
    written = io.BytesIO()
    segno.make(address, micro=False, error="m").save(
        written,
        kind="svg",
        xmldecl=False,
        scale=scale,
        border=border,
        dark="#000",
        light="#fff",
        nl=False,
        unit="px",  # else no viewBox is written, and a drawing that is made smaller is cut off
    )
    return written.getvalue().decode()
