"""How many connections the machine lets this process have."""

from server.platform_support import raise_descriptor_limit

_ENOUGH = 20_000
_KEPT_BACK = 128
"""Descriptors for records, serial ports, libraries and programs that are started."""


def room_for_connections() -> int:
    """Raise this process's own limit as far as it may, up to what a server needs; what is left."""
    return max(raise_descriptor_limit(_ENOUGH) - _KEPT_BACK, 64)
