"""What a far end may say before it proves itself (docs/wire.md, "Strangers").

Counted, not timed: what is over is not decoded, so that nobody's noise costs more than its reading.
"""

UNPROVEN_BYTES = 4096
UNPROVEN_DAMAGE = 16
"""Times that what stands between two zeros is no frame."""
UNPROVEN_HELLOS = 24
"""A handshake costs as much as several frames; a board with a wrong key begins twenty a minute."""
RENEWED_AFTER = 1.0
"""Seconds; only on a port, which nobody can hang up on."""


class Allowance:
    """What is left until the next frame that proves the far end to be a board in session.

    `renewed`: it lasts for a second of a port, else for as long as the connection does.
    """

    def __init__(self, *, renewed: bool) -> None:
        self._renewed = renewed
        self._since = float("-inf")
        self._is_reported = False
        self._restart()

    def _restart(self) -> None:
        self._bytes, self._damage, self._hellos = UNPROVEN_BYTES, UNPROVEN_DAMAGE, UNPROVEN_HELLOS

    def renew(self, now: float) -> None:
        """Begin a port's next second if this one is over."""
        if self._renewed and now - self._since >= RENEWED_AFTER:
            self._since, self._is_reported = now, False
            self._restart()

    def proven(self) -> None:
        """A frame came that only a board in session can have sent."""
        self._is_reported = False
        self._restart()

    @property
    def bytes_left(self) -> int:
        """How many bytes may still be decoded."""
        return 0 if self.is_spent else self._bytes

    @property
    def is_spent(self) -> bool:
        """True if nothing more is to be decoded."""
        return min(self._bytes, self._damage, self._hellos) <= 0

    def decoded(self, size: int, damaged: int) -> None:
        """So many bytes were decoded, and gave so much damage."""
        self._bytes -= size
        self._damage -= damaged

    def may_greet(self) -> bool:
        """Count one more HELLO; False if it is one too many to be answered."""
        self._hellos -= 1
        return self._hellos >= 0

    def first_spent(self) -> bool:
        """True once when it is spent, and again after it was renewed."""
        if not self.is_spent or self._is_reported:
            return False
        self._is_reported = True
        return True
