"""A clock that only the test moves."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


class Clock:
    """Gives the time it was set to; starts at noon."""

    def __init__(self) -> None:
        self.now = datetime(2008, 5, 3, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def passes(self, **units: float) -> None:
        """Let time go by, such as `hours=2`."""
        self.now += timedelta(**units)


def utc_now() -> datetime:
    """The real time."""
    return datetime.now(UTC)


@dataclass
class Elapsed:
    """Seconds that only the test lets go by."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return self.seconds
