"""Consistent overhead byte stuffing: bytes without a zero, one byte longer (docs/wire.md, "Frame").

Cheshire and Baker, "Consistent Overhead Byte Stuffing" (1999), for what is shorter than one of its
blocks: every frame is.
"""

LONGEST = 253
"""Bytes that can be stuffed: with its code byte a longer run would fill a block."""
_CODES = tuple(bytes((code,)) for code in range(LONGEST + 2))


class BadStuffing(ValueError):
    """Bytes that no stuffing gives."""


def stuff(plain: bytes) -> bytes:
    """The bytes with every zero taken out; raises ValueError for more than LONGEST."""
    if len(plain) > LONGEST:
        raise ValueError(f"{len(plain)} bytes to stuff; allowed: at most {LONGEST}")
    return b"".join([_CODES[len(run) + 1] + run for run in plain.split(b"\0")])


def unstuff(stuffed: bytes) -> bytes:
    """The bytes that were stuffed; raises BadStuffing."""
    runs, at, end = [], 0, len(stuffed)
    while at < end:
        following = at + stuffed[at]
        if following == at or following > end:
            raise BadStuffing(f"code {stuffed[at]} at byte {at} of {end}")
        runs.append(stuffed[at + 1 : following])
        at = following
    if 0 in stuffed or not runs:
        raise BadStuffing("a zero, or nothing")
    return b"\0".join(runs)
