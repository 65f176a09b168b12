"""Pictures of a page one after the other, as one WebP that moves (RIFF container, RFC 9649)."""

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playwright.async_api import Page

_IMAGE_CHUNKS = (b"VP8 ", b"VP8L", b"ALPH")
_ANIMATION = 0x02
_FOR_EVER = 0


@dataclass(frozen=True, slots=True)
class Frame:
    """A still WebP and for how many milliseconds it is shown."""

    webp: bytes
    milliseconds: int


async def frame_of(page: Page, milliseconds: int) -> Frame:
    """What the page's window shows now."""
    session = await page.context.new_cdp_session(page)
    shot = await session.send("Page.captureScreenshot", {"format": "webp", "quality": 80})
    await session.detach()
    return Frame(base64.b64decode(shot["data"]), milliseconds)


def moving_webp(frames: Sequence[Frame], width: int, height: int) -> bytes:
    """The frames, each of that size in pixels, one after the other and again from the first."""
    size = _three(width - 1) + _three(height - 1)
    parts = [
        _chunk(b"VP8X", bytes([_ANIMATION, 0, 0, 0]) + size),
        _chunk(b"ANIM", b"\xff\xff\xff\xff" + _FOR_EVER.to_bytes(2, "little")),
    ]
    for frame in frames:
        place = _three(0) + _three(0) + size + _three(frame.milliseconds) + b"\x00"
        image = b"".join(
            _chunk(name, body) for name, body in chunks(frame.webp) if name in _IMAGE_CHUNKS
        )
        parts.append(_chunk(b"ANMF", place + image))
    return _chunk(b"RIFF", b"WEBP" + b"".join(parts))


def chunks(webp: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a WebP by their names."""
    at = 12
    while at < len(webp):
        length = int.from_bytes(webp[at + 4 : at + 8], "little")
        yield webp[at : at + 4], webp[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + len(body).to_bytes(4, "little") + body + b"\x00" * (len(body) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")
