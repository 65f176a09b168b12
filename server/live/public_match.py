"""One match as the public follows it: events in, numbered public items and a snapshot out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rules import events as ev
from rules.games.game import Game
from server.live.double_pause import DoublePause, Published
from server.live.embargo import MatchEmbargo
from server.live.facts import CubeActed, PublicItem, WatchersAnswered
from server.live.first_dice import FirstDice
from server.live.one_table import OneTableFacts
from server.live.public_table import set_table
from server.live.snapshot import PublicSnapshot, before_play
from server.store.accounts_db.double_votes import DoubleKey, Tally

NO_PAUSE = timedelta(0)
Tallies = Callable[[DoubleKey], Tally | None]
"""What watchers have answered to a double, None where nobody did."""


class PublicMatch:
    """Folds a match's events in their order; the same events give the same items and numbers.

    `double_pause` is how long what follows a public double waits, `tallies` what watchers answered.
    """

    def __init__(
        self,
        game: Game,
        scheduled: ev.AnyScheduled,
        double_pause: timedelta = NO_PAUSE,
        tallies: Tallies = lambda _: None,
    ) -> None:
        self._facts: MatchEmbargo | OneTableFacts
        if isinstance(scheduled, ev.MatchScheduled):
            self._facts = MatchEmbargo(game.start(), scheduled.embargo)
        else:
            self._facts = OneTableFacts(game, scheduled)
        self._snapshot = before_play(scheduled, set_table(game))
        self._items: list[PublicItem] = []
        self._tallies = tallies
        self._pause = DoublePause(double_pause, self._answered)
        self._first_dice = FirstDice(two_rooms=isinstance(scheduled, ev.MatchScheduled))

    def take(self, event: ev.Event, at: datetime) -> tuple[PublicItem, ...]:
        """The items that are public as this is stored at that time, numbered on from the last.

        A pause that is over by then has to be ended before.
        """
        self._first_dice.happened(event, at)
        if isinstance(event, ev.SeedCommitted):
            self._snapshot = replace(self._snapshot, commitment=event.commitment)
        return self._publish(self._pause.take(self._facts.take(event), at))

    def after(self, at: datetime) -> tuple[PublicItem, ...]:
        """End the pause that is over by that time; the items that have become public with that."""
        return self._publish(self._pause.after(at))

    @property
    def paused_until(self) -> datetime | None:
        """When the pause behind a public double ends, None while there is none."""
        return self._pause.until

    def is_pause_over(self, at: datetime) -> bool:
        """Whether the pause that has not been ended is over by that time."""
        return self._pause.until is not None and self._pause.until <= at

    @property
    def double(self) -> DoubleKey | None:
        """The public double whose answer watchers wait for, None while there is no pause."""
        double = self._pause.double
        return None if double is None else self._key(double)

    @property
    def holds_back(self) -> bool:
        """Whether something that would be public waits for the end of such a pause."""
        return self._pause.holds_back

    @property
    def first_dice(self) -> tuple[int, datetime] | None:
        """The current game and since when everybody may know its first dice: see `FirstDice`."""
        return self._first_dice.thrown

    @property
    def published_at(self) -> datetime | None:
        """When the newest item became public, None before the first."""
        return self._first_dice.published_at

    def snapshot(self) -> PublicSnapshot:
        """The match as the public knows it now."""
        return self._snapshot

    @property
    def items(self) -> Sequence[PublicItem]:
        """Every public item so far; number n stands at place n - 1."""
        return self._items

    def _publish(self, published: Iterable[Published]) -> tuple[PublicItem, ...]:
        first = len(self._items)
        for fact, at in published:
            item = PublicItem(len(self._items) + 1, fact)
            self._items.append(item)
            self._first_dice.note((item,), at)
            self._snapshot = self._snapshot.after(item)
        asked = self._pause.double is not None
        if asked is not self._snapshot.asked:
            self._snapshot = replace(self._snapshot, asked=asked)
        return tuple(self._items[first:])

    def _answered(self, double: CubeActed) -> tuple[WatchersAnswered, ...]:
        tally = self._tallies(self._key(double))
        if tally is None:
            return ()
        answered = WatchersAnswered(
            game=double.game,
            side=double.side,
            turn=double.turn,
            takes=tally.takes,
            passes=tally.passes,
        )
        return (answered,)

    def _key(self, double: CubeActed) -> DoubleKey:
        now = self._snapshot
        match_id, attempt = now.scheduled.match_id, now.attempt
        return DoubleKey(match_id, double.game, attempt, double.side, double.turn)
