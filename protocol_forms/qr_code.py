"""An address as a QR code: a drawing that is part of a form or page."""

import functools
import io

import segno

_KEPT = 128
"""Number of drawings kept (some 10 KiB each): forms are reprinted, and one drawing takes 8 ms."""


@functools.lru_cache(_KEPT)
def qr_svg(address: str, *, scale: int = 5, border: int = 4) -> str:
    """Return the QR code of an address as one SVG element.

    `border` is the blank edge in modules.
    """
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
        unit="px",  # else no viewBox is written, and a smaller drawing is cut off
    )
    return written.getvalue().decode()
