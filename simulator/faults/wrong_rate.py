"""What a line carries to a port that is set to another rate."""

from collections.abc import Sequence


def as_read_at(chunk: bytes, sent: int, read: int) -> bytes:
    """The bytes, sent back to back as 8N1 at one baud rate, as a port at another rate takes them.

    A byte begins with the first low level after a high one and is taken bit by bit at the middle of
    each; a missing stop bit is not looked at, as most drivers do not.
    """
    line = [bit for byte in chunk for bit in (0, *(byte >> n & 1 for n in range(8)), 1)]
    taken = bytearray()
    end = len(line) * read / sent
    at, was_high = 0.0, True
    while at < end:
        high = _level(line, at, read / sent)
        if high or not was_high:
            at, was_high = at + 0.25, bool(high)
            continue
        bits = (_level(line, at + 1.25 + n, read / sent) for n in range(8))
        taken.append(sum(bit << n for n, bit in enumerate(bits)))
        at += 9.25
        was_high = bool(_level(line, at, read / sent))
    return bytes(taken)


def _level(line: Sequence[int], at: float, scale: float) -> int:
    """The line's level at a time in bits of the reading port; high when nothing is sent."""
    place = int(at / scale)
    return line[place] if place < len(line) else 1
