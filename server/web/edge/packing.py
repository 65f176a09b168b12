"""Bodies in gzip, for those who take them so (RFC 9110, 8.4.1).

The size of what is packed tells what repeats in it. A body is packed only where all that it holds
is the public's or was sent by its reader: never one made for a session or with a form's key, beside
which others could put text of their own and guess at the rest.
"""

import gzip
import re

from starlette.requests import HTTPConnection

_REFUSED = re.compile(r"q=0(\.0{0,3})?")
FAST, SMALL = 5, 9
"""Levels: of what is packed for one answer, and of what is packed once and kept."""


def takes_gzip(connection: HTTPConnection) -> bool:
    """Whether the asking program names gzip among what it takes (RFC 9110, 12.4.2)."""
    taken = connection.headers.get("accept-encoding", "").lower().split(",")
    codings = (each.partition(";") for each in taken)
    weights = {coding.strip(): weight.strip() for coding, _, weight in codings}
    return "gzip" in weights and not _REFUSED.fullmatch(weights["gzip"])


def packed(content: bytes, level: int) -> bytes:
    """The same bytes in each process and at each time."""
    return gzip.compress(content, level, mtime=0)
