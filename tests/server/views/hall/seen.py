"""Matches under way, and what one visitor is shown of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.state import MatchState
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from server.access import Role, Visitor
from server.boards.board_alarm import BoardAlarm
from server.matches.match_record import MatchRecord
from server.views.hall.tiles import Tile, strip_of, tile_of
from server.views.hall.values import Waits
from server.views.match.panel import panel_of, result_lines
from server.views.match.values import MatchView, Surroundings, match_view
from server.words.translation import words_for
from tests.support.ids import NAMES, match_id
from tests.support.persons import person_id
from tests.support.rooms import scheduled, started
from tests.support.stored import stored

ENGLISH = words_for("en")
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
DIRECTOR = Visitor(Role.DIRECTOR, person_id("Director"))
CLERKS = {room: Visitor(Role.CLERK, person_id("Clerk"), room) for room in Room}
PLAYERS = {
    room: Visitor(Role.PLAYER, person_id("Player"), room, match_id(1), "Compass", side)
    for room, side in ((Room.OPEN, Side.WHITE), (Room.CLOSED, Side.RED))
}


@dataclass
class Hours:
    """A clock that goes on by a second whenever it is told to."""

    now: datetime = NOON

    def tick(self) -> None:
        self.now += timedelta(seconds=1)


@dataclass
class Follower:
    """A match record and the times of its tables, told of the same events as the log."""

    record: MatchRecord = field(default_factory=lambda: MatchRecord(BACKGAMMON, scheduled()))
    hours: Hours = field(default_factory=Hours)
    waits: Waits = field(init=False)

    def __post_init__(self) -> None:
        self.waits = Waits()

    def tell(self, *events: ev.Event) -> None:
        """These happened just now."""
        self.record = self.record.after(events)
        self.waits.receive(stored(1, events, self.hours.now))

    def view(self, visitor: Visitor, alarms: Mapping[Room, BoardAlarm] | None = None) -> MatchView:
        """The match as the visitor may see it."""
        return match_view(
            self.record,
            visitor,
            Surroundings(
                alarms or {},
                self.waits.of(match_id(1)),
                NAMES,
                first_dice=self.waits.first_dice(match_id(1)),
            ),
        )

    def shown(self, visitor: Visitor) -> tuple[object, ...]:
        """Everything the console's pages are made of for that visitor, at a fixed hour."""
        view, late = self.view(visitor), NOON + timedelta(hours=9)
        panels = [panel_of(view, room, ENGLISH, late) for room in view.rooms.values()]
        tile = tile_of(view, ENGLISH, late)
        strip = strip_of([tile], ENGLISH, late)
        return (tile, strip, panels, result_lines(view, ENGLISH))


def at_tables() -> Follower:
    """A match whose line-ups are in and whose boards are connected."""
    follower = Follower()
    for team in (started().home, started().away):
        line_up = {"open_player": team.open_player, "closed_player": team.closed_player}
        follower.tell(ev.LineUpSubmitted(team=team.name, **line_up))
    for room, board in ((Room.OPEN, "BZ-1"), (Room.CLOSED, "BZ-2")):
        follower.tell(ev.BoardAssigned(room=room, board_id=board))
        follower.tell(ev.BoardAttached(room=room, board_id=board))
    follower.tell(started(), ev.GameStarted(game=1, attempt=1))
    return follower


def opening(source: DiceSource = DiceSource.READER) -> ev.RollThrown:
    """White opens game 1 with 4-2."""
    at: dict[str, Any] = {"game": 1, "attempt": 1, "side": Side.WHITE, "turn": 1}
    return ev.RollThrown(**at, dice=Roll(4, 2), source=source, opening=True)


def tile(record: MatchRecord, visitor: Visitor = DIRECTOR, **around: Any) -> Tile:
    """The match's tile at noon."""
    now = around.pop("now", NOON)
    known = Surroundings(around.pop("alarms", {}), around.pop("since", {}), NAMES)
    return tile_of(match_view(record, visitor, known), ENGLISH, now)


def with_state(record: MatchRecord, **changes: Any) -> MatchRecord:
    """The record with its state changed by hand."""
    state = record.state
    assert isinstance(state, MatchState)
    return replace(record, state=replace(state, **changes))
