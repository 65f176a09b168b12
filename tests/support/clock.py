"""A clock that only the test moves."""

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
