"""The drawing of an address as a QR code, for forms and pages."""

import functools
import io

import segno

_KEPT = 128
"""Number of drawings in the cache (some 10 KiB each). Making a drawing takes 8 ms.

Forms are often printed again.
"""


@functools.lru_cache(_KEPT)
def qr_svg(address: str, *, scale: int = 5, border: int = 4) -> str:
    """Return the QR code of an address as one SVG element.

    `scale` is the width of a module in pixels, `border` that of the blank edge in modules. A module
    is one square of the code.
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
