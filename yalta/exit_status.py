"""Exit statuses that commands share."""

from typing import Final

REFUSED: Final = 2
"""Status of a command that was refused: nothing was done."""
INTERRUPTED: Final = 130
"""Status of a command ended by Ctrl-C: 128 and the signal's number, as shells have it."""
