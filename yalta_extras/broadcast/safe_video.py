"""The time up to which camera video of a match's open room may be shown (rulings 12, 34; ADR 43).

A camera's picture must not show a play at the open table before that play is public. The time up to
which video may be shown never moves back. It is the latest of these moments:

- when both teams had handed in their line-ups;
- when a game became public in both rooms, or was voided or cancelled;
- when the dice of the last turn whose play is public were stored.

Take the last turn whose play is public. Once its dice are stored, a camera may see the dice of the
next turn, which can be thrown before anybody presses a button. Until its dice are stored, no camera
can have seen the dice of the next turn, because each turn is thrown after the turn before. Whatever
is done after the end of the open room's game, such as throwing dice for the rest of the closed
room's game, also happens after the dice of that turn.

There is no limit once the match is over, and none for a match at one table, of which everything is
public at once.

Times are computed only for matches that a broadcaster has asked about; stored events update them.
So this costs nothing in a hall without cameras.
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
    """The times at which a game began, and at which it became public in both rooms.

    `over` is None until the game is public in both rooms. `attempt` counts from 1; each attempt at
    a voided game has times of its own.
    """

    game: int
    attempt: int
    began: datetime
    over: datetime | None = None


@dataclass(frozen=True, slots=True)
class VideoTimes:
    """The times of a match for a broadcaster at one moment; times are in UTC.

    `begun` is True once both line-ups are handed in. `up_to` is the time up to which video may be
    shown, None if there is no limit. `longest` is the longest delay that a stream of the match
    would have needed so far, without the breaks between games. `games` are the times of each game.
    """

    begun: bool = False
    up_to: datetime | None = None
    longest: timedelta = timedelta()
    games: tuple[GameTimes, ...] = ()

    def needed(self, now: datetime) -> timedelta:
        """Return the delay that a stream needs at the time `now`, zero if there is no limit."""
        return timedelta() if self.up_to is None else max(now - self.up_to, timedelta())


class SafeVideo:
    """The times of one match for broadcasters; `take` gets its stored events in order.

    `pause` is the rule for the pause after a public double, in which what follows the double is
    not public yet.
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
        """Return the match's times at the time `now` (UTC), from the events taken so far."""
        self._tell(self._pause.after(now))
        return self._times

    def take(self, stored: StoredEvent) -> None:
        """Process the next event of the match."""
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
    """The times of all matches that a broadcaster has asked about, kept up to date by their events.

    `entries` returns the stored events of a match so far. `pause` returns the rule for the pause
    after a public double, as in the public feed.
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
        """Create the book of a hall, and subscribe it to the hall's stored events."""
        book = cls(hall.registry.entries, lambda: hub.pause_rule)
        hall.subscriptions.add(book)
        return book

    async def safe_video(self, match_id: MatchId) -> SafeVideo:
        """Return the current times of a match; raises MatchRefused if the match is unknown."""
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
        """Process the next events of a match's stream.

        If events are missing before them, because some arrived while the stream was being read, the
        match is forgotten: its whole stream is read again when somebody asks next. A time that is
        returned before that can be too early, but never too late.
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
        """Forget the times of that stream, which is read again when somebody asks next."""
        match_id = match_of(stream)
        if match_id is not None:
            self._asked.pop(match_id, None)
