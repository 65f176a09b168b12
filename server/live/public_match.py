"""One match as the public follows it: events in, numbered public items and a snapshot out."""

from collections.abc import Sequence

from rules import events as ev
from rules.games.game import Game
from server.live.embargo import MatchEmbargo
from server.live.facts import PublicItem
from server.live.one_table import OneTableFacts
from server.live.snapshot import PublicSnapshot, before_play, set_table


class PublicMatch:
    """Folds a match's events in their order; the same events give the same items and numbers."""

    def __init__(self, game: Game, scheduled: ev.AnyScheduled) -> None:
        self._facts: MatchEmbargo | OneTableFacts
        if isinstance(scheduled, ev.MatchScheduled):
            self._facts = MatchEmbargo(game.start(), scheduled.embargo)
        else:
            self._facts = OneTableFacts(game, scheduled)
        self._snapshot = before_play(scheduled, set_table(game))
        self._items: list[PublicItem] = []

    def take(self, event: ev.Event) -> tuple[PublicItem, ...]:
        """The items that become public with this event, numbered on from the last."""
        facts = self._facts.take(event)
        items = tuple(
            PublicItem(number, fact) for number, fact in enumerate(facts, len(self._items) + 1)
        )
        self._items.extend(items)
        for item in items:
            self._snapshot = self._snapshot.after(item)
        return items

    def snapshot(self) -> PublicSnapshot:
        """The match as the public knows it now."""
        return self._snapshot

    @property
    def items(self) -> Sequence[PublicItem]:
        """Every public item so far; number n stands at place n - 1."""
        return self._items
