"""The wait after failed sign-ins; pure functions, the times are given.

Guessing is slowed down and nobody is locked out for good: the wait doubles up to a limit and all
failures are forgotten after an hour without any. Many share an address in a hall, so an address may
fail more often.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

FORGOTTEN_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Patience:
    """Limits of failed sign-ins: `free` failures cost no wait.

    Each further one doubles the wait from a second to `limit`.
    """

    free: int
    limit: timedelta


FOR_A_NAME = Patience(free=3, limit=timedelta(seconds=30))
"""Patience for a name: a low limit, since a stranger's guesses must not keep its owner out."""
FOR_AN_ADDRESS = Patience(free=12, limit=timedelta(minutes=15))


@dataclass(frozen=True, slots=True)
class Failed:
    """The number of failed sign-ins, and the time of the last."""

    count: int
    last_at: datetime


def wait(failed: Failed | None, now: datetime, patience: Patience) -> timedelta:
    """Return the time until the next try is accepted; zero for at once."""
    if failed is None or failed.count < patience.free:
        return timedelta(0)
    doublings = min(failed.count - patience.free, 20)
    until = failed.last_at + min(timedelta(seconds=2**doublings), patience.limit)
    return max(until - now, timedelta(0))


def failed_again(failed: Failed | None, now: datetime) -> Failed:
    """Return the count after one more failure; an old count starts anew."""
    if failed is None or now - failed.last_at >= FORGOTTEN_AFTER:
        return Failed(1, now)
    return Failed(failed.count + 1, now)
