"""One room's table with all details, for the match's page; and results to confirm (ruling 15)."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from protocol_forms.protocol_view import PointsOfScale, cited_points
from rules.events import BoardDoubt
from rules.identities import MatchAddress
from rules.match_play.protocol import GameScore
from rules.position import Side
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import PerTeam, TeamPlace, side_of, team_of
from rules.tables.state import ResultStanding
from rules.text import N_
from server.access import Action, Place, Role, Visitor, may
from server.boards.board_alarm import BatteryLow, NewJournal
from server.views.match.needs import WAITS_RIGHTLY
from server.views.match.values import MatchView, RoomView, SideClock
from server.views.match.words import RoomLine, board_line, since_words, waiting_words
from server.views.seen_values import seen_values
from server.words.game_words import (
    RESULTS_OF_ROOMS,
    result_words,
    room_words,
    side_words,
    who_words,
)
from server.words.translation import Words, named

_AT_ONE_TABLE = N_("Game %(game)s: %(result)s")
_PLAYER = N_("Confirmed by %(who)s")
_CAPTAIN = N_("Confirmed by the captain of %(team)s")


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A result of one room that was entered and still has to be confirmed.

    `text` is the result in words. `seen` is the result as JSON; a confirmation must contain this
    JSON. `entered_by` is who entered the result. `given` are those who have confirmed the result so
    far. `may_confirm` is True if the visitor can confirm the result. `own` is True if the visitor
    entered the result, so that somebody else has to confirm it.
    """

    game: int
    attempt: int
    room: Room
    seen: str
    text: str
    entered_by: str
    given: tuple[str, ...]
    may_confirm: bool
    own: bool


def unconfirmed_results(view: MatchView, visitor: Visitor, words: Words) -> tuple[Unconfirmed, ...]:
    """Return a match's unconfirmed results that the visitor may see, by game and room."""
    return tuple(_unconfirmed(view, place, visitor, words) for place in view.unconfirmed)


def seen_together(unconfirmed: Sequence[Unconfirmed]) -> str:
    """Return the results that the visitor may confirm as JSON; one order confirms all of them."""
    return json.dumps(
        [
            {
                "game": each.game,
                "attempt": each.attempt,
                "room": each.room.value,
                "result": json.loads(each.seen),
            }
            for each in unconfirmed
            if each.may_confirm
        ]
    )


def _unconfirmed(
    view: MatchView, place: tuple[int, Room], visitor: Visitor, words: Words
) -> Unconfirmed:
    (game, room), standing = place, view.standings[place]
    account = visitor.role not in (Role.CAPTAIN, Role.PLAYER)
    own = account and view.names.same(visitor.by, standing.entered_by)
    result = _result(view, *place, words)
    which = _AT_ONE_TABLE if view.one_table else RESULTS_OF_ROOMS[room]
    return Unconfirmed(
        game=game,
        attempt=view.attempts[game],
        room=room,
        seen=seen_values(view.results[place]),
        text=words.gettext(which, game=game, result=result),
        entered_by=view.names.by(standing.entered_by),
        given=tuple(_given(view, place, standing, words)),
        may_confirm=not own and _may_confirm(view, room, standing, visitor),
        own=own,
    )


def _given(
    view: MatchView, place: tuple[int, Room], standing: ResultStanding, words: Words
) -> Iterator[str]:
    _, room = place
    for side in Side:
        if side in standing.players:
            who = who_words(words, view.seated[place], side)
            yield words.gettext(_PLAYER, who=who)
        if side in standing.captains:
            team = named(view.teams.of(team_of(side, room)))
            yield words.gettext(_CAPTAIN, team=team)


def _may_confirm(view: MatchView, room: Room, standing: ResultStanding, visitor: Visitor) -> bool:
    side = _side_of(visitor, room, view.teams)
    place = Place(match=view.match_id, room=room, side=side, team=visitor.team)
    if not may(visitor, Action.CONFIRM, place):
        return False
    given = {Role.PLAYER: standing.players, Role.CAPTAIN: standing.captains}
    return side not in given.get(visitor.role, frozenset())


