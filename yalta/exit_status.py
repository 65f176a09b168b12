"""Exit statuses that several commands use."""

from typing import Final

REFUSED: Final = 2
"""Status of a command that was refused and has done nothing."""
INTERRUPTED: Final = 130
"""Status of a command that Ctrl-C ended: 128 plus the signal's number, as in shells."""
