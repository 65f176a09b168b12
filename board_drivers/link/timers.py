"""The times that each kind of line may take (docs/wire.md, "Timers"), all in seconds."""

from dataclasses import dataclass

HELLO_EVERY = 1.0
HELLO_AFTER_REFUSAL = 5.0
PING_AFTER = 1.0
SILENT_AFTER = 3.0
WRONG_RATE_AFTER = 5.0
SUSPECT_AFTER = 5
"""Number of retransmissions of one frame without progress."""


@dataclass(frozen=True, slots=True)
class LineTimers:
    """Times of a line in seconds.

    A frame is retransmitted after `shortest` at the earliest and `longest` at the latest. Sending
    one byte takes `byte`, 0 if frames do not queue behind a slow line.
    """

    shortest: float
    longest: float
    byte: float

    @classmethod
    def at_baud(cls, baud: int) -> "LineTimers":
        """Return the times of a serial line of eight data bits, no parity, one stop bit."""
        if baud < 38_400:
            return cls(0.35, 1.0, 10 / baud)
        return cls(0.12, 0.4, 10 / baud)


NETWORK = LineTimers(0.12, 0.4, 0.0)
"""Times of a websocket, or of anything else with its own flow control."""
