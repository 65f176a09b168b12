"""A match as the public sees it: numbered public items and a snapshot, made from its events.

Also here: the times at which a match's newest item and the first dice of its current game became
public; and the facts that become public in a match at one table. In such a match everything is
public at once except what depends on dice that do not count yet (ruling 9), because no other room
plays the same dice (ruling 17).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from rules import events as ev
from rules.dice import Roll
from rules.games.game import Game
from rules.match_play.machine import apply, new_match
from rules.match_play.protocol import game_score
from rules.match_play.state import TABLE, results
from rules.position import Position
from rules.tables.fold import result_of
from server.live import facts as fx
from server.live.doubles import NO_PAUSE, DoublePause, PauseRule, Published
from server.live.embargo import MatchEmbargo, held_shown
from server.live.facts import CubeActed, PublicItem, WatchersAnswered
from server.live.open_table import OpenTable
from server.live.public_table import set_table
from server.live.snapshot import PublicSnapshot, before_play
from server.values.double_answers import DoubleKey, Tally

GameSince = tuple[int, datetime] | None
"""The number of a game and the time in UTC of its first dice, or None if there are none yet."""


class FirstDice:
    """The time at which the first dice of a match's current game became public.

    Estimates of the game's end are made from it. If the match has `two_rooms`, the time is not
    before the release of those dice to the closed room. Under a `live` embargo the dice are public
    before their release; but the closed room's players may not learn from an estimate that the open
    room has thrown (rulings 12 and 34). `published_at` is the time at which the match's newest item
    became public, None before the first.
    """

    def __init__(self, *, two_rooms: bool) -> None:
        self.published_at: datetime | None = None
        self._two_rooms = two_rooms
        self._public: GameSince = None
        self._given: GameSince = None

    @property
    def thrown(self) -> GameSince:
        """The current game, and the time at which that game's first dice became public.

        None before that time.
        """
        if not self._two_rooms or self._public is None:
            return self._public
        if self._given is None or self._given[0] != self._public[0]:
            return None
        return self._public[0], max(self._public[1], self._given[1])

    def happened(self, event: ev.Event, at: datetime) -> None:
        """Note a release of dice to the closed room; `event` was stored at `at` (UTC)."""
        match event:
            case ev.GameStarted():
                self._given = None
            case ev.RollReleased() if self._given is None:
                self._given = event.game, at
            case _:
                pass

    def note(self, items: Sequence[PublicItem], at: datetime) -> None:
        """Note the first public dice among these items, which became public at `at` (UTC)."""
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


_Ended = ev.GameFinished | ev.ResultEntered | ev.ResultCorrected


class OneTableFacts:
    """The facts that become public in a match at one table; `take` gets its events in order."""

    def __init__(self, game: Game, scheduled: ev.MatchPlayScheduled) -> None:
        self._game = game
        self._state = new_match(game, scheduled.length)
        self._score = fx.MatchScoreShown(score=self._state.score, games=())
        self._table: OpenTable | None = None
        self._table_over = False
        self._hand_opening: Roll | None = None

    def take(self, event: ev.Event) -> tuple[fx.PublicFact, ...]:
        """Take the match's next event; return the facts that become public with it, in order."""
        was_over, was = self._state.over, self._state.director
        self._state = apply(self._game, self._state, event)
        held = held_shown(was, self._state.director)
        facts = [*self._of_event(event), *self._of_score(), *held]
        if self._state.over and not was_over:
            facts.append(fx.MatchOver(seed=b""))
        elif was_over and not self._state.over:
            facts.append(fx.MatchGoesOn())
        return tuple(facts)

    def _of_event(self, event: ev.Event) -> Iterator[fx.PublicFact]:
        match event:
            case ev.MatchSigned():
                yield fx.ProtocolSigned(team=event.team)
            case ev.RecordingSet():
                if self._table is not None:
                    self._table = OpenTable(self._start())
                yield fx.RecordingShown(room=event.room, positions=event.positions)
            case ev.GameStarted():
                self._table, self._table_over = OpenTable(self._start()), False
                self._hand_opening = None
                yield fx.GameOpened(game=event.game, attempt=event.attempt)
            case ev.GameVoided():
                self._table = None
                yield fx.GameWithdrawn(game=event.game, attempt=event.attempt)
            case ev.ResultCorrected() if event.game != self._state.game or self._table_over:
                yield fx.ResultChanged(
                    game=event.game, room=TABLE, result=result_of(event), opening=event.opening
                )
            case ev.GameEvent() if self._table is not None:
                yield from self._of_table(self._table, event)

    def _start(self) -> Position | None:
        return self._game.start() if self._state.open.recorded else None

    def _of_table(self, table: OpenTable, event: ev.GameEvent) -> Iterator[fx.PublicFact]:
        match event:
            case ev.GameFinished() | ev.ResultEntered() | ev.ResultCorrected():
                yield from self._ended(table, event)
            case ev.TurnReopened():
                public, self._table_over = self._table_over, False
                table.take(event)
                yield from _publish_steps(table, len(table.steps) if public else table.counted)
            case _:
                table.take(event)
                yield from _publish_steps(
                    table, len(table.steps) if self._table_over else table.counted
                )

    def _ended(self, table: OpenTable, event: _Ended) -> Iterator[fx.PublicFact]:
        result, by_hand = result_of(event), not isinstance(event, ev.GameFinished)
        if not isinstance(event, ev.GameFinished):
            self._hand_opening = event.opening or self._hand_opening
        table.finish(event.game, result, by_hand)
        self._table_over = True
        yield from _publish_steps(table, len(table.steps))
        yield fx.GameOver(game=event.game, open=result, closed=None, opening=self._hand_opening)

    def _of_score(self) -> Iterator[fx.PublicFact]:
        games = tuple(map(game_score, results(self._state)))
        shown = fx.MatchScoreShown(score=self._state.score, games=games)
        if shown != self._score:
            self._score = shown
            yield shown


