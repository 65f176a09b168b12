"""The safe time for camera video of a match's open room (rulings 12, 34; ADR 43).

Video may be shown up to that time.

A camera is an output like any other: it shows the play at the open table once that is public, and
not before. The time only ever moves forward. It is, whichever is the latest,

- when both line-ups were in,
- when a game became public in both rooms, or was voided or cancelled,
- when the dice of the last turn were stored of which the public knows the play.

Later than those dice a camera may have seen the next ones, thrown before somebody pressed a button;
earlier it has not, for each turn is thrown after the one before. Everything done after the end of
the open game, such as throwing dice for the rest of the closed one, is later than they are, too.
There is no limit once the match is over, and none for a match at one table, of which nothing is
held back.

The times are kept for matches that a broadcaster has asked about, updated by stored events. Nothing
is kept of a match before somebody asks, so that a hall without cameras has no work.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules import events as ev
from rules.games.known_games import GAMES
from rules.identities import MatchId
from rules.position import Side
from server.hall import Hall
from server.live import facts as fx
from server.live.doubles import DoublePause, PauseRule, Published
from server.live.embargo import MatchEmbargo
from server.live.hub import LiveHub
from server.live.table_facts import ends_turn
from server.values.stored_events import StoredEvent, Subscriber, match_of


@dataclass(frozen=True, slots=True)
class GameTimes:
    """The times at which a game began and became public in both rooms; None while it is not.

    `attempt` counts from 1; a game that was voided has times of each attempt.
    """

    game: int
    attempt: int
    began: datetime
    over: datetime | None = None


@dataclass(frozen=True, slots=True)
class VideoTimes:
    """A match's times for a broadcaster at one moment.

    `begun`: both line-ups are in. `up_to` is the time up to which video may be shown, None if
    there is no limit. `longest` is the longest delay that any moment of play has needed so far,
    breaks between games left out.
    """

    begun: bool = False
    up_to: datetime | None = None
    longest: timedelta = timedelta()
    games: tuple[GameTimes, ...] = ()

    def needed(self, now: datetime) -> timedelta:
        """Return the delay at which video taken now would be allowed now."""
        return timedelta() if self.up_to is None else max(now - self.up_to, timedelta())


class SafeVideo:
    """A fold over the events of one match and the times at which they were stored.

    `pause` is how long the events after a public double are held back.
    """

    def __init__(self, scheduled: ev.AnyScheduled, pause: PauseRule) -> None:
        self._embargo: MatchEmbargo | None = None
        if isinstance(scheduled, ev.MatchScheduled):
            self._embargo = MatchEmbargo(GAMES[scheduled.game_name].start(), scheduled.embargo)
        self._pause = DoublePause(pause)
        self._thrown: dict[tuple[int, Side, int], datetime] = {}
        self._in_break = True
        self._times = VideoTimes(begun=self._embargo is None)

    def times(self, now: datetime) -> VideoTimes:
        """Return the times at that time, by the events taken so far."""
        self._tell(self._pause.after(now))
        return self._times

    def take(self, stored: StoredEvent) -> None:
        """Process the match's next event."""
        if self._embargo is None:
            return
        event, at = stored.event, stored.recorded_at
        self._tell(self._pause.after(at))
        match event:
            case ev.GameStarted():
                self._begin(event, at)
            case ev.RollThrown(tail=False):
                self._thrown.setdefault((event.game, event.side, event.turn), at)
            case _:
                pass
        self._tell(self._pause.take(self._embargo.take(event), at))

    def _begin(self, begun: ev.GameStarted, at: datetime) -> None:
        others = {key: thrown for key, thrown in self._thrown.items() if key[0] != begun.game}
        self._thrown = others
        began = GameTimes(begun.game, begun.attempt, at)
        self._times = replace(self._times, games=(*self._times.games, began))

    def _tell(self, published: Iterable[Published]) -> None:
        for fact, at in published:
            match fact:
                case fx.LineUpsOpened():
                    self._times = replace(self._times, begun=True, up_to=at)
                case fx.MatchOver():
                    self._times = replace(self._times, up_to=None)
                case fx.GameOver() | fx.GameAnnulled() | fx.GameWithdrawn():
                    self._end(fact.game, at)
                case fx.PlayShown() | fx.PlayEnded() | fx.ChoiceShown() if ends_turn(fact):
                    self._turn_published(self._thrown.get((fact.game, fact.side, fact.turn)), at)
                case _:
                    pass

    def _turn_published(self, thrown: datetime | None, at: datetime) -> None:
        up_to = self._times.up_to
        if thrown is None or up_to is None or thrown <= up_to:
            return
        if not self._in_break:
            self._times = replace(self._times, longest=max(self._times.longest, at - up_to))
        self._in_break = False
        self._times = replace(self._times, up_to=thrown)

    def _end(self, game: int, at: datetime) -> None:
        self._in_break = True
        up_to = self._times.up_to
        games = list(self._times.games)
        for place, each in reversed(list(enumerate(games))):
            if each.game == game:
                games[place] = replace(each, over=each.over or at)
                break
        up_to = None if up_to is None else max(up_to, at)
        self._times = replace(self._times, up_to=up_to, games=tuple(games))


class VideoBook(Subscriber):
    """The safe times for video of open rooms, by match: a subscriber to stored events.

    Like the public's feed it delays the events after a public double: `pause` returns the rule.
    """

    name = "times for broadcasters"

    def __init__(
        self,
        entries: Callable[[MatchId], Awaitable[Sequence[StoredEvent]]],
        pause: Callable[[], PauseRule],
    ) -> None:
        self._entries, self._pause = entries, pause
        self._asked: dict[MatchId, tuple[SafeVideo, int]] = {}

    @classmethod
    def over(cls, hall: Hall, hub: LiveHub) -> "VideoBook":
        """Create a hall's book and subscribe it."""
        book = cls(hall.registry.entries, lambda: hub.pause_rule)
        hall.subscriptions.add(book)
        return book

    async def safe_video(self, match_id: MatchId) -> SafeVideo:
        """Return the current times of a match; raises MatchRefused for an unknown one."""
        if match_id not in self._asked:
            self._take_up(match_id, await self._entries(match_id))
        return self._asked[match_id][0]

    def _take_up(self, match_id: MatchId, stored: Sequence[StoredEvent]) -> None:
        first = stored[0].event
        assert isinstance(first, ev.AnyScheduled)
        safe = SafeVideo(first, self._pause())
        for entry in stored[1:]:
            safe.take(entry)
        self._asked[match_id] = safe, stored[-1].sequence

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Process the next events of a stream; after a gap it is read again when next asked for.

        There is a gap if events come while the stream is being read; until the next reading its
        times are earlier than they might be, never later.
        """
        match_id = match_of(stored[0].stream)
        if match_id is None or match_id not in self._asked:
            return
        safe, last = self._asked[match_id]
        if stored[0].sequence != last + 1:
            del self._asked[match_id]
            return
        for entry in stored:
            safe.take(entry)
        self._asked[match_id] = safe, stored[-1].sequence

    def restart(self, stream: str) -> None:
        """Forget the times of that stream."""
        match_id = match_of(stream)
        if match_id is not None:
            self._asked.pop(match_id, None)
