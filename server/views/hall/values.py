"""The hall as a visitor who runs matches sees it: matches, boards, alarms, and times of waiting.

A table's time of waiting is counted from the last event that concerned its own room or that both
rooms know of. So this time reveals nothing of the other room's progress.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules import events as ev
from rules.formats.team_event.forecast import minutes_a_game
from rules.formats.team_event.stages import TeamEventState
from rules.identities import MatchAddress, MatchId
from rules.ledger import from_unix_microseconds
from rules.room import Room
from rules.scoring.teams import PerTeam
from rules.tables.awaited import Awaited
from server.access import Sight, Visitor
from server.hall import Hall
from server.matches.deferred_work import rooms_changed
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.sleep_watch import SleepWatch
from server.store.accounts_db.accounts_file import RestorationNote
from server.store.accounts_db.seats import is_phone
from server.values.finished_match import FinishedMatch
from server.values.naming import Names
from server.values.stored_events import StoredEvent, Subscriber, match_of
from server.views.hall.alarms import (
    LinkLine,
    RestoredLines,
    StorageLine,
    awake_line,
    backup_alarm,
    backup_line,
    clock_line,
    ledgers_line,
    link_lines,
    restored_lines,
    slept_line,
    slow_alarm,
    storage_lines,
)
from server.views.match.values import MatchView, RoomView, Surroundings, match_view, rooms_of
from server.words.translation import Words


class Waits(Subscriber):
    """A subscriber to stored events that notes since when each table waits.

    Each table waits from its last event on. The subscriber also notes the times of open calls for
    the director and of the first dice of the current game at each table.
    """

    name = "waiting times"

    def __init__(self) -> None:
        self._times: dict[MatchId, dict[Room, datetime]] = {}
        self._calls: dict[MatchId, dict[Room, datetime]] = {}
        self._first_dice: dict[MatchId, dict[Room, datetime]] = {}

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Process a match's next events."""
        match_id = match_of(stored[0].stream)
        if match_id is None:
            return
        times = self._times.setdefault(match_id, {})
        for entry in stored:
            times.update(dict.fromkeys(rooms_changed(entry.event), entry.recorded_at))
            if isinstance(entry.event, ev.DirectorCalled):
                calls = self._calls.setdefault(match_id, {})
                calls.setdefault(entry.event.room, entry.recorded_at)
            elif isinstance(entry.event, ev.CallEnded):
                self._calls[match_id].pop(entry.event.room, None)
            self._note_dice(self._first_dice.setdefault(match_id, {}), entry)

    begin = receive

    def restart(self, stream: str) -> None:
        """Delete all times of a match, before its events are delivered again."""
        match_id = match_of(stream)
        if match_id is not None:
            self._times.pop(match_id, None)
            self._calls.pop(match_id, None)
            self._first_dice.pop(match_id, None)

    def of(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """Return the time (UTC) of the last event at each table of a match, keyed by room.

        A room without an event is missing.
        """
        return dict(self._times.get(match_id, {}))

    def calls(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """Return the time (UTC) of the open call for the director at each table, keyed by room."""
        return dict(self._calls.get(match_id, {}))

    def first_dice(self, match_id: MatchId) -> Mapping[Room, datetime]:
        """Return the time (UTC) of the current game's first dice at each table, keyed by room.

        A room without dice is missing.
        """
        return dict(self._first_dice.get(match_id, {}))

    @staticmethod
    def _note_dice(times: dict[Room, datetime], entry: StoredEvent) -> None:
        match entry.event:
            case ev.GameStarted() | ev.GameVoided():
                times.clear()
            case ev.RollThrown(opening=True):
                times[Room.OPEN] = entry.recorded_at
            case ev.RollReleased():
                times.setdefault(Room.CLOSED, entry.recorded_at)
            case _:
                pass


def finished_view(finished: FinishedMatch, visitor: Visitor, names: Names) -> MatchView:
    """Return a finished match as a view, from which its tile is made like that of any match.

    Nothing of a finished match is hidden from its players (ruling 34).
    """
    scheduled = finished.scheduled
    since = {each.room: from_unix_microseconds(each.at) for each in finished.moments}
    rooms = {
        room: RoomView(
            room=room,
            players={},
            board="",
            moved_to="",
            linked=False,
            alarm=None,
            since=since.get(room),
            awaited=Awaited.MATCH_OVER,
        )
        for room in rooms_of(visitor)
        if room in finished.rooms
    }
    return MatchView(
        match_id=finished.match_id,
        event=scheduled.event,
        trial=scheduled.trial,
        teams=PerTeam(*finished.teams),
        line_ups=frozenset(each.team for each in finished.line_ups),
        rooms=rooms,
        players={},
        games=finished.duplicate.games if finished.duplicate else 0,
        roll_set=finished.roll_set or _planned_roll_set(finished),
        length=finished.to_points.length if finished.to_points else 0,
        game_name=scheduled.game_name,
        game=finished.game,
        over=True,
        signed=frozenset(finished.signed),
        sums=PerTeam(*finished.sums),
        final_score=PerTeam(*finished.final_score) if finished.final_score else None,
        names=names,
    )


def _planned_roll_set(finished: FinishedMatch) -> int:
    """Return the number that the last game's roll set was planned to have.

    The roll set has another number if the game was begun anew. Return 0 for a match at one table.
    """
    return finished.duplicate.roll_set + finished.game - 1 if finished.duplicate else 0


_Place = tuple[MatchId, tuple[Room, ...], Sight, str | None]
"""The place of a view in the cache of views: a key. Visitors with equal keys get the same view.

A key has the match, the rooms that the visitor sees, what ruling 34 lets them see, and a language.
"""


@dataclass(frozen=True, slots=True)
class ConnectedBoard:
    """A board that is connected at the port or network address `where`.

    `match` and `room` say at which table the board is; both are None if the board is at no table.
    """

    board_id: str
    where: str
    match: MatchAddress | None
    room: Room | None

    @property
    def is_phone(self) -> bool:
        """True if it is a phone, which becomes the board of a table by a code only."""
        return is_phone(self.board_id)


class ConsoleDesk:
    """Everything that the hall's console shows to a visitor.

    Create it before opening the hall, so that it receives all stored events. `now` returns the time
    in the hall's own time zone. `clock_off` returns how far the machine's clock is ahead of that
    time. `restoration` has the note, if there is one, that the records were restored from a backup.
    `sleep` knows whether the computer is kept awake and when it slept; None if that is not watched.
    """

    def __init__(
        self,
        hall: Hall,
        now: Callable[[], datetime],
        clock_off: Callable[[], timedelta] = timedelta,
        restoration: RestorationNote | None = None,
        sleep: SleepWatch | None = None,
    ) -> None:
        self.hall, self.restoration, self.sleep = hall, restoration, sleep
        self.now, self._clock_off = now, clock_off
        self._waits = Waits()
        self._views: dict[_Place, tuple[MatchRecord, Surroundings, MatchView]] = {}
        hall.subscriptions.add(self._waits)
        hall.registry.let_go_of.append(self._forget)

    def views(self, visitor: Visitor, language: str | None = None) -> list[MatchView]:
        """Return the matches in play that the visitor may see, ordered by tournament and number.

        Matches that were decided without play or no longer count are left out. A visitor who signed
        in by a match's link gets only that match, even if it is finished. Names are in `language`.
        """
        own = self.hall.matches.get(visitor.match) if visitor.match is not None else None
        every = [own] if own is not None else []
        if visitor.match is None:
            every = [
                each
                for each in self.hall.registry.in_play().values()
                if not self._counts_no_more(each)
            ]
        return [
            self._view(process, visitor, language)
            for process in every
            if visitor.room is None or visitor.room in process.record.rooms
        ]

    def finished_ids(self, visitor: Visitor) -> tuple[list[MatchId], list[MatchId]]:
        """Return the finished matches in two lists: those of rounds in play, and all others.

        The first list has the matches that are still shown among those being played: other matches
        of their round are under way, or signatures are missing and the round is not closed. The
        second list has the newest matches first, those without all signatures before the others. A
        visitor who sees only the closed room gets only matches that had a table there.
        """
        finished = self.hall.registry.finished
        here = {each for each in finished.unsigned if not self._is_closed(each)}
        here |= {each for each in self._of_rounds_in_play() if each in finished}
        both = (
            [each for each in finished.ids if each in here],
            [
                *(each for each in finished.unsigned[::-1] if each not in here),
                *(each for each in finished.signed[::-1] if each not in here),
            ],
        )
        if visitor.room is not Room.CLOSED:
            return both
        kept, behind = ([each for each in ids if finished.in_two_rooms(each)] for ids in both)
        return kept, behind

    def _is_closed(self, match_id: MatchId) -> bool:
        return self._event(match_id).is_closed(match_id.number)

    def _of_rounds_in_play(self) -> set[MatchId]:
        """Return all matches of every round in which some match is under way."""
        playing = [
            each.record.match_id
            for each in self.hall.registry.in_play().values()
            if each.record.has_begun and not self._counts_no_more(each)
        ]
        return {
            MatchId(each.tournament, number)
            for each in playing
            for stage in self._event(each).stages.values()
            for round_ in stage.rounds
            if each.number in (numbers := [pair.number for pair in round_.pairings])
            for number in numbers
            if number is not None
        }

    def _event(self, match_id: MatchId) -> TeamEventState:
        return self.hall.tournaments.of(match_id).state.event

    def _counts_no_more(self, process: MatchProcess) -> bool:
        """Return True if nobody has to play the match: it was decided without play, or annulled.

        A match in two rooms with a game under way still has to be shown, until that game is voided.
        """
        match_id = process.record.match_id
        is_ruled = self.hall.tournaments.of(match_id).state.is_ruled(match_id.number)
        return is_ruled and not process.record.has_secrets

    def finished(
        self, match_id: MatchId, visitor: Visitor, language: str | None = None
    ) -> MatchView:
        """Return a finished match as lists show it."""
        kept = self.hall.registry.finished.of(match_id)
        return finished_view(kept, visitor, self.hall.names(language))

    def view(self, match_id: MatchId, visitor: Visitor, language: str | None = None) -> MatchView:
        """Return what the visitor may see of a match, with people's names in a language.

        Raises MatchRefused if the match is unknown.
        """
        return self._view(self.match(match_id), visitor, language)

    def match(self, match_id: MatchId) -> MatchProcess:
        """Return a match in memory, with nothing hidden.

        Raises MatchRefused if the match is unknown.
        """
        return self.hall.match(match_id)

    def embargo(self, match_id: MatchId) -> ev.Embargo:
        """Return the embargo in force for a match. Raises MatchRefused if the match is unknown."""
        return self.match(match_id).record.embargo_in_force

    def boards(self) -> list[ConnectedBoard]:
        """Return all connected boards, sorted by name."""
        names = self.hall.names()
        return [
            ConnectedBoard(
                board_id,
                seat.where,
                names.match(seat.match.record.match_id) if seat.match is not None else None,
                seat.room,
            )
            for board_id, seat in sorted(self.hall.boards.seats.items())
        ]

    def link_lines(self, words: Words) -> tuple[LinkLine, ...]:
        """Return the alarms about boards and ports that are not shown at any table."""
        return link_lines(self.hall.boards, words, self.now())

    def storage_lines(self, words: Words) -> tuple[StorageLine, ...]:
        """Return the alarms about databases that fail or are slow, and about failing backups.

        Each alarm says what to do.
        """
        hall, now = self.hall, self.now()
        lines = storage_lines(hall.storage.faults, words, now)
        alarms = slow_alarm(hall.storage.slow, words, now), backup_alarm(hall.backup, words, now)
        return (*lines, *(each for each in alarms if each is not None))

    def backup_line(self, words: Words) -> str:
        """Return a sentence with the time of the last good backup, empty if backups are off."""
        return backup_line(self.hall.backup, words)

    def awake_line(self, words: Words) -> str:
        """Return a sentence that says if the computer is kept awake, or an empty text.

        The text is empty while no match is played.
        """
        return "" if self.sleep is None else awake_line(self.sleep, words)

    def slept_line(self, words: Words) -> str:
        """Return the alarm that the computer slept in the last minutes; empty if it did not."""
        return "" if self.sleep is None else slept_line(self.sleep, words, self.now())

    def ledgers_line(self, words: Words) -> str:
        """Return a sentence on how far the check of the finished matches' ledgers has come.

        Return an empty text if there are no finished matches to check.
        """
        return ledgers_line(self.hall.ledger_watch, words)

    def restored(self, words: Words) -> RestoredLines | None:
        """Return what the hall's records may lack since they were restored from a backup.

        Return None if they were not restored, or if the note was dismissed.
        """
        noted = self.restoration.noted if self.restoration else None
        if noted is None:
            return None
        return restored_lines(noted, words, self.hall.names())

    def clock_line(self, words: Words) -> str:
        """Return the alarm that the machine's clock was set, ahead or back; empty if it was not."""
        return clock_line(self._clock_off(), words, self.now())

    def _forget(self, match_id: MatchId) -> None:
        for place in [place for place in self._views if place[0] == match_id]:
            del self._views[place]

    def _view(self, process: MatchProcess, visitor: Visitor, language: str | None) -> MatchView:
        record, boards = process.record, self.hall.boards
        alarms = {
            room: alarm
            for room, board in record.boards.items()
            if (alarm := boards.alarm_of(board)) is not None
        }
        names = self.hall.names(language)
        asks = self.hall.seating.requests.rooms_asked(record.match_id)
        called, since = self._waits.calls(record.match_id), self._waits.of(record.match_id)
        around = Surroundings(
            alarms,
            since,
            names,
            asks,
            called,
            process.clocks,
            self._waits.first_dice(record.match_id),
            minutes_a_game(self._event(record.match_id), record.game.name),
        )
        shown = self.hall.sight(visitor, record.match_id)
        place = record.match_id, rooms_of(visitor), shown, language
        known = self._views.get(place)
        if known is None or known[0] is not record or known[1] != around:
            view = match_view(record, visitor, around, shown)
            known = self._views[place] = record, around, view
        if Room.OPEN in known[2].rooms:
            self.hall.open_room_shown(visitor, record.match_id)
        return known[2]
