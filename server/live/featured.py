"""Which match is shown large to spectators, as the hub knows it."""

from typing import Protocol


class Featured(Protocol):
    """Remembers which match the operator chose; None for no choice."""

    number: int | None

    def choose(self, number: int | None) -> None:
        """Remember that match; may wait for the disk."""


class Unchosen:
    """Remembers a choice until the server stops."""

    def __init__(self) -> None:
        self.number: int | None = None

    def choose(self, number: int | None) -> None:
        """Remember that match."""
        self.number = number
