"""One tile a match: the same five lines in the same order, and what somebody has to do."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rules.identities import MatchAddress
from rules.scoring.teams import PerTeam
from rules.scoring.terms import TERMS
from server.console.match_view import MatchView, RoomView
from server.console.needs import Need, needs_of
from server.console.sentences import (
    RoomLine,
    board_line,
    pace_words,
    since_words,
    state_words,
    waiting_words,
)
from server.console.tiles.expected_end import FirstDice, expected_end
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class Tile:
    """A match at a glance: its name and teams, `state`, `waits`, `pace` (lead and tail), `boards`.

    A tile without any `needs` needs nobody. `begun` and `over` say how far the match is. `score`
    stands beside both names, None before the match starts, and `unit` says what it is of; `times`
    says when it is expected to end, or from when a planned one is to be played, empty where nobody
    can say. `short` is how far it is in a few words, for where another sentence than its state
    stands. `trial`: it counts in no standings.
    `one_table`: its lines need not name their room. `hidden`: the visitor plays in it, and no more
    is said of it than how far it is.
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
    score: PerTeam[int] | None = None
    unit: str = ""
    times: str = ""
    short: str = ""


def tile_of(
    view: MatchView,
    words: Words,
    now: datetime,
    public: FirstDice = None,
    starts: datetime | None = None,
) -> Tile:
    """Give the tile of a match as its view shows it; `now` is in the hall's time zone.

    `public` is what the public knows of its first dice, `starts` the announced start of its round.
    """
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
        score=view.sums,
        unit=_unit(view, words) if view.sums else "",
        times=_times(view, words, now, public, starts),
        short=_short(view, words),
    )


def _times(
    view: MatchView, words: Words, now: datetime, public: FirstDice, starts: datetime | None
) -> str:
    if not view.game and starts is not None:
        here = starts.astimezone()
        start_time = words.clock(here) if here.date() == now.date() else words.moment(here)
        return words.gettext("from %(time)s", time=start_time)
    ends = expected_end(view, public, now)
    return words.gettext("ends about %(time)s", time=words.clock(ends)) if ends else ""


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """By tournament and number, whatever happens in them: a tile keeps its place."""
    return sorted(tiles, key=lambda tile: tile.address)


def _unit(view: MatchView, words: Words) -> str:
    """What the score is of; of people of one room, that it is that room's."""
    if view.one_table:
        return words.gettext("points")
    terms = TERMS[view.game_name]
    unit = words.gettext("points") if terms.scored.counted else terms.scored.compared
    if len(view.rooms) == 1 and not view.over:
        return words.gettext("%(unit)s in this room", unit=unit)
    return unit


def _short(view: MatchView, words: Words) -> str:
    if not view.game or view.over:
        return ""
    if view.one_table:
        return words.gettext("game %(game)s", game=view.game)
    return words.gettext("game %(game)s of %(games)s", game=view.game, games=view.games)


def _wait(words: Words, room: RoomView, now: datetime) -> RoomLine:
    text = waiting_words(words, room)
    if not text:
        return RoomLine(room.room, words.gettext("not begun"))
    return RoomLine(room.room, text, since_words(words, room.since, now))
