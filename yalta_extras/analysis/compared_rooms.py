"""A comparison of both rooms of a finished match: their throws, and the turns that they shared.

The rooms share a turn if both reached it in the same position. A room whose positions were not
recorded contributes no games. A game whose record cannot be read is left out in that room. A result
that the director entered, adjusted or cancelled does not come from the play, so the luck of that
game says nothing about its IMP.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rules import events as ev
from rules.duplicate.forks import SharedTurns, shared_turns
from rules.duplicate.state import MatchState
from rules.errors import MatchRefused, RulesError
from rules.games.known_games import INFOS
from rules.luck.chances import Throw, throws_of
from rules.match_files.record import GameRecord
from rules.room import Room
from server.archive.match_export import room_record
from server.matches.match_record import MatchRecord
from yalta_extras.analysis.played_turns import played_turns

Place = tuple[int, Room]
"""The key of a game as played in one room: its number and the room."""


class NotCompared(Enum):
    """The reason why the rooms of a match cannot be compared."""

    OTHER_GAME = "other-game"
    NOT_RECORDED = "not-recorded"
    NOT_REPLAYED = "not-replayed"


@dataclass(frozen=True, slots=True)
class ComparedRooms:
    """The throws of both rooms of a match, and the turns that both rooms shared.

    `throws` are the throws of each game, keyed by game and room. `shared` are the shared turns,
    keyed by game, for games that are recorded in both rooms. `not_played_out` are the games and
    rooms whose result does not come from the play, `not_recorded` the rooms whose positions were
    not recorded. If nothing can be compared, `why_not` is the reason, and `throws` and `shared` are
    empty.
    """

    throws: Mapping[Place, tuple[Throw, ...]]
    shared: Mapping[int, SharedTurns]
    not_played_out: frozenset[Place] = frozenset()
    not_recorded: frozenset[Room] = frozenset()
    why_not: NotCompared | None = None

    @property
    def has_positions(self) -> bool:
        """True if at least one game of the match was recorded so that it can be replayed."""
        return self.why_not in (None, NotCompared.OTHER_GAME)


def compared_rooms(record: MatchRecord, history: Sequence[ev.Event]) -> ComparedRooms | None:
    """Compare the two rooms of a match; return None if the match is not played in two rooms.

    `record` is the match's record, `history` are all its events.
    """
    if not isinstance(record.state, MatchState):
        return None
    if not INFOS[record.game.name].nets:
        return ComparedRooms({}, {}, why_not=NotCompared.OTHER_GAME)
    return replace(compared_games(history), not_played_out=_not_played_out(record.state))


def compared_games(history: Sequence[ev.Event]) -> ComparedRooms:
    """Compare the rooms of a duplicate match of backgammon by its events alone.

    Only a match's record tells which results the director changed, so `not_played_out` is empty.
    """
    rooms = {room: _games(history, room) for room in Room}
    games = {room: each for room, each in rooms.items() if each is not None}
    missing = frozenset(Room) - frozenset(games)
    read = {
        (number, room): _throws(game)
        for room, recorded in games.items()
        for number, game in recorded.items()
    }
    throws = {place: made for place, made in read.items() if made}
    if not throws:
        unread = None in read.values() or {} in games.values()
        why = NotCompared.NOT_REPLAYED if unread else NotCompared.NOT_RECORDED
        return ComparedRooms({}, {}, not_recorded=missing, why_not=why)
    return ComparedRooms(throws, _shared(games, throws), not_recorded=missing)


def _games(history: Sequence[ev.Event], room: Room) -> dict[int, GameRecord] | None:
    """Return the room's games, keyed by number; an empty mapping if its record cannot be read.

    Return None if no positions of the room were recorded.
    """
    try:
        return {game.number: game for game in room_record(history, room).games}
    except MatchRefused:
        return None
    except RulesError:
        return {}


def _throws(game: GameRecord) -> tuple[Throw, ...] | None:
    """Return a game's throws, empty if it has no opening throw.

    Return None if one of its plays cannot be replayed.
    """
    try:
        return throws_of(game)
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
