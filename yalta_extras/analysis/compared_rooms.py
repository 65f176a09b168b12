"""Both rooms of a match that is over, game by game: their records, and how far they were alike.

A room whose positions are not recorded has no games here, and a game without a legible record none
in that room. A result that the director entered, adjusted or cancelled is not the result of the
play: its luck says nothing about its IMP.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rules import events as ev
from rules.duplicate.forks import SharedTurns, shared_turns
from rules.duplicate.state import MatchState
from rules.errors import RulesError
from rules.games.known_games import INFOS
from rules.luck.chances import Throw, throws_of
from rules.match_files.record import GameRecord
from rules.room import Room
from server.archive.match_export import room_record
from server.matches.match_record import MatchRecord
from yalta_extras.analysis.played_turns import played_turns

Place = tuple[int, Room]
"""A game in one room."""


class NotCompared(Enum):
    """The reason why the rooms of a match cannot be compared."""

    OTHER_GAME = "other-game"
    NOT_RECORDED = "not-recorded"


@dataclass(frozen=True, slots=True)
class ComparedRooms:
    """The play of two rooms: `throws` by place, `shared` by game if both are recorded.

    `not_played_out` are places whose result is not that of the play. `why_not` is set, and the rest
    empty, if nothing can be compared; `not_recorded` are rooms without positions.
    """

    throws: Mapping[Place, tuple[Throw, ...]]
    shared: Mapping[int, SharedTurns]
    not_played_out: frozenset[Place] = frozenset()
    not_recorded: frozenset[Room] = frozenset()
    why_not: NotCompared | None = None


def compared_rooms(record: MatchRecord, history: Sequence[ev.Event]) -> ComparedRooms | None:
    """Compare the rooms of a match; None for one that is not played in two."""
    if not isinstance(record.state, MatchState):
        return None
    if not INFOS[record.game.name].nets:
        return ComparedRooms({}, {}, why_not=NotCompared.OTHER_GAME)
    return replace(compared_games(history), not_played_out=_not_played_out(record.state))


def compared_games(history: Sequence[ev.Event]) -> ComparedRooms:
    """Compare the rooms of a duplicate match of backgammon by its log alone."""
    rooms = {room: _games(history, room) for room in Room}
    games = {room: each for room, each in rooms.items() if each is not None}
    missing = frozenset(Room) - frozenset(games)
    if not games:
        why = NotCompared.NOT_RECORDED
        return ComparedRooms({}, {}, not_recorded=missing, why_not=why)
    throws = {
        (number, room): made
        for room, recorded in games.items()
        for number, game in recorded.items()
        if (made := _throws(game)) is not None
    }
    return ComparedRooms(throws, _shared(games, throws), not_recorded=missing)


def _games(history: Sequence[ev.Event], room: Room) -> dict[int, GameRecord] | None:
    try:
        return {game.number: game for game in room_record(history, room).games}
    except RulesError:
        return None


def _throws(game: GameRecord) -> tuple[Throw, ...] | None:
    """Return a game's throws, None without an opening throw or if a play cannot be followed."""
    try:
        return throws_of(game) or None
    except RulesError:
        return None


def _shared(
    games: Mapping[Room, Mapping[int, GameRecord]], throws: Mapping[Place, object]
) -> dict[int, SharedTurns]:
    if len(games) < len(Room):
        return {}
    opened, closed = games[Room.OPEN], games[Room.CLOSED]
    return {
        number: shared_turns(played_turns(opened[number]), played_turns(closed[number]))
        for number in sorted(opened.keys() & closed.keys())
        if all((number, room) in throws for room in Room)
    }


def _not_played_out(state: MatchState) -> frozenset[Place]:
    return frozenset(
        place
        for place, result in state.results.items()
        if result.loser is None
        or result.adjusted is not None
        or (place in state.standings and state.standings[place].entered_by)
    )