def _side_of(visitor: Visitor, room: Room, teams: PerTeam[str]) -> Side | None:
    """Return the side of a player, or of a captain's team, in that room; None for other roles."""
    if visitor.role is Role.CAPTAIN:
        return side_of(TeamPlace.HOME if visitor.team == teams.home else TeamPlace.AWAY, room)
    return visitor.side


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A player at a table.

    `colour` is the name of their side. `on_turn` is True if the table waits for them, `away` if
    they left the table for a while. `clock` is None if time is not counted. `out` is True if the
    player's time has run out in this game.
    """

    side: Side
    colour: str
    player: str
    on_turn: bool
    away: bool = False
    clock: SideClock | None = None
    out: bool = False


@dataclass(frozen=True, slots=True)
class Confirming:
    """A side that has to confirm its table's result.

    `who` is the player or team that confirms for the side; `done` is True if they have confirmed.
    """

    side: Side
    who: str
    done: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """A room's table with all details, for the match's page.

    `form` is the JSON for `<bg-board>`, empty before the match starts. `waiting` says what the
    table waits for, and `since` says since when it has waited. `result` is the game's result in
    words, empty until the game is over in this room. `seen` is that result as JSON; a confirmation
    must contain this JSON. `confirming` has both sides if the game was played to its end.
    `asks` is True if a phone asks to become the table's board. `doubt` is the kind of doubt about
    the board that somebody may overrule so that the table continues, empty if there is none.
    """

    room: Room
    name: str
    match: MatchAddress
    game: int
    game_name: str
    seats: tuple[SeatLine, ...]
    form: str
    waiting: str
    since: str
    board: RoomLine
    result: str
    confirming: tuple[Confirming, ...]
    over: bool
    attempt: int = 1
    one_table: bool = False
    seen: str = ""
    asks: bool = False
    doubt: str = ""
    board_id: str = ""


@dataclass(frozen=True, slots=True)
class RoomResultLine:
    """A game's result in one room; `text` is empty if there is none yet or it may not be seen.

    `points` are the result's points by the printed scoring tables, if these tables score the game.
    """

    room: Room
    text: str
    points: tuple[PointsOfScale, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A game's results, one for each room.

    `score` is the score after the game in a match at one table, with a note on the Crawford game;
    it is empty in other matches.
    """

    game: int
    rooms: tuple[RoomResultLine, ...]
    score: str = ""


def panel_of(view: MatchView, room: RoomView, words: Words, now: datetime) -> Panel:
    """Return a room's table with all details; `now` is in the hall's time zone."""
    result, standing = room.table.result if room.table else None, room.standing
    played_out = standing is not None and not standing.entered_by
    return Panel(
        room=room.room,
        name=words.gettext("Table") if view.one_table else room_words(words, room.room),
        match=view.address,
        game=view.game,
        game_name=view.game_name,
        seats=tuple(_seat(room, side, words) for side in (Side.RED, Side.WHITE)),
        form=json.dumps(room.form, separators=(",", ":")) if room.form else "",
        waiting=waiting_words(words, room),
        since=since_words(words, room.since, now),
        board=board_line(words, room, view.over),
        result=(
            result_words(words, result, room.players, view.game_name, left=not view.one_table)
            if result
            else ""
        ),
        confirming=tuple(_confirming(room, side, words) for side in Side) if played_out else (),
        over=view.over,
        attempt=view.attempt,
        one_table=view.one_table,
        seen=seen_values(result) if result else "",
        asks=room.asks and not view.over,
        doubt="" if view.over else _doubt(room),
        board_id=room.board,
    )


def result_lines(view: MatchView, words: Words) -> tuple[ResultLine, ...]:
    """Return a line for each game that has a result which the visitor may see, in order."""
    games = sorted({game for game, _ in view.results})
    scores = {each.game: _score(each, words) for each in view.scored}
    scored = _cited(view, words)
    return tuple(
        ResultLine(
            game,
            tuple(
                RoomResultLine(room, _result(view, game, room, words), scored.get((game, room), ()))
                for room in view.players
            ),
            scores.get(game, ""),
        )
        for game in games
    )


def _cited(view: MatchView, words: Words) -> dict[tuple[int, Room], tuple[PointsOfScale, ...]]:
    if not isinstance(view.protocol, MatchProtocol):
        return {}
    results = view.protocol.results
    return {(each.game, each.room): cited_points(each, words.gettext) for each in results}


def _score(game: GameScore, words: Words) -> str:
    score = f"{game.white}–{game.red}"
    if not game.counts:
        return words.gettext("%(score)s, does not count", score=score)
    return words.gettext("%(score)s, Crawford game", score=score) if game.crawford else score


def _result(view: MatchView, game: int, room: Room, words: Words) -> str:
    result = view.results.get((game, room))
    if result is None:
        return ""
    return result_words(
        words, result, view.seated[game, room], view.game_name, left=not view.one_table
    )


def _confirming(room: RoomView, side: Side, words: Words) -> Confirming:
    return Confirming(side, who_words(words, room.players, side), side not in room.unconfirming)


def _doubt(room: RoomView) -> str:
    match room.alarm:
        case NewJournal():
            return BoardDoubt.NEW_JOURNAL.value
        case BatteryLow(holds=True):
            return BoardDoubt.BATTERY_LOW.value
        case _:
            return ""


def _seat(room: RoomView, side: Side, words: Words) -> SeatLine:
    awaited = room.side is side and room.awaited not in WAITS_RIGHTLY
    player, away = room.players.get(side, ""), side in room.away
    clocks = room.clocks
    return SeatLine(
        side,
        side_words(words, side),
        player,
        awaited,
        away,
        clocks.of(side) if clocks else None,
        clocks is not None and side in clocks.out,
    )
