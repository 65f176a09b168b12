"""Pictures of pages in 256 colours: a third of the bytes, and nobody sees a difference.

Their pixels are counted in the browser that took them; what is written is PNG with a palette
(colour type 3 of the W3C's Portable Network Graphics specification).
"""

import base64
import zlib
from pathlib import Path

from tests.support.browser import browser_page

_COUNTED = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE = 3
_UNFILTERED = b"\x00"


async def fewer_colours(png: bytes) -> bytes:
    """The picture with at most 256 colours."""
    async with browser_page() as page:
        counted = await page.evaluate(_COUNTED, base64.b64encode(png).decode())
    width, height = counted["width"], counted["height"]
    pixels, palette = (base64.b64decode(counted[part]) for part in ("pixels", "palette"))
    rows = (pixels[at : at + width] for at in range(0, width * height, width))
    size = width.to_bytes(4) + height.to_bytes(4)
    return _SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", size + bytes([8, _PALETTE, 0, 0, 0])),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", zlib.compress(b"".join(_UNFILTERED + row for row in rows), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4) + name + body + zlib.crc32(name + body).to_bytes(4)
