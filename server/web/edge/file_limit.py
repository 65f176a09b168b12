"""How many connections the machine lets this process have."""

import resource

_WANTED = 20_000
_KEPT_BACK = 128
"""Descriptors for records, serial ports, libraries and programs that are started."""


def room_for_connections() -> int:
    """Raise this process's own limit as far as it may, up to what a server needs; what is left."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        soft = limit
    return max((_WANTED if soft == resource.RLIM_INFINITY else soft) - _KEPT_BACK, 64)
