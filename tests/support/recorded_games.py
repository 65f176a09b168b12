"""Games that two rooms have ended, to be played once more from the closed room's seat."""

from functools import cache

from rules import events as ev
from rules.duplicate.closed_seat import RecordedGame
from rules.duplicate.roll_sets import roll_sets
from rules.games.known_games import GAMES
from rules.room import Room
from rules.tables.fold import result_of
from rules.tables.state import TurnKey
from tests.support.rooms import Rooms, Temper

_CALM = Temper(double=0.04, resign=0.004, mischief=0.0)


@cache
def both_rooms(game: str, seed: int) -> tuple[ev.Event, ...]:
    """A match of that game as its rooms have played it to the end."""
    rooms = Rooms.seated(GAMES[game], seed, _CALM)
    rooms.play_to_the_end(100_000)
    return tuple(rooms.history)


@cache
def recorded_game(game: str, seed: int) -> RecordedGame:
    """Game 1 of that match."""
    history = both_rooms(game, seed)
    open_room = next(
        each
        for each in history
        if isinstance(each, ev.GameFinished) and each.room is Room.OPEN and each.game == 1
    )
    return RecordedGame(GAMES[game], roll_sets(history)[1], result_of(open_room), b"s" * 32)


def dice_of_closed_room(game: str, seed: int) -> dict[TurnKey, tuple[int, ...]]:
    """What the closed room was given in game 1, by side and turn."""
    return released(both_rooms(game, seed))


def released(history: tuple[ev.Event, ...]) -> dict[TurnKey, tuple[int, ...]]:
    """The dice that were given to the closed room in game 1."""
    return {
        TurnKey(each.side, each.turn): each.dice.dice
        for each in history
        if isinstance(each, ev.RollReleased) and each.game == 1
    }
