"""The time limits for each kind of connection, in seconds (docs/wire.md, "Timers")."""

from dataclasses import dataclass

HELLO_EVERY = 1.0
HELLO_AFTER_REFUSAL = 5.0
PING_AFTER = 1.0
SILENT_AFTER = 3.0
WRONG_RATE_AFTER = 5.0
SUSPECT_AFTER = 5
"""The number of retransmissions without progress after which a link is suspect."""


@dataclass(frozen=True, slots=True)
class LineTimers:
    """The time limits, in seconds, of one kind of connection: a cable at some speed, or a network.

    A frame that is not acknowledged is retransmitted after `shortest` at the earliest and `longest`
    at the latest. `byte` is the time to send one byte, 0 if frames do not queue for a slow line.
    """

    shortest: float
    longest: float
    byte: float

    @classmethod
    def at_baud(cls, baud: int) -> "LineTimers":
        """Return the time limits of a serial line (eight data bits, no parity, one stop bit)."""
        if baud < 38_400:
            return cls(0.35, 1.0, 10 / baud)
        return cls(0.12, 0.4, 10 / baud)


NETWORK = LineTimers(0.12, 0.4, 0.0)
"""The time limits of a websocket, or of another transport with its own flow control."""
