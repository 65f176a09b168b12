"""What becomes of the machine that the server runs on (ours)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet:
    """The machine's clock was set against the time that goes on here: it is `by_ms` ahead of it.

    Below zero it is behind, and at 0 right again. Times here do not follow it meanwhile.
    """

    by_ms: int
