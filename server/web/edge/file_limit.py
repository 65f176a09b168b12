"""How many connections the machine lets this process have."""

from server.platform_support import raise_descriptor_limit

_ENOUGH = 20_000
_KEPT_BACK = 128
"""Descriptors for records, serial ports, libraries and programs that are started."""
_LEAST_PART = 4
"""Where the machine lets the process have few, a quarter of them is for connections."""


def room_for_connections() -> int:
    """Raise this process's own limit as far as it may, up to what a server needs; what is left."""
    limit = raise_descriptor_limit(_ENOUGH)
    return max(limit - _KEPT_BACK, limit // _LEAST_PART)
