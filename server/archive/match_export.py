"""The export of one room of a match as the record of a match file.

A room of a duplicate match is a money session: its length is 0, Jacoby and beavers are off (ruling
3), gammons count. A match at one table has its length and its scores (ruling 17). The events so far
are replayed, so a running match gives the play so far. If a game was voided, only its last attempt
is exported. Dice, results and checkers are exported as the director corrected them (ruling 11). A
cancelled game is left out, since it counts 0-0 (ruling 1).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules import events as ev
from rules.dice import Roll
from rules.errors import MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import INFOS
from rules.identities import PersonId
from rules.match_files.mat_writer import write_mat
from rules.match_files.record import (
    Action,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    Resignation,
    ResultTold,
    Take,
    Throw,
)
from rules.match_files.sgf import write_sgf
from rules.match_play.state import MONEY, TABLE, MatchScore, points
from rules.position import Position, Side
from rules.room import Ending, Room
from rules.text import N_
from server.values.naming import NO_NAMES, Names

WRITERS = {"mat": write_mat, "sgf": write_sgf}
"""The functions that write a record, by the ending of the file's name."""


_TOLD: Mapping[type[ev.GameEvent], ResultTold] = {
    ev.ResultEntered: ResultTold.BY_HAND,
    ev.ResultCorrected: ResultTold.CORRECTED,
}
_RECORDED = N_("a table whose positions are recorded")


def room_record(history: Iterable[ev.Event], room: Room, names: Names = NO_NAMES) -> MatchRecord:
    """Return the games of one room of a match, with White in the left column.

    `history` are all events of the match. `names` returns the players' names.

    Raises MatchRefused if no game has begun, if the match is of another game than backgammon, for
    which there are no match files, or if the match has no table in the room. Also raises
    MatchRefused if the table's positions are not recorded. Its file would have dice without plays,
    and programs that read match files understand dice without a play as a turn in which the player
    could not move.
    """
    scheduled: ev.AnyScheduled | None = None
    started: ev.MatchStarted | None = None
    sheets: dict[int, _Sheet] = {}
    recorded = True
    for event in history:
        match event:
            case ev.MatchScheduled() | ev.MatchPlayScheduled():
                scheduled = _of_backgammon(event)
            case ev.MatchStarted():
                started = event
            case ev.RecordingSet() if event.room is room:
                recorded = event.positions
            case ev.GameStarted():
                sheets[event.game] = _Sheet(room)
            case ev.GameCancelled():
                sheets.pop(event.game, None)
            case ev.MatchShortened():
                sheets = {game: each for game, each in sheets.items() if game <= event.games}
            case ev.GameEvent() if event.game in sheets:
                sheets[event.game].take(event)
    assert scheduled is not None
    if isinstance(scheduled, ev.MatchPlayScheduled) and room is not TABLE:
        raise MatchRefused("room", room.value, TABLE.value)
    if not recorded:
        raise MatchRefused("room", room.value, _RECORDED)
    length = scheduled.length if isinstance(scheduled, ev.MatchPlayScheduled) else MONEY
    games = _games(sheets, length)
    if not games:
        raise MatchRefused("match", scheduled.match_id, "a match whose first game has begun")
    white, red = map(names.of, _players(scheduled, started, room))
    return MatchRecord(length, white, red, games, _headers(scheduled, room, names))


def _of_backgammon(scheduled: ev.AnyScheduled) -> ev.AnyScheduled:
    if not INFOS[scheduled.game_name].nets:
        raise MatchRefused("match", scheduled.match_id, "a match of backgammon")
    return scheduled


def _games(sheets: "Mapping[int, _Sheet]", length: int) -> tuple[GameRecord, ...]:
    """Return the games in order, up to the game that won the match: later ones are not exported."""
    score, games = MatchScore(length), list[GameRecord]()
    for number, sheet in sheets.items():
        if score.winner is not None:
            break
        if not sheet.actions and sheet.result is None:
            continue
        winner, ending, won = sheet.result or (None, None, 0)
        played = sheet.as_played()
        games.append(GameRecord(number, score, played, winner, won, ending, told=sheet.told))
        score = score if winner is None else score.after(winner, won)
    return tuple(games)


def _players(
    scheduled: ev.AnyScheduled, started: ev.MatchStarted | None, room: Room
) -> tuple[PersonId, PersonId]:
    """Return White and Red.

    The home team is White in the open and Red in the closed room (ruling 5).
    """
    if isinstance(scheduled, ev.MatchPlayScheduled):
        return scheduled.white, scheduled.red
    assert started is not None
    if room is Room.OPEN:
        return started.home.open_player, started.away.open_player
    return started.away.closed_player, started.home.closed_player


def _headers(scheduled: ev.AnyScheduled, room: Room, names: Names) -> dict[str, str]:
    if isinstance(scheduled, ev.MatchPlayScheduled):
        return {"Event": scheduled.event, "Round": f"Match {scheduled.number}"}
    teams = f"{scheduled.home} - {scheduled.away}"
    return {
        "Event": scheduled.event,
        "Round": f"Match {scheduled.number}, {teams}, {room.value} room",
        "Jacoby": "Off",
        "Beaver": "Off",
    }


