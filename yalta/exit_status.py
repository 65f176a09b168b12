"""Exit statuses that commands share."""

from typing import Final

REFUSED: Final = 2
"""What was asked cannot be done, and nothing was."""
INTERRUPTED: Final = 130
"""What Ctrl-C ended: 128 and the signal's number, as shells have it."""