def _publish_steps(table: OpenTable, until: int) -> Iterator[fx.PublicFact]:
    """Mark the first `until` steps as public; yield the facts that were not public before."""
    first, table.published = table.published, max(table.published, until)
    for step in table.steps[first : table.published]:
        yield step.fact


Tallies = Callable[[DoubleKey], Tally | None]
"""A function that returns the tally of the watchers' answers to a double, None if there is none."""


class PublicMatch:
    """A match as the public sees it, made from the match's events, which `take` gets in order.

    The same events always give the same items with the same numbers. `pause` is the rule for the
    pause after a public double, `tallies` returns the watchers' answers. A pause changes neither
    items nor their numbers, except for the item with the watchers' answers; it changes the time of
    publication.
    """

    def __init__(
        self,
        game: Game,
        scheduled: ev.AnyScheduled,
        pause: PauseRule = NO_PAUSE,
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
        self._pause = DoublePause(pause, self._answered)
        self._first_dice = FirstDice(two_rooms=isinstance(scheduled, ev.MatchScheduled))

    def take(self, event: ev.Event, at: datetime) -> tuple[PublicItem, ...]:
        """Return the items that become public with an event that was stored at `at` (UTC).

        If a pause is over by that time, call `after` first to end it.
        """
        self._first_dice.happened(event, at)
        if isinstance(event, ev.SeedCommitted):
            self._snapshot = replace(self._snapshot, commitment=event.commitment)
        return self._publish(self._pause.take(self._facts.take(event), at))

    def after(self, at: datetime) -> tuple[PublicItem, ...]:
        """End the pause if it is over at `at` (UTC); return the items that become public then."""
        return self._publish(self._pause.after(at))

    def pause_by(self, rule: PauseRule) -> None:
        """Set the rule for the pauses after doubles that are published from now on."""
        self._pause.rule = rule

    @property
    def paused_until(self) -> datetime | None:
        """The time in UTC at which the present pause after a double ends, None without a pause."""
        return self._pause.until

    def is_pause_over(self, at: datetime) -> bool:
        """Return True if a pause should be over by that time but `after` has not ended it yet."""
        return self._pause.until is not None and self._pause.until <= at

    @property
    def double(self) -> DoubleKey | None:
        """The public double that watchers are asked about, or None if there is no pause."""
        double = self._pause.double
        return None if double is None else self._key(double)

    @property
    def holds_back(self) -> bool:
        """True if an item could be public already and only waits for the end of a pause."""
        return self._pause.holds_back

    @property
    def first_dice(self) -> tuple[int, datetime] | None:
        """The current game, and the time at which that game's first dice became public.

        None before that time. See `FirstDice`.
        """
        return self._first_dice.thrown

    @property
    def published_at(self) -> datetime | None:
        """The time at which the newest item became public, or None before the first."""
        return self._first_dice.published_at

    def snapshot(self) -> PublicSnapshot:
        """Return the present public snapshot of the match."""
        return self._snapshot

    @property
    def items(self) -> Sequence[PublicItem]:
        """All public items of the match so far; item number n has index n - 1."""
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