class _Sheet:
    """One attempt at one game at one table, filled in the order of play."""

    def __init__(self, room: Room) -> None:
        self.actions: list[Action] = []
        self.result: tuple[Side, Ending, int] | None = None
        self.told: ResultTold | None = None
        self._room = room
        self._in_tail = False
        self._standing: dict[tuple[Side, int], Roll] = {}

    def take(self, event: ev.GameEvent) -> None:
        match event:
            case ev.RoomEvent():
                if event.room is self._room:
                    self._at_table(event)
            case ev.RollReleased():
                if self._room is Room.CLOSED:
                    self.actions.append(Throw(event.side, event.dice, None))
            case _:
                if self._room is Room.OPEN:
                    self._thrown(event)

    def as_played(self) -> tuple[Action, ...]:
        """Return the actions at this table, with the dice that were used at this table.

        If the director let the rooms play a turn with different dice (ruling 9), the throw in
        `actions` has the dice that the server gave both rooms. The result has the dice that this
        room used.
        """
        if not self._standing:
            return tuple(self.actions)
        thrown, lying, actions = Counter[Side](), BACKGAMMON.start(), list[Action]()
        for action in self.actions:
            if isinstance(action, Throw):
                thrown[action.side] += 1
                turn = thrown[action.side]
                after = _lying_after(action, lying)
                dice = self._standing.get((action.side, turn))
                if dice is not None:
                    action = _with_dice(action, dice, lying, after, turn)
                lying = action.put_right or after
            actions.append(action)
        return tuple(actions)

    def _thrown(self, event: ev.GameEvent) -> None:
        """Add a throw made in the open room, unless it was made for the closed room's tail."""
        match event:
            case ev.OpeningTied():
                self.actions.clear()
            case ev.RollThrown():
                self._in_tail = event.tail
                if not event.tail:
                    self.actions.append(Throw(event.side, event.dice, None))
            case ev.RollCorrected() if not self._in_tail:
                self._correct(event.side, event.dice)

    def _correct(self, side: Side, dice: Roll) -> None:
        """Put the corrected dice in place of the last throw, and remove its play.

        If the game has a result already, the actions after that throw are kept, since they ended
        the game.
        """
        place, _ = self._last_throw()
        later = [] if self.result is None else self.actions[place + 1 :]
        self.actions[place:] = [Throw(side, dice, None), *later]

    def _last_throw(self) -> tuple[int, Throw]:
        for place in reversed(range(len(self.actions))):
            if isinstance(thrown := self.actions[place], Throw):
                return place, thrown
        raise AssertionError("a play or a correction without a throw")

    def _at_table(self, event: ev.RoomEvent) -> None:
        match event:
            case ev.PlayMade():
                place, thrown = self._last_throw()
                self.actions[place] = replace(thrown, play=event.moves, after=None)
            case ev.PositionCorrected():
                place, thrown = self._last_throw()
                self.actions[place] = replace(thrown, put_right=event.position)
            case ev.PlayCondoned():
                place, thrown = self._last_throw()
                self.actions[place] = replace(thrown, play=(), after=event.position)
            case ev.RollStands():
                self._standing[event.side, event.turn] = event.dice
            case ev.TurnReopened():
                self._standing.pop((event.side, event.turn), None)
                place, thrown = self._last_throw()
                self.actions[place:] = [Throw(thrown.side, thrown.roll, None)]
                self.result = self.told = None
            case ev.DoubleOffered():
                self.actions.append(Double(event.side, event.cube))
            case ev.DoubleTaken():
                self.actions.append(Take(event.side.opponent))
            case ev.DoublePassed():
                self.actions.append(Drop(event.side.opponent))
            case ev.GameResigned():
                self.actions.append(Resignation(event.side))
            case ev.GameFinished() | ev.ResultEntered() | ev.ResultCorrected() if event.loser:
                won = points(event.ending, event.cube)
                self.result = event.loser.opponent, event.ending, won
                self.told = _TOLD.get(type(event))


def _lying_after(thrown: Throw, before: Position) -> Position:
    if thrown.after is not None:
        return thrown.after
    return BACKGAMMON.apply(before, thrown.side, thrown.play) if thrown.play else before


def _with_dice(thrown: Throw, dice: Roll, before: Position, after: Position, turn: int) -> Throw:
    """Return the throw with `dice` in place of its own dice.

    If `dice` do not allow the play of the throw, the returned throw has no play. It has the
    position `after` the play instead.
    """
    if thrown.play is None:
        return replace(thrown, roll=dice)
    moves = BACKGAMMON.play_between(before, after, thrown.side, dice, turn)
    if moves is None:
        return replace(thrown, roll=dice, play=(), after=after)
    return replace(thrown, roll=dice, play=moves, after=None)
