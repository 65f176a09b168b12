"""When a match's newest item became public, and since when the first dice of its game are known."""

from collections.abc import Sequence
from datetime import datetime

from server.live import facts as fx
from server.live.facts import PublicItem


class FirstDice:
    """A fold over public items and the times at which each became public, and nothing else.

    `thrown` is the current game and since when its first dice are known, None before they are;
    `published_at` when the newest item became public, None before the first.
    """

    def __init__(self) -> None:
        self.thrown: tuple[int, datetime] | None = None
        self.published_at: datetime | None = None

    def note(self, items: Sequence[PublicItem], at: datetime) -> None:
        """Hear what became public at that time."""
        if items:
            self.published_at = at
        for item in items:
            match item.fact:
                case fx.GameOpened() | fx.GameWithdrawn():
                    self.thrown = None
                case fx.OpeningShown() | fx.DiceShown() if self.thrown is None:
                    self.thrown = item.fact.game, at
                case _:
                    pass
