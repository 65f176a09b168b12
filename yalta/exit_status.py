"""Exit statuses that commands share."""

from typing import Final

INTERRUPTED: Final = 130
"""What Ctrl-C ended: 128 and the signal's number, as shells have it."""
