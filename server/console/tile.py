"""One tile a match: the same five lines in the same order, and what somebody has to do."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from rules.identities import MatchAddress
from rules.room import Room
from rules.scoring.teams import PerTeam
from server.console.match_view import MatchView, RoomView
from server.console.needs import Need, needs_of
from server.console.sentences import (
    board_words,
    pace_words,
    since_words,
    state_words,
    waiting_words,
)
from server.console.speech import Words


class Tone(Enum):
    """How well it is; always shown by a word and a shape too."""

    WELL = "well"
    WAIT = "wait"
    ALARM = "alarm"


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A room's part of a line; `since` may be empty."""

    room: Room
    text: str
    since: str = ""
    tone: Tone = Tone.WELL


@dataclass(frozen=True, slots=True)
class Tile:
    """A match at a glance: its name and teams, `state`, `waits`, `pace` (lead and tail), `boards`.

    `needs` comes before the lines; a tile without any needs nobody. `begun` and `over` say how far
    the match is. `trial`: it counts in no standings. `one_table`: its lines need not name their
    room. `hidden`: the visitor plays in it, and no more is said of it than how far it is.
    """

    address: MatchAddress
    event: str
    teams: PerTeam[str]
    state: str
    waits: tuple[RoomLine, ...]
    pace: str
    boards: tuple[RoomLine, ...]
    needs: tuple[Need, ...]
    begun: bool
    over: bool
    trial: bool = False
    one_table: bool = False
    hidden: bool = False


def tile_of(view: MatchView, words: Words, now: datetime) -> Tile:
    """Give the tile of a match as its view shows it; `now` is in the hall's time zone."""
    return Tile(
        address=view.address,
        event=view.event,
        teams=view.opponents,
        state=state_words(words, view),
        waits=tuple(_wait(words, room, now) for room in view.rooms.values()),
        pace="" if view.hidden else pace_words(words, view),
        boards=tuple(board_line(words, room, view.over) for room in view.rooms.values()),
        needs=() if view.hidden else needs_of(view, words, now),
        begun=view.game > 0,
        over=view.over,
        trial=view.trial,
        one_table=view.one_table,
        hidden=view.hidden,
    )


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """Those that need somebody first, then those being played, planned, finished; by number.

    Before all others those whose tables call the director, the longest call first.
    """
    return sorted(tiles, key=_place)


def _place(tile: Tile) -> tuple[bool, float, bool, bool, bool, MatchAddress]:
    calls = [need.called.timestamp() for need in tile.needs if need.called is not None]
    longest = min(calls, default=0.0)
    return not calls, longest, not tile.needs, tile.over, not tile.begun, tile.address


def _wait(words: Words, room: RoomView, now: datetime) -> RoomLine:
    text = waiting_words(words, room)
    if not text:
        return RoomLine(room.room, words.gettext("not begun"))
    return RoomLine(room.room, text, since_words(words, room.since, now))


def board_line(words: Words, room: RoomView, over: bool) -> RoomLine:
    """A room's board, how well it is connected; after the match nobody needs it."""
    tone = Tone.WELL if over or (room.linked and not room.alarm) else Tone.WAIT
    gone = room.moved_to or (room.board and not room.linked)
    if not over and (room.alarm or (room.table is not None and gone)):
        tone = Tone.ALARM
    return RoomLine(room.room, board_words(words, room, over), tone=tone)
