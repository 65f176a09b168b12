"""A client's websocket frames as bytes: where they end, and which are a small whole message.

RFC 6455, 5.2. A board says little at a time, so that nearly every chunk it sends is one short
frame; what else there is in frames is left to the websocket's own parser.
"""

from websockets.utils import apply_mask

_BINARY, _MASKED = 0x82, 0x80
"""First byte of a binary message's only frame; the bit in the second byte that clients set."""
_HEADER = 6
"""Bytes of a short frame before its payload: two, and the mask."""
_LONGER = {126: 2, 127: 8}
"""Bytes that hold the length when it does not fit the second byte."""


def short_message(chunk: bytes) -> bytes | None:
    """The binary message that a chunk is, the whole of it and nothing else; None for all others.

    The chunk must begin a frame, and no message may be under way in fragments.
    """
    size = len(chunk) - _HEADER
    if not 0 <= size < min(_LONGER) or chunk[0] != _BINARY or chunk[1] != _MASKED | size:
        return None
    return apply_mask(chunk[_HEADER:], chunk[2:_HEADER])


def missing_after(chunk: bytes, missing: int | None) -> int | None:
    """Bytes that a client's last frame still lacks after this chunk, when it lacked `missing`.

    0 at the end of a frame; None, once and for ever, when a chunk has ended inside a header.
    """
    if missing is None:
        return None
    at = missing
    while at < len(chunk):
        length = _length(chunk[at : at + 10])
        if length is None:
            return None
        at += length
    return at - len(chunk)


def _length(start: bytes) -> int | None:
    """Bytes of the frame that starts so; None when these are too few to tell."""
    if len(start) < 2:
        return None
    size = start[1] & ~_MASKED
    more = _LONGER.get(size, 0)
    if len(start) < 2 + more:
        return None
    size = int.from_bytes(start[2 : 2 + more]) if more else size
    return _HEADER + more + size
