"""The console's tiles, each of which shows a match, and the strip above the tiles.

A tile also lists what somebody has to do in its match; the strip lists what has to be done in all
matches. The sentences are those of server.views.match.words. A tile has the expected end of its
match (ADR 20). For visitors who see both rooms, the end is estimated from everything that the
server knows. For people of one room, the end is estimated from that room's dice and results only,
so that it reveals nothing of the other room. For players of the match, the end is estimated from
what is public and known in both rooms (rulings 7, 12 and 34).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.formats.team_event.forecast import match_ends
from rules.formats.team_event.timetable import to_five_minutes
from rules.identities import MatchAddress
from rules.room import Room
from rules.scoring.teams import PerTeam
from rules.scoring.terms import TERMS
from server.views.match.needs import Need, needs_of
from server.views.match.values import MatchView, RoomView
from server.views.match.words import (
    RoomLine,
    board_line,
    pace_words,
    since_words,
    state_words,
    waiting_words,
)
from server.words.translation import Words

FirstDice = tuple[int, datetime] | None
"""A match's current game, and the time at which that game's first dice became public.

None before that time.
"""


def expected_end(view: MatchView, public: FirstDice, now: datetime) -> datetime | None:
    """Return the estimated end of a match, rounded to five minutes, in the hall's time zone.

    Return None if the match is not being played, or if it is a match at one table, whose number of
    games nobody knows. If the visitor plays in the match, the end is estimated from `public` only,
    because everything else is hidden from them.
    """
    if not view.game or view.over or view.one_table:
        return None
    first_dice, finished = _public(view, public) if view.hidden else _seen(view)
    left = view.games - view.game + (0 if finished else 1)
    if left < 1 or (view.game == 1 and first_dice is None and not finished):
        return None
    length = timedelta(minutes=view.minutes)
    since = None if finished else first_dice
    return to_five_minutes(match_ends(left, since, length, now)).astimezone()


def _public(view: MatchView, public: FirstDice) -> tuple[datetime | None, bool]:
    game, at = public or (0, None)
    return (at if game == view.game else None), False


def _seen(view: MatchView) -> tuple[datetime | None, bool]:
    """Return the time of the current game's first dice, and whether the game is finished.

    The game counts as finished if it has a result in every room that the visitor sees. The time is
    that of the first of these rooms, None before its first dice.
    """
    rooms = [view.rooms[room] for room in Room if room in view.rooms]
    first_dice = next((each.first_dice for each in rooms), None)
    return first_dice, bool(rooms) and all((view.game, each.room) in view.results for each in rooms)


@dataclass(frozen=True, slots=True)
class Tile:
    """A match at a glance, for the console.

    `state` is the progress in words. `waits` and `boards` have a line for each room that the
    visitor sees: what the room waits for, and which board it has. `pace` says how many turns the
    open room is ahead, and if the closed room plays its tail. `needs` is what somebody has to do in
    the match, empty if there is nothing. `score` are the figures beside both names, in `unit`; it
    is None before the match starts. `times` is the expected end, or the start time of a planned
    match; empty if it is unknown. `short` is the progress in a few words, for places that are too
    narrow for `state`. `past` is True if the match is over and its round closed, so that one line
    is enough for it. `trial` is True if the match counts in no standings. If `one_table` is True,
    lines need not name their room. If `hidden` is True, the visitor plays in the match, and only
    its progress is shown.
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
    past: bool = False


def tile_of(
    view: MatchView,
    words: Words,
    now: datetime,
    public: FirstDice = None,
    starts: datetime | None = None,
) -> Tile:
    """Return the tile of a match from the visitor's view of it; `now` is in the hall's time zone.

    `public` is what the public knows of the first dice of the match's current game, `starts` the
    announced start of the match's round.
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
    """Return the tiles by tournament and number, so that each tile always has the same place."""
    return sorted(tiles, key=lambda tile: tile.address)


def _unit(view: MatchView, words: Words) -> str:
    """Return the unit of a tile's score.

    For people of one room the unit says that the score counts only that room.
    """
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


@dataclass(frozen=True, slots=True)
class StripLine:
    """A line of the strip: something that somebody has to do, and the match in which to do it.

    `since` says since when the need has waited; it is empty if the time is unknown, or if the text
    of `need` has it already. `more` is the number of the match's other needs that have no line of
    their own.
    """

    need: Need
    address: MatchAddress
    teams: PerTeam[str]
    since: str = ""
    more: int = 0


def strip_of(tiles: Iterable[Tile], words: Words, now: datetime) -> list[StripLine]:
    """Return the lines of the strip: calls first, then other needs, the oldest first.

    Needs whose age is unknown, and needs of matches that have not begun, come at the end. Of the
    needs at the end, each match has only one line, which shows its first need and the number of its
    other needs.
    """
    waiting, later = list[StripLine](), list[StripLine]()
    for tile in tiles:
        known = [need for need in tile.needs if tile.begun and need.since is not None]
        other = [need for need in tile.needs if need not in known]
        for need in known:
            since = "" if need.called else since_words(words, need.since, now)
            waiting.append(StripLine(need, tile.address, tile.teams, since))
        for need in other[:1]:
            later.append(StripLine(need, tile.address, tile.teams, more=len(other) - 1))
    return sorted(waiting, key=_place) + sorted(later, key=lambda line: line.need.rank)


def _place(line: StripLine) -> tuple[bool, datetime, MatchAddress]:
    assert line.need.since is not None
    return line.need.called is None, line.need.since, line.address
