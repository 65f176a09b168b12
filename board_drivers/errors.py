"""Errors of the board drivers; the docstring of each class says who can act on it."""


class BoardDriverError(Exception):
    """The base class of all errors that the board drivers raise."""


class FieldRefused(BoardDriverError):
    """Raised for a value that a field cannot carry. The technician can correct the sender."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {value!r} is not possible; allowed: {allowed}")
        self.field = field
        self.value = value
        self.allowed = allowed


class JournalDamaged(BoardDriverError):
    """Raised for a file that is no valid journal. The technician can replace the board's memory."""


class LinkLost(BoardDriverError):
    """Raised if the cable or connection of a transport is gone.

    The technician can check the plug.
    """


class ServiceFailed(BoardDriverError):
    """Raised if the code that uses an open port fails.

    A developer finds the traceback in the log.
    """


class PortUnavailable(BoardDriverError):
    """Raised if a port or address cannot be opened.

    The technician can check its name and the plug.
    """


class PortBusy(PortUnavailable):
    """Raised if another process has the serial port open. The technician can end that process.

    `holder` is "name (process id)" of that process, or None if the system does not tell.
    """

    def __init__(self, port: str, holder: str | None) -> None:
        super().__init__(f"port {port} is in use by {holder or 'another process'}")
        self.port = port
        self.holder = holder
