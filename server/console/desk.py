"""The hall as the console sees it: its matches through their visitor's eyes, and their logs."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules import events as ev
from rules.formats.team_event.forecast import minutes_a_game
from rules.formats.team_event.stages import EventState
from rules.identities import MatchAddress, MatchId
from rules.room import Room
from server.access import Sight, Visitor
from server.console.finished_view import finished_view
from server.console.link_lines import LinkLine, link_lines
from server.console.match_view import MatchView, Surroundings, match_view, rooms_of
from server.console.since import Waits
from server.console.storage_words import (
    RestoredLines,
    StorageLine,
    backup_alarm,
    backup_line,
    clock_line,
    ledgers_line,
    restored_lines,
    slow_alarm,
    storage_lines,
)
from server.hall import Hall
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.store.accounts_db.accounts_file import RestorationNote
from server.words.translation import Words

_Place = tuple[MatchId, tuple[Room, ...], Sight, str | None]
"""A match, the rooms of it that are seen, what ruling 34 leaves of them, a language: all that one
visitor's view differs by."""


@dataclass(frozen=True, slots=True)
class ConnectedBoard:
    """A board with a link; `match` and `room` are where it stands, if it serves a table."""

    board_id: str
    where: str
    match: MatchAddress | None
    room: Room | None


class ConsoleDesk:
    """The hall through a visitor's eyes; `now` is the time in the hall's own time zone.

    Made before the hall is opened, so that it hears of everything that is stored. `clock_off` says
    how far the machine's clock is ahead of that time, `restoration` whether a backup was restored.
    """

    def __init__(
        self,
        hall: Hall,
        now: Callable[[], datetime],
        clock_off: Callable[[], timedelta] = timedelta,
        restoration: RestorationNote | None = None,
    ) -> None:
        self.hall, self.restoration = hall, restoration
        self.now, self._clock_off = now, clock_off
        self._waits = Waits()
        self._views: dict[_Place, tuple[MatchRecord, Surroundings, MatchView]] = {}
        hall.subscriptions.add(self._waits)
        hall.registry.let_go_of.append(self._forget)

    def views(self, visitor: Visitor, language: str | None = None) -> list[MatchView]:
        """Every match in play that is the visitor's business, by tournament and number.

        Not one that is decided without play or counts no more. Of whoever comes by a link it is
        that match alone, be it finished.
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
        """Finished matches that keep their place among the others, and those behind all of them.

        A place is kept while somebody has to sign, or others of its round are played, and not in a
        round that is closed; those behind have the newest first. Of a room those that had a table
        there.
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
        """All matches of rounds of which one is under way."""
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

    def _event(self, match_id: MatchId) -> EventState:
        return self.hall.tournaments.of(match_id).state.event

    def _counts_no_more(self, process: MatchProcess) -> bool:
        """So that nobody plays it; one with a game under way stays until that is void."""
        match_id = process.record.match_id
        is_ruled = self.hall.tournaments.of(match_id).state.is_ruled(match_id.number)
        return is_ruled and not process.record.has_secrets

    def finished(
        self, match_id: MatchId, visitor: Visitor, language: str | None = None
    ) -> MatchView:
        """A finished match, as it is listed."""
        kept = self.hall.registry.finished.of(match_id)
        return finished_view(kept, visitor, self.hall.names(language))

    def view(self, match_id: MatchId, visitor: Visitor, language: str | None = None) -> MatchView:
        """One match, people named in a language; raises MatchRefused for an unknown one."""
        return self._view(self.match(match_id), visitor, language)

    def match(self, match_id: MatchId) -> MatchProcess:
        """The match itself; raises MatchRefused for an unknown one."""
        return self.hall.match(match_id)

    def embargo(self, match_id: MatchId) -> ev.Embargo:
        """What spectators of a match are told; raises MatchRefused for an unknown one."""
        return self.match(match_id).record.embargo_in_force

    def boards(self) -> list[ConnectedBoard]:
        """Every connected board, by its name."""
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
        """What is wrong with boards and ports, and is shown at no table."""
        return link_lines(self.hall.boards, words, self.now())

    def storage_lines(self, words: Words) -> tuple[StorageLine, ...]:
        """Which database stores nothing or slowly, or why no backup is made, and what to do."""
        hall, now = self.hall, self.now()
        lines = storage_lines(hall.storage.faults, words, now)
        alarms = slow_alarm(hall.storage.slow, words, now), backup_alarm(hall.backup, words, now)
        return (*lines, *(each for each in alarms if each is not None))

    def backup_line(self, words: Words) -> str:
        """When the last good backup was made; empty where none is to be made."""
        return backup_line(self.hall.backup, words)

    def ledgers_line(self, words: Words) -> str:
        """How far the verifying of finished matches' ledgers is."""
        return ledgers_line(self.hall.ledger_watch, words)

    def restored(self, words: Words) -> RestoredLines | None:
        """What is lost since these records' backup, None where nothing was or all is entered."""
        noted = self.restoration.noted if self.restoration else None
        if noted is None:
            return None
        return restored_lines(noted, words, self.hall.names())

    def clock_line(self, words: Words) -> str:
        """That the machine's clock was set ahead or back; empty when it was not."""
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
