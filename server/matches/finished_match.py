"""Finished matches, each with the few values that lists and other matches' decisions need.

These summaries of all finished matches are kept in memory, so lists are shown without reading logs.
Everything else about a match is read from its log when somebody asks for it.

Also here: the room in which each board was last put on a table, in any match (ruling 28). A board
may still show the dice of a room when the match in which it received them is over.
"""

import json
from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import cast

from rules import events as ev
from rules.identities import MatchId, TournamentId
from rules.room import Room
from server.matches.match_record import MatchRecord
from server.store.accounts_db.finished_matches import KeptMatch, LastPlace
from server.store.event_log.codec import form_of
from server.values.finished_match import FinishedMatch
from server.values.stored_events import StoredEvent, Subscriber

VERSION = 5
"""The version of the stored summary; a summary of another version is made anew from the log."""


def is_finished(record: MatchRecord) -> bool:
    """Return True if nothing is left to play or confirm, and no board is at the match's tables.

    Signatures may be missing: they are given on the match's page, for which the log is read.
    """
    state = record.state
    return state is not None and state.over and not state.unconfirmed and not record.boards


def stored_form(finished: FinishedMatch) -> str:
    """Return the summary of a match as it is stored: canonical JSON."""
    return form_of(FinishedMatch).write(finished)


def read_stored(text: str) -> FinishedMatch:
    """Return the summary that was stored as `text`.

    Raises ValueError if `stored_form` did not write it.
    """
    return cast(FinishedMatch, form_of(FinishedMatch).read(json.loads(text)))


def _order(match_id: MatchId) -> tuple[str, int]:
    return match_id.tournament.text, match_id.number


class FinishedMatches:
    """The summaries of finished matches, whose logs need not be read.

    `ids` are the ids of all of them, `signed` those with both teams' signatures, `unsigned` the
    rest; each list is in the order of tournaments and numbers. A match that is continued, for
    example when a result is corrected, is removed; it is added again once its new state is stored.
    """

    def __init__(self) -> None:
        self.ids: list[MatchId] = []
        self.signed: list[MatchId] = []
        self.unsigned: list[MatchId] = []
        self._kept: dict[MatchId, KeptMatch] = {}
        self._numbered: dict[TournamentId, dict[int, KeptMatch]] = {}

    def __contains__(self, match_id: object) -> bool:
        return match_id in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, every: Sequence[KeptMatch]) -> None:
        """Replace all summaries by the stored ones, when the server starts."""
        in_order = sorted(every, key=lambda kept: _order(kept.match_id))
        self._kept = {each.match_id: each for each in in_order}
        self.ids = [*self._kept]
        self.signed = [each.match_id for each in in_order if each.signed]
        self.unsigned = [each.match_id for each in in_order if not each.signed]
        self._numbered = {}
        for kept in every:
            self._of_tournament(kept.match_id)[kept.match_id.number] = kept

    def put(self, kept: KeptMatch) -> None:
        """Add the summary of a match, in place of its earlier summary if there is one."""
        self.remove(kept.match_id)
        for ids in self._lists(kept):
            insort(ids, kept.match_id, key=_order)
        self._kept[kept.match_id] = kept
        self._of_tournament(kept.match_id)[kept.match_id.number] = kept

    def remove(self, match_id: MatchId) -> None:
        """Remove the summary of a match. Does nothing if there is no summary of it."""
        kept = self._kept.pop(match_id, None)
        if kept is not None:
            del self._of_tournament(match_id)[match_id.number]
            for ids in self._lists(kept):
                del ids[bisect_left(ids, _order(match_id), key=_order)]

    def kept(self, match_id: MatchId) -> KeptMatch | None:
        """Return the stored summary of a match, or None if it is not finished."""
        return self._kept.get(match_id)

    def numbered(self, tournament: TournamentId) -> Mapping[int, KeptMatch]:
        """Return the stored summaries of a tournament's finished matches, keyed by match number.

        The summaries are in no particular order.
        """
        return self._numbered.get(tournament, {})

    def _of_tournament(self, match_id: MatchId) -> dict[int, KeptMatch]:
        return self._numbered.setdefault(match_id.tournament, {})

    def in_two_rooms(self, match_id: MatchId) -> bool:
        """Return True if a finished match was played in two rooms, and so used sets of rolls."""
        return self._kept[match_id].next_roll_set != 1

    def of(self, match_id: MatchId) -> FinishedMatch:
        """Return the finished match with this id; raises KeyError if the match is not finished."""
        return read_stored(self._kept[match_id].summary)

    def in_tournament(self, tournament: TournamentId) -> list[MatchId]:
        """Return the ids of a tournament's finished matches, ordered by number."""
        first = bisect_left(self.ids, (tournament.text, 0), key=_order)
        behind = bisect_left(self.ids, (tournament.text + "\0", 0), key=_order)
        return self.ids[first:behind]

    def with_team(self, tournament: TournamentId, team: str) -> list[FinishedMatch]:
        """Return the tournament's finished matches in which the team played, ordered by number."""
        return [
            self.of(match_id)
            for match_id in self.in_tournament(tournament)
            if team in (self._kept[match_id].home, self._kept[match_id].away)
        ]

    def last_number(self, tournament: TournamentId) -> int:
        """Return the highest number of a finished match in the tournament, or 0."""
        return max((each.number for each in self.in_tournament(tournament)[-1:]), default=0)

    def _lists(self, kept: KeptMatch) -> tuple[list[MatchId], list[MatchId]]:
        return self.ids, self.signed if kept.signed else self.unsigned


class LastRooms(Subscriber):
    """A subscriber to stored events that notes in `places` where each board was last.

    `places` has the room in which each board was last put on a table, and the time, keyed by board
    id. The room and time are kept after the match is over. Passing in the events of a stream a
    second time changes nothing.
    """

    name = "boards' last rooms"

    def __init__(self) -> None:
        self.places: dict[str, LastPlace] = {}

    def take(self, places: Mapping[str, LastPlace]) -> None:
        """Add the rooms in which boards were last used, as they were stored with finished matches.

        `places` is keyed by board id.
        """
        for board_id, place in places.items():
            self._put(board_id, place)

    def take_history(self, happened: Iterable[ev.Event], moments: Iterable[datetime]) -> set[str]:
        """Note on which tables these events of a match put boards; return the boards' ids.

        `moments` are the times at which the events were recorded.
        """
        boards = set[str]()
        for event, at in zip(happened, moments, strict=True):
            if isinstance(event, ev.BoardAssigned) and event.board_id:
                boards.add(event.board_id)
                self._put(event.board_id, LastPlace(event.room, at))
        return boards

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Note on which tables the next events of a stream put boards."""
        for entry in stored:
            event = entry.event
            if isinstance(event, ev.BoardAssigned) and event.board_id:
                self._put(event.board_id, LastPlace(event.room, entry.recorded_at))

    begin = receive

    def is_closed(self, board_id: str) -> bool:
        """Return True if the last table of the board was in a closed room."""
        place = self.places.get(board_id)
        return place is not None and place.room is Room.CLOSED

    def _put(self, board_id: str, place: LastPlace) -> None:
        known = self.places.get(board_id)
        if known is None or known.at <= place.at:
            self.places[board_id] = place
