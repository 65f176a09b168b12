"""Measured times in seconds and their printed form, and the time of a commit to disk."""

from pathlib import Path
from time import perf_counter

from benchmarks.relay.bare_relay import durable_file

_FRAME = bytes(60)


class Samples(list[float]):
    """Measured times of one kind, in seconds."""

    def at(self, share: float) -> float:
        """Return a percentile of the times, in milliseconds.

        It is the smallest time that the fraction `share` of all times does not exceed.
        """
        return sorted(self)[min(int(len(self) * share), len(self) - 1)] * 1000

    @property
    def p50(self) -> float:
        """The median, in milliseconds."""
        return self.at(0.5)

    @property
    def p99(self) -> float:
        """The 99th percentile, in milliseconds."""
        return self.at(0.99)

    def line(self) -> str:
        """Return a text with the number of times, their median and their 99th percentile."""
        return f"{len(self):6} {self.p50:8.2f} {self.p99:8.2f}"


class Commits:
    """A database in a folder for timing durable commits of one row."""

    def __init__(self, folder: Path) -> None:
        self._driver = durable_file(folder / "commit.sqlite3")
        self._driver.execute("CREATE TABLE frame (number INTEGER PRIMARY KEY, frame BLOB)")

    def one(self) -> float:
        """Make one commit and return the seconds it took."""
        started = perf_counter()
        self._driver.execute("BEGIN IMMEDIATE")
        self._driver.execute("INSERT INTO frame (frame) VALUES (?)", (_FRAME,))
        self._driver.execute("COMMIT")
        return perf_counter() - started
