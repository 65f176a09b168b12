"""Games that two rooms have ended, to be played once more from the closed room's seat."""

from functools import cache
from random import Random

from players.long_gammon_player import LongGammonPlayer
from players.sensible_player import SensiblePlayer
from players.trictrac_player import TrictracPlayer
from rules import events as ev
from rules.duplicate.closed_seat import RecordedGame
from rules.duplicate.roll_sets import roll_sets
from rules.games.known_games import GAMES
from rules.room import Room
from rules.tables.fold import result_of
from rules.tables.state import TurnKey
from server.closed_seats.decisions import Due, PlayerOf, SeatedGame, decided
from server.closed_seats.seat_actions import Act, SeatAction, reading_of
from tests.support.rooms import Rooms, Temper

PLAYERS: dict[str, PlayerOf] = {
    "backgammon": SensiblePlayer,
    "long-gammon": LongGammonPlayer,
    "trictrac": TrictracPlayer,
}
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


def some_action(seated: SeatedGame, rng: Random) -> SeatAction:
    """Something the visitor may decide now, as his page would send it."""
    seen = len(seated.events)
    match seated.due:
        case Due.PLAY:
            return SeatAction(Act.PLAY, seen, written_play(seated, rng))
        case Due.THROW:
            return SeatAction(rng.choice([Act.THROW] * 15 + [Act.DOUBLE]), seen)
        case Due.DOUBLE:
            return SeatAction(rng.choice([Act.TAKE] * 3 + [Act.PASS]), seen)
        case Due.CHOICE:
            return SeatAction(rng.choice([Act.HOLD, Act.GO]), seen)
        case Due.RESIGNATION:
            return SeatAction(rng.choice([Act.REFUSE, Act.ACCEPT]), seen)
        case Due.OVER:
            raise AssertionError("nothing is to be decided any more")


def written_play(seated: SeatedGame, rng: Random) -> str:
    """A play by plain judgement, as visitors write it."""
    key = seated.table.current
    assert key is not None
    dice, player = seated.state.rolls[key].dice, PLAYERS[seated.game.name](rng)
    play = player.choose_play(seated.table.position, seated.side, dice, key.turn)
    return " ".join(f"{move.origin or 'off'}/{move.target or 'off'}" for move in play)


def played_on(
    seated: SeatedGame, rng: Random, name: str = "a game", opponent: PlayerOf | None = None
) -> SeatedGame:
    """The game after one decision of the visitor and what follows from it."""
    reading = reading_of(seated, some_action(seated, rng))
    return decided(seated, reading, opponent or PLAYERS[seated.game.name], name)


def played_out(seated: SeatedGame, rng: Random, name: str = "a game") -> SeatedGame:
    """The game played to its end."""
    while seated.due is not Due.OVER:
        seated = played_on(seated, rng, name)
    return seated
