"""The wait after failed sign-ins, as pure functions of times.

The wait slows guessing down, but locks nobody out for good: it doubles up to a limit, and all
failures are forgotten after an hour without a new one. An address may fail more often than a name,
since many people in a hall share an address.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

FORGOTTEN_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Patience:
    """The limits for failed sign-ins: the first `free` failures cost no wait.

    Each further failure doubles the wait, from one second up to `limit`.
    """

    free: int
    limit: timedelta


FOR_A_NAME = Patience(free=3, limit=timedelta(seconds=30))
"""The limits for a name.

The wait is short, since a stranger's guesses must not keep the owner of the name out.
"""
FOR_AN_ADDRESS = Patience(free=12, limit=timedelta(minutes=15))


@dataclass(frozen=True, slots=True)
class Failed:
    """Failed sign-ins under a name or from an address: their number, and the time of the last."""

    count: int
    last_at: datetime


def wait(failed: Failed | None, now: datetime, patience: Patience) -> timedelta:
    """Return the time until the next sign-in is accepted, zero if it is accepted at once.

    `failed` are the failures so far, or None if there are none; `now` is the time in UTC.
    """
    if failed is None or failed.count < patience.free:
        return timedelta(0)
    doublings = min(failed.count - patience.free, 20)
    until = failed.last_at + min(timedelta(seconds=2**doublings), patience.limit)
    return max(until - now, timedelta(0))


def failed_again(failed: Failed | None, now: datetime) -> Failed:
    """Return the failed sign-ins after one more failure, which happens at the time `now`.

    The number starts again from 1 after an hour without failures.
    """
    if failed is None or now - failed.last_at >= FORGOTTEN_AFTER:
        return Failed(1, now)
    return Failed(failed.count + 1, now)
