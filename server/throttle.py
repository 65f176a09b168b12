"""How long one waits after failed sign-ins: pure, the times are handed in.

A guesser is slowed down, nobody is locked out for good: the wait doubles up to a limit and all is
forgotten after an hour of peace. Many share an address in a hall, so one may fail more often.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

FORGOTTEN_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Patience:
    """So many failures are `free`; each further one doubles the wait from a second to `limit`."""

    free: int
    limit: timedelta


FOR_A_NAME = Patience(free=3, limit=timedelta(seconds=30))
"""A low limit, for a stranger who guesses must not keep the named one out."""
FOR_AN_ADDRESS = Patience(free=12, limit=timedelta(minutes=15))


@dataclass(frozen=True, slots=True)
class Failed:
    """How often sign-in has failed, and when last."""

    count: int
    last_at: datetime


def wait(failed: Failed | None, now: datetime, patience: Patience) -> timedelta:
    """How long it is until the next try is heard; zero for at once."""
    if failed is None or failed.count < patience.free:
        return timedelta(0)
    doublings = min(failed.count - patience.free, 20)
    until = failed.last_at + min(timedelta(seconds=2**doublings), patience.limit)
    return max(until - now, timedelta(0))


def failed_again(failed: Failed | None, now: datetime) -> Failed:
    """The count after one more failure; an old one starts anew."""
    if failed is None or now - failed.last_at >= FORGOTTEN_AFTER:
        return Failed(1, now)
    return Failed(failed.count + 1, now)
