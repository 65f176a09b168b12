"""Errors of the board link, each with the role that can act on it."""


class BoardDriverError(Exception):
    """Base class of every error raised by the board drivers."""


class FieldRefused(BoardDriverError):
    """A value that a wire field cannot carry. The technician can correct the sending end."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {value!r} is not possible; allowed: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


class JournalDamaged(BoardDriverError):
    """A file that is not a valid journal. The technician can replace the board's memory."""


class LinkLost(BoardDriverError):
    """The cable or connection under a transport is gone. The technician can look at the plug."""


class ServiceFailed(BoardDriverError):
    """The user of an open port failed by itself. A developer finds the traceback in the log."""


class PortUnavailable(BoardDriverError):
    """A port or address that cannot be opened. The technician can check the name and the plug."""


class PortBusy(PortUnavailable):
    """Another process holds the serial port. The technician can end that process.

    `holder` is "name (process id)", or None if the system does not give it.
    """

    def __init__(self, port: str, holder: str | None) -> None:
        super().__init__(f"port {port} is in use by {holder or 'another process'}")
        self.port = port
        self.holder = holder
