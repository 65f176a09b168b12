"""When a match's newest item became public, and since when the first dice of its game are known."""

from collections.abc import Sequence
from datetime import datetime

from rules import events as ev
from server.live import facts as fx
from server.live.facts import PublicItem

GameSince = tuple[int, datetime] | None
"""A game by its number, and a time."""


class FirstDice:
    """A fold over public items and the times at which each became public.

    Of two rooms also over the rolls that the closed one is given: told live, the public is ahead
    of it, and whoever plays there may not learn from an estimate that the open room has thrown
    (rulings 12 and 34). `published_at` is when the newest item became public, None before the
    first.
    """

    def __init__(self, *, two_rooms: bool) -> None:
        self.published_at: datetime | None = None
        self._two_rooms = two_rooms
        self._public: GameSince = None
        self._given: GameSince = None

    @property
    def thrown(self) -> GameSince:
        """The current game and since when everybody may know its first dice; None before that."""
        if not self._two_rooms or self._public is None:
            return self._public
        if self._given is None or self._given[0] != self._public[0]:
            return None
        return self._public[0], max(self._public[1], self._given[1])

    def happened(self, event: ev.Event, at: datetime) -> None:
        """Take in what is stored at that time."""
        match event:
            case ev.GameStarted():
                self._given = None
            case ev.RollReleased() if self._given is None:
                self._given = event.game, at
            case _:
                pass

    def note(self, items: Sequence[PublicItem], at: datetime) -> None:
        """Take in what became public at that time."""
        if items:
            self.published_at = at
        for item in items:
            match item.fact:
                case fx.GameOpened() | fx.GameWithdrawn():
                    self._public = None
                case fx.OpeningShown() | fx.DiceShown() if self._public is None:
                    self._public = item.fact.game, at
                case _:
                    pass
